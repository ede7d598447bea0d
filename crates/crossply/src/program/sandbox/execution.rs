//! What a run takes and gives: a program, its limits, and the result.

use std::env;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::excerpt::Excerpt;
use crate::failure::{Failure, FailureKind};

/// A program and its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Invocation {
    /// A path, or a name to look up in `PATH`.
    pub name: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder that it runs in. By default, that of this process.
    pub folder: Option<PathBuf>,
    /// Environment variables, in addition to those of this process.
    pub variables: Vec<(OsString, OsString)>,
}

impl Invocation {
    /// The invocation with these words: the name of the program, then its arguments.
    pub fn of(words: impl IntoIterator<Item: Into<OsString>>) -> Self {
        let mut words = words.into_iter().map(Into::into);
        Invocation {
            name: words.next().unwrap_or_default(),
            arguments: words.collect(),
            ..Invocation::default()
        }
    }

    /// The name and the arguments, as text.
    pub fn words(&self) -> Vec<String> {
        let words = iter::once(&self.name).chain(&self.arguments);
        words
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }
}

/// The path of a program in `PATH`. A name with a slash is a path already.
pub fn find(name: &OsStr) -> Option<PathBuf> {
    if name.as_encoded_bytes().contains(&b'/') {
        return Some(name.into());
    }
    let folders = env::var_os("PATH")?;
    let mut paths = env::split_paths(&folders).map(|folder| folder.join(name));
    paths.find(|path| path.is_file())
}

/// The most processes of a program at once. A wrapper starts a few, a compiler one for each processor.
const MAX_PROCESSES: usize = 256;

/// The limits of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// CPU time.
    pub cpu: Duration,
    /// CPU time and idle time together, for programs that wait.
    pub time: Duration,
    /// CPU time and idle time without progress, which means that the program does not answer.
    pub stall: Duration,
    /// The run stops once the program makes progress after this time. Without progress the program may hang, which
    /// `stall` decides.
    pub deadline: Option<Instant>,
    /// Memory of the program's largest process, in bytes.
    pub memory: u64,
    /// Processes at once. Acts on Linux only.
    pub processes: usize,
    /// Bytes of standard output.
    pub stdout: u64,
}

impl RunLimits {
    /// Limits that allow as much idle time as CPU time, and `output` bytes of standard output.
    pub fn new(cpu: Duration, memory: u64, output: u64) -> Self {
        RunLimits {
            cpu,
            time: cpu.saturating_mul(2),
            stall: Duration::MAX,
            deadline: None,
            memory,
            processes: MAX_PROCESSES,
            stdout: output,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The program exited, or a signal ended it.
    Exited(ExitStatus),
    /// The program was killed because it took too long.
    TimeLimit,
    /// The program was killed because it made no progress for too long.
    Stall,
    /// The program was killed because it used too much memory, or had used too much when it exited.
    MemoryLimit,
    /// The program was killed because it had too many processes.
    ProcessLimit,
    /// The program was killed because it printed too much.
    OutputLimit,
    /// The program was killed after the caller's deadline, or because of an interrupt, through no fault of its own.
    CutOff,
}

impl Termination {
    /// Whether the program ended with exit code 0.
    pub fn is_success(self) -> bool {
        matches!(self, Termination::Exited(status) if status.success())
    }
}

/// The failure if a program exits with too few answers. The text is the exit code or the signal, if any.
fn exit_failure(status: ExitStatus) -> (FailureKind, String) {
    match status.code() {
        Some(0) => (FailureKind::NoAnswer, String::new()),
        Some(code) => (FailureKind::ExitCode, code.to_string()),
        None => {
            let text = status.to_string();
            let signal = text.trim_start_matches("signal: ");
            (FailureKind::Signal, signal.to_owned())
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Execution {
    pub termination: Termination,
    pub used: Usage,
    /// The beginning and the end of standard error.
    pub stderr: Excerpt,
}

/// The time and memory that a program has used so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The peak memory of its largest process, in bytes. 0 if it could not be measured.
    pub memory: u64,
    /// The most processes that it had at once.
    pub processes: usize,
    /// The CPU time of its processes, including children that they have reaped.
    pub cpu: Duration,
    /// The time in which none of its processes computed or waited for a processor.
    pub idle: Duration,
}

impl Usage {
    /// The time that counts towards limits.
    pub fn time(&self) -> Duration {
        self.cpu + self.idle
    }
}

impl Execution {
    /// The failure if the run has too few answers. Its text is how the program ended, and the last line of standard error,
    /// which often says what went wrong.
    pub fn failure(&self) -> Failure {
        let (kind, mut text) = match self.termination {
            Termination::Exited(status) => exit_failure(status),
            Termination::TimeLimit | Termination::Stall | Termination::CutOff => {
                (FailureKind::TimeLimit, String::new())
            }
            Termination::MemoryLimit => (FailureKind::MemoryLimit, String::new()),
            Termination::ProcessLimit => (FailureKind::ProcessLimit, String::new()),
            Termination::OutputLimit => (FailureKind::OutputLimit, String::new()),
        };
        let stderr = self.stderr.text();
        let mut lines = stderr.trim_end().lines();
        // Rust's advice follows the message of a panic.
        if let Some(last_line) = lines.rfind(|line| !line.starts_with("note: run with")) {
            if !text.is_empty() {
                text += ": ";
            }
            text += last_line.trim();
        }
        Failure::new(kind, text)
    }
}
