//! What a run counts. Journals and documents hold these types as they are, so a new column of the table is a field here.

use std::collections::BTreeMap;

use crossply_problems::{Position, Problem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::panel::Answers;
use crate::plan::Choice;
use crate::{Digest, Outcome};

/// What a run counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// How long the run took, including the time on record in the journal.
    pub seconds: f64,
    /// How many positions at least two solvers answered.
    pub compared: Answered,
    /// How many of these have a proven answer.
    pub proven: Answered,
    /// For how many of these the metamorphic relations hold.
    pub related: Answered,
    /// The solvers, in the order of the plan.
    pub solvers: Vec<Statistics>,
    /// How often solvers disagreed, or an oracle refused an answer on which they agreed. A position that comes up again
    /// counts again.
    pub disagreements: u64,
    /// Why the run proves nothing although no solver is wrong: the harness itself is at fault, or compared nothing.
    /// Otherwise none.
    pub trouble: Option<String>,
}

/// The work of one solver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// The solver.
    pub solver: String,
    /// How often it was wrong, or panicked.
    pub wrong: u64,
    /// How often it panicked.
    pub panics: u64,
    /// Its work by the number of empties.
    pub by_empties: BTreeMap<u32, Work>,
}

/// The work of a solver on positions with one number of empties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Work {
    /// How many positions it answered.
    #[serde(flatten)]
    pub answered: Answered,
    /// The time that it took, on all threads together.
    pub seconds: f64,
    /// The digest of its answers to distinct positions.
    pub digest: Digest,
}

/// A number of answered positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answered {
    /// Distinct positions, each once, in the order of the domain.
    pub in_order: u64,
    /// Positions drawn at random.
    pub drawn: u64,
}

/// The digest of these answers to the positions, and the number of panics among them.
pub(crate) fn digest_of<P: Problem>(
    positions: &[Position<P>],
    answers: &Answers<P::Answer>,
) -> (Digest, u64) {
    let (mut digest, mut panics) = (Digest::default(), 0);
    let domain = P::domain();
    let mut next = 0;
    for (nth, &position) in positions.iter().enumerate() {
        // Most blocks are positions that follow each other, and need no search.
        let follows = next < domain.len() && domain.position(next) == position;
        let index = if follows {
            next
        } else {
            domain.index(position)
        };
        next = index + 1;
        match answers.outcome(nth) {
            Outcome::Answer(answer) => digest.add(index, answer.as_ref()),
            Outcome::Panic(_) => {
                panics += 1;
                digest.add(index, "panic");
            }
        }
    }
    (digest, panics)
}

impl Counts {
    /// Adds the counts of other blocks of the same plan, without their time.
    pub(crate) fn merge(&mut self, other: Self) {
        self.compared.merge(other.compared);
        self.proven.merge(other.proven);
        self.related.merge(other.related);
        for (statistics, others) in self.solvers.iter_mut().zip(other.solvers) {
            statistics.merge(others);
        }
        self.disagreements += other.disagreements;
        self.trouble = self.trouble.take().or(other.trouble);
    }
}

impl Statistics {
    pub(crate) fn new(solver: &str) -> Self {
        Statistics {
            solver: solver.to_owned(),
            wrong: 0,
            panics: 0,
            by_empties: BTreeMap::new(),
        }
    }

    /// The number of positions that it was given. A position that comes up again counts again.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let work = self.by_empties.values();
        work.map(|work| work.answered.total()).sum()
    }

    /// The time it took on all threads together.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        // An empty sum would be -0.
        let work = self.by_empties.values();
        work.fold(0.0, |sum, work| sum + work.seconds)
    }

    /// Adds the answers to so many positions, all with this number of empties.
    pub(crate) fn count(
        &mut self,
        (empties, positions): (u32, usize),
        choice: Choice,
        (digest, panics): (Digest, u64),
        seconds: f64,
    ) {
        self.panics += panics;
        let work = self.by_empties.entry(empties).or_default();
        work.seconds += seconds;
        work.answered.add(choice, positions as u64);
        if choice == Choice::All {
            work.digest.merge(digest);
        }
    }

    /// Adds the work of the same solver on another thread.
    fn merge(&mut self, other: Self) {
        self.wrong += other.wrong;
        self.panics += other.panics;
        for (empties, work) in other.by_empties {
            let known = self.by_empties.entry(empties).or_default();
            known.answered.merge(work.answered);
            known.seconds += work.seconds;
            known.digest.merge(work.digest);
        }
    }
}

impl Answered {
    /// The number of positions. A position that comes up again counts again.
    #[must_use]
    pub fn total(self) -> u64 {
        self.in_order + self.drawn
    }

    pub(crate) fn add(&mut self, choice: Choice, count: u64) {
        match choice {
            Choice::All => self.in_order += count,
            Choice::Drawn(_) => self.drawn += count,
        }
    }

    fn merge(&mut self, other: Self) {
        self.in_order += other.in_order;
        self.drawn += other.drawn;
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;
    use crossply_problems::ccf201803_4::Score;

    use super::*;

    #[test]
    fn what_came_of_blocks_adds_up() {
        let all = Answers::All(vec![Score::new(0), Score::new(2), Score::new(0)]);
        let some = Answers::Outcomes(vec![
            Outcome::Answer(Score::new(2)),
            Outcome::Panic("a fault".to_owned()),
        ]);
        let digest = |indices: &[u64], answers| {
            let positions = indices.iter();
            let positions = positions.map(|&index| Ccf201803_4::domain().position(index));
            digest_of(&positions.collect::<Vec<_>>(), answers)
        };
        let mut first = Statistics::new("a");
        first.count((3, 3), Choice::All, digest(&[5, 6, 7], &all), 0.5);
        first.count((3, 3), Choice::Drawn(9), digest(&[6, 6, 6], &all), 0.25);
        let mut second = Statistics::new("a");
        second.count((3, 2), Choice::All, digest(&[8, 9], &some), 1.0);
        second.count((5, 2), Choice::All, digest(&[90, 91], &some), 2.0);
        (first.wrong, second.wrong) = (2, 7);
        first.merge(second);

        let work = |in_order, drawn, seconds, answers: &[(u64, &str)]| {
            let mut digest = Digest::default();
            for &(index, answer) in answers {
                digest.add(index, answer);
            }
            Work {
                answered: Answered { in_order, drawn },
                seconds,
                digest,
            }
        };
        // There is no digest of drawn positions, because they are not distinct.
        let with_3 = [(5, "0"), (6, "2"), (7, "0"), (8, "2"), (9, "panic")];
        let expected = Statistics {
            solver: "a".to_owned(),
            panics: 2,
            wrong: 9,
            by_empties: BTreeMap::from([
                (3, work(5, 3, 1.75, &with_3)),
                (5, work(2, 0, 2.0, &[(90, "2"), (91, "panic")])),
            ]),
        };
        assert_eq!(first, expected);
        assert_eq!((first.positions(), first.seconds()), (10, 3.75));
    }
}
