//! In which parts two answers differ.

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use super::Value;
use super::path::letter;
use super::types::{ItemShape, Reader, reader};
use crate::any_vec::{AnyVec, Item};

/// More parts than these are not named: they would say little.
const MOST_NAMED: usize = 3;

/// Compares the parts of the expected answer and the given one.
pub(crate) type Comparer = dyn Fn(&dyn Item, &dyn Item) -> DifferingParts + Send + Sync;

/// The parts of answers, and whether given answers differ from the expected ones there.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum DifferingParts {
    /// There are no answers.
    #[default]
    None,
    /// No parts are known, and whether some answers differ.
    Whole(bool),
    /// The parts by name. Not all of them differ.
    Each(BTreeMap<String, DifferingParts>),
}

impl DifferingParts {
    /// Of answers that differ everywhere, or of which nothing is known.
    pub(crate) fn everywhere() -> Self {
        DifferingParts::Whole(true)
    }

    /// Of answers with these parts.
    pub(super) fn of(parts: BTreeMap<String, DifferingParts>) -> Self {
        let mut all = parts.values();
        if all.all(|part| *part == DifferingParts::Whole(true)) {
            return DifferingParts::everywhere();
        }
        DifferingParts::Each(parts)
    }

    pub(crate) fn differ(&self) -> bool {
        match self {
            DifferingParts::None => false,
            DifferingParts::Whole(differ) => *differ,
            DifferingParts::Each(parts) => parts.values().any(DifferingParts::differ),
        }
    }

    /// Adds what is known of other answers. The order in which answers are added does not matter.
    pub(crate) fn merge(&mut self, other: Self) {
        *self = match (mem::take(self), other) {
            (DifferingParts::None, one) | (one, DifferingParts::None) => one,
            (DifferingParts::Each(mut parts), DifferingParts::Each(others))
                if parts.keys().eq(others.keys()) =>
            {
                for (part, other) in parts.values_mut().zip(others.into_values()) {
                    part.merge(other);
                }
                DifferingParts::of(parts)
            }
            // Values of an enum may have parts or not, and not always the same ones.
            (one, other) => DifferingParts::Whole(one.differ() || other.differ()),
        };
    }

    /// The names of the parts in which answers differ. Empty if they are too many to name, or all.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        if let DifferingParts::Each(_) = self {
            self.add_names("", &mut names);
        }
        if names.len() > MOST_NAMED {
            names.clear();
        }
        names
    }

    /// Adds the names of parts of the part with this name.
    fn add_names(&self, name: &str, names: &mut Vec<String>) {
        match self {
            DifferingParts::Whole(true) => names.push(name.to_owned()),
            DifferingParts::None | DifferingParts::Whole(false) => {}
            DifferingParts::Each(parts) => {
                let before = if name.is_empty() { "" } else { "." };
                for (inner, part) in parts {
                    part.add_names(&format!("{name}{before}{inner}"), names);
                }
            }
        }
    }
}

/// How to compare the parts of the answers in this column, if these are tuples of a known type.
pub(crate) fn comparer(answers: &AnyVec) -> Option<Arc<Comparer>> {
    let Reader { shape, value, .. } = reader(answers);
    let ItemShape::Parts(_) = shape else {
        return None;
    };
    Some(Arc::new(move |expected, given| {
        let (Value::Word(expected), Value::Word(given)) = (value(expected), value(given)) else {
            return DifferingParts::everywhere();
        };
        // Two values that are unknown may be the same or not.
        if expected.contains(&Value::Unknown) || given.contains(&Value::Unknown) {
            return DifferingParts::everywhere();
        }
        let pairs = expected.iter().zip(&*given).enumerate();
        let named = pairs.map(|(place, (expected, given))| {
            let differ = !expected.is(given);
            (letter(place).to_string(), DifferingParts::Whole(differ))
        });
        DifferingParts::of(named.collect())
    }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Values of an enum, with variants that have parts or not.
    fn parts() -> impl Strategy<Value = DifferingParts> {
        let whole = any::<bool>().prop_map(DifferingParts::Whole);
        whole.prop_recursive(3, 9, 3, |inner| {
            let named = prop::collection::btree_map("[ab]", inner, 1..3);
            named.prop_map(DifferingParts::of)
        })
    }

    proptest! {
        #[test]
        fn the_order_of_answers_does_not_matter(parts in prop::collection::vec(parts(), 0..6)) {
            let merged = |all: &[DifferingParts]| {
                let mut merged = DifferingParts::default();
                for one in all {
                    merged.merge(one.clone());
                }
                merged
            };
            let reversed: Vec<DifferingParts> = parts.iter().rev().cloned().collect();
            let (some, others) = parts.split_at(parts.len() / 2);
            let mut halves = merged(others);
            halves.merge(merged(some));
            prop_assert_eq!(&merged(&parts), &merged(&reversed));
            prop_assert_eq!(merged(&parts), halves);
        }
    }
}
