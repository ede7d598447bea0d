//! The trait of solvers.

use crate::{Game, Position};

/// Answers positions of game `P`.
///
/// A solver may keep data between positions, such as a table, but its answers must not depend on earlier positions.
pub trait Solver<P: Game> {
    /// The answer for the position.
    ///
    /// A panic means that the solver has a bug. It is reported like a wrong answer.
    fn solve(&mut self, position: Position<P>) -> P::Answer;

    /// Appends the answer for each position, in order, as [`solve`](Self::solve) gives it. Override it if a batch is
    /// faster than single positions.
    fn solve_all(&mut self, positions: &[Position<P>], answers: &mut Vec<P::Answer>) {
        answers.extend(positions.iter().map(|&position| self.solve(position)));
    }
}
