//! Terms: what conditions are about, in words and by their kind, without the types of inputs and answers.

use crate::feature::{AnyFeature, Kind};

/// What conditions are about, without its type.
pub(crate) struct Term {
    pub(crate) name: String,
    pub(crate) otherwise: Option<String>,
    pub(crate) kind: Kind,
    /// How much less it says than others, in bits: a term of the input is preferred to one of the answer.
    pub(crate) bits: f64,
}

impl Term {
    /// The term of a feature, if what it is a feature of is called so.
    pub(crate) fn of(feature: &AnyFeature, subject: &str, bits: f64) -> Self {
        let fill = |words: &String| words.replace("{}", subject);
        Term {
            name: fill(&feature.name),
            otherwise: feature.otherwise.as_ref().map(fill),
            kind: feature.kind,
            bits,
        }
    }
}
