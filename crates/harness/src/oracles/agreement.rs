//! The agreement oracle: all solvers give the same answer.
//!
//! It cannot tell who is right, because the majority may be wrong. The [proof](super::proof) can.

use crossply_problems::{Position, Problem};

use crate::Outcome;

/// A position on which solvers disagree, or on which another oracle refuses the answer that all gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<P: Problem> {
    /// The position.
    pub position: Position<P>,
    /// The outcome of each solver. At least one is wrong.
    pub outcomes: Vec<(&'static str, Outcome<P::Answer>)>,
    /// If a solver is right about this position alone: the batch in which it is wrong, as short as possible. Empty if
    /// the position alone shows the fault, or if no batch does.
    pub batch: Vec<Position<P>>,
}

impl<P: Problem> Finding<P> {
    /// A disagreement that the position alone shows, without a batch.
    #[must_use]
    pub fn new(position: Position<P>, outcomes: Vec<(&'static str, Outcome<P::Answer>)>) -> Self {
        Finding {
            position,
            outcomes,
            batch: Vec::new(),
        }
    }
}

/// Compares the solvers' outcomes for a position.
///
/// # Errors
/// The disagreement, if solvers gave different answers or one panicked.
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

/// Whether all outcomes are the same answer.
pub(crate) fn agree<'a, A: Eq + 'a>(mut outcomes: impl Iterator<Item = &'a Outcome<A>>) -> bool {
    match outcomes.next() {
        None => true,
        Some(Outcome::Panic(_)) => false,
        Some(first) => outcomes.all(|outcome| outcome == first),
    }
}
