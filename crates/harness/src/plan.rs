//! What a run is going to do: which solvers answer which positions.
//!
//! A plan is made before anything runs, so that a selection that compares nothing is refused at
//! once, and a progress bar knows how far there is to go. Solvers that are not practical for a
//! position are never asked, whatever the plan.

use std::ops::{Range, RangeInclusive};

use crossply_solvers::{Entry, Solved};

/// How many positions with equally many empties the quick plan draws for the solvers that are too
/// slow to answer all of them.
const DRAWN: u64 = 500;

/// What a run is going to do.
#[derive(Debug)]
pub struct Plan<P: 'static> {
    pub(crate) solvers: Vec<&'static Entry<P>>,
    pub(crate) seed: u64,
    pub(crate) stages: Vec<Stage>,
}

/// Some positions and the solvers that may answer them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The indices of the positions, or of those that positions are drawn from.
    pub(crate) indices: Range<u64>,
    pub(crate) amount: Amount,
    /// The places of the solvers in [`Plan::solvers`], ascending.
    pub(crate) solvers: Vec<usize>,
}

/// How many of a stage's positions are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Amount {
    /// All of them.
    All,
    /// So many, drawn independently of each other.
    Drawn(u64),
}

/// A plan in which no position is answered by two solvers.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{problem}: nothing to compare: no position with {least} to {most} empties is practical for \
     two of the selected solvers ({solvers})"
)]
pub struct NothingToCompare {
    problem: &'static str,
    least: u32,
    most: u32,
    solvers: String,
}

impl<P: Solved> Plan<P> {
    /// All positions to the solvers that are quick with them, and some drawn ones to all.
    ///
    /// # Errors
    /// If that compares nothing.
    pub fn quick(
        solvers: Vec<&'static Entry<P>>,
        empties: &RangeInclusive<u32>,
        seed: u64,
    ) -> Result<Self, NothingToCompare> {
        let mut stages = Vec::new();
        for empties in P::domain().empties().filter(|e| empties.contains(e)) {
            let indices = P::domain().with_empties(empties..=empties);
            let quick = places(&solvers, |entry| entry.quick_empties >= empties);
            let practical = places(&solvers, |entry| entry.practical_empties >= empties);
            if quick.len() >= 2 {
                stages.push(Stage {
                    indices: indices.clone(),
                    amount: Amount::All,
                    solvers: quick.clone(),
                });
            }
            if practical != quick {
                stages.push(Stage {
                    amount: Amount::Drawn(DRAWN.min(indices.end - indices.start)),
                    indices,
                    solvers: practical,
                });
            }
        }
        Self::comparing(solvers, empties, seed, stages)
    }

    /// All positions to all solvers.
    ///
    /// # Errors
    /// If that compares nothing.
    pub fn exhaustive(
        solvers: Vec<&'static Entry<P>>,
        empties: &RangeInclusive<u32>,
    ) -> Result<Self, NothingToCompare> {
        let stage = Stage {
            indices: P::domain().with_empties(empties.clone()),
            amount: Amount::All,
            solvers: places(&solvers, |_| true),
        };
        Self::comparing(solvers, empties, 0, vec![stage])
    }

    /// `cases` positions, drawn from all, to all solvers.
    ///
    /// # Errors
    /// If that compares nothing.
    pub fn drawn(
        solvers: Vec<&'static Entry<P>>,
        empties: &RangeInclusive<u32>,
        seed: u64,
        cases: u64,
    ) -> Result<Self, NothingToCompare> {
        let stage = Stage {
            indices: P::domain().with_empties(empties.clone()),
            amount: Amount::Drawn(cases),
            solvers: places(&solvers, |_| true),
        };
        Self::comparing(solvers, empties, seed, vec![stage])
    }

    /// The solvers that take part.
    #[must_use]
    pub fn solvers(&self) -> &[&'static Entry<P>] {
        &self.solvers
    }

    /// How many positions are answered; one that comes up again counts again.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.stages.iter().map(Stage::positions).sum()
    }

    fn comparing(
        solvers: Vec<&'static Entry<P>>,
        empties: &RangeInclusive<u32>,
        seed: u64,
        stages: Vec<Stage>,
    ) -> Result<Self, NothingToCompare> {
        let compares =
            |empties: u32| places(&solvers, |entry| entry.practical_empties >= empties).len() >= 2;
        let mut existing = P::domain().empties().filter(|e| empties.contains(e));
        if existing.any(compares) {
            return Ok(Plan {
                solvers,
                seed,
                stages,
            });
        }
        let names: Vec<_> = solvers.iter().map(|entry| entry.name).collect();
        Err(NothingToCompare {
            problem: P::NAME,
            least: *empties.start(),
            most: *empties.end(),
            solvers: names.join(", "),
        })
    }
}

impl Stage {
    pub(crate) fn positions(&self) -> u64 {
        match self.amount {
            Amount::All => self.indices.end - self.indices.start,
            Amount::Drawn(_) if self.indices.is_empty() => 0,
            Amount::Drawn(cases) => cases,
        }
    }
}

fn places<P>(solvers: &[&'static Entry<P>], wanted: impl Fn(&Entry<P>) -> bool) -> Vec<usize> {
    (0..solvers.len())
        .filter(|&place| wanted(solvers[place]))
        .collect()
}
