//! Each reason why a board is refused, and the notation that names boards in messages.

use crossply_problems::{Ccf201803_4, Illegal, Misplaced, Poj1568, Problem};

#[test]
fn each_reason_for_refusal_is_given() {
    let poj = Poj1568::position;
    assert_eq!(poj(1, 1), Err(Misplaced::Overlap.into()));
    assert_eq!(poj(3, 4), Err(Illegal::UnequalCounts { x: 2, o: 1 }));
    assert_eq!(poj(1, 2), Err(Illegal::TooFewStones { found: 1, least: 2 }));
    assert_eq!(poj(0xa55a, 0x5aa5), Err(Illegal::Full));
    let ccf = Ccf201803_4::position;
    assert_eq!(ccf(1 << 9, 1), Err(Misplaced::OutsideBoard.into()));
    assert!(ccf(0, 0).is_ok());
    assert!(ccf(0b000_011_001, 0b111_000_000).is_ok(), "o may have won");
}

#[test]
fn each_line_of_each_side_is_refused() {
    for (board, reason) in [
        ("xxxx/oo../o.o./....", "x already has a line: row 0"),
        ("..../oo../o.o./xxxx", "x already has a line: row 3"),
        (".xo./.xo./.xo./..ox", "o already has a line: column 2"),
        (".xoo/.xo./.xo./.x..", "x already has a line: column 1"),
        (
            "oxx./xo../..o./...o",
            "x has 3 stones and o has 4: with x to move the counts must be equal",
        ),
        ("oxx./xo../..o./..xo", "o already has a line: the diagonal"),
        (
            "oo.x/..x./.x../xo.o",
            "x already has a line: the antidiagonal",
        ),
    ] {
        assert_eq!(refusal::<Poj1568>(board), reason);
    }
    for (board, reason) in [
        ("X.O/XO./X.O", "x already has a line: column 0"),
        ("XOO/.X./O.X", "x already has a line: the diagonal"),
        ("XXX/.../OOO", "x already has a line: row 0"),
    ] {
        assert_eq!(refusal::<Ccf201803_4>(board), reason);
    }
}

#[test]
fn notation_says_where_it_is_wrong() {
    for (text, reason) in [
        ("", "the board ends after 0 cells: expected 9"),
        (".../...", "the board ends after 6 cells: expected 9"),
        ("..../", "character 4: found '.', expected `/`"),
        (".../...X", "character 8: found 'X', expected `/`"),
        (".../.../...X", "character 12: found 'X', expected the end"),
        (".../.../.../", "character 12: found '/', expected the end"),
        ("../", "character 3: found '/', expected `.`, `X` or `O`"),
        ("x", "character 1: found 'x', expected `.`, `X` or `O`"),
        (
            ".../.../..\u{e9}",
            "character 11: found 'é', expected `.`, `X` or `O`",
        ),
    ] {
        assert_eq!(refusal::<Ccf201803_4>(text), reason, "{text}");
    }
}

fn refusal<P: Problem>(text: &str) -> String {
    P::at(text).expect_err(text).to_string()
}

#[test]
fn notation_and_drawing_read_back() {
    let position = Ccf201803_4::at("XO./.../O.X").expect("legal");
    assert_eq!(position.notation(), "XO./.../O.X");
    assert_eq!(position.to_string(), "XO.\n...\nO.X");
    assert_eq!(Ccf201803_4::at(&position.to_string()), Ok(position));
    assert_eq!(format!("{position:?}"), "ccf201803-4:XO./.../O.X");
}
