//! The solver trait and the entries of solvers in a problem's list.
//!
//! A problem has several solvers, each in a file of its own in the problem's folder. Comparison cannot test code that
//! two of them share. So each has its own board, its own line detection and its own search. They share only the
//! validated [`Position`], the answer type and the [`Solver`] trait; the test `independence` enforces it.
//!
//! The `ref-*` solvers are programs first: [`program`](crate::program) runs them on raw bytes.

use crate::{Position, Problem};

/// The version of this package and a hash of its sources. It changes whenever answers may change.
pub const VERSION: &str = env!("CROSSPLY_SOLVERS");

/// Answers positions of problem `P`.
///
/// A solver may keep memory from one position to the next, such as a table. Its answers must not depend on that memory.
pub trait Solver<P: Problem> {
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

/// An entry of [`Problem::SOLVERS`].
#[derive(Clone, Copy, Debug)]
pub struct Entry<P> {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its method, in one line.
    pub summary: &'static str,
    /// The most empties for which it is practical: one position takes less than about 0.1 s. The harness gives it no
    /// emptier positions unless told to.
    pub max_empties: u32,
    /// The most empties up to which *all* positions together take no more than a few seconds.
    pub exhaustive_max_empties: u32,
    /// The most empties up to which all positions together take less than about a second. Beyond, the default run gives
    /// a quick solver one position of each symmetry class.
    pub instant_max_empties: u32,
    /// Makes a fresh solver.
    pub new: fn() -> Box<dyn Solver<P>>,
}

impl<P: Problem> Entry<P> {
    /// The entry of a solver that is quick on all positions.
    pub const fn quick(
        name: &'static str,
        summary: &'static str,
        new: fn() -> Box<dyn Solver<P>>,
    ) -> Self {
        let all = P::SIDE * P::SIDE - 2 * *P::STONES.start();
        Entry {
            name,
            summary,
            max_empties: all,
            exhaustive_max_empties: all,
            instant_max_empties: all,
            new,
        }
    }
}
