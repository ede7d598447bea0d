//! How often each pair of solvers answered the same position, and how often they differed.
//!
//! The proof tells who is wrong. This tells who is wrong *together*: two solvers that differ from the others but not
//! from each other share a fault or a source.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Outcome;
use crate::panel::Answers;

/// The counts for each pair of solvers that answered a common position. Keys are the solvers' indices in the plan, the
/// smaller first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub BTreeMap<(usize, usize), Pair>);

/// The common positions of two solvers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// How many positions both were given. A position that comes up again counts again.
    pub positions: u64,
    /// How many of these one solver answered and the other did not, or both differently. Two panics do not differ.
    pub differing: u64,
}

impl Pairs {
    /// The counts of two solvers. None if they have no common position.
    #[must_use]
    pub fn get(&self, one: usize, other: usize) -> Option<Pair> {
        self.0.get(&(one.min(other), one.max(other))).copied()
    }

    /// Counts a block of `positions` positions. `columns` are the answers of the solvers with the indices `solvers`,
    /// which ascend.
    pub(crate) fn count<A: Copy + Eq>(
        &mut self,
        positions: usize,
        solvers: &[usize],
        columns: &[Answers<A>],
    ) {
        let all = solvers.iter().zip(columns).enumerate();
        for (after, (&one, ones)) in all.clone() {
            for (_, (&other, others)) in all.clone().skip(after + 1) {
                let pair = self.0.entry((one, other)).or_default();
                pair.positions += positions as u64;
                if ones != others {
                    let differ = |&index: &usize| match (ones.outcome(index), others.outcome(index))
                    {
                        (Outcome::Panic(_), Outcome::Panic(_)) => false,
                        (one, other) => one != other,
                    };
                    pair.differing += (0..positions).filter(differ).count() as u64;
                }
            }
        }
    }

    pub(crate) fn merge(&mut self, other: Self) {
        for (solvers, pair) in other.0 {
            let known = self.0.entry(solvers).or_default();
            known.positions += pair.positions;
            known.differing += pair.differing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_where_both_answered() {
        let right = Answers::All(vec!['a', 'b', 'c']);
        let wrong = Answers::All(vec!['a', 'x', 'x']);
        let panics = |message: &str| {
            let panic = Outcome::Panic(message.to_owned());
            Answers::Outcomes(vec![Outcome::Answer('a'), panic, Outcome::Answer('c')])
        };
        let mut pairs = Pairs::default();
        pairs.count(3, &[0, 2, 5], &[right.clone(), wrong, panics("at last")]);
        pairs.count(3, &[0, 2], &[right.clone(), right]);
        let pair = |positions, differing| {
            Some(Pair {
                positions,
                differing,
            })
        };
        assert_eq!(pairs.get(0, 2), pair(6, 2));
        assert_eq!(pairs.get(2, 0), pair(6, 2));
        assert_eq!(pairs.get(0, 5), pair(3, 1));
        assert_eq!(pairs.get(2, 5), pair(3, 2));
        assert_eq!(pairs.get(0, 1), None);
        assert_eq!(pairs.get(0, 0), None, "no solver is compared with itself");
        pairs.count(3, &[5, 6], &[panics("at last"), panics("again")]);
        assert_eq!(pairs.get(5, 6), pair(3, 0));
        let mut twice = pairs.clone();
        twice.merge(pairs);
        assert_eq!(twice.get(0, 2), pair(12, 4));
        assert_eq!(twice.get(0, 5), pair(6, 2));
    }
}
