//! The material of explanations: features and misreadings.
//!
//! A wrong program may answer as if a line of a table did not exist. Then no condition on the input describes where it is
//! wrong, but the missing line explains every wrong answer. The author of a check names such *misreadings*.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item, Outcome};
#[cfg(feature = "serde")]
use crate::feature::SOURCE_BITS;
use crate::feature::{Comparer, Feature, Kind, comparer, of_answer};

/// The features and misreadings of a check.
#[derive(Clone)]
pub(crate) struct Vocabulary {
    /// The features of inputs that the check adds. Explanations put those of the domain before them.
    pub(crate) features: Vec<Feature>,
    /// Finds features of fields in some of the inputs.
    #[cfg(feature = "serde")]
    pub(crate) fields: Option<fn(&AnyVec) -> Vec<Feature>>,
    pub(crate) answers: Vec<Feature>,
    /// Compares the parts of answers, if answers have parts.
    pub(crate) parts: Option<Arc<Comparer>>,
    pub(crate) misreadings: Vec<Arc<Misreading>>,
    /// Names the mistake behind a wrong answer.
    pub(crate) mistake: Option<Arc<MistakeOf>>,
}

/// Names a mistake, given the input, the right answer and the solver's outcome.
type MistakeOf = dyn Fn(&dyn Item, &dyn Item, Outcome<'_>) -> Cow<'static, str> + Send + Sync;

impl Vocabulary {
    /// The vocabulary of a new check with answers of type `A`.
    pub(crate) fn new<A: Debug + Send + 'static>() -> Self {
        let answers = AnyVec::from(Vec::<A>::new());
        Vocabulary {
            features: Vec::new(),
            #[cfg(feature = "serde")]
            fields: None,
            answers: of_answer(&answers),
            parts: comparer(&answers),
            misreadings: Vec::new(),
            mistake: None,
        }
    }

    /// Adds features of fields. Rules prefer them to features that say "before `map`".
    #[cfg(feature = "serde")]
    pub(crate) fn add_fields(&mut self, fields: Vec<Feature>) {
        // A part that has the name of a field may have another value: the user's function makes the field.
        self.features.retain(|feature| {
            let name = feature.path.to_string();
            let mut fields = fields.iter().map(|field| field.path.to_string());
            !feature.is_of_source || feature.is_before_map || !fields.any(|field| field == name)
        });
        for feature in &mut self.features {
            if feature.is_before_map && !fields.is_empty() {
                feature.bits = SOURCE_BITS;
            }
        }
        self.features.extend(fields);
    }

    /// The name of an input in a rule, if reports call it `noun`.
    pub(crate) fn subject(&self, noun: &str) -> String {
        if noun != "input" {
            return format!("the {noun}");
        }
        let mut whole = self
            .features
            .iter()
            .filter(|feature| feature.name == "{}" && feature.path.is_empty())
            .filter(|feature| !feature.is_before_map);
        match whole.next().map(|feature| feature.kind) {
            Some(Kind::Integer { .. } | Kind::Count) => "n",
            Some(Kind::Float { .. }) => "x",
            Some(Kind::Character) => "c",
            Some(Kind::Word(sequence)) => sequence.noun(),
            _ => "the input",
        }
        .to_owned()
    }
}

/// A function that a wrong solver may compute instead of the right one.
pub(crate) struct Misreading {
    /// The words that follow "as if".
    pub(crate) words: String,
    pub(crate) answer: MisreadAnswer,
}

/// Appends the answer of a misreading to the input in this row. Returns `false` if the misreading has none.
pub(crate) type MisreadAnswer = Box<dyn Fn(&AnyVec, usize, &mut AnyVec) -> bool + Send + Sync>;
