//! What explanations are made of, and how they speak.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use super::Misreading;
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
