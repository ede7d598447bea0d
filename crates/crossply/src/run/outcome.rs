//! What a run found, as exact sets: the blocks that were compared, the inputs whose right answer is unknown, and those that
//! each solver gets wrong.
//!
//! Maps, merges and explanations are functions of these sets. They fill in inputs again, but ask no solver.

use std::collections::BTreeMap;

use super::plan::Choice;
use super::statistics::Tally;
use crate::mistakes::{Mistake, Mistakes};
use crate::number_set::NumberSet;

/// If the sets in `mistakes` and `violations` take more bytes than this, the sets are full. This is measured rarely.
const MEMORY: u64 = 256 << 20;

/// What a run found.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RunOutcome {
    /// The blocks that are done, by their numbers in the plan.
    pub(crate) done: NumberSet,
    /// The done blocks whose inputs are in the sets: all, unless the sets are full.
    pub(crate) blocks: NumberSet,
    /// For each block in which a solver stopped, how many of its inputs were compared: the first ones.
    pub(crate) partly: BTreeMap<u128, u64>,
    /// The inputs for which the trusted answer panics, or whose answers cannot be compared.
    pub(crate) unknown: NumberSet,
    /// The inputs whose right answer is unknown, and on which more than two solvers differ so that none is alone.
    pub(crate) disputed: NumberSet,
    /// For each solver of the check, its answers in these blocks.
    pub(crate) answered: Vec<Answered>,
    /// For each solver of the check, what it gets wrong.
    pub(crate) mistakes: Vec<Mistakes>,
    /// The inputs for which relations were tried.
    pub(crate) related: NumberSet,
    /// For each relation of the check, how often it was tried: where all relations before it hold.
    pub(crate) tried: Vec<Answered>,
    /// For each relation of the check, the inputs for which it is the first that does not hold.
    pub(crate) violations: Vec<Mistakes>,
    /// Whether the sets have taken all the memory they may. Blocks after that are only noted as done.
    pub(crate) is_full: bool,
    /// The number of wrong answers and violations when the memory was last measured.
    measured: u64,
}

/// Answers of a solver, or inputs for which a relation was tried. Repeated inputs count each time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Answered {
    pub(crate) all: Tally,
    /// The number of those of which it is known whether they are right.
    pub(crate) judged: u64,
}

impl Answered {
    pub(crate) fn add(&mut self, choice: Choice, all: u64, judged: u64) {
        self.all.add(choice, all);
        self.judged += judged;
    }

    fn merge(&mut self, other: Self) {
        self.all.merge(other.all);
        self.judged += other.judged;
    }
}

impl RunOutcome {
    /// For a run that has not started, of a check with so many solvers and relations.
    pub(crate) fn nothing(solvers: usize, relations: usize) -> Self {
        RunOutcome {
            answered: vec![Answered::default(); solvers],
            mistakes: vec![Mistakes::default(); solvers],
            tried: vec![Answered::default(); relations],
            violations: vec![Mistakes::default(); relations],
            ..RunOutcome::default()
        }
    }

    /// Whether an answer is wrong.
    pub(crate) fn has_mistakes(&self) -> bool {
        self.mistakes.iter().any(|mistakes| mistakes.answers > 0)
    }

    /// Whether a relation does not hold.
    pub(crate) fn has_violations(&self) -> bool {
        self.violations
            .iter()
            .any(|violations| violations.answers > 0)
    }

    /// Notes that relations were tried on an input. `first_violated` is the index of the first that does
    /// not hold.
    pub(crate) fn note_related(
        &mut self,
        number: u128,
        choice: Choice,
        first_violated: Option<usize>,
    ) {
        self.related.insert(number);
        let tried = first_violated.map_or(self.tried.len(), |relation| relation + 1);
        for tried in &mut self.tried[..tried] {
            tried.add(choice, 1, 1);
        }
        if let Some(relation) = first_violated {
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
        self.related.merge(other.related);
        let answered = self.answered.iter_mut().chain(&mut self.tried);
        for (answered, more) in answered.zip(other.answered.into_iter().chain(other.tried)) {
            answered.merge(more);
        }
        let mistakes = self.mistakes.iter_mut().chain(&mut self.violations);
        for (mistakes, more) in mistakes.zip(other.mistakes.into_iter().chain(other.violations)) {
            mistakes.merge(more);
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
            let mut outcome = RunOutcome::nothing(1, 0);
            outcome.blocks.insert(block.into());
            let input = u128::from(block) << 20;
            outcome.mistakes[0].note(input, Mistake::Other);
            outcome
        };
        let mut all = RunOutcome::nothing(1, 0);
        for block in 0..100 {
            all.merge_within(500, of_block(block));
        }
        let blocks = all.blocks.len();
        assert!(all.is_full && (2..50).contains(&blocks), "{blocks}");
        assert_eq!(all.mistakes[0].answers, blocks);
    }
}
