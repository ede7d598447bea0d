//! What a run found, as exact sets: the blocks that were compared, the inputs whose right answer is unknown, and those that
//! each solver gets wrong.
//!
//! Maps, merges and explanations are functions of these sets. They fill in inputs again, but ask no solver.

use std::collections::BTreeMap;

use crate::mistakes::{Mistake, Mistakes};
use crate::number_set::NumberSet;

/// If the sets in `mistakes` and `violations` take more bytes than this, the sets are full. This is measured rarely.
const MEMORY: u64 = 256 << 20;

/// What a run found.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The blocks that are done, by their numbers in the plan.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) done: NumberSet,
    /// The done blocks whose inputs are in the sets: all, unless the sets are full.
    pub(crate) blocks: NumberSet,
    /// For each block in which a solver stopped, how many of its inputs were compared: the first ones.
    pub(crate) partly: BTreeMap<u64, u64>,
    /// The inputs for which the trusted answer panics, or whose answers cannot be compared.
    pub(crate) unknown: NumberSet,
    /// The inputs whose right answer is unknown, and on which more than two solvers differ so that none is alone.
    pub(crate) disputed: NumberSet,
    /// For each solver of the check, what it gets wrong.
    pub(crate) mistakes: Vec<Mistakes>,
    /// The inputs for which relations were tried.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) related: NumberSet,
    /// For each relation of the check, the inputs for which it is the first that does not hold. Ends with the last such relation.
    #[cfg_attr(feature = "serde", serde(default))]
    pub(crate) violations: Vec<Mistakes>,
    /// Whether the sets have taken all the memory they may. Blocks after that are only noted as done.
    pub(crate) is_full: bool,
    /// The number of wrong answers and violations when the memory was last measured.
    measured: u64,
}

impl Outcome {
    /// For a run that has not started, of a check with this many solvers.
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

    /// Notes that relations were tried on an input. `first_violated` is the index of the first that does
    /// not hold.
    pub(crate) fn note_related(&mut self, number: u128, first_violated: Option<usize>) {
        self.related.insert(number);
        if let Some(relation) = first_violated {
            let len = self.violations.len().max(relation + 1);
            self.violations.resize_with(len, Mistakes::default);
            // Violations have no kinds.
            self.violations[relation].note(number, Mistake::Other);
        }
    }

    /// Adds the outcome of other blocks. Once the sets are full, notes only that the blocks are done.
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
        self.is_full |= other.is_full;
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

    #[test]
    fn full_sets_take_no_more_blocks() {
        let of_block = |block: u64| {
            let mut outcome = Outcome::nothing(1);
            outcome.blocks.insert(block.into());
            let input = u128::from(block) << 20;
            outcome.mistakes[0].note(input, Mistake::Other);
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
