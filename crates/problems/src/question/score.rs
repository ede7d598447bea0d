//! The question: what does the position score under perfect play?
//!
//! The score is one more than the number of empty cells at the end of the game if `x` wins, the negative of that if `o`
//! wins, and 0 for a draw. A strategy of each side guarantees the score.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::{Demand, InvalidAnswer, Question, empty_cells, replies};
use crate::symmetry::Symmetry;
use crate::{Position, Problem, Side};

/// A score from the point of view of `x`: -9 to 9, for a board of nine cells. The judge's format is a plain integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i8);

impl Score {
    /// The score of a win that leaves eight cells empty.
    const LARGEST: i8 = 9;

    /// The score with this value.
    ///
    /// # Panics
    /// If the value lies outside -9 to 9, which no game on nine cells scores.
    #[must_use]
    pub fn new(value: i32) -> Self {
        assert!(
            value.abs() <= Self::LARGEST.into(),
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

impl Question for Score {
    fn is_forced_win(self) -> bool {
        self.0 > 0
    }

    fn named_cell(self) -> Option<u8> {
        None
    }

    fn demands(self) -> [Demand; 2] {
        [Side::X, Side::O].map(|side| Demand {
            side,
            begins: u16::MAX,
            score: self.value(),
        })
    }

    fn from_scores(score: impl FnOnce() -> i32, _: impl Iterator<Item = (u8, i32)>) -> Self {
        Score::new(score())
    }

    fn from_replies<P: Problem<Answer = Self>>(
        position: Position<P>,
        _: Option<u8>,
        ask: &mut impl FnMut(Position<P>) -> Self,
    ) -> Self {
        let empties = position.empties() as i32;
        if P::domain().has_line(position.o()) {
            return Score::new(-(empties + 1));
        }
        let after_cell = |cell: u16| {
            let x = position.x() | cell;
            if P::domain().has_line(x) {
                return empties;
            }
            let scores =
                replies(position, x).map(|reply| reply.map_or(0, |next| ask(next).value()));
            scores.min().unwrap_or(0)
        };
        let best = empty_cells(position).map(after_cell).max();
        Score::new(best.expect("no position is full"))
    }

    fn go_together(self, _: &Symmetry, of_image: Self) -> bool {
        self == of_image
    }

    fn is_possible<P: Problem<Answer = Self>>(self, position: Position<P>) -> bool {
        let empties = position.empties() as i32;
        match self.value() {
            0 => true,
            // `x` made the last move, and the score is one more than the cells left.
            wins @ 1.. => wins % 2 == 1 && wins <= empties,
            loses => loses % 2 == 0 && -loses <= empties + 1,
        }
    }

    fn mistake<P: Problem<Answer = Self>>(
        self,
        _: Position<P>,
        right: Self,
        _: impl FnOnce(u8) -> bool,
    ) -> &'static str {
        match (self.0.signum(), right.0.signum()) {
            _ if self.0 == -right.0 => "gives the score the wrong sign",
            (1, 0) => "takes a draw for a win",
            (1, -1) => "takes a loss for a win",
            (0, 1) => "takes a win for a draw",
            (0, -1) => "takes a loss for a draw",
            (-1, 1) => "takes a win for a loss",
            (-1, 0) => "takes a draw for a loss",
            _ => match self.0 - right.0 {
                1 => "scores one too high",
                -1 => "scores one too low",
                2.. => "scores two or more too high",
                _ => "scores two or more too low",
            },
        }
    }

    fn reason<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        _: Option<Self>,
    ) -> (String, Option<u8>) {
        let reason = if P::domain().has_line(position.o()) {
            let empties = match position.empties() {
                1 => "1 cell is".to_owned(),
                empties => format!("{empties} cells are"),
            };
            format!("o has a line already, and {empties} empty:")
        } else {
            format!("The best moves lead to {self}, and neither side can do better:")
        };
        (reason, None)
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

/// The judge's format: a digest is of what people read.
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
        let score = (-Self::LARGEST..=Self::LARGEST).map(Score);
        let mut found = score.filter(|score| score.as_ref() == text);
        found.next().ok_or_else(|| InvalidAnswer {
            found: text.to_owned(),
            expected: "an integer from -9 to 9",
        })
    }
}
