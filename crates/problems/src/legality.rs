//! Which boards are legal positions.

use crate::line::set_facts;
use crate::{Board, InvalidBoard, Line, Position, Problem, Side};

/// Why a board is not a legal position of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The stones do not form a board.
    #[error(transparent)]
    InvalidBoard(#[from] InvalidBoard),
    /// The numbers of stones of the two sides differ, which cannot be with `x` to move.
    #[error("x has {x} stones and o has {o}: with x to move the counts must be equal")]
    UnequalCounts {
        /// The stones of `x`.
        x: u32,
        /// The stones of `o`.
        o: u32,
    },
    /// Each side has fewer stones than the problem promises.
    #[error("stones of each side: {found}, and at least {least} are promised")]
    TooFewStones {
        /// The stones of each side.
        found: u32,
        /// The fewest that are legal.
        least: u32,
    },
    /// There is no empty cell left.
    #[error("the board is full")]
    Full,
    /// The game is already over.
    #[error("{side} already has a line: {line}")]
    LinePresent {
        /// The side with the line.
        side: Side,
        /// Its first line.
        line: Line,
    },
}

/// The board as a position, if it is legal.
#[inline]
pub(crate) fn check_legal<P: Problem>(board: Board<P>) -> Result<Position<P>, Illegal> {
    let facts = set_facts(P::ROWS);
    let x = &facts[usize::from(board.x())];
    let o = &facts[usize::from(board.o())];
    let stones = x.size.into();
    if x.size != o.size {
        return Err(Illegal::UnequalCounts {
            x: stones,
            o: o.size.into(),
        });
    }
    let (least, most) = P::STONES.into_inner();
    if stones < least {
        return Err(Illegal::TooFewStones {
            found: stones,
            least,
        });
    }
    if stones > most {
        return Err(Illegal::Full);
    }
    if x.has_line || !P::O_MAY_HAVE_WON && o.has_line {
        let mut lines = [Side::X, Side::O].into_iter().filter_map(|side| {
            let line = Line::of(board, side)?;
            Some(Illegal::LinePresent { side, line })
        });
        return Err(lines.next().expect("a side has a line"));
    }
    Ok(Position::assume_legal(board))
}
