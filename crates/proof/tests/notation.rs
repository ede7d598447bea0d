//! The notation of certificates.

use crossply_problems::{Ccf201803_4, Poj1568, Problem};
use crossply_proof::{CertificateText, prove};

#[test]
fn certificates_are_short_and_readable() {
    let text = certificate_text::<Poj1568>("xoxo/oxox/oxxo/xo..");
    assert_eq!(text.answer, "(3,3)");
    assert_eq!(text.x, "xp X");
    assert_eq!(text.o, "xo op =");
    assert_eq!(
        certificate_text::<Ccf201803_4>("OXX/.OX/..O").o,
        "O",
        "o has already won, so its strategy has no moves"
    );
}

fn certificate_text<P: Problem>(board: &str) -> CertificateText {
    let position = P::parse(board).expect("legal");
    CertificateText::new(&prove(position))
}
