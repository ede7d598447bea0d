//! Lines of a square board.
//!
//! Cells are numbered in row-major order, and bit `n` of a set stands for cell `n`.

use std::fmt;
use std::sync::LazyLock;

use crate::{Board, Problem, Side};

/// A row, a column or a diagonal, for messages. Rows and columns are numbered from 0, as the judges number them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Line {
    /// The row with this number.
    Row(u32),
    /// The column with this number.
    Column(u32),
    /// The line from the top left to the bottom right corner.
    Diagonal,
    /// The line from the top right to the bottom left corner.
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
    /// All lines of a board with so many rows: the rows, the columns, and the two diagonals.
    pub fn all(rows: u32) -> impl Iterator<Item = Self> {
        let straight = (0..rows).map(Line::Row).chain((0..rows).map(Line::Column));
        straight.chain([Line::Diagonal, Line::Antidiagonal])
    }

    /// The first line of a side: rows come before columns, and these before diagonals. `None` if the side has no line.
    pub fn of<P: Problem>(board: Board<P>, side: Side) -> Option<Self> {
        let stones = match side {
            Side::X => board.x(),
            Side::O => board.o(),
        };
        Line::all(P::ROWS).find(|line| line.mask(P::ROWS) & !stones == 0)
    }

    /// The row and the column of the line's first cell.
    pub(crate) fn first_cell(self, rows: u32) -> (u32, u32) {
        let cell = self.mask(rows).trailing_zeros();
        (cell / rows, cell % rows)
    }

    /// The cells of the line on a board with `rows` rows.
    pub fn mask(self, rows: u32) -> u16 {
        let (first, step) = match self {
            Line::Row(row) => (row * rows, 1),
            Line::Column(column) => (column, rows),
            Line::Diagonal => (0, rows + 1),
            Line::Antidiagonal => (rows - 1, rows - 1),
        };
        (0..rows).fold(0, |mask, n| mask | 1 << (first + n * step))
    }
}

/// All cells of a board with `rows` rows.
#[inline]
pub fn all_cells(rows: u32) -> u16 {
    u16::MAX >> (16 - rows * rows)
}

/// Whether a set of cells of a board with `rows` rows contains a line. A table look-up, unlike [`Line::of`].
///
/// # Panics
/// If a cell lies outside the board.
#[inline]
pub fn has_line(rows: u32, set: u16) -> bool {
    static OF_3X3: LazyLock<Vec<bool>> = LazyLock::new(|| has_line_by_set(3));
    static OF_4X4: LazyLock<Vec<bool>> = LazyLock::new(|| has_line_by_set(4));
    let table = if rows == 3 { &OF_3X3 } else { &OF_4X4 };
    table[usize::from(set)]
}

fn has_line_by_set(rows: u32) -> Vec<bool> {
    let lines: Vec<_> = Line::all(rows).map(|line| line.mask(rows)).collect();
    let has_line = |set: u16| lines.iter().any(|line| line & !set == 0);
    (0..=all_cells(rows)).map(has_line).collect()
}
