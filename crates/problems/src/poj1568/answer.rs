//! The answers: a cell, or that there is none.

use std::fmt;
use std::str::FromStr;

use crate::InvalidAnswer;

/// The first cell in row-major order from which `x` forces a win, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Answer {
    /// Written `#####`.
    NoForcedWin,
    /// Written `(row,column)`.
    WinAt(Square),
}

/// A cell of the 4x4 board. The order is row-major.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The cell in this row and column, both from 0.
    ///
    /// # Panics
    /// If the board has no such cell.
    // `fast` makes one for each answer: a call would take it half as long again.
    #[inline]
    #[must_use]
    pub fn new(row: u32, column: u32) -> Self {
        assert!(row < 4 && column < 4, "no cell ({row},{column})");
        Square((row * 4 + column) as u8)
    }

    /// The row, from 0.
    #[must_use]
    pub fn row(self) -> u32 {
        u32::from(self.0) / 4
    }

    /// The column, from 0.
    #[must_use]
    pub fn column(self) -> u32 {
        u32::from(self.0) % 4
    }
}

impl AsRef<str> for Answer {
    #[inline]
    fn as_ref(&self) -> &'static str {
        const CELLS: [&str; 16] = [
            "(0,0)", "(0,1)", "(0,2)", "(0,3)", "(1,0)", "(1,1)", "(1,2)", "(1,3)", //
            "(2,0)", "(2,1)", "(2,2)", "(2,3)", "(3,0)", "(3,1)", "(3,2)", "(3,3)",
        ];
        match *self {
            Answer::NoForcedWin => "#####",
            Answer::WinAt(Square(cell)) => CELLS[usize::from(cell)],
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_ref())
    }
}

impl FromStr for Answer {
    type Err = InvalidAnswer;

    fn from_str(text: &str) -> Result<Self, InvalidAnswer> {
        match *text.as_bytes() {
            [b'#', b'#', b'#', b'#', b'#'] => Ok(Answer::NoForcedWin),
            [b'(', row @ b'0'..=b'3', b',', column @ b'0'..=b'3', b')'] => Ok(Answer::WinAt(
                Square::new((row - b'0').into(), (column - b'0').into()),
            )),
            _ => Err(InvalidAnswer {
                found: text.to_owned(),
                expected: "`#####` or `(row,column)`, each from 0 to 3",
            }),
        }
    }
}
