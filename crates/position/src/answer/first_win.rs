//! The question: which is the first cell, row by row, from which `x` forces a win?
//!
//! A strategy of `x` proves that a move to the cell wins, and one of `o` proves that no move to an earlier cell does.

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
    WinAt(Coordinates),
}

/// The row and the column of a cell on a board with four rows. The order is row-major.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coordinates(u8);

impl Coordinates {
    /// The cell in this row and column, both from 0.
    ///
    /// # Panics
    /// If the board has no such cell.
    // Without inlining, `fast` takes half as long again, because it makes one for each answer.
    #[inline]
    pub fn new(row: u32, column: u32) -> Self {
        assert!(row < 4 && column < 4, "no cell ({row},{column})");
        Coordinates((4 * row + column) as u8)
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
    /// The text of a win at each cell.
    const WINS: [&'static str; 16] = [
        "(0,0)", "(0,1)", "(0,2)", "(0,3)", //
        "(1,0)", "(1,1)", "(1,2)", "(1,3)", //
        "(2,0)", "(2,1)", "(2,2)", "(2,3)", //
        "(3,0)", "(3,1)", "(3,2)", "(3,3)",
    ];

    /// The win at this cell, numbered row by row from 0.
    fn at(cell: u8) -> Self {
        FirstWin::WinAt(Coordinates(cell))
    }
}

impl Answer for FirstWin {
    fn is_forced_win(self) -> bool {
        self != FirstWin::NoForcedWin
    }

    fn named_cell(self) -> Option<u8> {
        match self {
            FirstWin::WinAt(Coordinates(cell)) => Some(cell),
            FirstWin::NoForcedWin => None,
        }
    }

    fn demands(self) -> [Demand; 2] {
        let (winning, not_winning) = match self.named_cell() {
            None => (0, u16::MAX),
            Some(cell) => (1 << cell, (1 << cell) - 1),
        };
        let wins = Demand {
            side: Side::X,
            first_moves: winning,
            score: 1,
        };
        let wins_no_earlier = Demand {
            side: Side::O,
            first_moves: not_winning,
            score: 0,
        };
        [wins, wins_no_earlier]
    }
}

impl AsRef<str> for FirstWin {
    #[inline]
    fn as_ref(&self) -> &'static str {
        match *self {
            FirstWin::NoForcedWin => "#####",
            FirstWin::WinAt(Coordinates(cell)) => Self::WINS[usize::from(cell)],
        }
    }
}

/// Hashes the judge's format, so that a digest covers what the judge sees.
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
