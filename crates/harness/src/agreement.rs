//! The agreement oracle: all solvers give one answer.
//!
//! It does not say who is right. The majority may be wrong; but somebody is.

use std::collections::HashMap;

use crossply_problems::{Position, Problem};

use crate::Outcome;

/// A position on which not all solvers gave one answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement<P: Problem> {
    /// The position.
    pub position: Position<P>,
    /// What each solver made of it: at least one panicked, or two answered differently.
    pub outcomes: Vec<(&'static str, Outcome<P::Answer>)>,
}

/// Compares what solvers made of a position.
///
/// # Errors
/// The disagreement, if there is one: different answers, or a panic.
pub fn compare<P: Problem>(
    position: Position<P>,
    outcomes: impl IntoIterator<Item = (&'static str, Outcome<P::Answer>)>,
) -> Result<(), Disagreement<P>> {
    let outcomes: Vec<_> = outcomes.into_iter().collect();
    if agree(outcomes.iter().map(|(_, outcome)| outcome)) {
        return Ok(());
    }
    Err(Disagreement { position, outcomes })
}

impl<P: Problem> Disagreement<P> {
    /// The solvers that panicked or did not give the most frequent answer, which need not be the
    /// right one. If several answers are most frequent, all solvers.
    pub fn minority(&self) -> impl Iterator<Item = &'static str> {
        let mut votes = HashMap::new();
        for (_, outcome) in &self.outcomes {
            if let Outcome::Answer(answer) = outcome {
                *votes.entry(answer).or_insert(0) += 1;
            }
        }
        let most = votes.values().copied().max().unwrap_or(0);
        let mut favourites = votes.iter().filter(|&(_, &count)| count == most);
        let majority = match (favourites.next(), favourites.next()) {
            (Some((&&answer, _)), None) => Some(answer),
            _ => None,
        };
        self.outcomes
            .iter()
            .filter(move |(_, outcome)| match outcome {
                Outcome::Answer(answer) => Some(*answer) != majority,
                Outcome::Panic(_) => true,
            })
            .map(|&(name, _)| name)
    }
}

/// Whether all outcomes are one and the same answer.
pub(crate) fn agree<'a, A: Eq + 'a>(mut outcomes: impl Iterator<Item = &'a Outcome<A>>) -> bool {
    match outcomes.next() {
        None => true,
        Some(Outcome::Panic(_)) => false,
        Some(first) => outcomes.all(|outcome| outcome == first),
    }
}
