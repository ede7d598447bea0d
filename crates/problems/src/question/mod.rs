//! Questions about a position: how answers to them depend on each other, and how to explain an answer in words.
//!
//! The type of the answers stands for the question. Solvers use nothing of this: to them an answer is just a value.

mod first_win;
mod score;

use crate::symmetry::Symmetry;
use crate::{Answer, Position, Problem};

/// A question. The type of its answers implements it.
pub trait Question: Answer {
    /// The right answer, from the score of the position under perfect play, and from the cell and the score of each
    /// move, row by row. There are no moves if the game is over.
    fn from_scores(
        score: impl FnOnce() -> i32,
        move_scores: impl Iterator<Item = (u8, i32)>,
    ) -> Self;

    /// The answer that follows from the answers for the positions two plies later. `first_win` is the first cell by
    /// which `x` wins according to these.
    fn from_replies<P: Problem<Answer = Self>>(
        position: Position<P>,
        first_win: Option<u8>,
        ask: &mut impl FnMut(Position<P>) -> Self,
    ) -> Self;

    /// Whether a position can have this answer if its image under the symmetry has the answer `of_image`.
    fn is_consistent_with(self, of_image: Self, symmetry: &Symmetry) -> bool;

    /// Whether the position can have this answer at all.
    fn is_possible<P: Problem<Answer = Self>>(self, position: Position<P>) -> bool;

    /// What this answer does wrong compared with the right one, such as "misses a win". `wins_by` says whether `x` wins
    /// by an empty cell.
    fn mistake<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        right: Self,
        wins_by: impl FnOnce(u8) -> bool,
    ) -> &'static str;

    /// Says why this answer, the right one, is right, or why the claimed one is wrong. In addition, returns the first
    /// move of a game that demonstrates it; `None` means the best move.
    fn reason<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        claim: Option<Self>,
    ) -> (String, Option<u8>);
}

/// The empty cells, row by row, as one-element sets.
pub fn empty_cells<P: Problem>(position: Position<P>) -> impl Iterator<Item = u16> {
    let taken = position.x() | position.o();
    let cells = (0..Position::<P>::CELLS).map(|cell| 1 << cell);
    cells.filter(move |cell| taken & cell == 0)
}

/// The game ends with a reply, and the board after it is not a legal position: `o` has a line, or the board is full.
#[derive(Debug)]
pub struct GameOver;

/// The position after each reply of `o`, if `x` has made a move and has the stones `x`, without a line.
pub fn replies<P: Problem>(
    position: Position<P>,
    x: u16,
) -> impl Iterator<Item = Result<Position<P>, GameOver>> {
    let o = position.o();
    let reply_cells = empty_cells(position).filter(move |cell| x & cell == 0);
    reply_cells.map(move |cell| P::position(x, o | cell).map_err(|_| GameOver))
}

/// Whether `x` wins by this empty cell, a one-element set, according to the answers for the positions two plies later.
/// `o` must not have a line.
pub fn wins_by<P: Problem>(
    position: Position<P>,
    cell: u16,
    ask: &mut impl FnMut(Position<P>) -> P::Answer,
) -> bool {
    let x = position.x() | cell;
    let fills_board = position.empties() == 1;
    let mut replies = replies(position, x);
    P::domain().has_line(x)
        || !fills_board && replies.all(|reply| reply.is_ok_and(|next| ask(next).is_forced_win()))
}
