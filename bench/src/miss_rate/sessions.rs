//! Sessions of fuzzing engines.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use tempfile::TempDir;

use crate::processes::{Ended, run};

/// A fuzzing engine, with the binary that it runs.
pub(crate) enum Engine {
    LibFuzzer(PathBuf),
    AflPlusPlus(PathBuf),
}

/// A session of an engine.
pub(crate) struct Session {
    /// None if it did not find the fault.
    pub(crate) found_after: Option<u64>,
    /// Processor time.
    pub(crate) seconds: f64,
    /// On how many different positions it has compared solvers.
    pub(crate) judged: u64,
}

impl Engine {
    /// Runs a session with this seed until it finds the fault, if one is named, or ends after `cap` executions.
    ///
    /// Fails if the engine and the target do not count the same number of executions.
    pub(crate) fn session(
        &self,
        fault: Option<&str>,
        seed: u64,
        cap: u64,
        seeds: &Path,
    ) -> anyhow::Result<Session> {
        let finds = TempDir::new()?;
        let mut command = match self {
            Engine::LibFuzzer(binary) => libfuzzer(binary, seed, seeds, finds.path()),
            Engine::AflPlusPlus(binary) => afl(binary, seed, seeds, finds.path()),
        };
        command.env_remove("CROSSPLY_FAULT");
        if let Some(name) = fault {
            command.env("CROSSPLY_FAULT", name);
        }
        // The target ends the session: engines look at their own limits now and then only.
        command.env("CROSSPLY_CAP", cap.to_string());
        // Each session ends with a panic. A backtrace would take as long as many executions.
        command.env("RUST_BACKTRACE", "0");
        let Ended { errors, seconds } = run(&command)?;
        let executed = match self {
            Engine::LibFuzzer(_) => executed_by_libfuzzer(&errors),
            Engine::AflPlusPlus(_) => executed_by_afl(finds.path()),
        };
        let end = executed.and_then(|executed| end(&errors, executed));
        let end = end.with_context(|| format!("{command:?}: {errors}"))?;
        Ok(Session {
            found_after: end.found_after.filter(|&executions| executions <= cap),
            seconds,
            judged: end.judged,
        })
    }
}

/// As the gate runs it.
fn libfuzzer(binary: &Path, seed: u64, seeds: &Path, finds: &Path) -> Command {
    let mut command = Command::new(binary);
    command.args(["-entropic=0", "-max_len=512", "-print_final_stats=1"]);
    command.arg(format!("-seed={seed}"));
    command.arg(format!("-artifact_prefix={}/", finds.display()));
    command.args([finds, seeds]);
    command
}

/// Without the empty input, which libFuzzer runs first, and which is no position to the target.
fn executed_by_libfuzzer(errors: &str) -> anyhow::Result<u64> {
    let (_, number) = errors
        .rsplit_once("number_of_executed_units:")
        .context("no statistics")?;
    let number = number.split_whitespace().next().context("no number")?;
    Ok(number.parse::<u64>()? - 1)
}

/// As the guide runs it, but that the session ends with the first crash, and that the target may print.
fn afl(binary: &Path, seed: u64, seeds: &Path, finds: &Path) -> Command {
    // Without the first `cargo`, which takes time of its own.
    let mut command = Command::new("cargo-afl");
    command.args(["afl", "fuzz", "-t", "60000", "-G", "512", "-s"]);
    command.arg(seed.to_string()).arg("-i").arg(seeds);
    command.arg("-o").arg(finds).arg(binary).arg("planted");
    for variable in [
        "AFL_BENCH_UNTIL_CRASH",
        "AFL_CRASHING_SEEDS_AS_NEW_CRASH",
        "AFL_DEBUG_CHILD",
        // What it would say about the machine, and a processor of its own, do not matter: executions are counted.
        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
        "AFL_NO_AFFINITY",
        "AFL_NO_UI",
        "AFL_SKIP_CPUFREQ",
    ] {
        command.env(variable, "1");
    }
    command
}

/// The number is in the name of the first crash. The statistics also count executions between it and the end.
fn executed_by_afl(finds: &Path) -> anyhow::Result<u64> {
    for file in fs::read_dir(finds.join("default/crashes"))? {
        let name = file?.file_name().into_string();
        let name = name.map_err(|name| anyhow::anyhow!("{}", name.display()))?;
        if name.starts_with("id:000000,") {
            let (_, number) = name.split_once(",execs:").context("no number")?;
            let digits = number.split(|digit: char| !digit.is_ascii_digit());
            return Ok(digits.take(1).collect::<String>().parse()?);
        }
    }
    bail!("no crash")
}

/// How a target ended a session.
struct End {
    /// None if it ended the session at the cap.
    found_after: Option<u64>,
    judged: u64,
}

/// The end of the session in which the engine counts so many executions, by what its targets have printed.
///
/// AFL++ starts another target after each crash, and takes no notice of crashes while it shortens an input or measures it.
/// So there may have been targets before, and one after. Each counts from the start.
fn end(errors: &str, executed: u64) -> anyhow::Result<End> {
    let mut counted = 0;
    for report in errors.split("\nafter ").skip(1) {
        let (numbers, end) = report
            .split_once(" positions judged:\n")
            .context("no end")?;
        let (executions, judged) = numbers.split_once(" executions, ").context("no numbers")?;
        counted += executions.parse::<u64>()?;
        if counted == executed {
            let is_found = end.starts_with("poj1568: the solvers disagree");
            ensure!(
                is_found != end.starts_with("the session ends"),
                "neither a find nor the cap"
            );
            return Ok(End {
                found_after: is_found.then_some(executed),
                judged: judged.parse()?,
            });
        }
    }
    bail!("the engine counts {executed} executions, and its targets {counted}")
}

/// A copy of the committed seeds, without what sessions on this machine have found.
pub(crate) fn committed_seeds(folder: &Path) -> anyhow::Result<TempDir> {
    let seeds = TempDir::new()?;
    for file in fs::read_dir(folder)? {
        let file = file?;
        if file.file_name().len() != 40 {
            fs::copy(file.path(), seeds.path().join(file.file_name()))?;
        }
    }
    Ok(seeds)
}
