//! The right answer, from the rules alone.
//!
//! It comes from a certificate that the proof checker accepts. If the checker rejects the certificate, the prover has a
//! bug, and not a solver.

use crossply_problems::{Position, Problem};
use crossply_proof::{Certificate, check, prove};

/// The right answer, proven.
///
/// # Errors
/// If the checker rejects the prover's certificate. Then the right answer is unknown.
pub fn proven_answer<P: Problem>(position: Position<P>) -> Result<P::Answer, String> {
    answer_of(&prove(position))
}

/// The answer of a certificate, if the checker accepts it.
fn answer_of<P: Problem>(certificate: &Certificate<P>) -> Result<P::Answer, String> {
    let position = certificate.position;
    match check(certificate) {
        Ok(()) => Ok(certificate.answer),
        Err(flaw) => Err(format!("the prover is wrong about {position:?}: {flaw}")),
    }
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
        assert_eq!(answer_of(&certificate), Ok(right));
        certificate.answer = Score::new(right.value() + 1);
        let error = answer_of(&certificate).expect_err("it proves something else");
        assert!(error.starts_with("the prover is wrong about"));
    }
}
