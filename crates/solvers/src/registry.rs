//! The list of solvers of each problem.

use crossply_problems::Problem;

use crate::Solver;

/// A problem that has solvers.
pub trait Solved: Problem {
    /// All solvers of the problem. The first is the definition, `fast` the default of `solve`.
    const SOLVERS: &'static [Entry<Self>];

    /// The solver with this name.
    #[must_use]
    fn solver(name: &str) -> Option<&'static Entry<Self>> {
        Self::SOLVERS.iter().find(|entry| entry.name == name)
    }
}

/// A solver, as listed.
#[derive(Debug)]
pub struct Entry<P> {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Up to how many empties it is practical: one position takes less than about 0.1 s. The
    /// harness gives it no emptier ones unless told to.
    pub practical_empties: u32,
    /// Up to how many empties *all* positions together take no more than a few seconds.
    pub quick_empties: u32,
    /// Up to how many empties all positions together take less than about a second. With more, the default
    /// run asks a quick solver for one position of each symmetry class.
    pub instant_empties: u32,
    /// Makes a solver without memory of any position.
    pub new: fn() -> Box<dyn Solver<P>>,
}
