//! Which boards are legal positions.

use crate::{Board, Line, Position, Problem, Side, has_line};

/// Why a board is not a legal position of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The stones do not form a board.
    #[error("a stone lies outside the board, or on another stone")]
    NoBoard,
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
    let [stones, stones_of_o] = [board.x(), board.o()].map(u16::count_ones);
    if stones != stones_of_o {
        return Err(Illegal::UnequalCounts {
            x: stones,
            o: stones_of_o,
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
    for (side, set) in [(Side::X, board.x()), (Side::O, board.o())] {
        if (side == Side::X || !P::O_MAY_HAVE_WON) && has_line(P::ROWS, set) {
            let line = Line::of(board, side).expect("the table has found one");
            return Err(Illegal::LinePresent { side, line });
        }
    }
    Ok(Position::assume_legal(board))
}
