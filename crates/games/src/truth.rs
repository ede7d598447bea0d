//! The right answer, from the rules alone.
//!
//! The answer comes from a certificate that the checker of `crossply-proof` accepted. A refused certificate is a fault
//! of the prover, not of a solver.

use crossply_problems::{Position, Problem};
use crossply_proof::{Certificate, check, prove};

/// The right answer, proven.
///
/// # Errors
/// If the checker refuses the prover's certificate, with the reason. Then the right answer is unknown.
pub fn proven_answer<P: Problem>(position: Position<P>) -> Result<P::Answer, String> {
    accepted(&prove(position))
}

/// The answer of a certificate that the checker accepts.
fn accepted<P: Problem>(certificate: &Certificate<P>) -> Result<P::Answer, String> {
    let position = certificate.position;
    let accepted = check(certificate).map(|()| certificate.answer);
    accepted.map_err(|flaw| format!("the prover is wrong about {position:?}: {flaw}"))
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Score};

    use super::*;

    #[test]
    fn a_certificate_counts_only_if_the_checker_accepts_it() {
        let position = Ccf201803_4::domain().position(1000);
        let mut certificate = prove(position);
        let right = certificate.answer;
        assert_eq!(accepted(&certificate), Ok(right));
        certificate.answer = Score::new(right.value() + 1);
        let unproven = accepted(&certificate).expect_err("it proves something else");
        assert!(unproven.starts_with("the prover is wrong about"));
    }
}
