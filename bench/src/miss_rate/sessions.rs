//! Sessions of fuzzing engines.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, ensure};
use tempfile::TempDir;

/// A session of libFuzzer.
pub(crate) struct Session {
    /// None if it did not find the fault.
    pub(crate) found_after: Option<u64>,
    pub(crate) seconds: f64,
    /// How many different positions it has judged, if it found nothing.
    pub(crate) judged: u64,
}

/// Runs a session with this seed until it finds the fault, if one is named, or ends after `cap` executions.
pub(crate) fn session(
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
