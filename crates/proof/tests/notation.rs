//! A certificate can be written and read again, and anything else is refused with a place.

use crossply_problems::{Ccf201803_4, Poj1568, Problem};
use crossply_proof::{Written, prove};

#[test]
fn what_is_written_is_read() {
    round_trip::<Poj1568>("o.../.ox./.xxx/xooo");
    round_trip::<Poj1568>("..../.xo./.ox./....");
    round_trip::<Ccf201803_4>("OXX/.OX/..O");
    round_trip::<Ccf201803_4>("XOX/OXO/...");
}

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

#[test]
fn what_is_no_certificate_is_refused_with_its_place() {
    let right = proof_of::<Poj1568>("xoxo/oxox/oxxo/xo..");
    let refused = |written: Written| written.read::<Poj1568>().unwrap_err();
    let with_x = |x: &str| {
        refused(Written {
            x: x.to_owned(),
            ..right.clone()
        })
    };
    assert_eq!(
        with_x("xp Y"),
        "x: character 4: found `Y`, expected `x`, `o`, `X`, `O` or `=`"
    );
    assert_eq!(
        with_x("xp x"),
        "x: character 5: found `the end`, expected a cell from a to p"
    );
    assert_eq!(
        with_x("xq"),
        "x: character 2: found `q`, expected a cell from a to p"
    );
    let with = |change: &dyn Fn(&mut Written)| {
        let mut written = right.clone();
        change(&mut written);
        refused(written)
    };
    assert!(with(&|w| w.o = "?".to_owned()).starts_with("o: character 1"));
    assert!(with(&|w| w.problem = "poj".to_owned()).starts_with("problem: found `poj`"));
    assert!(with(&|w| w.board = "x".to_owned()).starts_with("board: "));
    assert!(with(&|w| w.answer = "(4,4)".to_owned()).starts_with("answer: `(4,4)`"));
}

fn round_trip<P: Problem>(board: &str) {
    let certificate = prove(P::at(board).expect("legal"));
    assert_eq!(Written::new(&certificate).read(), Ok(certificate));
}

fn proof_of<P: Problem>(board: &str) -> Written {
    let position = P::at(board).expect("legal");
    Written::new(&prove(position))
}
