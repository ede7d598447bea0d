//! The census: how many legal positions there are, and how many have each answer, for each number of empties.
//!
//! A census is small enough to read, and a fault that changes many answers alike is obvious in it.

use std::collections::BTreeMap;
use std::thread;

use crossply_problems::{Entry, Problem};

/// The number of positions with each answer, for each number of empties.
pub type Census<A> = BTreeMap<u32, BTreeMap<A, u64>>;

/// Counts the solver's answers to all legal positions, on one thread for each number of empties.
///
/// # Panics
/// If the solver panics.
#[must_use]
pub fn census<P: Problem>(solver: &Entry<P>) -> Census<P::Answer> {
    thread::scope(|scope| {
        let count = |empties| {
            let domain = P::domain();
            let mut solver = (solver.new)();
            let mut answers = BTreeMap::new();
            for position in domain.positions(domain.with_empties(empties..=empties)) {
                *answers.entry(solver.solve(position)).or_default() += 1;
            }
            answers
        };
        let counts = P::domain().empties().map(|empties| {
            let thread = scope.spawn(move || count(empties));
            (empties, thread)
        });
        let counts: Vec<_> = counts.collect();
        counts
            .into_iter()
            .map(|(empties, thread)| (empties, thread.join().expect("the solver does not panic")))
            .collect()
    })
}
