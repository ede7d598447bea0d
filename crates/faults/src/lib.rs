//! Planted faults: small solvers, each with a mistake that somebody could make in `fast`.
//!
//! They measure how strong checks are. The snapshots `planted-faults-*` record after how many cases each layer of checks
//! catches each fault.

pub mod ccf201803_4;
pub mod poj1568;

use crossply_problems::{Entry, Problem, Solver};

/// The solvers of the problem, with a fault in place of `fast`.
#[must_use]
pub fn in_place_of_fast<P: Problem>(fault: &'static Entry<P>) -> Vec<&'static Entry<P>> {
    let others = P::SOLVERS.iter().filter(|entry| entry.name != P::FAST.name);
    others.chain([fault]).collect()
}

/// An entry of a list of faults.
const fn fault<P: Problem>(
    name: &'static str,
    what: &'static str,
    new: fn() -> Box<dyn Solver<P>>,
) -> Entry<P> {
    Entry {
        name,
        summary: what,
        max_empties: 16,
        exhaustive_max_empties: 16,
        instant_max_empties: 16,
        new,
    }
}
