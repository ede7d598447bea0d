//! The proof oracle: which answer is right, from the rules alone.
//!
//! The answer comes from a certificate that the checker of `crossply-proof` has accepted. A
//! certificate that it refuses is a fault of the prover, not of any solver.

use crossply_problems::{Position, Problem};
use crossply_proof::prover::Prove;
use crossply_proof::{Flaw, check, prove};

use crate::{Disagreement, Outcome};

/// The right answer, proven.
///
/// # Errors
/// If the prover's certificate is refused: then nothing is known.
pub fn proven_answer<P: Prove>(position: Position<P>) -> Result<P::Answer, Unproven<P>> {
    let certificate = prove(position);
    match check(&certificate) {
        Ok(()) => Ok(certificate.answer),
        Err(flaw) => Err(Unproven { position, flaw }),
    }
}

impl<P: Prove> Disagreement<P> {
    /// The solvers that are wrong: they panicked, or did not give the right answer, which is the
    /// prover's.
    pub fn wrong(&self) -> impl Iterator<Item = &'static str> {
        let right = Outcome::Answer(P::right_answer(self.position));
        let wrong = self
            .outcomes
            .iter()
            .filter(move |(_, outcome)| *outcome != right);
        wrong.map(|&(name, _)| name)
    }
}

/// A certificate of ours that proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the prover is wrong about {position:?}: {flaw}")]
pub struct Unproven<P: Problem> {
    /// The position.
    pub position: Position<P>,
    /// Why.
    pub flaw: Flaw,
}
