//! Answers, and what each claims.
//!
//! There are two questions: for the first winning cell ([`FirstWin`]), and for the score under perfect play ([`Score`]).
//! [`Answer::demands`] says what strategies must guarantee to prove an answer. To trust the checker of proofs is to trust
//! these few lines as well.

mod first_win;
mod score;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::Side;

pub use first_win::{FirstWin, Square};
pub use score::Score;

/// An answer to the question of a game. `AsRef<str>`, `Debug`, `Display`, `FromStr` and `Hash` use the judge's format.
pub trait Answer:
    Copy
    + AsRef<str>
    + Debug
    + Display
    + Eq
    + FromStr<Err = InvalidAnswer>
    + Hash
    + Ord
    + Send
    + Sync
    + 'static
{
    /// Whether, according to the answer, `x` forces a win.
    fn is_forced_win(self) -> bool;

    /// The cell in the answer, row by row from 0. None if it has no cell.
    fn named_cell(self) -> Option<u8>;

    /// What the strategies of `x` and `o` must guarantee to prove the answer.
    fn demands(self) -> [Demand; 2];
}

/// What a strategy must guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The side with the strategy.
    pub side: Side,
    /// `x` begins with one of these cells, if it is empty; bit `n` stands for cell `n`. With none of them empty, there
    /// is nothing to guarantee.
    pub begins: u16,
    /// The least score of any game; for a strategy of `o`, the most.
    pub score: i32,
}

/// A text that is not an answer in the judge's format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not an answer: expected {expected}")]
pub struct InvalidAnswer {
    /// The text.
    pub found: String,
    /// The form of an answer.
    pub expected: &'static str,
}
