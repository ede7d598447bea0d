//! A legal position, by construction.

use std::fmt;

use crate::line::sets;
use crate::{Board, Cell, Line, Problem, Side};

/// A legal position of problem `P`, with `x` to move.
///
/// Only [`Position::new`] and its callers make one, so a solver need not check its input. `Display` and `Debug` draw it
/// like a [`Board`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<P>(Board<P>);

/// Why a board is not a legal position of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// A mask has a bit outside the board.
    #[error("a stone lies outside the board")]
    OutsideBoard,
    /// One cell is in both masks.
    #[error("a cell holds a stone of each side")]
    Overlap,
    /// The stones of the two sides differ in number. They are equal with `x` to move.
    #[error("x has {x} stones and o has {o}: with x to move the counts are equal")]
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

impl<P: Problem> Position<P> {
    /// The number of cells of the board: at most 16.
    pub const CELLS: u32 = Board::<P>::CELLS;

    /// The position with these stones. Bit `row * SIDE + column` of a mask stands for a cell.
    ///
    /// # Errors
    /// The first reason why the board is illegal, in the order of [`Illegal`].
    #[inline]
    pub fn new(x: u16, o: u16) -> Result<Self, Illegal> {
        Board::new(x, o)?.try_into()
    }

    /// The position with these stones. The caller knows from the domain that it is legal.
    #[inline]
    pub(crate) fn known_legal(x: u16, o: u16) -> Self {
        Position(Board::known_board(x, o))
    }

    /// The stones of `x`, the side to move.
    #[inline]
    #[must_use]
    pub fn x(self) -> u16 {
        self.0.x()
    }

    /// The stones of `o`.
    #[inline]
    #[must_use]
    pub fn o(self) -> u16 {
        self.0.o()
    }

    /// The number of empty cells.
    #[inline]
    #[must_use]
    pub fn empties(self) -> u32 {
        self.0.empties()
    }

    /// The cells in row-major order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.0.cells()
    }

    /// The board on one line, in the notation that [`FromStr`](std::str::FromStr) reads.
    #[must_use]
    pub fn notation(self) -> String {
        self.0.notation()
    }
}

impl<P: Problem> TryFrom<Board<P>> for Position<P> {
    type Error = Illegal;

    #[inline]
    fn try_from(board: Board<P>) -> Result<Self, Illegal> {
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
                let line = board.line(side);
                line.map(|line| Illegal::LinePresent { side, line })
            };
            return Err(of(Side::X).or(of(Side::O)).expect("a side has a line"));
        }
        Ok(Position(board))
    }
}

impl<P> From<Position<P>> for Board<P> {
    fn from(position: Position<P>) -> Self {
        position.0
    }
}

impl<P: Problem> fmt::Display for Position<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Problem> fmt::Debug for Position<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
