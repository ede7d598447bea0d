//! Answers as an inquiry sees them, and the values of terms for them.

use super::change::Pair;
use super::sample::Sampled;
use super::term::Term;
use crate::any_vec::{AnyVec, Item};
use crate::definition::{Answers, Vocabulary};
use crate::feature::{Kind, Value, ValueOf};

/// Answers that one instance of a solver gave, one after the other.
pub(crate) struct Seen<'a> {
    pub(crate) inputs: &'a AnyVec,
    /// The number of the input in a row.
    pub(crate) number: &'a dyn Fn(usize) -> u128,
    /// The section of the domain, if it has sections.
    pub(crate) section: Value,
    pub(crate) given: &'a Answers,
    /// Whether the answer in each row is wrong; none where that is not known. Empty if all are right.
    pub(crate) wrong: &'a [Option<bool>],
    /// The right answer in a row, if it is known.
    pub(crate) right: &'a dyn Fn(usize) -> Option<&'a dyn Item>,
}

/// What rules are about.
pub(crate) struct Terms<'a> {
    pub(crate) vocabulary: &'a Vocabulary,
    /// One for each feature of inputs, one for the section, and one for each feature of the right answer.
    pub(crate) list: Vec<Term>,
    /// How to get the value of an answer, if its type is known.
    pub(crate) answer: Option<ValueOf>,
}

/// How much less the section and the right answer say than the input itself.
const SECTION_BITS: f64 = 2.0;
const ANSWER_BITS: f64 = 6.0;

impl Seen<'_> {
    pub(crate) fn number(&self, row: usize) -> u128 {
        (self.number)(row)
    }

    /// The rows of which it is known whether the answer is wrong, and whether it is.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, bool)> {
        let rows = 0..self.inputs.len();
        rows.filter_map(|row| Some((row, self.is_wrong(row)?)))
    }

    #[inline]
    pub(super) fn is_wrong(&self, row: usize) -> Option<bool> {
        self.wrong.get(row).copied().unwrap_or(Some(false))
    }
}

impl<'a> Terms<'a> {
    /// The terms of a vocabulary, if an input and the right answer are called so.
    pub(crate) fn new(
        vocabulary: &'a Vocabulary,
        subject: &str,
        right: &str,
        answer: Option<ValueOf>,
    ) -> Self {
        let features = vocabulary.features.iter();
        let answers = vocabulary.answers.iter();
        let section = Term {
            name: "the section".to_owned(),
            otherwise: None,
            kind: Kind::Form,
            bits: SECTION_BITS,
        };
        Terms {
            vocabulary,
            list: features
                .map(|feature| Term::of(feature, subject, 0.0))
                .chain([section])
                .chain(answers.map(|feature| Term::of(feature, right, ANSWER_BITS)))
                .collect(),
            answer,
        }
    }

    /// The value of a term for the input in this row.
    pub(super) fn value(&self, term: usize, seen: &Seen<'_>, row: usize) -> Value {
        let Vocabulary {
            features, answers, ..
        } = self.vocabulary;
        match features.get(term) {
            Some(feature) => (feature.value)(seen.inputs.item(row)),
            None if term == features.len() => seen.section,
            None => (seen.right)(row).map_or(Value::None, |right| {
                (answers[term - features.len() - 1].value)(right)
            }),
        }
    }

    /// What is known of the input in this row.
    pub(super) fn known(&self, seen: &Seen<'_>, row: usize, is_wrong: bool) -> Sampled {
        let values = 0..self.list.len();
        Sampled {
            number: seen.number(row),
            is_wrong,
            values: values.map(|term| self.value(term, seen, row)).collect(),
            answers: self.pair(seen, row),
        }
    }

    /// The numbers of the right answer in this row, and of the one given.
    pub(super) fn pair(&self, seen: &Seen<'_>, row: usize) -> Pair {
        Pair::of(self.answer, (seen.right)(row), seen.given.outcome(row))
    }
}
