//! Lines of a square board.
//!
//! A mask is a set of cells: bit `row * side + column` stands for a cell, so bits ascend in row-major order.

use std::fmt;

use crate::{Board, Problem, Side};

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
    /// The first line of a side: rows before columns before diagonals. None if the side has no line.
    pub fn of<P: Problem>(board: Board<P>, side: Side) -> Option<Self> {
        let stones = match side {
            Side::X => board.x(),
            Side::O => board.o(),
        };
        lines(P::SIDE).find(|line| line.mask(P::SIDE) & !stones == 0)
    }

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
#[inline]
pub(crate) const fn all_cells(side: u32) -> u16 {
    u16::MAX >> (16 - side * side)
}

/// The cells of a board with `cells` cells that are not in `taken`, as one-element sets.
pub(crate) fn empty_cells_of(taken: u16, cells: u32) -> impl Iterator<Item = u16> + Clone {
    let cells = (0..cells).map(|cell| 1 << cell);
    cells.filter(move |cell| taken & cell == 0)
}

/// The facts about each set of cells, indexed by its mask.
#[inline]
pub(crate) fn sets(side: u32) -> &'static [SetFacts] {
    static SETS_3: [SetFacts; 1 << 9] = set_facts(3);
    static SETS_4: [SetFacts; 1 << 16] = set_facts(4);
    match side {
        3 => &SETS_3,
        _ => &SETS_4,
    }
}

/// The size of a set of cells, and whether it contains a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SetFacts(u8);

impl SetFacts {
    const LINE: u8 = 0x80;

    #[inline]
    pub(crate) fn has_line(self) -> bool {
        self.0 & Self::LINE != 0
    }

    #[inline]
    pub(crate) fn size(self) -> u32 {
        u32::from(self.0 & !Self::LINE)
    }
}

/// Computed at compile time: the first board need not wait for a table.
const fn set_facts<const SETS: usize>(side: u32) -> [SetFacts; SETS] {
    let mut facts = [SetFacts(0); SETS];
    let mut set = 0;
    while set < SETS {
        let line = if has_line(set as u16, side) {
            SetFacts::LINE
        } else {
            0
        };
        facts[set] = SetFacts(set.count_ones() as u8 | line);
        set += 1;
    }
    facts
}

const fn has_line(set: u16, side: u32) -> bool {
    let (first_column, first_row) = match side {
        3 => (0b001_001_001, 0b111),
        _ => (0b0001_0001_0001_0001, 0b1111),
    };
    let rows = runs(set, 1, side) & first_column;
    let columns = runs(set, side, side) & first_row;
    let diagonal = runs(set, side + 1, side) & 1;
    let antidiagonal = runs(set, side - 1, side) & 1 << (side - 1);
    rows != 0 || columns != 0 || diagonal != 0 || antidiagonal != 0
}

/// The cells of the set from which `side` cells, `step` apart, all lie in the set.
const fn runs(set: u16, step: u32, side: u32) -> u16 {
    let three = set & set >> step & set >> (2 * step);
    match side {
        3 => three,
        _ => three & set >> (3 * step),
    }
}

fn lines(side: u32) -> impl Iterator<Item = Line> {
    let rows = (0..side).map(Line::Row);
    let columns = (0..side).map(Line::Column);
    rows.chain(columns)
        .chain([Line::Diagonal, Line::Antidiagonal])
}
