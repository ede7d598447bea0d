//! A program with counters, and what they say.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crossply::lines::{Counts, Region};
use crossply::program::{Exchange, Invocation, RunLimits, execute};
use serde::Deserialize;
use tempfile::TempDir;

use crate::JudgeError;

/// Runs a Python program line by line.
const COUNT_PY: &str = include_str!("count.py");
/// The file with the counts of a Python program.
const COUNTS: &str = "counts";

/// The limits of gcov.
const GCOV_TIME: Duration = Duration::from_secs(10);
const GCOV_MEMORY: u64 = 1 << 30;
const GCOV_OUTPUT: u64 = 16 << 20;

/// What counts the lines that a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CounterKind {
    /// GCC's option `--coverage`, and gcov.
    Gcov,
    /// Python's module `trace`.
    Trace,
}

/// A program with counters.
pub(crate) struct Counter {
    pub(crate) kind: CounterKind,
    pub(crate) program: Invocation,
    /// The folder of the program and its counts.
    pub(crate) folder: Arc<TempDir>,
    /// The source, as reports show it.
    pub(crate) source: PathBuf,
}

impl Counter {
    /// Forgets the counts of the last run. If this fails, there are none.
    pub(crate) fn clear(&self) {
        for path in self.files() {
            let _ = fs::remove_file(path);
        }
    }

    /// The counts of the last run. `None` if it has left none, as programs do that a signal ends.
    ///
    /// # Errors
    /// If gcov cannot be run, or the user interrupts it.
    pub(crate) fn counts(&self, interrupt: &AtomicBool) -> Result<Option<Counts>, JudgeError> {
        let Some(file) = self.files().pop() else {
            return Ok(None);
        };
        let source: Arc<str> = self.source.to_string_lossy().into();
        let mut counts = Counts::new();
        for (line, count) in self.lines(&file, interrupt)? {
            *counts.entry(Region::line(&source, line)).or_default() += count;
        }
        Ok((!counts.is_empty()).then_some(counts))
    }

    /// The lines, and how often each was run. A line with several instances is there several times.
    fn lines(&self, file: &Path, interrupt: &AtomicBool) -> Result<Vec<(u32, u64)>, JudgeError> {
        if self.kind == CounterKind::Trace {
            let text = fs::read_to_string(file).unwrap_or_default();
            let lines = text.lines().filter_map(|line| {
                let (line, count) = line.split_once(' ')?;
                Some((line.parse().ok()?, count.parse().ok()?))
            });
            return Ok(lines.collect());
        }
        let mut gcov = Invocation::of(["gcov", "--json-format", "--stdout", "--relative-only"]);
        gcov.arguments.push(file.into());
        let limits = RunLimits::new(GCOV_TIME, GCOV_MEMORY, GCOV_OUTPUT);
        let mut exchange = Exchange::default();
        let folder = Some(self.folder.path());
        execute(folder, &gcov, &limits, &mut exchange, interrupt)?;
        // What is no JSON has no counts.
        let covered: Covered = serde_json::from_slice(&exchange.stdout).unwrap_or_default();
        let lines = covered.files.into_iter().flat_map(|file| file.lines);
        Ok(lines.map(|line| (line.line_number, line.count)).collect())
    }

    /// The files with counts.
    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).into_iter().flatten();
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.retain(|path| match self.kind {
            CounterKind::Gcov => path.extension().is_some_and(|ending| ending == "gcda"),
            CounterKind::Trace => path.ends_with(COUNTS),
        });
        paths
    }
}

/// The command that runs a Python program and counts its lines.
///
/// # Errors
/// If the folder cannot be written.
pub(crate) fn traced(program: &Invocation, folder: &TempDir) -> Result<Invocation, JudgeError> {
    let count = folder.path().join("count.py");
    fs::write(&count, COUNT_PY).map_err(JudgeError::cannot("write", &count))?;
    let mut traced = program.clone();
    // The source comes last, after the options of Python.
    let source = traced.arguments.len().saturating_sub(1);
    let counts = folder.path().join(COUNTS);
    traced
        .arguments
        .splice(source..source, [count.into(), counts.into()]);
    Ok(traced)
}

/// What gcov prints, as far as it is of interest.
#[derive(Default, Deserialize)]
struct Covered {
    files: Vec<CoveredFile>,
}

#[derive(Deserialize)]
struct CoveredFile {
    lines: Vec<CoveredLine>,
}

#[derive(Deserialize)]
struct CoveredLine {
    line_number: u32,
    count: u64,
}
