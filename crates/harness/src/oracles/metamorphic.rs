//! The metamorphic oracle: relations between a solver's answers to several positions.
//!
//! It needs no right answer, so it sees faults that all solvers share. The [`Question`] of a problem defines what the
//! relations mean for its answers:
//!
//! - **Symmetry.** A position and its image under each [`Symmetry`] of the board have the same score. `x` wins both or
//!   neither; the image of a first winning cell wins as well, so the first winning cell of the image does not come
//!   later.
//! - **A forced win.** `x` wins if some move completes a line, or leads to a win whatever `o` replies. Here the two
//!   problems meet: for a position of the 3x3 game, the question of `poj1568` has an answer exactly if the score is
//!   positive.
//! - **One move each.** The answer follows from the answers to the positions after a move of `x` and one of `o`. By
//!   induction on the empties, a solver that satisfies this everywhere is right everywhere.
//! - **Possible answers.** A winning cell is empty. A score tells who made the last move: it is odd after a move of
//!   `x`, because an even number of cells is then left.

use crossply_problems::question::{empty_cells, replies, wins_by};
use crossply_problems::symmetry::Symmetry;
use crossply_problems::{Position, Problem, Question};

/// Answers that cannot all be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation<P: Problem> {
    /// The violated relation.
    pub relation: Relation,
    /// The position whose answer was checked.
    pub position: Position<P>,
}

/// A relation between answers. `Display` says how it is violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Relation {
    /// A position and its images.
    #[error("the answer does not fit that to a symmetric position")]
    Symmetry,
    /// A position and its successors after a move of each side.
    #[error("the answer does not follow from those to the positions after a move of each side")]
    OneMoveEach,
    /// The two problems' notions of a win.
    #[error("the answer contradicts what a forced win is")]
    ForcedWin,
    /// An answer by itself.
    #[error("no such position has this answer")]
    Possible,
}

/// Checks the answer to the position against all answers on which it depends. `ask` gives the solver's answers.
///
/// # Errors
/// The first relation that the answers violate.
pub fn check<P: Problem>(
    position: Position<P>,
    ask: &mut impl FnMut(Position<P>) -> P::Answer,
) -> Result<(), Violation<P>> {
    let violation = |relation| Violation { relation, position };
    let answer = ask(position);
    if !answer.is_possible(position) {
        return Err(violation(Relation::Possible));
    }
    let first_win = first_winning_cell(position, ask);
    if first_win.is_some() != answer.is_forced_win() {
        return Err(violation(Relation::ForcedWin));
    }
    if P::Answer::from_replies(position, first_win, ask) != answer {
        return Err(violation(Relation::OneMoveEach));
    }
    for symmetry in &Symmetry::all::<P>()[1..] {
        if !answer.go_together(symmetry, ask(symmetry.of_position(position))) {
            return Err(violation(Relation::Symmetry));
        }
    }
    Ok(())
}

impl<P: Problem> Violation<P> {
    /// The positions whose answers were compared. The solver is wrong about at least one of them.
    #[must_use]
    pub fn positions(&self) -> Vec<Position<P>> {
        let mut positions = vec![self.position];
        for cell in empty_cells(self.position) {
            let x = self.position.x() | cell;
            positions.extend(replies(self.position, x).filter_map(Result::ok));
        }
        let images = Symmetry::all::<P>().iter().skip(1);
        positions.extend(images.map(|symmetry| symmetry.of_position(self.position)));
        positions
    }
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
