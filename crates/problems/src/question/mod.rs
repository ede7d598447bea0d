//! What is asked about a position, and what an answer means.
//!
//! There are two questions: for the first cell that wins ([`FirstWin`]), and for the score under best play
//! ([`Score`]). Each is the type of its answers. A problem names its question, and with it has what certificates
//! must guarantee, how answers depend on each other, and the sentence that explains one. Solvers take part in
//! none of this: to them an answer is a value.

mod first_win;
mod score;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::symmetry::Symmetry;
use crate::{Position, Problem, Side};

pub use first_win::{FirstWin, Square};
pub use score::Score;

/// A question, by the type of its answers. `AsRef<str>`, `Display` and `FromStr` use the judge's format.
pub trait Question:
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
    /// Whether the answer says that `x` forces a win.
    fn is_forced_win(self) -> bool;

    /// The cell that the answer names, if it names one, row by row from 0.
    fn named_cell(self) -> Option<u8>;

    /// What the strategies of `x` and of `o` have to guarantee, so that the answer is the right one.
    fn demands(self) -> [Demand; 2];

    /// The right answer: from what the position scores if both play as well as possible, and what it scores
    /// after each move, row by row. If the game is over there are no moves.
    fn from_scores(
        score: impl FnOnce() -> i32,
        after_moves: impl Iterator<Item = (u8, i32)>,
    ) -> Self;

    /// The answer that follows from those to the positions two plies on, and from the first cell by
    /// which `x` wins according to these.
    fn from_replies<P: Problem<Answer = Self>>(
        position: Position<P>,
        first_win: Option<u8>,
        ask: &mut impl FnMut(Position<P>) -> Self,
    ) -> Self;

    /// Whether this can be the answer to a position and that of its image under the symmetry.
    fn go_together(self, symmetry: &Symmetry, of_image: Self) -> bool;

    /// Whether the position can have this answer at all.
    fn is_possible<P: Problem<Answer = Self>>(self, position: Position<P>) -> bool;

    /// In a sentence, why this right answer is right, or why the claim is not. And the move that the
    /// game begins with which shows it.
    fn reason<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        claim: Option<Self>,
    ) -> (String, Option<u8>);
}

/// What a strategy has to guarantee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Whose it is.
    pub side: Side,
    /// `x` begins with one of these cells, if it is empty; bit `n` stands for cell `n`. With none
    /// of them, there is nothing to guarantee.
    pub begins: u16,
    /// The least that a game may score, or with a strategy of `o` the most.
    pub score: i32,
}

/// A text that is no answer in the judge's format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is no answer: expected {expected}")]
pub struct InvalidAnswer {
    /// The text.
    pub found: String,
    /// What an answer looks like.
    pub expected: &'static str,
}

/// The empty cells, row by row, as sets of one.
pub fn empty_cells<P: Problem>(position: Position<P>) -> impl Iterator<Item = u16> {
    let taken = position.x() | position.o();
    let cells = (0..Position::<P>::CELLS).map(|cell| 1 << cell);
    cells.filter(move |cell| taken & cell == 0)
}

/// No position follows: `o` has won, in a problem that knows no such positions; or nobody can.
#[derive(Debug)]
pub struct Over;

/// The positions after each reply of `o`, where `x` has these stones and no line.
pub fn replies<P: Problem>(
    position: Position<P>,
    x: u16,
) -> impl Iterator<Item = Result<Position<P>, Over>> {
    let o = position.o();
    let replies = empty_cells(position).filter(move |reply| x & reply == 0);
    replies.map(move |reply| Position::new(x, o | reply).map_err(|_| Over))
}
