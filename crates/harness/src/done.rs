//! The blocks of a run that are done.
//!
//! Blocks finish nearly in order, so a few ranges describe them.

use std::ops::Range;

use crossply_problems::Problem;
use serde::{Deserialize, Serialize};

use crate::{Plan, Shard};

/// A set of block numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    /// Ascending, and not touching each other.
    ranges: Vec<Range<u64>>,
}

impl Done {
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.ranges.iter().any(|range| range.contains(&number))
    }

    /// The number of the plan's positions in these blocks.
    pub(crate) fn positions<P: Problem>(&self, plan: &Plan<P>, shard: Shard) -> u64 {
        let numbers = self.ranges.iter().cloned().flatten();
        let blocks = numbers.filter_map(|number| plan.block(shard.block(number)));
        blocks
            .map(|(_, in_stage)| in_stage.end - in_stage.start)
            .sum()
    }

    pub(crate) fn insert(&mut self, number: u64) {
        let index = self.ranges.partition_point(|range| range.end < number);
        match self.ranges.get_mut(index) {
            Some(range) if range.contains(&number) => return,
            Some(range) if range.end == number => range.end += 1,
            _ => self.ranges.insert(index, number..number + 1),
        }
        if let [before, after, ..] = &mut self.ranges[index..]
            && before.end == after.start
        {
            before.end = after.end;
            self.ranges.remove(index + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crossply_problems::Ccf201803_4;
    use proptest::prelude::*;

    use super::*;
    use crate::ExhaustiveOptions;
    use crate::planted::{entry, right};

    #[test]
    fn positions_are_those_of_its_blocks() {
        let solvers = vec![entry("a", 9, 9, right::<Ccf201803_4>); 2];
        let plan = Plan::exhaustive(solvers, &(3..=5), ExhaustiveOptions::default());
        let plan = plan.expect("two solvers");
        // 1,520 positions with 3 empties, 756 with 5: blocks of 1,024, 496 and 756.
        let positions = |blocks: &[u64], shard: &str| {
            let mut done = Done::default();
            for &block in blocks {
                done.insert(block);
            }
            done.positions(&plan, shard.parse().expect("a shard"))
        };
        assert_eq!(positions(&[], "1/1"), 0);
        assert_eq!(positions(&[0, 2], "1/1"), 1024 + 756);
        assert_eq!(positions(&[0, 1], "1/2"), 1024 + 756);
        assert_eq!(positions(&[0], "2/2"), 496);
    }

    proptest! {
        #[test]
        fn it_is_a_set(numbers in proptest::collection::vec(0..40_u64, 0..60)) {
            let mut done = Done::default();
            let mut expected = BTreeSet::new();
            for number in numbers {
                done.insert(number);
                expected.insert(number);
                prop_assert!((0..50).all(|n| done.contains(n) == expected.contains(&n)));
                let gaps = done.ranges.windows(2).all(|pair| pair[0].end < pair[1].start);
                prop_assert!(gaps, "{:?}", done);
            }
        }
    }
}
