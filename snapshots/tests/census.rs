//! How many legal positions have which answer, by empties, and in which order positions are numbered.
//!
//! A census is a table that people can read, so a fault that changes many answers in the same way shows at a glance.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crossply_games::assert_fast_is_right;
use crossply_problems::{Entry, Problem, test_all_problems};
use crossply_snapshots::pin;

test_all_problems!(census_is_as_recorded, order_is_as_recorded);

fn census_is_as_recorded<P: Problem>() {
    pin!(format!("census-{}", P::NAME), table::<P>());
}

fn order_is_as_recorded<P: Problem>() {
    pin!(format!("order-{}", P::NAME), first_and_last::<P>());
}

/// A row for each answer, a column for each number of empties.
fn table<P: Problem>() -> String {
    assert_fast_is_right();
    let census = census(P::FAST);
    let mut text = format!("{:<8}", "empties");
    for empties in census.keys() {
        write!(text, "{empties:>9}").expect("a string takes all");
    }
    writeln!(text, "{:>9}", "all").expect("a string takes all");
    let answers: BTreeSet<_> = census.values().flat_map(|counts| counts.keys()).collect();
    for answer in answers {
        let counts: Vec<u64> = census
            .values()
            .map(|counts| counts.get(answer).copied().unwrap_or(0))
            .collect();
        row(&mut text, answer.as_ref(), &counts);
    }
    let sums: Vec<u64> = census
        .values()
        .map(|counts| counts.values().sum())
        .collect();
    assert_eq!(sums.iter().sum::<u64>(), P::domain().len());
    row(&mut text, "all", &sums);
    text
}

/// For each number of empties, how many positions have which answer of the solver.
fn census<P: Problem>(solver: &Entry<P>) -> BTreeMap<u32, BTreeMap<P::Answer, u64>> {
    let domain = P::domain();
    let mut solver = (solver.new)();
    let mut census = BTreeMap::<_, BTreeMap<_, _>>::new();
    for position in domain.positions(0..domain.len()) {
        let counts = census.entry(position.empties()).or_default();
        *counts.entry(solver.solve(position)).or_default() += 1;
    }
    census
}

fn row(text: &mut String, name: &str, counts: &[u64]) {
    write!(text, "{name:<8}").expect("a string takes all");
    for count in counts.iter().copied().chain([counts.iter().sum()]) {
        write!(text, "{count:>9}").expect("a string takes all");
    }
    text.push('\n');
}

/// The first and the last position with each number of empties. Regressions and reports contain indices, so the order
/// must not change unnoticed.
fn first_and_last<P: Problem>() -> String {
    let domain = P::domain();
    let mut text = String::new();
    for empties in domain.empties() {
        let range = domain.with_empties(empties..=empties);
        for index in [range.start, range.end - 1] {
            let board = domain.position(index).notation();
            writeln!(text, "{empties:>2} empties   {index:>7}   {board}")
                .expect("a string takes all");
        }
    }
    text
}
