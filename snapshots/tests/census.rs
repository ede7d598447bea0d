//! How many legal positions there are, by empties and answer, and where the order puts them.

use std::collections::BTreeSet;
use std::fmt::Write;

use crossply_harness::census::census;
use crossply_problems::{Ccf201803_4, Poj1568, Problem};
use crossply_snapshots::pin;

#[test]
fn census_of_poj1568() {
    pin!("census-poj1568", table::<Poj1568>());
}

#[test]
fn census_of_ccf201803_4() {
    pin!("census-ccf201803-4", table::<Ccf201803_4>());
}

#[test]
fn order_of_poj1568() {
    pin!("order-poj1568", first_and_last::<Poj1568>());
}

#[test]
fn order_of_ccf201803_4() {
    pin!("order-ccf201803-4", first_and_last::<Ccf201803_4>());
}

/// A row for each answer, a column for each number of empties.
fn table<P: Problem>() -> String {
    let memo = P::solver("memo").expect("every problem has it");
    let census = census(memo);
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

fn row(text: &mut String, name: &str, counts: &[u64]) {
    write!(text, "{name:<8}").expect("a string takes all");
    for count in counts.iter().copied().chain([counts.iter().sum()]) {
        write!(text, "{count:>9}").expect("a string takes all");
    }
    text.push('\n');
}

/// For each number of empties the first and the last position. Indices stand in regressions and
/// reports, so the order must not change unnoticed.
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
