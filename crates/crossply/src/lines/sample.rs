//! The inputs for which a solver is counted.

use std::collections::BTreeSet;

use crate::explain::Topic;
use crate::failure::FailureKind;
use crate::mistakes::Mistake;
use crate::run::{Compared, Ended};

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
    /// Right inputs that are beside wrong ones come first.
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
                sample.wrong.extend(kind.inputs.one_of_each(step));
            }
        }
        sample.wrong.sort_unstable();
        sample.wrong.dedup();
        let beside = judged.beside(&sample.wrong);
        let mut spread = judged.right(inputs)?;
        spread.retain(|number| !beside.contains(number));
        let beside: Vec<u128> = beside.into_iter().collect();
        sample.wrong_alone = thinned(&sample.wrong, ALONE);
        sample.right_alone = thinned(&beside, ALONE / 2);
        let left = ALONE - sample.right_alone.len();
        sample.right_alone.extend(thinned(&spread, left));
        sample.right = beside;
        sample.right.extend(thinned(&spread, TOGETHER as usize));
        sample.wrong = mixed(&sample.wrong);
        sample.right = mixed(&sample.right);
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

/// The same numbers in such an order that the first of them are spread over all: a slow solver gets no more.
fn mixed(numbers: &[u128]) -> Vec<u128> {
    let strides = (0..ALONE).flat_map(|start| numbers.iter().skip(start).step_by(ALONE));
    strides.copied().collect()
}

/// The inputs of a run, and what is looked for among them.
struct Judged<'a> {
    compared: &'a Compared<'a>,
    topic: Topic,
    solver: usize,
}

impl Judged<'_> {
    /// The right inputs directly before and after wrong ones.
    fn beside(&self, wrong: &[u128]) -> BTreeSet<u128> {
        let check = &self.compared.plan.check;
        let mut inputs = check.domain.empty();
        let mut beside = BTreeSet::new();
        for number in thinned(wrong, NEIGHBOURS) {
            for neighbour in [number.checked_sub(1), number.checked_add(1)] {
                if let Some(number) = neighbour
                    && number < check.len
                    && self.is_right(number)
                    && self
                        .compared
                        .append_if_answered(number, &mut inputs)
                        .contains(&self.solver)
                {
                    beside.insert(number);
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
        let part = inputs.div_ceil(LOOKED_AT).max(1);
        let found = self.compared.each(
            part,
            Vec::new,
            |right, piece| {
                if piece.solvers.contains(&self.solver) {
                    let numbers = (0..piece.batch.len()).map(|row| piece.batch.numbers.at(row));
                    right.extend(numbers.filter(|&number| self.is_right(number)));
                }
            },
            |right| right,
        )?;
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
                let is_violated = outcome.violations.iter().any(|one| one.has(number));
                outcome.related.contains(number) && !is_violated
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::mem;
    use std::num::NonZeroUsize;

    use super::*;
    use crate::failure::Failure;
    use crate::run::{Coverage, Run, carry_out};
    use crate::{CrossCheck, domain};

    /// A sample of a check in which every hundredth answer is wrong, and those to 7 and 907 end the process.
    fn sample(len: u32) -> Sample {
        let check = CrossCheck::new("sample", domain::range(0..len)).truth("same", |&n| n);
        let check = check.solver("wrong", |&n| match n % 100 {
            0 => n + 1,
            7 if n < 1000 => Failure::new(FailureKind::ProcessEnd, "it aborts").raise(),
            _ => n,
        });
        let plan = check.plan(Coverage::Exhaustive, 0).expect("a check");
        let mut run = Run::on(NonZeroUsize::MIN);
        let mut findings = carry_out(&plan, &mut run, None).expect("no journal");
        let outcome = mem::take(&mut findings.outcome);
        let compared = Compared::of(&plan, &run, &outcome);
        Sample::of(&compared, Topic::Answers(0), 0, len.into()).expect("no interruption")
    }

    #[test]
    fn a_small_run_is_counted_as_a_whole() {
        let sample = sample(1000);
        let wrong: Vec<u128> = (0..1000).step_by(100).collect();
        assert_eq!((&sample.wrong, &sample.wrong_alone), (&wrong, &wrong));
        assert_eq!((sample.lost, sample.right.len()), (10, 980));
        // The first are spread over all.
        assert_eq!(sample.right[..4], [1, 48, 116, 180]);
        // Neighbours come first: 19 of ten wrong inputs, of which the first has one.
        assert_eq!(sample.right_alone[..4], [1, 99, 101, 199]);
        assert_eq!(
            (sample.right_alone.len(), sample.right_alone[19..].len()),
            (64, 45)
        );
        assert!(sample.right_alone[19..].is_sorted());
    }

    #[test]
    fn a_large_run_is_counted_in_parts() {
        let sample = sample(10_000_000);
        assert_eq!((sample.wrong.len(), sample.wrong_alone.len()), (50_000, 64));
        assert_eq!(sample.wrong[..3], [100, 12_800, 25_700]);
        assert!(sample.right.len() > 1 << 16 && sample.right.len() < 1 << 17);
        let last = *sample.right.iter().max().expect("there are some");
        assert!(last > 9_900_000, "{last}");
    }
}
