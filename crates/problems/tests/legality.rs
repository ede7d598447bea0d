//! Each reason why a board is refused, and the notation that names boards in messages.

use crossply_problems::{
    Ccf201803_4, Illegal, Line, NotationError, Poj1568, Position, Problem, Side,
};

#[test]
fn each_reason_for_refusal_is_given() {
    let poj = Position::<Poj1568>::new;
    assert_eq!(poj(1, 1), Err(Illegal::Overlap));
    assert_eq!(poj(3, 4), Err(Illegal::UnequalCounts { x: 2, o: 1 }));
    assert_eq!(poj(1, 2), Err(Illegal::TooFewStones { found: 1, least: 2 }));
    assert_eq!(poj(0xa55a, 0x5aa5), Err(Illegal::Full));
    let ccf = Position::<Ccf201803_4>::new;
    assert_eq!(ccf(1 << 9, 1), Err(Illegal::OutsideBoard));
    assert!(ccf(0, 0).is_ok());
    assert!(ccf(0b001_010_010, 0b111_000_000).is_err());
    assert!(ccf(0b000_011_001, 0b111_000_000).is_ok(), "o may have won");
}

#[test]
fn each_line_of_each_side_is_refused() {
    let poj = str::parse::<Position<Poj1568>>;
    assert_eq!(poj("xxxx/oo../o.o./...."), line(Side::X, Line::Row(0)));
    assert_eq!(poj("..../oo../o.o./xxxx"), line(Side::X, Line::Row(3)));
    assert_eq!(poj(".xo./.xo./.xo./..ox"), line(Side::O, Line::Column(2)));
    assert_eq!(poj(".xoo/.xo./.xo./.x.."), line(Side::X, Line::Column(1)));
    assert_eq!(
        poj("oxx./xo../..o./...o"),
        Err(Illegal::UnequalCounts { x: 3, o: 4 }.into())
    );
    assert_eq!(poj("oxx./xo../..o./..xo"), line(Side::O, Line::Diagonal));
    assert_eq!(
        poj("oo.x/..x./.x../xo.o"),
        line(Side::X, Line::Antidiagonal)
    );
    let ccf = str::parse::<Position<Ccf201803_4>>;
    assert_eq!(ccf("X.O/XO./X.O"), line(Side::X, Line::Column(0)));
    assert_eq!(ccf("XOO/.X./O.X"), line(Side::X, Line::Diagonal));
    assert!(ccf("X.O/XO./O.X").is_ok());
}

#[test]
fn notation_says_where_it_is_wrong() {
    let message = |text: &str| match text.parse::<Position<Ccf201803_4>>() {
        Ok(position) => panic!("{text:?} is read as {position:?}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(message(""), "the board ends after 0 cells: expected 9");
    assert_eq!(
        message(".../..."),
        "the board ends after 6 cells: expected 9"
    );
    assert_eq!(message("..../"), "character 4: found '.', expected `/`");
    assert_eq!(
        message("../"),
        "character 3: found '/', expected `.`, `X` or `O`"
    );
    assert_eq!(
        message("x"),
        "character 1: found 'x', expected `.`, `X` or `O`"
    );
    assert_eq!(
        message(".../.../.../"),
        "character 12: found '/', expected the end"
    );
    assert_eq!(
        message(".../.../..\u{e9}"),
        "character 11: found 'é', expected `.`, `X` or `O`"
    );
}

#[test]
fn notation_and_drawing_read_back() {
    let position = Ccf201803_4::domain().position(1234);
    assert_eq!(position.notation().parse(), Ok(position));
    assert_eq!(position.to_string().parse(), Ok(position));
    let debug = format!("{position:?}");
    assert_eq!(debug, format!("ccf201803-4:{}", position.notation()));
}

fn line<P>(side: Side, line: Line) -> Result<Position<P>, NotationError> {
    Err(NotationError::Illegal(Illegal::LinePresent { side, line }))
}
