//! The right answer, from the rules alone.
//!
//! The answer comes from a certificate that the checker of `crossply-proof` accepted. A refused certificate is a fault
//! of the prover, not of a solver.

use crossply_problems::{Position, Problem};
use crossply_proof::{Certificate, Flaw, check, prove};

/// The right answer, proven.
///
/// # Errors
/// If the checker refuses the prover's certificate. Then the right answer is unknown.
pub fn proven_answer<P: Problem>(position: Position<P>) -> Result<P::Answer, Unproven<P>> {
    accepted(&prove(position))
}

/// The answer of a certificate that the checker accepts.
fn accepted<P: Problem>(certificate: &Certificate<P>) -> Result<P::Answer, Unproven<P>> {
    match check(certificate) {
        Ok(()) => Ok(certificate.answer),
        Err(flaw) => Err(Unproven {
            position: certificate.position,
            flaw,
        }),
    }
}

/// A certificate of our own prover that proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the prover is wrong about {position:?}: {flaw}")]
pub struct Unproven<P: Problem> {
    /// The position.
    pub position: Position<P>,
    /// Why it proves nothing.
    pub flaw: Flaw,
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Score};

    use crossply_proof::right_answer;

    use super::*;

    #[test]
    fn a_certificate_counts_only_if_the_checker_accepts_it() {
        let position = Ccf201803_4::domain().position(1000);
        let mut certificate = prove(position);
        let right = right_answer(position);
        assert_eq!(accepted(&certificate), Ok(right));
        assert_eq!(proven_answer(position), Ok(right));
        certificate.answer = Score::new(right.value() + 1);
        let unproven = accepted(&certificate).expect_err("it proves something else");
        assert_eq!(unproven.position, position);
        assert!(
            unproven
                .to_string()
                .starts_with("the prover is wrong about")
        );
    }
}
