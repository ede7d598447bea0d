//! Layers that draw positions: uniform drawing, and proptest.

use std::time::Duration;

use anyhow::{Context, ensure};
use crossply_faults::in_place_of_fast;
use crossply_harness::generators::uniform;
use crossply_harness::targets::{Oracle, Positions};
use crossply_harness::{Outcome, outcome_of};
use crossply_problems::{Entry, Poj1568, Problem};
use indicatif::HumanCount;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rustix::time::{ClockId, clock_gettime};

use crate::Arguments;
use crate::layers::Layer;
use crate::statistics::{Finds, Row};

/// How many cases proptest draws in a run of `cargo test`, with up to eight empties and with more.
const CASES: [u64; 2] = [256, 24];

/// Counts on how many positions the fault is wrong, and measures those of the layers that draw positions that are asked for.
pub(crate) fn drawn(fault: &'static Entry<Poj1568>, arguments: &Arguments) -> anyhow::Result<Row> {
    let wrong = wrong_positions(fault);
    let all = 0..wrong.len() as u64;
    let mut row = Row {
        fault,
        wrong: wrong.iter().filter(|&&wrong| wrong).count() as u64,
        finds: Vec::new(),
    };
    let layers = [Layer::Uniform, Layer::Proptest];
    for layer in layers
        .into_iter()
        .filter(|&layer| arguments.measures(layer))
    {
        let indices = |seed| -> Box<dyn Iterator<Item = u64>> {
            match layer {
                Layer::Uniform => Box::new(uniform(seed, 0, all.clone())),
                _ => Box::new(cases(seed)),
            }
        };
        let first_wrong = |seed| {
            let mut indices = indices(seed).zip(1..);
            let found = indices.find(|(index, _)| wrong[*index as usize]);
            found.map(|(_, executions)| executions)
        };
        let found_after = (0..arguments.sessions_of(layer)).map(first_wrong);
        let mut finds = Finds::new(found_after.collect(), u64::MAX);
        if layer == Layer::Uniform {
            row.agrees_with_prediction(&finds)?;
        }
        // Nobody waits for millions of positions to be judged: where the median is larger, the rate is that of the first.
        let median = finds.median.context("drawing ends with a find")?;
        let count = median.min(arguments.cap);
        let seconds = judging(fault, &wrong, &mut *indices(0), count)?;
        finds.seconds = seconds * median as f64 / count as f64;
        row.finds.push((layer, finds));
    }
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

/// The processor time that the fuzz target's judge takes for so many positions, without those about which the fault is wrong.
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
    let start = seconds_of_thread()?;
    for index in indices.take(count as usize) {
        if !wrong[index as usize] {
            judge.check(domain.position(index));
        }
    }
    let seconds = seconds_of_thread()? - start;
    let first = wrong.iter().position(|&wrong| wrong).context("a fault")?;
    let found = outcome_of(|| judge.check(domain.position(first as u64)));
    ensure!(
        matches!(found, Outcome::Panic(_)),
        "{}: not found on position {first}",
        fault.name
    );
    Ok(seconds)
}

/// The processor time that this thread has taken.
fn seconds_of_thread() -> anyhow::Result<f64> {
    let time = Duration::try_from(clock_gettime(ClockId::ThreadCPUTime))?;
    Ok(time.as_secs_f64())
}
