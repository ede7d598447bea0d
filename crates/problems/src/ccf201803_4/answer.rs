//! The answers: scores.

use std::fmt;
use std::str::FromStr;

use crate::InvalidAnswer;

/// A score from Alice's point of view: -9 to 9, in the judge's format a plain integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(i8);

impl Score {
    /// The largest score: a win that leaves eight cells empty could not score more.
    const MOST: i8 = 9;

    /// The score with this value.
    ///
    /// # Panics
    /// If the value lies outside -9 to 9. No play on nine cells scores that.
    #[must_use]
    pub fn new(value: i32) -> Self {
        assert!(
            value.abs() <= Self::MOST.into(),
            "no position scores {value}"
        );
        Score(value as i8)
    }

    /// The value.
    #[must_use]
    pub fn value(self) -> i32 {
        self.0.into()
    }
}

impl AsRef<str> for Score {
    fn as_ref(&self) -> &'static str {
        const SCORES: [&str; 19] = [
            "-9", "-8", "-7", "-6", "-5", "-4", "-3", "-2", "-1", "0", //
            "1", "2", "3", "4", "5", "6", "7", "8", "9",
        ];
        SCORES[usize::from((self.0 + Self::MOST).unsigned_abs())]
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
        match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Ok(Score((digit - b'0') as i8)),
            [b'-', digit @ b'1'..=b'9'] => Ok(Score(-((digit - b'0') as i8))),
            _ => Err(InvalidAnswer {
                found: text.to_owned(),
                expected: "an integer from -9 to 9",
            }),
        }
    }
}
