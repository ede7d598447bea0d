//! The question: what does the position score under perfect play?
//!
//! The score is one more than the number of empty cells at the end of the game if `x` wins, the negative of that if `o`
//! wins, and 0 for a draw. The strategy of each side guarantees the score.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::{Answer, Demand, InvalidAnswer};
use crate::Side;

/// A score on a board of nine cells, from -9 to 9: positive if `x` wins. The judge's format is a plain integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i8);

impl Score {
    /// The score of a win that leaves eight cells empty.
    const LARGEST: i8 = 9;

    /// The score with this value.
    ///
    /// # Panics
    /// If the value lies outside -9 to 9, which no game on nine cells scores.
    pub fn new(value: i32) -> Self {
        assert!(
            value.abs() <= Self::LARGEST.into(),
            "no position scores {value}"
        );
        Score(value as i8)
    }

    /// The value.
    pub fn value(self) -> i32 {
        self.0.into()
    }
}

impl Answer for Score {
    fn is_forced_win(self) -> bool {
        self.0 > 0
    }

    fn named_cell(self) -> Option<u8> {
        None
    }

    fn demands(self) -> [Demand; 2] {
        [Side::X, Side::O].map(|side| Demand {
            side,
            first_moves: u16::MAX,
            score: self.value(),
        })
    }
}

impl AsRef<str> for Score {
    fn as_ref(&self) -> &'static str {
        const SCORES: [&str; 19] = [
            "-9", "-8", "-7", "-6", "-5", "-4", "-3", "-2", "-1", "0", //
            "1", "2", "3", "4", "5", "6", "7", "8", "9",
        ];
        SCORES[usize::from((self.0 + Self::LARGEST).unsigned_abs())]
    }
}

/// Hashes the judge's format, so that a digest covers what the judge sees.
impl Hash for Score {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.as_ref().as_bytes());
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_ref())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_ref())
    }
}

impl FromStr for Score {
    type Err = InvalidAnswer;

    fn from_str(text: &str) -> Result<Self, InvalidAnswer> {
        let mut scores = (-Self::LARGEST..=Self::LARGEST).map(Score);
        let score = scores.find(|score| score.as_ref() == text);
        score.ok_or_else(|| InvalidAnswer {
            found: text.to_owned(),
            expected: "an integer from -9 to 9",
        })
    }
}
