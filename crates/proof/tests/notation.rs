//! A certificate as text.

use crossply_problems::{Ccf201803_4, Poj1568, Problem};
use crossply_proof::{Written, prove};

#[test]
fn it_is_short_and_readable() {
    let written = proof_of::<Poj1568>("xoxo/oxox/oxxo/xo..");
    assert_eq!(written.answer, "(3,3)");
    assert_eq!(written.x, "xp X");
    assert_eq!(written.o, "xo op =");
    assert_eq!(
        proof_of::<Ccf201803_4>("OXX/.OX/..O").o,
        "O",
        "o has already won, so its strategy has no moves"
    );
}

fn proof_of<P: Problem>(board: &str) -> Written {
    let position = P::at(board).expect("legal");
    Written::new(&prove(position))
}
