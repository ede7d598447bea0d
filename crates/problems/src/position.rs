//! A legal position, by construction.

use std::fmt;
use std::marker::PhantomData;

use crate::board::{all_cells, line_in};
use crate::{Cell, Line, Problem, Side};

/// A legal position of problem `P`, with `x` to move.
///
/// The only way to one is through [`Position::new`] or what calls it, so a solver never has to
/// ask whether its input makes sense. `Debug` draws the board: on one line as [`FromStr`] reads
/// it, or with `{:#?}` on one line a row.
///
/// [`FromStr`]: std::str::FromStr
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<P> {
    x: u16,
    o: u16,
    problem: PhantomData<P>,
}

/// Why a board is not a legal position of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Illegal {
    /// A mask has a bit that stands for no cell.
    #[error("a stone lies outside the board")]
    OutsideBoard,
    /// One cell is in both masks.
    #[error("a cell holds a stone of each side")]
    Overlap,
    /// With `x` to move both sides have placed equally many stones.
    #[error("x has {x} stones and o has {o}: with x to move the counts are equal")]
    UnequalCounts {
        /// The stones of `x`.
        x: u32,
        /// The stones of `o`.
        o: u32,
    },
    /// The problem promises that some moves have been made.
    #[error("stones of each side: {found}, and at least {least} are promised")]
    TooFewStones {
        /// The stones of each side.
        found: u32,
        /// The fewest that are legal.
        least: u32,
    },
    /// No cell is left to move to.
    #[error("the board is full")]
    Full,
    /// The game is over.
    #[error("{side} already has a line: {line}")]
    LinePresent {
        /// Whose line it is.
        side: Side,
        /// The first of its lines.
        line: Line,
    },
}

impl<P: Problem> Position<P> {
    /// The number of cells of the board: at most 16.
    pub const CELLS: u32 = P::SIDE * P::SIDE;

    /// The position with these stones. Bit `row * SIDE + column` of a mask stands for a cell.
    ///
    /// # Errors
    /// The first reason, in the order in which [`Illegal`] lists them, why there is none.
    pub fn new(x: u16, o: u16) -> Result<Self, Illegal> {
        if (x | o) & !all_cells(P::SIDE) != 0 {
            return Err(Illegal::OutsideBoard);
        }
        if x & o != 0 {
            return Err(Illegal::Overlap);
        }
        let (x_stones, o_stones) = (x.count_ones(), o.count_ones());
        if x_stones != o_stones {
            return Err(Illegal::UnequalCounts {
                x: x_stones,
                o: o_stones,
            });
        }
        if x_stones < *P::STONES.start() {
            return Err(Illegal::TooFewStones {
                found: x_stones,
                least: *P::STONES.start(),
            });
        }
        if x_stones > *P::STONES.end() {
            return Err(Illegal::Full);
        }
        if let Some(line) = line_in(x, P::SIDE) {
            return Err(Illegal::LinePresent {
                side: Side::X,
                line,
            });
        }
        if !P::O_MAY_HAVE_WON
            && let Some(line) = line_in(o, P::SIDE)
        {
            return Err(Illegal::LinePresent {
                side: Side::O,
                line,
            });
        }
        Ok(Self::known_legal(x, o))
    }

    /// The position with these stones, known to be legal: the domain made sure of it before.
    pub(crate) fn known_legal(x: u16, o: u16) -> Self {
        debug_assert_eq!(x & o, 0);
        Position {
            x,
            o,
            problem: PhantomData,
        }
    }

    /// The stones of `x`, the side to move.
    #[must_use]
    pub fn x(self) -> u16 {
        self.x
    }

    /// The stones of `o`.
    #[must_use]
    pub fn o(self) -> u16 {
        self.o
    }

    /// The number of empty cells.
    #[must_use]
    pub fn empties(self) -> u32 {
        Self::CELLS - (self.x | self.o).count_ones()
    }

    /// What stands on a cell. Rows count from the top, columns from the left, both from 0.
    ///
    /// # Panics
    /// If there is no such row or column.
    #[must_use]
    pub fn cell(self, row: u32, column: u32) -> Cell {
        assert!(
            row < P::SIDE && column < P::SIDE,
            "no cell at row {row}, column {column}"
        );
        let bit = 1 << (row * P::SIDE + column);
        if self.x & bit != 0 {
            Cell::X
        } else if self.o & bit != 0 {
            Cell::O
        } else {
            Cell::Empty
        }
    }

    /// The cells in row-major order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..Self::CELLS).map(move |cell| self.cell(cell / P::SIDE, cell % P::SIDE))
    }
}

/// Draws the board, a line for each row, without a line end after the last.
impl<P: Problem> fmt::Display for Position<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f, '\n')
    }
}

impl<P: Problem> fmt::Debug for Position<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            writeln!(f, "{}", P::NAME)?;
            self.draw(f, '\n')
        } else {
            write!(f, "{}:", P::NAME)?;
            self.draw(f, '/')
        }
    }
}
