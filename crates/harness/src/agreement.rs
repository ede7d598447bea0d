//! The agreement oracle: all solvers give one answer.
//!
//! It does not say who is right. The majority may be wrong; but somebody is.

use std::collections::HashMap;

use crossply_problems::{Position, Problem};
use crossply_solvers::Solved;

use crate::{Outcome, Panel, Selection, report};

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

/// Asserts that all solvers selected by [`CROSSPLY_SOLVERS`](crate::Selection::from_environment)
/// agree on a board. For regression tests: reports of disagreements end with a call to paste.
///
/// # Panics
/// With a report if they disagree; or if the board is no legal position, or the variable no
/// selection, or fewer than two of the selected solvers are practical for it.
pub fn assert_agreement<P: Solved>(board: &str) {
    let position: Position<P> = board
        .parse()
        .unwrap_or_else(|error| panic!("`{board}` is no position of {}: {error}", P::NAME));
    let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
    let outcomes: Vec<_> = Panel::new(&selection.of::<P>()).answer(position).collect();
    assert!(outcomes.len() >= 2, "{} solvers answered", outcomes.len());
    if let Err(disagreement) = compare(position, outcomes) {
        panic!("{}", report::disagreement(&disagreement, None));
    }
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
