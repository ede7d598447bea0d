//! Lines of a square board.
//!
//! Cells are numbered in row-major order, and bit `n` of a set stands for cell `n`.

use std::fmt;

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
pub(crate) const fn all_cells(rows: u32) -> u16 {
    u16::MAX >> (16 - rows * rows)
}

/// The facts about each set of cells, indexed by the set.
#[inline]
pub(crate) fn set_facts(rows: u32) -> &'static [SetFacts] {
    static FACTS_3X3: [SetFacts; 1 << 9] = compute_set_facts(3);
    static FACTS_4X4: [SetFacts; 1 << 16] = compute_set_facts(4);
    match rows {
        3 => &FACTS_3X3,
        _ => &FACTS_4X4,
    }
}

/// Facts about a set of cells.
#[derive(Clone, Copy)]
pub(crate) struct SetFacts {
    pub(crate) size: u8,
    pub(crate) has_line: bool,
}

/// Runs at compile time, so that the first board need not wait for the table.
const fn compute_set_facts<const SETS: usize>(rows: u32) -> [SetFacts; SETS] {
    let nothing = SetFacts {
        size: 0,
        has_line: false,
    };
    let mut facts = [nothing; SETS];
    let mut set = 0;
    while set < SETS {
        facts[set].size = set.count_ones() as u8;
        facts[set].has_line = has_line(set as u16, rows);
        set += 1;
    }
    facts
}

const fn has_line(set: u16, rows: u32) -> bool {
    let (first_column, first_row) = match rows {
        3 => (0b001_001_001, 0b111),
        _ => (0b0001_0001_0001_0001, 0b1111),
    };
    let full_rows = run_starts(set, 1, rows) & first_column;
    let full_columns = run_starts(set, rows, rows) & first_row;
    let full_diagonal = run_starts(set, rows + 1, rows) & 1;
    let full_antidiagonal = run_starts(set, rows - 1, rows) & 1 << (rows - 1);
    full_rows != 0 || full_columns != 0 || full_diagonal != 0 || full_antidiagonal != 0
}

/// The cells at which a run begins: `length` cells, `step` apart, that are all in the set.
const fn run_starts(set: u16, step: u32, length: u32) -> u16 {
    let three = set & set >> step & set >> (2 * step);
    match length {
        3 => three,
        _ => three & set >> (3 * step),
    }
}
