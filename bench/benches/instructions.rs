//! Counts instructions with valgrind. Every run of the same build gives the same counts, so they have budgets.
//!
//! `cargo bench -p crossply-bench --bench instructions` needs valgrind and gungraun-runner, in the version of gungraun
//! that Cargo.lock names. It fails if a count exceeds its budget, which is a measured count plus 5 %. To raise a budget
//! on purpose, write the new count plus 5 % below, and give the reason in the commit.

#![allow(
    missing_docs,
    unused_qualifications,
    clippy::must_use_candidate,
    reason = "the macros generate functions, which we cannot change"
)]

use std::hint::black_box;

use crossply_games::generators::uniform;
use crossply_problems::{FirstWin, Poj1568, Position, Problem};
use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};

/// The number of boards in each benchmark.
const BOARD_COUNT: usize = 1000;

// The budgets, in instructions.
const FAST: u64 = 31_300;
const MEMO: u64 = 85_500_000;

#[library_benchmark(setup = positions, config = budget(FAST))]
fn fast(positions: Vec<Position<Poj1568>>) -> usize {
    answers("fast", &positions).len()
}

#[library_benchmark(setup = positions, config = budget(MEMO))]
fn memo(positions: Vec<Position<Poj1568>>) -> usize {
    answers("memo", &positions).len()
}

fn budget(instructions: u64) -> LibraryBenchmarkConfig {
    let mut callgrind = Callgrind::default();
    callgrind.hard_limits([(EventKind::Ir, instructions)]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

fn positions() -> Vec<Position<Poj1568>> {
    let domain = Poj1568::domain();
    let indices = uniform(1, 0, 0..domain.len()).take(BOARD_COUNT);
    indices.map(|index| domain.position(index)).collect()
}

fn answers(solver: &str, positions: &[Position<Poj1568>]) -> Vec<FirstWin> {
    let mut solver = (Poj1568::solver(solver).expect("registered").new)();
    let mut answers = Vec::new();
    solver.solve_all(black_box(positions), &mut answers);
    answers
}

library_benchmark_group!(name = poj1568, benchmarks = [fast, memo]);

main!(library_benchmark_groups = poj1568);
