//! The census: how many legal positions there are, and how many have each answer.
//!
//! Counted for each number of empties. It is an independent statement about a problem, small
//! enough to be read, and a fault that changes many answers alike shows in it at a glance.

use std::collections::BTreeMap;
use std::thread;

use crossply_problems::{Entry, Problem};

/// For each number of empties, how many positions have each answer.
pub type Census<A> = BTreeMap<u32, BTreeMap<A, u64>>;

/// Counts the solver's answers to all legal positions, on a thread for each number of empties.
///
/// # Panics
/// If the solver does.
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
