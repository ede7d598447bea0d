//! Ratios over the whole domain, all measured in one go: they mean more than times do.
//!
//! `cargo build --release && cargo run --release -p crossply-bench`. Each command is a process that
//! is started several times, in turn with what it is compared with; medians count.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tempfile::TempDir;

/// How often each command runs.
const RUNS: usize = 9;

/// How many boards, drawn from all, the transliterated programs answer.
const SAMPLE: &str = "20000";

fn main() -> anyhow::Result<()> {
    let folder = TempDir::new()?;
    let file = |name: &str| folder.path().join(name);
    let crossply = std::env::current_exe()?.with_file_name("crossply");
    ensure!(crossply.exists(), "first: cargo build --release");
    let crossply = crossply.to_str().context("a path that is text")?;
    let (all, sample, none) = (file("all"), file("sample"), file("none"));
    once(&[crossply, "gen", "poj1568", "--all"], None, &all)?;
    once(
        &[crossply, "gen", "poj1568", "--cases", SAMPLE, "--seed", "1"],
        None,
        &sample,
    )?;
    fs::write(&none, "?\n....\n.xo.\n.ox.\n....\n$\n")?;
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

    let one = times(&[&solve, &["true"]], &none)?;
    let difference = one[0].saturating_sub(one[1]).as_secs_f64() * 1000.0;
    println!("solve poj1568, one board: {difference:.1} ms more than `true`");

    for name in [
        "naive",
        "alpha-beta",
        "memo",
        "ref-line-sums",
        "ref-last-move",
    ] {
        // Naive takes minutes for one emptier board.
        let empties = if name == "naive" { "..=8" } else { ".." };
        let run = format!("check poj1568 --cases {SAMPLE} --seed 1 --jobs 1 --empties {empties}");
        let selection = format!("fast,{name}");
        let mut command = vec![crossply];
        command.extend(run.split(' '));
        command.extend(["--solvers", &selection]);
        let table = Command::new(command[0]).args(&command[1..]).output()?;
        ensure!(table.status.success(), "{command:?} failed");
        let table = String::from_utf8(table.stdout)?;
        let rate = |name: &str| -> anyhow::Result<f64> {
            let row = table
                .lines()
                .find(|line| line.split_whitespace().next() == Some(name));
            let mut words = row.context("a row")?.split_whitespace().rev();
            let rate = words.nth(1).context("a rate")?;
            Ok(rate.replace(',', "").parse()?)
        };
        println!(
            "{name}, positions drawn from all: {:.0} times as long as fast",
            rate("fast")? / rate(name)?
        );
    }

    let quick = [
        "check",
        "--exhaustive",
        "--solvers",
        "fast,memo,alpha-beta",
        "--jobs",
    ];
    let with_jobs = |jobs| [&[crossply], &quick[..], &[jobs]].concat();
    let jobs = times(&[&with_jobs("1"), &with_jobs("2")], &none)?;
    print(
        "check --exhaustive of three solvers, 1 job",
        jobs[0],
        "2 jobs",
        jobs[1],
    );
    Ok(())
}

/// How long the command takes.
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
    let (time, other) = (time.as_secs_f64(), other.as_secs_f64());
    println!(
        "{what}: {time:.3} s, {than}: {other:.3} s, ratio {:.2}",
        time / other
    );
}
