//! Entries of a problem's list of solvers.

use crate::program::Run;
use crate::{Problem, Solver};

/// An entry of [`Problem::SOLVERS`].
#[derive(Clone, Copy, Debug)]
pub struct Entry<P> {
    /// The solver's name on the command line.
    pub name: &'static str,
    /// The solver's method, in one line.
    pub summary: &'static str,
    /// Up to this many empties, one position takes less than about 0.1 s. The harness gives the solver no emptier
    /// positions.
    pub max_empties: u32,
    /// Up to this many empties, *all* positions together take at most a few seconds.
    pub exhaustive_max_empties: u32,
    /// Up to this many empties, all positions together take less than about a second. Of emptier positions, a default
    /// run gives the solver one of each symmetry class, if `exhaustive_max_empties` allows them.
    pub instant_max_empties: u32,
    /// Makes a new solver.
    pub new: fn() -> Box<dyn Solver<P>>,
    /// The main function, if the solver is a [reference program](crate::program).
    pub program: Option<Run>,
}

impl<P: Problem> Entry<P> {
    /// The entry of a solver that is quick on all positions.
    pub const fn quick(
        name: &'static str,
        summary: &'static str,
        new: fn() -> Box<dyn Solver<P>>,
    ) -> Self {
        let most_empties = P::ROWS * P::ROWS - 2 * *P::STONES.start();
        Entry {
            name,
            summary,
            max_empties: most_empties,
            exhaustive_max_empties: most_empties,
            instant_max_empties: most_empties,
            new,
            program: None,
        }
    }
}
