//! The metamorphic relations between a solver's answers to several positions.
//!
//! They need no right answer, so they see faults that all solvers share. The [`Question`] of a problem defines what they
//! mean for its answers:
//!
//! - **Moves.** No answer is impossible: a winning cell is empty, and a score tells who made the last move. `x` wins
//!   if some move completes a line, or leads to a win whatever `o` replies. Here the two problems meet: for a position
//!   of the 3x3 game, the question of `poj1568` has an answer exactly if the score is positive. And the answer follows
//!   from the answers to the positions after a move of `x` and one of `o`. By induction on the empties, a solver that
//!   satisfies this everywhere is right everywhere.
//! - **Symmetry.** A position and its image under each [`Symmetry`] of the board have the same score. `x` wins both or
//!   neither; the image of a first winning cell wins as well, so the first winning cell of the image does not come
//!   later.

use crossply_problems::question::{empty_cells, wins_by};
use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Answer, Game, Position, Problem, Question};

/// A solver as a function.
type Ask<'a, P> = &'a mut dyn FnMut(Position<P>) -> <P as Game>::Answer;

/// A relation: whether the answers to a position and to related ones are consistent.
pub type Relation<P> = fn(Position<P>, Ask<'_, P>) -> bool;

/// The relations, with their names.
pub fn relations<P: Problem>() -> [(&'static str, Relation<P>); 2] {
    [
        ("after a move of each side", follows_from_moves::<P>),
        ("symmetric positions", goes_with_images::<P>),
    ]
}

/// Whether the answer is possible, and consistent with the answers to the positions after a move of each side.
fn follows_from_moves<P: Problem>(position: Position<P>, ask: Ask<'_, P>) -> bool {
    let ask = &mut |position| ask(position);
    let answer = ask(position);
    if !answer.is_possible(position) {
        return false;
    }
    let first_win = first_winning_cell(position, ask);
    first_win.is_some() == answer.is_forced_win()
        && P::Answer::from_replies(position, first_win, ask) == answer
}

/// Whether the answer is consistent with those to the images of the position.
fn goes_with_images<P: Problem>(position: Position<P>, ask: Ask<'_, P>) -> bool {
    let answer = ask(position);
    let mut symmetries = Symmetry::all::<P>()[1..].iter();
    symmetries.all(|symmetry| answer.go_together(symmetry, ask(symmetry.of_position(position))))
}

/// The question of `poj1568`: the first cell, row by row, after which `x` wins whatever `o` replies.
fn first_winning_cell<P: Problem>(
    position: Position<P>,
    ask: &mut impl FnMut(Position<P>) -> P::Answer,
) -> Option<u8> {
    if P::domain().has_line(position.o()) {
        return None;
    }
    let mut wins = empty_cells(position).filter(|&cell| wins_by(position, cell, ask));
    wins.next().map(|cell| cell.trailing_zeros() as u8)
}
