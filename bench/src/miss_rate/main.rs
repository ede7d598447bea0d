//! Measures how much fuzzing misses.
//!
//! All answers are known here, so it can be counted on how many positions a planted fault is wrong. Then the probability
//! that uniform drawing misses it is known as well, and drawing has to agree with it: that checks this program. The other
//! layers (proptest, libFuzzer with and without our mutator, AFL++) are measured in executions until the fault is found.
//! An engine and its target both count them, and have to agree.
//!
//! `.ci/miss-rate` builds what this needs and runs it. It writes the tables and the figure of `docs/miss-rate.md`.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts are positive, and below a few million"
)]

mod drawing;
mod figure;
mod layers;
mod page;
mod processes;
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
use layers::Layer;
use sessions::{Engine, committed_seeds};
use statistics::{Finds, Row, median};
use tables::{Reached, in_words, table_of_faults, table_of_layers, table_of_misses};

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

/// For each session of another layer, how many of uniform drawing there are: they are quick.
const UNIFORM: u64 = 10;

#[derive(Parser)]
struct Arguments {
    /// The folder with the binaries `planted_with_mutator` and `planted_without_mutator`
    binaries: PathBuf,
    /// The binary `for_afl`, which `cargo afl` has built
    for_afl: PathBuf,
    /// The layers to measure; what the page says of others stays [default: all]
    #[arg(long, value_delimiter = ',')]
    layer: Vec<Layer>,
    /// How many sessions of each layer look for each fault
    #[arg(long, default_value_t = 30)]
    seeds: u64,
    /// After how many executions a session of libFuzzer ends
    #[arg(long, default_value_t = 1 << 17)]
    cap: u64,
    /// After how many executions a session of AFL++ ends, which is slower
    #[arg(long, default_value_t = 1 << 14)]
    cap_of_afl: u64,
}

impl Arguments {
    fn measures(&self, layer: Layer) -> bool {
        self.layer.is_empty() || self.layer.contains(&layer)
    }

    /// How many sessions of the layer look for each fault.
    fn sessions_of(&self, layer: Layer) -> u64 {
        match layer {
            Layer::Uniform => self.seeds * UNIFORM,
            _ => self.seeds,
        }
    }

    /// After how many executions a session of the layer ends; None if it goes on until it finds the fault.
    fn cap_of(&self, layer: Layer) -> Option<u64> {
        match layer {
            Layer::Uniform | Layer::Proptest => None,
            Layer::Libfuzzer | Layer::LibfuzzerAlone => Some(self.cap),
            Layer::Afl => Some(self.cap_of_afl),
        }
    }

    /// The engine that the layer is, if it is one and is to be measured, and after how many executions its sessions end.
    fn engine(&self, layer: Layer) -> Option<(Engine, u64)> {
        let engine = match layer {
            Layer::Uniform | Layer::Proptest => return None,
            Layer::Libfuzzer => Engine::LibFuzzer(self.binaries.join("planted_with_mutator")),
            Layer::LibfuzzerAlone => {
                Engine::LibFuzzer(self.binaries.join("planted_without_mutator"))
            }
            Layer::Afl => Engine::AflPlusPlus(self.for_afl.clone()),
        };
        Some((engine, self.cap_of(layer)?)).filter(|_| self.measures(layer))
    }
}

fn main() -> anyhow::Result<()> {
    if processes::stands_between()? {
        return Ok(());
    }
    let arguments = Arguments::parse();
    assert_fast_is_right();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let seeds = committed_seeds(&root.join("corpus/poj1568_differential"))?;

    let faults: Vec<_> = FAULTS.map(fault).into();
    let rows = in_parallel(faults, |fault| drawn(fault, &arguments));
    let mut rows = rows.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
    rows.sort_by_key(|row| std::cmp::Reverse(row.wrong));
    let mut reached = Vec::new();
    if arguments.measures(Layer::Uniform) {
        reached.push(Reached::uniform(arguments.cap));
    }
    renew_page(&root, &arguments, &rows, &reached)?;
    for layer in Layer::ALL {
        let Some((engine, cap)) = arguments.engine(layer) else {
            continue;
        };
        let sessions = |fault| {
            let numbers = (1..=arguments.sessions_of(layer)).collect();
            let session = |number| engine.session(fault, number, cap, seeds.path());
            let sessions = in_parallel(numbers, session);
            sessions.into_iter().collect::<anyhow::Result<Vec<_>>>()
        };
        for row in &mut rows {
            let sessions = sessions(Some(row.fault.name))?;
            let executions = sessions.iter().map(|session| session.found_after);
            let mut finds = Finds::new(executions.collect(), cap);
            finds.seconds = median(sessions.iter().map(|session| session.seconds).collect());
            let words = in_words(&finds, row.predicted());
            eprintln!("{}, {}: {words}", layer.name(), row.fault.name);
            row.finds.push((layer, finds));
        }
        let sessions = sessions(None)?;
        let judged = sessions.iter().map(|session| session.judged as f64);
        let seconds = sessions.iter().map(|session| session.seconds);
        reached.push(Reached {
            layer,
            executions: cap,
            seconds: Some(median(seconds.collect())),
            judged: median(judged.collect()) as u64,
        });
        // Whoever stops this keeps the layers that are done.
        renew_page(&root, &arguments, &rows, &reached)?;
    }
    Ok(())
}

/// Writes into the guide and its figure what was measured so far.
fn renew_page(
    root: &Path,
    arguments: &Arguments,
    rows: &[Row],
    reached: &[Reached],
) -> anyhow::Result<()> {
    let guide = root.join("docs/miss-rate.md");
    let page = fs::read_to_string(&guide)?;
    let faults = table_of_faults(&page, rows)?;
    let page = faults.written(&page)?;
    let page = table_of_layers(&page, arguments, rows)?.written(&page)?;
    let page = table_of_misses(&page, reached)?.written(&page)?;
    fs::write(&guide, page)?;
    figure(rows, &faults, &root.join("docs/pictures/miss-rate.svg"))
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
