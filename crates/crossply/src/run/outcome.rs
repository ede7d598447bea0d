//! What a run found, as exact sets of inputs: which were compared, for which the right answer is unknown, and which each
//! solver gets wrong.
//!
//! Maps, merges and explanations are functions of these sets. They fill in inputs again, but ask no solver.

use std::collections::BTreeMap;

use crate::mistakes::{Mistake, Mistakes};
use crate::number_set::NumberSet;

/// The memory that the sets of wrong inputs may take, in bytes. What a run finds beyond it is only counted.
const MEMORY: u64 = 256 << 20;

/// What a run found.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The blocks that are done, by their numbers in the plan.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) done: NumberSet,
    /// Those of them whose inputs the sets cover. Others were done when the sets were full.
    pub(crate) blocks: NumberSet,
    /// For each block that ended early, how many of its inputs were compared: the first ones.
    pub(crate) partly: BTreeMap<u64, u64>,
    /// The inputs for which the trusted answer panics, or whose answers cannot be compared.
    pub(crate) unknown: NumberSet,
    /// The inputs without a right answer on which more than two solvers differ, and none is alone.
    pub(crate) disputed: NumberSet,
    /// For each solver of the plan, what it gets wrong.
    pub(crate) mistakes: Vec<Mistakes>,
    /// The inputs for which relations were tried.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) related: NumberSet,
    /// For each relation of the check, the first that does not hold for an input, these inputs. Empty if all hold.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) violations: Vec<Mistakes>,
    /// Whether the sets have taken all the memory they may. Blocks after that are only noted as done.
    pub(crate) is_full: bool,
    /// The number of wrong inputs when the memory was last measured.
    measured: u64,
}

impl Outcome {
    /// The outcome of a run with so many solvers that has not started.
    pub(crate) fn nothing(solvers: usize) -> Self {
        Outcome {
            mistakes: vec![Mistakes::default(); solvers],
            ..Outcome::default()
        }
    }

    /// Whether an answer is wrong.
    pub(crate) fn has_mistakes(&self) -> bool {
        self.mistakes.iter().any(|mistakes| mistakes.answers > 0)
    }

    /// Whether a relation does not hold.
    pub(crate) fn has_violations(&self) -> bool {
        !self.violations.is_empty()
    }

    /// Notes that relations were tried on an input. `violated` is the index of the first that does not hold.
    pub(crate) fn note_related(&mut self, number: u128, violated: Option<usize>) {
        self.related.insert(number);
        if let Some(relation) = violated {
            let least = self.violations.len().max(relation + 1);
            self.violations.resize_with(least, Mistakes::default);
            self.violations[relation].note(number, Mistake::Other);
        }
    }

    /// Adds the outcome of other blocks. If the sets are full, notes only that these are done.
    pub(crate) fn merge(&mut self, other: Self) {
        self.merge_within(MEMORY, other);
    }

    fn merge_within(&mut self, memory: u64, other: Self) {
        self.done.merge(other.done);
        if self.is_full {
            return;
        }
        self.blocks.merge(other.blocks);
        self.partly.extend(other.partly);
        self.unknown.merge(other.unknown);
        self.disputed.merge(other.disputed);
        for (mistakes, others) in self.mistakes.iter_mut().zip(other.mistakes) {
            mistakes.merge(others);
        }
        self.related.merge(other.related);
        let relations = self.violations.len().max(other.violations.len());
        self.violations.resize_with(relations, Mistakes::default);
        for (violations, others) in self.violations.iter_mut().zip(other.violations) {
            violations.merge(others);
        }
        self.is_full = other.is_full;
        let wrong: u64 = self.sets().map(|one| one.answers).sum();
        // Measuring takes time that grows with the sets, so it is rare.
        if wrong > self.measured + self.measured / 4 {
            self.measured = wrong;
            let bytes: u64 = self.sets().map(Mistakes::bytes).sum();
            self.is_full |= bytes > memory;
        }
    }

    fn sets(&self) -> impl Iterator<Item = &Mistakes> {
        self.mistakes.iter().chain(&self.violations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;

    #[test]
    fn full_sets_take_no_more_blocks() {
        let of_block = |number: u64| {
            let mut outcome = Outcome::nothing(1);
            outcome.blocks.insert(number.into());
            let given = Failure::panic("no answer".to_owned());
            let place = u128::from(number) << 20;
            outcome.mistakes[0].add(place, Err(&given), Mistake::Other, None);
            outcome
        };
        let mut all = Outcome::nothing(1);
        for block in 0..100 {
            all.merge_within(500, of_block(block));
        }
        let blocks = all.blocks.len();
        assert!(all.is_full && (2..50).contains(&blocks), "{blocks}");
        assert_eq!(all.mistakes[0].answers, blocks);
    }
}
