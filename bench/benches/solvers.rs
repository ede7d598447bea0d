//! Measures on the wall clock how long each solver takes for random positions, by the number of empties.
//!
//! Run `cargo bench -p crossply-bench --bench solvers`. A filter such as `poj1568/fast` selects benchmarks.

use std::fmt;

use crossply_harness::generators::uniform;
use crossply_problems::{Entry, Position, Problem, for_all_problems};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// The number of positions that a solver answers in a row.
const POSITIONS: usize = 16;

macro_rules! bench_all {
    ([$(($problem:ident, $module:ident))*]) => {
        $(
            #[divan::bench(args = cases::<crossply_problems::$problem>(), sample_count = 20, max_time = 0.5)]
            fn $module(bencher: Bencher, case: &Case<crossply_problems::$problem>) {
                answer(bencher, case);
            }
        )*
    };
}
for_all_problems!([bench_all]);

/// A solver and a number of empties that is practical for it.
struct Case<P: Problem> {
    entry: &'static Entry<P>,
    empties: u32,
}

impl<P: Problem> fmt::Display for Case<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{:02}", self.entry.name, self.empties)
    }
}

fn cases<P: Problem>() -> Vec<Case<P>> {
    let cases = P::SOLVERS.iter().flat_map(|entry| {
        let empties = P::domain().empties();
        let practical = empties.filter(|&empties| empties <= entry.max_empties);
        practical.map(move |empties| Case { entry, empties })
    });
    cases.collect()
}

/// Measures a fresh solver each time, so that it cannot profit from earlier positions.
fn answer<P: Problem>(bencher: Bencher, case: &Case<P>) {
    let indices = P::domain().with_empties(case.empties..=case.empties);
    let drawn = uniform(1, 0, indices).take(POSITIONS);
    let positions: Vec<Position<P>> = drawn.map(|index| P::domain().position(index)).collect();
    bencher
        .counter(ItemsCount::new(POSITIONS))
        .with_inputs(|| (case.entry.new)())
        .bench_values(|mut solver| {
            let mut answers = Vec::with_capacity(POSITIONS);
            solver.solve_all(&positions, &mut answers);
            answers
        });
}
