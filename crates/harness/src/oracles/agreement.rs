//! The agreement oracle: all solvers give one answer.
//!
//! It does not say who is right: the [proof](super::proof) does. The majority may be wrong.

use crossply_problems::{Position, Problem};

use crate::Outcome;

/// A position on which not all solvers gave one answer; or all gave one that another oracle refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<P: Problem> {
    /// The position.
    pub position: Position<P>,
    /// What each solver made of it. At least one is wrong.
    pub outcomes: Vec<(&'static str, Outcome<P::Answer>)>,
    /// If a solver is right about this position alone: the batch in which it is wrong about it, as short as it
    /// could be made. Empty where the position alone shows the fault, or no batch does.
    pub batch: Vec<Position<P>>,
}

impl<P: Problem> Finding<P> {
    /// A disagreement that the position alone shows.
    #[must_use]
    pub fn new(position: Position<P>, outcomes: Vec<(&'static str, Outcome<P::Answer>)>) -> Self {
        Finding {
            position,
            outcomes,
            batch: Vec::new(),
        }
    }
}

/// Compares what solvers made of a position.
///
/// # Errors
/// The disagreement, if there is one: different answers, or a panic.
pub fn compare<P: Problem>(
    position: Position<P>,
    outcomes: impl IntoIterator<Item = (&'static str, Outcome<P::Answer>)>,
) -> Result<(), Finding<P>> {
    let outcomes: Vec<_> = outcomes.into_iter().collect();
    if agree(outcomes.iter().map(|(_, outcome)| outcome)) {
        return Ok(());
    }
    Err(Finding::new(position, outcomes))
}

/// Whether all outcomes are one and the same answer.
pub(crate) fn agree<'a, A: Eq + 'a>(mut outcomes: impl Iterator<Item = &'a Outcome<A>>) -> bool {
    match outcomes.next() {
        None => true,
        Some(Outcome::Panic(_)) => false,
        Some(first) => outcomes.all(|outcome| outcome == first),
    }
}
