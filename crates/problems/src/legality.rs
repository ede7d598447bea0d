//! Which boards are legal positions.

use crate::line::sets;
use crate::{Board, Line, Misplaced, Position, Problem, Side};

/// Why a board is not a legal position of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// The stones do not make a board.
    #[error(transparent)]
    Misplaced(#[from] Misplaced),
    /// The stones of the two sides differ in number. They are equal with `x` to move.
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
    /// There is no empty cell to move to.
    #[error("the board is full")]
    Full,
    /// The game is over.
    #[error("{side} already has a line: {line}")]
    LinePresent {
        /// The side with the line.
        side: Side,
        /// Its first line.
        line: Line,
    },
}

/// The board as a position.
#[inline]
pub(crate) fn legal<P: Problem>(board: Board<P>) -> Result<Position<P>, Illegal> {
    let facts = |stones: u16| sets(P::SIDE)[usize::from(stones)];
    let (x, o) = (facts(board.x()), facts(board.o()));
    let stones = x.size();
    if stones != o.size() {
        return Err(Illegal::UnequalCounts {
            x: stones,
            o: o.size(),
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
    if x.has_line() || !P::O_MAY_HAVE_WON && o.has_line() {
        let of = |side| {
            let line = Line::of(board, side);
            line.map(|line| Illegal::LinePresent { side, line })
        };
        return Err(of(Side::X).or(of(Side::O)).expect("a side has a line"));
    }
    Ok(Position::assume_legal(board))
}
