//! The right answer, from the rules alone.
//!
//! It comes from a certificate that the proof checker accepts. If the checker rejects the certificate, the prover has a
//! bug, and not a solver.

use crossply_problems::{Position, Problem};
use crossply_proof::{Certificate, check, prove};

/// A certificate for the right answer, which the checker accepts.
///
/// # Errors
/// If the checker rejects the prover's certificate. Then the right answer is unknown.
pub fn proof<P: Problem>(position: Position<P>) -> Result<Certificate<P>, String> {
    checked(prove(position))
}

/// The right answer, proven.
///
/// # Errors
/// As [`proof`] does.
pub fn proven_answer<P: Problem>(position: Position<P>) -> Result<P::Answer, String> {
    Ok(proof(position)?.answer)
}

/// The certificate, if the checker accepts it.
fn checked<P: Problem>(certificate: Certificate<P>) -> Result<Certificate<P>, String> {
    let position = certificate.position;
    match check(&certificate) {
        Ok(()) => Ok(certificate),
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
        let mut certificate = proof(position).expect("the prover is right");
        certificate.answer = Score::new(certificate.answer.value() + 1);
        let error = checked(certificate).expect_err("it proves something else");
        assert!(error.starts_with("the prover is wrong about"));
    }
}
