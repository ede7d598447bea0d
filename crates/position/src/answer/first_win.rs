//! The question: which is the first cell, row by row, from which `x` forces a win?
//!
//! `x` wins if its score is positive. A strategy of `x` proves that it wins by the cell; one of `o` proves that `x`
//! does not win by an earlier cell.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::{Answer, Demand, InvalidAnswer};
use crate::Side;

/// The first cell in row-major order from which `x` forces a win, on a board with four rows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FirstWin {
    /// Written `#####`.
    NoForcedWin,
    /// Written `(row,column)`.
    WinAt(Square),
}

/// A cell of the board. The order is row-major.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The cell in this row and column, both from 0.
    ///
    /// # Panics
    /// If the board has no such cell.
    // `fast` makes one for each answer, and without inlining would take half as long again.
    #[inline]
    pub fn new(row: u32, column: u32) -> Self {
        assert!(row < 4 && column < 4, "no cell ({row},{column})");
        Square((4 * row + column) as u8)
    }

    /// The row, from 0.
    pub fn row(self) -> u32 {
        u32::from(self.0) / 4
    }

    /// The column, from 0.
    pub fn column(self) -> u32 {
        u32::from(self.0) % 4
    }
}

impl FirstWin {
    /// The text of a win by each cell: one look-up for each answer that is written.
    const WINS: [&'static str; 16] = [
        "(0,0)", "(0,1)", "(0,2)", "(0,3)", //
        "(1,0)", "(1,1)", "(1,2)", "(1,3)", //
        "(2,0)", "(2,1)", "(2,2)", "(2,3)", //
        "(3,0)", "(3,1)", "(3,2)", "(3,3)",
    ];

    /// The win by cell `cell`, counted row by row from 0.
    fn at(cell: u8) -> Self {
        FirstWin::WinAt(Square(cell))
    }
}

impl Answer for FirstWin {
    fn is_forced_win(self) -> bool {
        self != FirstWin::NoForcedWin
    }

    fn named_cell(self) -> Option<u8> {
        match self {
            FirstWin::WinAt(Square(cell)) => Some(cell),
            FirstWin::NoForcedWin => None,
        }
    }

    fn demands(self) -> [Demand; 2] {
        let (wins, others) = match self.named_cell() {
            None => (0, u16::MAX),
            Some(cell) => (1 << cell, (1 << cell) - 1),
        };
        let demand = |side, begins, score| Demand {
            side,
            begins,
            score,
        };
        [demand(Side::X, wins, 1), demand(Side::O, others, 0)]
    }
}

impl AsRef<str> for FirstWin {
    #[inline]
    fn as_ref(&self) -> &'static str {
        match *self {
            FirstWin::NoForcedWin => "#####",
            FirstWin::WinAt(Square(cell)) => Self::WINS[usize::from(cell)],
        }
    }
}

/// The judge's format: a digest is of what people read.
impl Hash for FirstWin {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.as_ref().as_bytes());
    }
}

impl fmt::Debug for FirstWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_ref())
    }
}

impl fmt::Display for FirstWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_ref())
    }
}

impl FromStr for FirstWin {
    type Err = InvalidAnswer;

    fn from_str(text: &str) -> Result<Self, InvalidAnswer> {
        if text == FirstWin::NoForcedWin.as_ref() {
            return Ok(FirstWin::NoForcedWin);
        }
        let win = (0..16).find(|&cell| Self::WINS[usize::from(cell)] == text);
        win.map(Self::at).ok_or_else(|| InvalidAnswer {
            found: text.to_owned(),
            expected: "`#####` or `(row,column)`, each from 0 to 3",
        })
    }
}
