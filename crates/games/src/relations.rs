//! The metamorphic relations between a solver's answers to several positions.
//!
//! They need no right answer, so they reveal even bugs that all solvers share. The [`Question`] of a problem defines
//! what they mean for its answers:
//!
//! - **Moves.** The answer must be possible: a winning cell is empty, and a score matches the parity of the empty
//!   cells. `x` forces a win if and only if some move completes a line, or wins whatever `o` replies. The answer must
//!   also follow from the answers for the positions after a move of `x` and one of `o`. By induction on the empties, a
//!   solver that satisfies this everywhere is right everywhere.
//! - **Symmetry.** A position and its image under each [`Symmetry`] of the board have the same score. If a cell wins,
//!   its image wins in the image of the position, so the first winning cell there does not come later.

use crossply_problems::question::from_replies;
use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Game, Position, Problem, Question};

/// A solver as a function.
type Ask<'a, P> = &'a dyn Fn(Position<P>) -> <P as Game>::Answer;

/// Whether the answers for a position and for related ones are consistent.
pub type Relation<P> = fn(Position<P>, Ask<'_, P>) -> bool;

/// The relations, with their names.
pub fn relations<P: Problem>() -> [(&'static str, Relation<P>); 2] {
    [
        ("after a move of each side", is_consistent_with_moves::<P>),
        ("symmetric positions", is_consistent_with_images::<P>),
    ]
}

/// Whether the answer is possible, and consistent with the answers for the positions after a move of each side.
fn is_consistent_with_moves<P: Problem>(position: Position<P>, ask: Ask<'_, P>) -> bool {
    let answer = ask(position);
    answer.is_possible(position) && from_replies(position, &mut |next| ask(next)) == answer
}

/// Whether the answer is consistent with those for the images of the position.
fn is_consistent_with_images<P: Problem>(position: Position<P>, ask: Ask<'_, P>) -> bool {
    let answer = ask(position);
    let mut symmetries = Symmetry::all::<P>()[1..].iter();
    symmetries.all(|symmetry| answer.is_consistent_with(ask(symmetry.image(position)), symmetry))
}
