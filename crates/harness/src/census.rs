//! The census: how many legal positions there are, and how many have each answer.
//!
//! Counted for each number of empties. It is an independent statement about a problem, small
//! enough to be read, and a fault that changes many answers alike shows in it at a glance.

use std::collections::BTreeMap;

use crossply_problems::Problem;
use crossply_solvers::Solver;

/// For each number of empties, how many positions have each answer.
pub type Census<A> = BTreeMap<u32, BTreeMap<A, u64>>;

/// Counts the answers of the solver to all legal positions.
pub fn census<P: Problem>(solver: &mut dyn Solver<P>) -> Census<P::Answer> {
    let mut census = Census::new();
    let domain = P::domain();
    for position in domain.positions(0..domain.len()) {
        let of_empties = census.entry(position.empties()).or_default();
        *of_empties.entry(solver.solve(position)).or_default() += 1;
    }
    census
}
