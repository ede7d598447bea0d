//! Questions about a position: how answers depend on each other, and the sentence that explains one.
//!
//! A question is the type of its answers. Solvers use none of this: to them an answer is a value.

mod first_win;
mod score;

use crate::line::empty_cells_of;
use crate::symmetry::Symmetry;
use crate::{Answer, Position, Problem};

/// A question, as the type of its answers.
pub trait Question: Answer {
    /// The right answer, from the score of the position under perfect play and the scores after each move, row by row.
    /// There are no moves if the game is over.
    fn from_scores(
        score: impl FnOnce() -> i32,
        after_moves: impl Iterator<Item = (u8, i32)>,
    ) -> Self;

    /// The answer that follows from the answers to the positions two plies on, and from the first cell by which `x`
    /// wins according to these.
    fn from_replies<P: Problem<Answer = Self>>(
        position: Position<P>,
        first_win: Option<u8>,
        ask: &mut impl FnMut(Position<P>) -> Self,
    ) -> Self;

    /// Whether a position can have this answer if its image under the symmetry has the other.
    fn go_together(self, symmetry: &Symmetry, of_image: Self) -> bool;

    /// Whether the position can have this answer at all.
    fn is_possible<P: Problem<Answer = Self>>(self, position: Position<P>) -> bool;

    /// The mistake of giving this answer instead of the right one, as in "misses a win". `wins_by` tells whether `x` wins by
    /// an empty cell.
    fn mistake<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        right: Self,
        wins_by: impl FnOnce(u8) -> bool,
    ) -> &'static str;

    /// A sentence on why the right answer is right, or why the claim is wrong; and the first move of the game that
    /// shows it.
    fn reason<P: Problem<Answer = Self>>(
        self,
        position: Position<P>,
        claim: Option<Self>,
    ) -> (String, Option<u8>);
}

/// The empty cells, row by row, as one-element sets.
pub fn empty_cells<P: Problem>(position: Position<P>) -> impl Iterator<Item = u16> {
    empty_cells_of(position.x() | position.o(), Position::<P>::CELLS)
}

/// There is no position after a reply: `o` has won and the problem excludes such positions, or the board is full.
#[derive(Debug)]
pub struct Over;

/// The positions after each reply of `o`. `x` has these stones and no line.
pub fn replies<P: Problem>(
    position: Position<P>,
    x: u16,
) -> impl Iterator<Item = Result<Position<P>, Over>> {
    let o = position.o();
    let replies = empty_cells(position).filter(move |reply| x & reply == 0);
    replies.map(move |reply| P::position(x, o | reply).map_err(|_| Over))
}

/// Whether `x` wins by this empty cell, a one-element set, according to the answers to the positions two plies on. `o`
/// has no line.
pub fn wins_by<P: Problem>(
    position: Position<P>,
    cell: u16,
    ask: &mut impl FnMut(Position<P>) -> P::Answer,
) -> bool {
    let x = position.x() | cell;
    let full = position.empties() == 1;
    let mut replies = replies(position, x);
    P::domain().has_line(x)
        || !full && replies.all(|reply| reply.is_ok_and(|next| ask(next).is_forced_win()))
}
