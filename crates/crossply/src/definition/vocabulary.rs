//! What explanations are made of, and how they speak.
//!
//! A wrong program may answer as if a line of a table did not exist. Then no condition on the input says where it is wrong,
//! but the missing line says everything. A check names such *misreadings* as its authors can think of.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item, Outcome};
use crate::feature::{AnyFeature, Kind, LENGTH, of_answer};

/// The features, misreadings and nouns of a check.
#[derive(Clone)]
pub(crate) struct Vocabulary {
    /// What an input is called, and several.
    pub(crate) nouns: [String; 2],
    /// The features of inputs: at first, those that the domain does not know.
    pub(crate) features: Vec<AnyFeature>,
    /// The features of answers.
    pub(crate) answers: Vec<AnyFeature>,
    pub(crate) misreadings: Vec<Arc<Misreading>>,
    /// What a solver does that gives a wrong answer.
    pub(crate) mistake: Option<Arc<MistakeOf>>,
}

/// From the input, the right answer, and the outcome.
type MistakeOf = dyn Fn(&dyn Item, &dyn Item, Outcome<'_>) -> Cow<'static, str> + Send + Sync;

impl Vocabulary {
    /// That of a check of inputs, with answers of this type.
    pub(crate) fn new<A: Debug + Send + 'static>() -> Self {
        Vocabulary {
            nouns: ["input", "inputs"].map(str::to_owned),
            features: Vec::new(),
            answers: of_answer(&AnyVec::from(Vec::<A>::new())),
            misreadings: Vec::new(),
            mistake: None,
        }
    }

    /// What an input is called in a rule.
    pub(crate) fn subject(&self) -> String {
        match (&*self.nouns[0], self.features.first()) {
            ("input", Some(first)) if first.name == "{}" => match first.kind {
                Kind::Integer { .. } | Kind::Count => "n",
                Kind::Float { .. } => "x",
                Kind::Character => "c",
                _ => "the input",
            }
            .to_owned(),
            ("input", Some(first)) if first.name == LENGTH => "the word".to_owned(),
            (noun, _) => format!("the {noun}"),
        }
    }
}

/// Another function, whose answers a wrong solver may give.
pub(crate) struct Misreading {
    /// What is said of it after "as if".
    pub(crate) words: String,
    pub(crate) applies: Applies,
    /// Makes a reader who has not been asked for anything.
    pub(crate) new: Box<dyn Fn() -> Reader + Send + Sync>,
}

/// Appends the answer of a misreading to the input in this row. Whether it did: it may have none.
pub(crate) type Reader = Box<dyn FnMut(&AnyVec, usize, &mut AnyVec) -> bool>;

/// For which inputs a misreading is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applies {
    /// All answers are its answers. What it is asked for in between does not matter.
    Everywhere,
    /// All answers are its answers, and it remembers what it was asked for: all, in the same order.
    InOrder,
    /// The wrong answers are its answers.
    WhereWrong,
}

impl Misreading {
    /// Whether it is about all answers, and not only about wrong ones.
    pub(crate) fn is_everywhere(&self) -> bool {
        self.applies != Applies::WhereWrong
    }
}
