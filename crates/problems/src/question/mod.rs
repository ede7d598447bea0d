//! Questions about a position: how answers to them depend on each other, and how to explain an answer in words.
//!
//! The type of the answers stands for the question. Solvers use nothing of this: to them an answer is just a value.

mod first_win;
mod score;

use crate::symmetry::Symmetry;
use crate::{Answer, Board, Position, Problem, has_line};

/// A question. The type of its answers implements it.
pub trait Question: Answer {
    /// The lowest score that matters: all lower ones give the same answer.
    const LOWEST_SCORE: i32;

    /// The answer for a position, from the score if the game is over, and otherwise from the cell and the score of each
    /// move of `x`, row by row.
    fn from_scores(over: Option<i32>, move_scores: impl Iterator<Item = (u8, i32)>) -> Self;

    /// The score of a position with this answer. If the answer is a cell, only the sign of the score is known.
    fn score(self) -> i32;

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

/// The answer that follows from the answers for the positions after a move of `x` and one of `o`.
pub fn from_replies<P: Problem>(
    position: Position<P>,
    ask: &mut impl FnMut(Position<P>) -> P::Answer,
) -> P::Answer {
    let empties = position.empties() as i32;
    let empty_cells = || {
        let taken = position.x() | position.o();
        (0..Board::<P>::CELLS as u8).filter(move |cell| taken >> cell & 1 == 0)
    };
    let move_scores = empty_cells().map(|cell| {
        let x = position.x() | 1 << cell;
        if has_line(P::ROWS, x) {
            return (cell, empties);
        }
        let mut score = if empties == 1 { 0 } else { i32::MAX };
        for reply in empty_cells().filter(|reply| *reply != cell) {
            // After a reply that ends the game, the board is not legal: `o` has a line, or the board is full.
            let next = P::position(x, position.o() | 1 << reply);
            score = score.min(next.map_or(0, |next| ask(next).score()));
            if score <= P::Answer::LOWEST_SCORE {
                break;
            }
        }
        (cell, score)
    });
    let over = has_line(P::ROWS, position.o()).then_some(-(empties + 1));
    P::Answer::from_scores(over, move_scores)
}
