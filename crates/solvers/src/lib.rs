//! The solvers: several for each problem, each in a file of its own.
//!
//! They are compared with each other, and code that two of them share is code that no comparison
//! can test. So each has its own board, its own way to see a line and its own search. All that
//! they share is the validated [`Position`], the answer type and the [`Solver`] trait; the test
//! `independence` keeps it so.
//!
//! The `ref-*` solvers are programs first: [`reference`](mod@reference) runs them on raw bytes.

mod ccf201803_4;
mod poj1568;
pub mod reference;
mod registry;

pub use registry::{Entry, Solved};

use crossply_problems::{Position, Problem};

/// The version of this package and a hash of its sources: another one, perhaps other answers.
pub const VERSION: &str = env!("CROSSPLY_SOLVERS");

/// Answers positions of problem `P`.
///
/// A solver may keep memory from one position to the next, such as a table. Its answers must not
/// depend on it.
pub trait Solver<P: Problem> {
    /// The answer to the position.
    ///
    /// May panic only if the solver is wrong; whoever compares solvers reports it like a wrong
    /// answer.
    fn solve(&mut self, position: Position<P>) -> P::Answer;

    /// Appends the answers to all positions, in their order: those that [`solve`](Self::solve)
    /// gives. For solvers that have something to gain from knowing more than one.
    fn solve_all(&mut self, positions: &[Position<P>], answers: &mut Vec<P::Answer>) {
        answers.extend(positions.iter().map(|&position| self.solve(position)));
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
