//! The reasons why boards are rejected, and the notation of boards.

use crossply_problems::{Ccf201803_4, Illegal, Poj1568, Problem};

#[test]
fn each_reason_for_rejection_is_given() {
    let poj = Poj1568::position;
    assert_eq!(poj(1, 1), Err(Illegal::NoBoard));
    assert_eq!(poj(3, 4), Err(Illegal::UnequalCounts { x: 2, o: 1 }));
    assert_eq!(poj(1, 2), Err(Illegal::TooFewStones { found: 1, least: 2 }));
    assert_eq!(poj(0xa55a, 0x5aa5), Err(Illegal::Full));
    let ccf = Ccf201803_4::position;
    assert_eq!(ccf(1 << 9, 1), Err(Illegal::NoBoard));
    assert!(ccf(0, 0).is_ok());
    assert!(ccf(0b000_011_001, 0b111_000_000).is_ok(), "o may have won");
}

#[test]
fn lines_are_named() {
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
        assert_eq!(rejection::<Poj1568>(board), reason);
    }
    for (board, reason) in [
        ("X.O/XO./X.O", "x already has a line: column 0"),
        ("XOO/.X./O.X", "x already has a line: the diagonal"),
        ("XXX/.../OOO", "x already has a line: row 0"),
    ] {
        assert_eq!(rejection::<Ccf201803_4>(board), reason);
    }
}

#[test]
fn errors_in_notation_say_where_they_are() {
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
        assert_eq!(rejection::<Ccf201803_4>(text), reason, "{text}");
    }
}

fn rejection<P: Problem>(text: &str) -> String {
    P::parse(text).expect_err(text).to_string()
}

#[test]
fn notation_and_drawing_can_be_parsed() {
    let position = Ccf201803_4::parse("XO./.../O.X").expect("legal");
    assert_eq!(position.notation(), "XO./.../O.X");
    assert_eq!(position.to_string(), "XO.\n...\nO.X");
    assert_eq!(Ccf201803_4::parse(&position.to_string()), Ok(position));
    assert_eq!(format!("{position:?}"), "ccf201803-4:XO./.../O.X");
}
