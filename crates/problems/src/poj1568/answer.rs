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
pub struct Square {
    row: u8,
    column: u8,
}

impl Square {
    /// The cell in this row and column, both from 0.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[must_use]
    pub fn new(row: u32, column: u32) -> Self {
        assert!(row < 4 && column < 4, "no cell ({row},{column})");
        Square {
            row: row as u8,
            column: column as u8,
        }
    }

    /// The row, from 0.
    #[must_use]
    pub fn row(self) -> u32 {
        self.row.into()
    }

    /// The column, from 0.
    #[must_use]
    pub fn column(self) -> u32 {
        self.column.into()
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::NoForcedWin => f.write_str("#####"),
            Answer::WinAt(Square { row, column }) => write!(f, "({row},{column})"),
        }
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
