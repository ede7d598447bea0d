//! The finished blocks of a run.

use std::collections::BTreeSet;

/// A set of block numbers. Blocks start in order, so it is a range with few others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Done {
    /// All blocks below this number are done.
    pub(super) below: u64,
    others: BTreeSet<u64>,
}

impl Done {
    pub(crate) fn first(blocks: u64) -> Self {
        let below = blocks;
        Done {
            below,
            ..Done::default()
        }
    }

    pub(crate) fn contains(&self, number: u64) -> bool {
        number < self.below || self.others.contains(&number)
    }

    pub(crate) fn insert(&mut self, number: u64) {
        if number >= self.below {
            self.others.insert(number);
        }
        while self.others.remove(&self.below) {
            self.below += 1;
        }
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> {
        (0..self.below).chain(self.others.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_set(numbers in proptest::collection::vec(0..40_u64, 0..60)) {
            let mut done = Done::default();
            let mut expected = BTreeSet::new();
            for number in numbers {
                done.insert(number);
                expected.insert(number);
                prop_assert!((0..50).all(|n| done.contains(n) == expected.contains(&n)));
                prop_assert!(done.numbers().eq(expected.iter().copied()));
                prop_assert!(!done.others.contains(&done.below), "{:?}", done);
            }
        }
    }
}
