//! Any placement of stones, legal or not.

use std::fmt;
use std::marker::PhantomData;

use crate::line::{all_cells, line_in};
use crate::{Cell, Illegal, Line, Problem, Side};

/// Any placement of stones on the board of problem `P`. Not every board is a legal [`Position`].
///
/// `Debug` draws it: on one line as [`FromStr`] reads it, or one line per row with `{:#?}`.
///
/// [`Position`]: crate::Position
/// [`FromStr`]: std::str::FromStr
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board<P> {
    x: u16,
    o: u16,
    problem: PhantomData<P>,
}

impl<P: Problem> Board<P> {
    /// The number of cells: at most 16.
    pub const CELLS: u32 = P::SIDE * P::SIDE;

    /// The board with these stones. Bit `row * SIDE + column` of a mask stands for a cell.
    ///
    /// # Errors
    /// [`Illegal::OutsideBoard`] or [`Illegal::Overlap`].
    #[inline]
    pub fn new(x: u16, o: u16) -> Result<Self, Illegal> {
        if (x | o) & !all_cells(P::SIDE) != 0 {
            return Err(Illegal::OutsideBoard);
        }
        if x & o != 0 {
            return Err(Illegal::Overlap);
        }
        Ok(Self::known_board(x, o))
    }

    /// The board with these stones. The caller knows that they lie on the board and do not overlap.
    #[inline]
    pub(crate) fn known_board(x: u16, o: u16) -> Self {
        debug_assert_eq!(x & o, 0);
        Board {
            x,
            o,
            problem: PhantomData,
        }
    }

    /// The stones of `x`.
    #[inline]
    #[must_use]
    pub fn x(self) -> u16 {
        self.x
    }

    /// The stones of `o`.
    #[inline]
    #[must_use]
    pub fn o(self) -> u16 {
        self.o
    }

    /// The number of empty cells.
    #[inline]
    #[must_use]
    pub fn empties(self) -> u32 {
        Self::CELLS - (self.x | self.o).count_ones()
    }

    /// The first line of a side: rows before columns before diagonals. None if the side has no line.
    #[must_use]
    pub fn line(self, side: Side) -> Option<Line> {
        let stones = match side {
            Side::X => self.x,
            Side::O => self.o,
        };
        line_in(stones, P::SIDE)
    }

    /// The content of a cell. Rows count from the top, columns from the left, both from 0.
    ///
    /// # Panics
    /// If the row or column does not exist.
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
impl<P: Problem> fmt::Display for Board<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f, '\n')
    }
}

impl<P: Problem> fmt::Debug for Board<P> {
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
