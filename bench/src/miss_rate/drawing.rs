//! Layers that draw positions: uniform drawing, and proptest.

use std::time::Instant;

use anyhow::{Context, ensure};
use crossply_faults::in_place_of_fast;
use crossply_harness::generators::uniform;
use crossply_harness::targets::{Oracle, Positions};
use crossply_harness::{Outcome, outcome_of};
use crossply_problems::{Entry, Poj1568, Problem};
use indicatif::HumanCount;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::Arguments;
use crate::statistics::{Layer, Row};

/// For each session of another layer, how many of uniform drawing there are: they are quick.
const UNIFORM: u64 = 10;

/// How many cases proptest draws in a run of `cargo test`, with up to eight empties and with more.
const CASES: [u64; 2] = [256, 24];

/// Counts on how many positions the fault is wrong, and measures the layers that draw positions.
pub(crate) fn drawn(fault: &'static Entry<Poj1568>, arguments: &Arguments) -> anyhow::Result<Row> {
    let wrong = wrong_positions(fault);
    let all = 0..wrong.len() as u64;
    let first_wrong = |indices: &mut dyn Iterator<Item = u64>| {
        let index = indices.zip(1..).find(|(index, _)| wrong[*index as usize]);
        index.map(|(_, executions)| executions)
    };
    // Nobody waits for millions of positions to be judged: where the median is larger, the rate is that of the first.
    let timed = |mut layer: Layer, indices: &mut dyn Iterator<Item = u64>| {
        let median = layer.median.context("drawing ends with a find")?;
        let count = median.min(arguments.cap);
        layer.seconds = judging(fault, &wrong, indices, count)? * median as f64 / count as f64;
        anyhow::Ok(layer)
    };
    let uniform_of = |seed| uniform(seed, 0, all.clone());
    let (drawn, tried) = (0..arguments.seeds * UNIFORM, 0..arguments.seeds);
    let drawn = drawn.map(|seed| first_wrong(&mut uniform_of(seed)));
    let tried = tried.map(|seed| first_wrong(&mut cases(seed)));
    let row = Row {
        fault,
        wrong: wrong.iter().filter(|&&wrong| wrong).count() as u64,
        layers: vec![
            timed(Layer::new(drawn.collect()), &mut uniform_of(0))?,
            timed(Layer::new(tried.collect()), &mut cases(0))?,
        ],
    };
    row.agrees_with_prediction()?;
    eprintln!("{}: wrong on {}", fault.name, HumanCount(row.wrong));
    Ok(row)
}

/// For each position whether the fault is wrong about it.
fn wrong_positions(fault: &Entry<Poj1568>) -> Vec<bool> {
    let domain = Poj1568::domain();
    let (mut solver, mut fast) = ((fault.new)(), (Poj1568::FAST.new)());
    let is_wrong = |position| match outcome_of(|| solver.solve(position)) {
        Outcome::Answer(answer) => answer != fast.solve(position),
        Outcome::Panic(_) => {
            solver = (fault.new)();
            true
        }
    };
    domain.positions(0..domain.len()).map(is_wrong).collect()
}

/// The cases of `crates/harness/tests/properties.rs`, of one run of `cargo test` after the other.
fn cases(seed: u64) -> impl Iterator<Item = u64> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let indices = [0..=8, 9..=16].map(|empties| Poj1568::domain().with_empties(empties));
    (0..).map(move |n| {
        let indices = &indices[usize::from(n % (CASES[0] + CASES[1]) >= CASES[0])];
        let tree = indices.new_tree(&mut runner);
        tree.expect("nothing is rejected").current()
    })
}

/// The seconds that the fuzz target's judge takes for so many positions, without those about which the fault is wrong.
///
/// On the first of these it has to fail, and on the others it must not.
fn judging(
    fault: &'static Entry<Poj1568>,
    wrong: &[bool],
    indices: &mut dyn Iterator<Item = u64>,
    count: u64,
) -> anyhow::Result<f64> {
    let domain = Poj1568::domain();
    let mut judge = Positions::new(Oracle::Agreement, in_place_of_fast(fault));
    let start = Instant::now();
    for index in indices.take(count as usize) {
        if !wrong[index as usize] {
            judge.check(domain.position(index));
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let first = wrong.iter().position(|&wrong| wrong).context("a fault")?;
    let found = outcome_of(|| judge.check(domain.position(first as u64)));
    ensure!(
        found != Outcome::Answer(()),
        "{}: not found on position {first}",
        fault.name
    );
    Ok(seconds)
}
