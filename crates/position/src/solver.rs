//! The trait of solvers.

use crate::{Game, Position};

/// Answers positions of problem `P`.
///
/// A solver may keep memory from one position to the next, such as a table. Its answers must not depend on that memory.
pub trait Solver<P: Game> {
    /// The answer to the position.
    ///
    /// Panics only if the solver is wrong. The harness reports a panic like a wrong answer.
    fn solve(&mut self, position: Position<P>) -> P::Answer;

    /// Appends the answers to all positions, in order: the same as [`solve`](Self::solve) gives. Override it if a batch
    /// is faster than single positions.
    fn solve_all(&mut self, positions: &[Position<P>], answers: &mut Vec<P::Answer>) {
        answers.extend(positions.iter().map(|&position| self.solve(position)));
    }
}
