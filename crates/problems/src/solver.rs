//! What a solver is, and how one is listed.
//!
//! A problem has several solvers, each in a file of its own in the problem's folder. They are compared with
//! each other, and code that two of them share is code that no comparison can test. So each has its own
//! board, its own way to see a line and its own search. All that they share is the validated [`Position`],
//! the answer type and the [`Solver`] trait; the test `independence` keeps it so.
//!
//! The `ref-*` solvers are programs first: [`program`](crate::program) runs them on raw bytes.

use crate::{Position, Problem};

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

/// A solver, as listed in [`Problem::SOLVERS`].
#[derive(Debug)]
pub struct Entry<P> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Up to how many empties it is practical: one position takes less than about 0.1 s. The
    /// harness gives it no emptier ones unless told to.
    pub max_empties: u32,
    /// Up to how many empties *all* positions together take no more than a few seconds.
    pub exhaustive_max_empties: u32,
    /// Up to how many empties all positions together take less than about a second. With more, the default
    /// run asks a quick solver for one position of each symmetry class.
    pub instant_max_empties: u32,
    /// Makes a solver without memory of any position.
    pub new: fn() -> Box<dyn Solver<P>>,
}
