//! The statistics of a solver in a run.

use std::collections::BTreeMap;
use std::time::Duration;

use crossply_problems::Problem;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::panel::Answers;
use crate::plan::Amount;
use crate::{Digest, Outcome};

/// The statistics of one solver in a run.
#[derive(Clone, Debug)]
pub struct Statistics<P: Problem> {
    /// The solver.
    pub solver: &'static str,
    /// The number of positions that it answered, for each number of empties.
    pub answered: BTreeMap<u32, Answered>,
    /// The digest of its answers to distinct positions, for each number of empties.
    pub digests: BTreeMap<u32, Digest>,
    /// The number of positions with each answer, for each number of empties.
    pub answers: BTreeMap<u32, BTreeMap<P::Answer, Answered>>,
    /// The number of its panics.
    pub panics: u64,
    /// The number of its panics and wrong answers.
    pub wrong: u64,
    /// The time it took on all threads together, for each number of empties.
    pub times: BTreeMap<u32, Duration>,
}

/// The sum of a block of answers.
#[derive(Clone, Debug)]
pub(crate) struct Tally<A> {
    positions: u64,
    digest: Digest,
    answers: BTreeMap<A, u64>,
    panics: u64,
}

impl<A: AsRef<str> + Copy + Ord> Tally<A> {
    /// The tally of these answers to the positions with these indices.
    pub(crate) fn of(indices: &[u64], answers: &Answers<A>) -> Self {
        let mut tally = Tally {
            positions: indices.len() as u64,
            digest: Digest::default(),
            answers: BTreeMap::new(),
            panics: 0,
        };
        for (nth, &index) in indices.iter().enumerate() {
            match answers.outcome(nth) {
                Outcome::Answer(answer) => {
                    *tally.answers.entry(answer).or_default() += 1;
                    tally.digest.add(index, answer.as_ref());
                }
                Outcome::Panic(_) => {
                    tally.panics += 1;
                    tally.digest.add(index, "panic");
                }
            }
        }
        tally
    }
}

/// A number of answered positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answered {
    /// Distinct positions, each once, in the order of the domain.
    pub in_order: u64,
    /// Positions drawn at random.
    pub drawn: u64,
}

impl<P: Problem> Statistics<P> {
    pub(crate) fn new(solver: &'static str) -> Self {
        Statistics {
            solver,
            answered: BTreeMap::new(),
            digests: BTreeMap::new(),
            answers: BTreeMap::new(),
            panics: 0,
            wrong: 0,
            times: BTreeMap::new(),
        }
    }

    /// The number of positions that it was given. A position that comes up again counts again.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.answered
            .values()
            .map(|answered| answered.total())
            .sum()
    }

    /// The time it took on all threads together.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.times.values().sum()
    }

    /// Adds the tally of positions with this number of empties.
    pub(crate) fn count(&mut self, empties: u32, amount: Amount, tally: &Tally<P::Answer>) {
        let answers = self.answers.entry(empties).or_default();
        for (&answer, &count) in &tally.answers {
            answers.entry(answer).or_default().add(amount, count);
        }
        self.panics += tally.panics;
        let answered = self.answered.entry(empties).or_default();
        answered.add(amount, tally.positions);
        if amount == Amount::All {
            self.digests.entry(empties).or_default().merge(tally.digest);
        }
    }

    /// Adds the statistics of the same solver on another thread.
    pub(crate) fn merge(&mut self, other: Self) {
        for (empties, count) in other.answered {
            self.answered.entry(empties).or_default().merge(count);
        }
        for (empties, digest) in other.digests {
            self.digests.entry(empties).or_default().merge(digest);
        }
        for (empties, answers) in other.answers {
            let known = self.answers.entry(empties).or_default();
            for (answer, count) in answers {
                known.entry(answer).or_default().merge(count);
            }
        }
        self.panics += other.panics;
        self.wrong += other.wrong;
        for (empties, time) in other.times {
            *self.times.entry(empties).or_default() += time;
        }
    }
}

impl Answered {
    /// The number of positions. A position that comes up again counts again.
    #[must_use]
    pub fn total(self) -> u64 {
        self.in_order + self.drawn
    }

    pub(crate) fn add(&mut self, amount: Amount, count: u64) {
        match amount {
            Amount::All => self.in_order += count,
            Amount::Drawn(_) => self.drawn += count,
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.in_order += other.in_order;
        self.drawn += other.drawn;
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;
    use crossply_problems::ccf201803_4::Score;

    use super::*;

    fn answered(in_order: u64, drawn: u64) -> Answered {
        Answered { in_order, drawn }
    }

    #[test]
    fn what_came_of_blocks_adds_up() {
        let all = Answers::All(vec![Score::new(0), Score::new(2), Score::new(0)]);
        let some = Answers::Outcomes(vec![
            Outcome::Answer(Score::new(2)),
            Outcome::Panic("a fault".to_owned()),
        ]);
        let mut first = Statistics::<Ccf201803_4>::new("a");
        first.count(3, Amount::All, &Tally::of(&[5, 6, 7], &all));
        first.count(3, Amount::Drawn(9), &Tally::of(&[6, 6, 6], &all));
        let mut second = Statistics::new("a");
        second.count(3, Amount::All, &Tally::of(&[8, 9], &some));
        second.count(5, Amount::All, &Tally::of(&[90, 91], &some));
        let took = |statistics: &mut Statistics<_>, empties, millis| {
            statistics
                .times
                .insert(empties, Duration::from_millis(millis));
            statistics.wrong += millis;
        };
        took(&mut first, 3, 2);
        took(&mut second, 3, 3);
        took(&mut second, 5, 4);
        first.merge(second);

        assert_eq!(
            first.answered,
            BTreeMap::from([(3, answered(5, 3)), (5, answered(2, 0))])
        );
        assert_eq!((first.positions(), first.panics, first.wrong), (10, 2, 9));
        assert_eq!(
            first.times,
            BTreeMap::from([(3, Duration::from_millis(5)), (5, Duration::from_millis(4))])
        );
        assert_eq!(first.time(), Duration::from_millis(9));
        let with_3 = BTreeMap::from([
            (Score::new(0), answered(2, 2)),
            (Score::new(2), answered(2, 1)),
        ]);
        let with_5 = BTreeMap::from([(Score::new(2), answered(1, 0))]);
        assert_eq!(first.answers, BTreeMap::from([(3, with_3), (5, with_5)]));
        // There is no digest of drawn positions, because they are not distinct.
        let mut digest = Digest::default();
        for (index, answer) in [(5, "0"), (6, "2"), (7, "0"), (8, "2"), (9, "panic")] {
            digest.add(index, answer);
        }
        assert_eq!(first.digests[&3], digest);
        assert_eq!(first.digests.len(), 2);
    }
}
