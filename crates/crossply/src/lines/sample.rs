//! The inputs for which a solver is counted.

use std::collections::HashSet;

use crate::explain::Topic;
use crate::failure::FailureKind;
use crate::mistakes::Mistake;
use crate::run::{Compared, Ended, Piece};

/// How many wrong inputs are counted together, and how many right ones.
const TOGETHER: u64 = 1 << 16;
/// How many of each are counted one by one.
const ALONE: usize = 64;
/// Right inputs are looked for among so many.
const LOOKED_AT: u64 = 1 << 20;
/// For so many wrong inputs, the right ones beside them are counted.
const NEIGHBOURS: usize = 1 << 10;

/// The inputs for which a solver is counted, by their numbers.
#[derive(Default)]
pub(super) struct Sample {
    pub(super) wrong: Vec<u128>,
    pub(super) right: Vec<u128>,
    pub(super) wrong_alone: Vec<u128>,
    pub(super) right_alone: Vec<u128>,
    /// How many wrong inputs end the process, or take too long.
    pub(super) lost: u64,
}

impl Sample {
    /// A sample of the inputs of a run, of which `inputs` were compared: all, or as many as are needed, spread over the domain.
    /// Right inputs that are next to wrong ones come first.
    ///
    /// # Errors
    /// [`Ended::Interrupted`] if the user interrupts it.
    pub(super) fn of(
        compared: &Compared<'_>,
        topic: Topic,
        solver: usize,
        inputs: u64,
    ) -> Result<Self, Ended> {
        let mistakes = topic.mistakes(compared.outcome);
        let judged = Judged {
            compared,
            topic,
            solver,
        };
        let mut sample = Sample::default();
        let step = mistakes.answers.div_ceil(TOGETHER);
        for kind in &mistakes.kinds {
            if is_lost(&kind.mistake) {
                sample.lost += kind.inputs.len();
            } else {
                sample.wrong.extend(kind.inputs.every(step));
            }
        }
        sample.wrong.sort_unstable();
        sample.wrong.dedup();
        let beside = judged.beside(&sample.wrong);
        let spread = judged.right(inputs)?;
        sample.wrong_alone = thinned(&sample.wrong, ALONE);
        sample.right_alone = thinned(&beside, ALONE / 2);
        let left = ALONE - sample.right_alone.len();
        sample.right_alone.extend(thinned(&spread, left));
        sample.right = beside;
        sample.right.extend(thinned(&spread, TOGETHER as usize));
        for numbers in [&mut sample.right, &mut sample.right_alone] {
            let mut seen = HashSet::new();
            numbers.retain(|number| seen.insert(*number));
        }
        Ok(sample)
    }
}

/// Whether an input with this mistake leaves no counts.
fn is_lost(mistake: &Mistake) -> bool {
    matches!(
        mistake,
        Mistake::Fails(FailureKind::ProcessEnd | FailureKind::TimeLimit)
    )
}

/// At most `most` of the numbers, spread evenly.
fn thinned(numbers: &[u128], most: usize) -> Vec<u128> {
    let taken = numbers.len().min(most);
    (0..taken)
        .map(|n| numbers[n * numbers.len() / taken])
        .collect()
}

/// The inputs of a run, and what is looked for among them.
struct Judged<'a> {
    compared: &'a Compared<'a>,
    topic: Topic,
    solver: usize,
}

impl Judged<'_> {
    /// The right inputs directly before and after wrong ones.
    fn beside(&self, wrong: &[u128]) -> Vec<u128> {
        let check = &self.compared.plan.check;
        let mut inputs = check.domain.empty();
        let mut beside = Vec::new();
        for number in thinned(wrong, NEIGHBOURS) {
            for neighbour in [number.checked_sub(1), number.checked_add(1)] {
                if let Some(number) = neighbour
                    && number < check.len
                    && self.is_right(number)
                    && self
                        .compared
                        .append(number, &mut inputs)
                        .contains(&self.solver)
                {
                    beside.push(number);
                }
            }
        }
        beside
    }

    /// Right inputs of the run, ascending.
    ///
    /// # Errors
    /// [`Ended::Interrupted`] if the user interrupts it.
    fn right(&self, inputs: u64) -> Result<Vec<u128>, Ended> {
        let see = |right: &mut Vec<u128>, piece: &Piece| {
            if piece.solvers.contains(&self.solver) {
                let numbers = (0..piece.batch.len()).map(|row| piece.batch.numbers.at(row));
                right.extend(numbers.filter(|&number| self.is_right(number)));
            }
        };
        let part = inputs.div_ceil(LOOKED_AT).max(1);
        let found = self.compared.each(part, Vec::new, see, |right| right)?;
        let mut right = found.concat();
        right.sort_unstable();
        Ok(right)
    }

    /// Whether nothing is wrong or unknown about an input that was compared.
    fn is_right(&self, number: u128) -> bool {
        let outcome = self.compared.outcome;
        let is_unknown = outcome.unknown.contains(number) || outcome.disputed.contains(number);
        match self.topic {
            Topic::Answers(solver) => !is_unknown && !outcome.mistakes[solver].has(number),
            Topic::Relation(_) => {
                let mut violations = outcome.violations.iter();
                outcome.related.contains(number) && !violations.any(|one| one.has(number))
            }
        }
    }
}
