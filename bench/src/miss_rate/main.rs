//! Measures how much fuzzing misses.
//!
//! All answers are known here, so it can be counted on how many positions a planted fault is wrong. Then the probability
//! that uniform drawing misses it is known as well, and drawing has to agree with it: that checks this program. The other
//! layers (proptest, and libFuzzer with and without our mutator) are measured in executions until the fault is found.
//!
//! `.ci/miss-rate` builds what this needs and runs it. It writes the tables and the figure of `docs/miss-rate.md`.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts are positive, and below a few million"
)]

mod drawing;
mod figure;
mod sessions;
mod statistics;
mod tables;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::{fs, thread};

use clap::Parser;
use crossply_faults::poj1568;
use crossply_harness::assert_fast_is_right;
use crossply_problems::{Entry, Poj1568};

use drawing::drawn;
use figure::figure;
use sessions::{committed_seeds, session};
use statistics::{Layer, median};
use tables::{between, in_words, table_of_faults, table_of_misses};

/// The faults, from common to a single position. Those that depend on the positions before are not among them: they are
/// wrong on no fixed number of positions.
const FAULTS: [&str; 14] = [
    "row-and-column",
    "first-in-the-mirror",
    "first-cell-skipped",
    "wrapped-row",
    "only-first-empty",
    "pruned-too-late",
    "o-never-wins",
    "table-too-small",
    "five-plies",
    "unwritten-block",
    "one-class",
    "symmetric-pair",
    "one-entry",
    "emptiest-boards",
];

/// The layers, as the table calls them.
const LAYERS: [&str; 4] = [
    "uniform drawing",
    "proptest",
    "libFuzzer, our mutator",
    "libFuzzer alone",
];

#[derive(Parser)]
struct Arguments {
    /// The folder with the binaries `planted_with_mutator` and `planted_without_mutator`
    binaries: PathBuf,
    /// How many sessions of each layer look for each fault
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// After how many executions a session of libFuzzer ends
    #[arg(long, default_value_t = 1 << 20)]
    cap: u64,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    assert_fast_is_right();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let seeds = committed_seeds(&root.join("corpus/poj1568_differential"))?;
    let engine = |binary: &str, fault, seed| {
        let binary = arguments.binaries.join(binary);
        session(&binary, fault, seed, arguments.cap, seeds.path())
    };
    let binaries = ["planted_with_mutator", "planted_without_mutator"];

    let faults: Vec<_> = FAULTS.map(fault).into();
    let rows = in_parallel(faults, |fault| drawn(fault, &arguments));
    let mut rows = rows.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    rows.sort_by_key(|row| std::cmp::Reverse(row.wrong));
    for binary in binaries {
        for row in &mut rows {
            let seeds = (1..=arguments.seeds).collect();
            let sessions = in_parallel(seeds, |seed| engine(binary, Some(row.fault.name), seed));
            let sessions = sessions.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
            let executions = sessions.iter().map(|session| session.found_after).collect();
            let mut layer = Layer::new(executions);
            layer.seconds = median(sessions.iter().map(|session| session.seconds).collect());
            eprintln!(
                "{binary}, {}: {}",
                row.fault.name,
                in_words(&layer, row.predicted(), arguments.cap)
            );
            row.layers.push(layer);
        }
    }
    // One after the other: others would share the processor, and the seconds are those of one.
    let reached = binaries.map(|binary| {
        let sessions = (1..=arguments.seeds).map(|seed| engine(binary, None, seed));
        let sessions = sessions.collect::<anyhow::Result<Vec<_>>>()?;
        let seconds = median(sessions.iter().map(|session| session.seconds).collect());
        let judged = sessions.iter().map(|session| session.judged as f64);
        Ok((seconds, median(judged.collect()) as u64))
    });
    let reached = reached.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    let guide = root.join("docs/miss-rate.md");
    let text = fs::read_to_string(&guide)?;
    let text = between(&text, "faults", &table_of_faults(&rows, arguments.cap))?;
    let text = between(&text, "reached", &table_of_misses(arguments.cap, &reached))?;
    fs::write(&guide, text)?;
    figure(
        &rows,
        arguments.cap,
        &root.join("docs/pictures/miss-rate.svg"),
    )
}

fn fault(name: &str) -> &'static Entry<Poj1568> {
    let mut faults = poj1568::FAULTS.iter();
    faults.find(|fault| fault.name == name).expect("a fault")
}

/// Applies the function to all items, on as many threads as there are processors. The results are in order.
fn in_parallel<T: Send, R: Send>(items: Vec<T>, of: impl Fn(T) -> R + Sync) -> Vec<R> {
    let items: Mutex<VecDeque<_>> = Mutex::new(items.into_iter().enumerate().collect());
    let next = || items.lock().expect("no panic").pop_front();
    let worker = || {
        std::iter::from_fn(&next)
            .map(|(n, item)| (n, of(item)))
            .collect()
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let ended = threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"));
        ended.flat_map(|results: Vec<_>| results).collect()
    });
    results.sort_by_key(|(n, _)| *n);
    results.into_iter().map(|(_, result)| result).collect()
}
