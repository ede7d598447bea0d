//! The entry of a solver in a problem's list.

use crate::{Problem, Solver};

/// An entry of [`Problem::SOLVERS`].
#[derive(Clone, Copy, Debug)]
pub struct Entry<P> {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its method, in one line.
    pub summary: &'static str,
    /// The most empties for which it is practical: one position takes less than about 0.1 s. The harness gives it no
    /// emptier positions.
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
