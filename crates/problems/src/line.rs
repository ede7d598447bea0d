//! Lines of a square board.
//!
//! A set of cells is a mask: bit `row * side + column` stands for a cell, so that bits ascend in
//! row-major order.

use std::fmt;

/// A row, a column or a diagonal, for messages. Rows and columns count from 0, as the judges do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Line {
    /// The row with this number.
    Row(u32),
    /// The column with this number.
    Column(u32),
    /// From the top left to the bottom right corner.
    Diagonal,
    /// From the top right to the bottom left corner.
    Antidiagonal,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row(row) => write!(f, "row {row}"),
            Line::Column(column) => write!(f, "column {column}"),
            Line::Diagonal => f.write_str("the diagonal"),
            Line::Antidiagonal => f.write_str("the antidiagonal"),
        }
    }
}

impl Line {
    /// The row and the column of the line's first cell.
    pub(crate) fn start(self, side: u32) -> (u32, u32) {
        let first = self.mask(side).trailing_zeros();
        (first / side, first % side)
    }

    /// The cells of the line on a board with `side` rows and columns.
    fn mask(self, side: u32) -> u16 {
        let (first, step) = match self {
            Line::Row(row) => (row * side, 1),
            Line::Column(column) => (column, side),
            Line::Diagonal => (0, side + 1),
            Line::Antidiagonal => (side - 1, side - 1),
        };
        (0..side).fold(0, |mask, n| mask | 1 << (first + n * step))
    }
}

/// All cells of a board with `side` rows and columns.
pub(crate) const fn all_cells(side: u32) -> u16 {
    u16::MAX >> (16 - side * side)
}

/// The first line, rows before columns before diagonals, that lies wholly within `stones`.
pub(crate) fn line_in(stones: u16, side: u32) -> Option<Line> {
    lines(side).find(|line| line.mask(side) & !stones == 0)
}

/// For each set of cells of the board, whether it holds a line; the set's mask is the index.
pub(crate) fn sets_with_line(side: u32) -> Vec<bool> {
    (0..=all_cells(side))
        .map(|stones| line_in(stones, side).is_some())
        .collect()
}

fn lines(side: u32) -> impl Iterator<Item = Line> {
    let rows = (0..side).map(Line::Row);
    let columns = (0..side).map(Line::Column);
    rows.chain(columns)
        .chain([Line::Diagonal, Line::Antidiagonal])
}
