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

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Instant;
use std::{fs, thread};

use anyhow::{Context, ensure};
use clap::Parser;
use crossply_faults::{in_place_of_fast, poj1568};
use crossply_harness::generators::uniform;
use crossply_harness::targets::{Oracle, Positions};
use crossply_harness::{Outcome, assert_fast_is_right, outcome_of};
use crossply_problems::{Entry, Poj1568, Problem};
use indicatif::HumanCount;
use plotters::prelude::*;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use tempfile::TempDir;

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

/// For each session of another layer, how many of uniform drawing there are: they are quick.
const UNIFORM: u64 = 10;

/// How many cases proptest draws in a run of `cargo test`, with up to eight empties and with more.
const CASES: [u64; 2] = [256, 24];

/// For how many wrong positions the second table gives the probability that all are missed.
const WRONG: [i32; 7] = [1, 2, 4, 8, 16, 32, 64];

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
                layer.in_words(row.predicted(), arguments.cap)
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

/// Counts on how many positions the fault is wrong, and measures the layers that draw positions.
fn drawn(fault: &'static Entry<Poj1568>, arguments: &Arguments) -> anyhow::Result<Row> {
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

/// A session of libFuzzer.
struct Session {
    /// None if it did not find the fault.
    found_after: Option<u64>,
    seconds: f64,
    /// How many different positions it has judged, if it found nothing.
    judged: u64,
}

fn session(
    binary: &Path,
    fault: Option<&str>,
    seed: u64,
    cap: u64,
    seeds: &Path,
) -> anyhow::Result<Session> {
    let finds = TempDir::new()?;
    let mut command = Command::new(binary);
    command.args(["-entropic=0", "-max_len=512", "-print_final_stats=1"]);
    command.args([format!("-seed={seed}"), format!("-runs={cap}")]);
    command.arg(format!("-artifact_prefix={}/", finds.path().display()));
    command
        .args([finds.path(), seeds])
        .env_remove("CROSSPLY_FAULT");
    if let Some(name) = fault {
        command.env("CROSSPLY_FAULT", name);
    }
    let start = Instant::now();
    let output = command
        .output()
        .with_context(|| binary.display().to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let text = String::from_utf8_lossy(&output.stderr);
    let is_found = text.contains("the solvers disagree");
    ensure!(
        is_found != output.status.success(),
        "{}: {text}",
        binary.display()
    );
    let number = |name: &str| {
        let (_, after) = text.rsplit_once(name)?;
        after.split_whitespace().next()?.parse().ok()
    };
    let executed = number("number_of_executed_units:").context("no statistics")?;
    Ok(Session {
        found_after: is_found.then_some(executed),
        seconds,
        judged: number(" inputs:").unwrap_or(0),
    })
}

/// A copy of the committed seeds, without what sessions on this machine have found.
fn committed_seeds(folder: &Path) -> anyhow::Result<TempDir> {
    let seeds = TempDir::new()?;
    for file in fs::read_dir(folder)? {
        let file = file?;
        if file.file_name().len() != 40 {
            fs::copy(file.path(), seeds.path().join(file.file_name()))?;
        }
    }
    Ok(seeds)
}

/// What was measured for a fault.
struct Row {
    fault: &'static Entry<Poj1568>,
    /// On how many positions it is wrong.
    wrong: u64,
    /// Uniform drawing, proptest, libFuzzer with and without our mutator.
    layers: Vec<Layer>,
}

/// The executions after which sessions of a layer found a fault.
struct Layer {
    /// Ascending. `u64::MAX` stands for a session that ended before.
    found_after: Vec<u64>,
    /// None if half of the sessions ended before.
    median: Option<u64>,
    /// Of the median session.
    seconds: f64,
}

impl Layer {
    fn new(found_after: Vec<Option<u64>>) -> Self {
        let found_after = found_after
            .into_iter()
            .map(|found| found.unwrap_or(u64::MAX));
        let mut found_after: Vec<_> = found_after.collect();
        found_after.sort_unstable();
        let median = found_after[found_after.len() / 2];
        Layer {
            found_after,
            median: (median < u64::MAX).then_some(median),
            seconds: 0.0,
        }
    }

    /// How many sessions had not found the fault after so many executions.
    fn misses(&self, executions: u64) -> u64 {
        let missed = self.found_after.iter().filter(|&&found| found > executions);
        missed.count() as u64
    }

    /// The order statistics between which the median of the distribution lies with 95 %, whatever the distribution:
    /// the number of sessions below it is binomial.
    fn interval(&self) -> [u64; 2] {
        let sessions = self.found_after.len() as u64;
        let rank = (0..sessions / 2).rfind(|&rank| at_most(rank, sessions, 0.5) <= 0.025);
        let rank = rank.map_or(0, |rank| rank as usize + 1);
        [
            self.found_after[rank],
            self.found_after[self.found_after.len() - 1 - rank],
        ]
    }

    /// The median with its interval, its ratio to that of uniform drawing, its seconds, and the misses.
    fn in_words(&self, uniform: u64, cap: u64) -> String {
        let count = |executions| match executions {
            u64::MAX => format!("> {}", HumanCount(cap)),
            found => HumanCount(found).to_string(),
        };
        let [from, to] = self.interval().map(count);
        let median = count(self.median.unwrap_or(u64::MAX));
        let mut text = format!("**{median}** ({from} to {to})");
        if let Some(median) = self.median {
            let ratio = median as f64 / uniform as f64;
            text += &format!(", ratio {ratio:.2}, {:.2} s", self.seconds);
        }
        match (self.misses(u64::MAX - 1), self.found_after.len()) {
            (0, _) => text,
            (missed, sessions) => text + &format!(", {missed} of {sessions} missed it"),
        }
    }
}

impl Row {
    /// The probability that one draw misses the fault.
    fn missed_by_one(&self) -> f64 {
        1.0 - self.wrong as f64 / Poj1568::domain().len() as f64
    }

    /// The median of uniform drawing, which follows from the number of wrong positions.
    fn predicted(&self) -> u64 {
        (0.5_f64.ln() / self.missed_by_one().ln()).ceil() as u64
    }

    /// Fails unless the predicted probability that so many draws miss the fault lies in the interval of Clopper and
    /// Pearson around the observed share, at 99.9 %.
    fn agrees_with_prediction(&self) -> anyhow::Result<()> {
        let (draws, drawn) = (self.predicted(), &self.layers[0]);
        let (missed, sessions) = (drawn.misses(draws), drawn.found_after.len() as u64);
        let predicted = self.missed_by_one().powf(draws as f64);
        // The interval consists of the probabilities for which neither tail is less than 0.05 %.
        let fewer = at_most(missed, sessions, predicted);
        let more = at_most(sessions - missed, sessions, 1.0 - predicted);
        ensure!(
            fewer.min(more) >= 0.0005,
            "{}: of {sessions} sessions of {draws} draws {missed} missed it, and the prediction is {predicted:.3}",
            self.fault.name
        );
        Ok(())
    }
}

/// The probability of at most so many successes in independent trials. The probability of one is not 0 or 1.
fn at_most(successes: u64, trials: u64, probability: f64) -> f64 {
    let mut ln_choices = 0.0;
    let terms = (0..=successes).map(|k| {
        if k > 0 {
            ln_choices += ((trials - k + 1) as f64 / k as f64).ln();
        }
        let failures = (trials - k) as f64 * (1.0 - probability).ln();
        (ln_choices + k as f64 * probability.ln() + failures).exp()
    });
    terms.sum()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn table_of_faults(rows: &[Row], cap: u64) -> String {
    let layers = LAYERS.join(" | ");
    let mut table = format!("| fault | wrong on | predicted | {layers} |\n");
    table += &format!("| --- | --- | --- {}|\n", "| --- ".repeat(LAYERS.len()));
    for row in rows {
        let (wrong, uniform) = (HumanCount(row.wrong), row.predicted());
        let layers = row.layers.iter().map(|layer| layer.in_words(uniform, cap));
        let layers = layers.collect::<Vec<_>>().join(" | ");
        table += &format!(
            "| `{}` | {wrong} | {} | {layers} |\n",
            row.fault.name,
            HumanCount(uniform)
        );
    }
    table
}

/// The probability that a session without a fault misses one on so many positions, wherever these are.
fn table_of_misses(cap: u64, reached: &[(f64, u64)]) -> String {
    let numbers = WRONG.map(|wrong| wrong.to_string()).join(" | ");
    let mut table = format!(
        "| {} executions | s | positions judged | {numbers} |\n",
        HumanCount(cap)
    );
    table += &format!("| --- | --- | --- {}|\n", "| --- ".repeat(WRONG.len()));
    let all = Poj1568::domain().len() as f64;
    let drawn = all * (1.0 - (1.0 - 1.0 / all).powf(cap as f64));
    let rows = [(None, drawn as u64)].into_iter();
    let rows = rows.chain(
        reached
            .iter()
            .map(|&(seconds, judged)| (Some(seconds), judged)),
    );
    for (name, (seconds, judged)) in [LAYERS[0], LAYERS[2], LAYERS[3]].iter().zip(rows) {
        let seconds = seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.1}"));
        let missed = WRONG.map(|wrong| format!("{:.3}", (1.0 - judged as f64 / all).powi(wrong)));
        let missed = missed.join(" | ");
        table += &format!(
            "| {name} | {seconds} | {} | {missed} |\n",
            HumanCount(judged)
        );
    }
    table
}

/// The text with other words between the comments `<!-- NAME -->` and `<!-- /NAME -->`.
fn between(text: &str, name: &str, words: &str) -> anyhow::Result<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let (before, rest) = text.split_once(&start).context("the first comment")?;
    let (_, after) = rest.split_once(&end).context("the second comment")?;
    Ok([before, &start, words, &end, after].concat())
}

/// The medians by the number of wrong positions, both on logarithmic axes.
fn figure(rows: &[Row], cap: u64, file: &Path) -> anyhow::Result<()> {
    let all = Poj1568::domain().len() as f64;
    let area = SVGBackend::new(file, (720, 440)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(76)
        .build_cartesian_2d((0.7..all).log_scale(), (0.7..all * 2.0).log_scale())?;
    let count = |value: &f64| HumanCount(*value as u64).to_string();
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("positions on which the fault is wrong")
        .y_desc("executions until it is found")
        .x_label_formatter(&count)
        .y_label_formatter(&count)
        .draw()?;
    let predicted = rows
        .iter()
        .map(|row| (row.wrong as f64, row.predicted() as f64));
    let line = chart.draw_series(LineSeries::new(predicted, BLACK))?;
    line.label("uniform, predicted")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK));
    let colours = [
        BLACK,
        RGBColor(0, 114, 178),
        RGBColor(213, 94, 0),
        RGBColor(0, 158, 115),
    ];
    for (n, (name, colour)) in LAYERS.iter().zip(colours).enumerate() {
        let points = rows.iter().filter_map(|row| {
            // Beside each other, not above.
            let x = row.wrong as f64 * 1.07_f64.powi(n as i32);
            let [from, to] = row.layers[n].interval();
            let to = if to == u64::MAX { cap } else { to };
            Some((x, row.layers[n].median? as f64, [from as f64, to as f64]))
        });
        let points: Vec<_> = points.collect();
        let bars = points
            .iter()
            .map(|&(x, _, [from, to])| PathElement::new([(x, from), (x, to)], colour.mix(0.5)));
        chart.draw_series(bars)?;
        let marks = points
            .iter()
            .map(|&(x, y, _)| Circle::new((x, y), 3, colour.filled()));
        chart
            .draw_series(marks)?
            .label(*name)
            .legend(move |(x, y)| Circle::new((x + 8, y), 3, colour.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}
