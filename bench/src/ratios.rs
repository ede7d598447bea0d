//! Measures ratios over the whole domain in one run. Ratios carry over to other machines; times do not.
//!
//! Run `cargo build --release && cargo run --release -p crossply-bench`. Each command runs several times, in turn with
//! the command that it is compared with, and the medians are compared. Solvers are compared with `fast` in this
//! process, on random positions.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use crossply_harness::generators::uniform;
use crossply_problems::{Entry, Poj1568, Position, Problem};
use tempfile::TempDir;

/// The number of times that each command runs.
const RUNS: usize = 5;

/// The number of positions that are drawn for the slow solvers.
const SAMPLE: usize = 20_000;

fn main() -> anyhow::Result<()> {
    let folder = TempDir::new()?;
    let file = |name: &str| folder.path().join(name);
    let crossply = std::env::current_exe()?.with_file_name("crossply");
    ensure!(crossply.exists(), "first: cargo build --release");
    let crossply = crossply.to_str().context("a path that is text")?;
    let (all, board) = (file("all"), file("board"));
    once(&[crossply, "gen", "poj1568", "--all"], None, &all)?;
    fs::write(&board, "?\n....\n.xo.\n.ox.\n....\n$\n")?;
    let output = file("output");
    let times = |commands: &[&[&str]], input: &Path| -> anyhow::Result<Vec<Duration>> {
        let mut times = vec![Vec::new(); commands.len()];
        for _ in 0..RUNS {
            for (command, times) in commands.iter().zip(&mut times) {
                times.push(once(command, Some(input), &output)?);
            }
        }
        Ok(times.into_iter().map(median).collect())
    };

    let solve = [crossply, "solve", "poj1568"];
    let copies = times(&[&solve, &["cat"], &["dd", "bs=128K", "status=none"]], &all)?;
    print("solve poj1568, all boards", copies[0], "cat", copies[1]);
    print(
        "solve poj1568, all boards",
        copies[0],
        "dd bs=128K",
        copies[2],
    );

    for solver in ["fast", "memo"] {
        let program = [crossply, "solve", "poj1568", "--solver", solver];
        let judge = [crossply, "judge", "poj1568", "--exhaustive"];
        let limit = ["--memory-limit", "1GiB", "--"];
        let judge = [&judge[..], &limit, &program].concat();
        let judged = times(&[&judge, &program], &all)?;
        let what = format!("judge --exhaustive of solve --solver {solver}");
        print(&what, judged[0], "itself", judged[1]);
    }

    let one = times(&[&solve, &["true"]], &board)?;
    let difference = one[0].saturating_sub(one[1]).as_secs_f64() * 1000.0;
    println!("solve poj1568, one board: {difference:.1} ms more than `true`");

    for entry in Poj1568::SOLVERS
        .iter()
        .filter(|entry| entry.name != Poj1568::FAST.name)
    {
        let positions = sample(entry.max_empties);
        let fast = Poj1568::FAST;
        let fast = median((0..RUNS).map(|_| answering(fast, &positions)).collect());
        let time = answering(entry, &positions);
        let what = format!("{} positions, {}", positions.len(), entry.name);
        print(&what, time, "fast", fast);
    }

    let quick = [
        "check",
        "--exhaustive",
        "--solvers",
        "fast,memo,alpha-beta",
        "--jobs",
    ];
    let with_jobs = |jobs| [&[crossply], &quick[..], &[jobs]].concat();
    let jobs = times(&[&with_jobs("1"), &with_jobs("2")], &board)?;
    print(
        "check --exhaustive of three solvers, 1 job",
        jobs[0],
        "2 jobs",
        jobs[1],
    );
    Ok(())
}

/// Random positions, without those that have more empties.
fn sample(most_empties: u32) -> Vec<Position<Poj1568>> {
    let domain = Poj1568::domain();
    let drawn = uniform(1, 0, 0..domain.len()).take(SAMPLE);
    let positions = drawn.map(|index| domain.position(index));
    positions
        .filter(|position| position.empties() <= most_empties)
        .collect()
}

/// The time that a fresh solver takes to answer these positions.
fn answering(entry: &Entry<Poj1568>, positions: &[Position<Poj1568>]) -> Duration {
    let mut solver = (entry.new)();
    let mut answers = Vec::with_capacity(positions.len());
    let start = Instant::now();
    solver.solve_all(positions, &mut answers);
    start.elapsed()
}

/// The time that the command takes.
fn once(command: &[&str], input: Option<&Path>, output: &Path) -> anyhow::Result<Duration> {
    if output.exists() {
        fs::remove_file(output)?;
    }
    let input = match input {
        Some(path) => Stdio::from(File::open(path)?),
        None => Stdio::null(),
    };
    let output = File::create(output)?;
    let start = Instant::now();
    let status = Command::new(command[0])
        .args(&command[1..])
        .stdin(input)
        .stdout(output)
        .stderr(Stdio::null())
        .status()?;
    let time = start.elapsed();
    ensure!(status.success(), "{command:?} failed");
    Ok(time)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn print(what: &str, time: Duration, than: &str, other: Duration) {
    let ratio = time.as_secs_f64() / other.as_secs_f64();
    println!("{what}: {time:.3?}, {than}: {other:.3?}, ratio {ratio:.2}");
}
