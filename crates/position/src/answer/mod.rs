//! Answers, and what they claim.
//!
//! A game asks for the first winning cell ([`FirstWin`]) or for the score under perfect play ([`Score`]).
//! [`Answer::demands`] says what strategies must guarantee to prove an answer. The proof checker relies on it.

mod first_win;
mod score;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::Side;

pub use first_win::FirstWin;
pub use score::Score;

/// An answer to a game's question. `AsRef<str>`, `Debug`, `Display`, `FromStr` and `Hash` use the judge's format.
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

    /// The cell that the answer names, numbered row by row from 0. `None` if it names none.
    fn named_cell(self) -> Option<u8>;

    /// What the strategies of `x` and `o` must guarantee to prove the answer.
    fn demands(self) -> [Demand; 2];
}

/// What a strategy must guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The side whose strategy it is.
    pub side: Side,
    /// The cells to which `x` makes its first move, as a set: bit `n` stands for cell `n`. An empty set demands no
    /// strategy.
    pub first_moves: u16,
    /// The lowest score that a game may have; for a strategy of `o`, the highest.
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
