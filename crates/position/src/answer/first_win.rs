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
    /// The number of the cell, row by row from 0. Written `(row,column)`.
    WinAt(u8),
}

impl FirstWin {
    /// The text of a win at each cell.
    const WINS: [&'static str; 16] = [
        "(0,0)", "(0,1)", "(0,2)", "(0,3)", //
        "(1,0)", "(1,1)", "(1,2)", "(1,3)", //
        "(2,0)", "(2,1)", "(2,2)", "(2,3)", //
        "(3,0)", "(3,1)", "(3,2)", "(3,3)",
    ];
}

impl Answer for FirstWin {
    fn is_forced_win(self) -> bool {
        self != FirstWin::NoForcedWin
    }

    fn named_cell(self) -> Option<u8> {
        match self {
            FirstWin::WinAt(cell) => Some(cell),
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
            FirstWin::WinAt(cell) => Self::WINS[usize::from(cell)],
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
        let wins = (0..16).map(FirstWin::WinAt);
        let mut answers = wins.chain([FirstWin::NoForcedWin]);
        let answer = answers.find(|answer| answer.as_ref() == text);
        answer.ok_or_else(|| InvalidAnswer {
            found: text.to_owned(),
            expected: "`#####` or `(row,column)`, each from 0 to 3",
        })
    }
}
