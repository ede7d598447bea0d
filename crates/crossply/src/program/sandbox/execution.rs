//! The inputs and the result of a run: a program, its limits, the caller's side of the pipes, and the execution.

use std::env;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use super::excerpt::Excerpt;
use crate::failure::FailureKind;

/// A program and its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Invocation {
    /// A path, or a name to look up in `PATH`.
    pub name: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables of its environment, beside those of this process.
    pub variables: Vec<(OsString, OsString)>,
}

impl Invocation {
    /// The program of a command with these words: its name, and then its arguments.
    pub fn of(words: impl IntoIterator<Item: Into<OsString>>) -> Self {
        let mut words = words.into_iter().map(Into::into);
        Invocation {
            name: words.next().unwrap_or_default(),
            arguments: words.collect(),
            variables: Vec::new(),
        }
    }

    /// The words of its command, as text.
    pub fn words(&self) -> Vec<String> {
        let words = iter::once(&self.name).chain(&self.arguments);
        words
            .map(|word| word.to_string_lossy().into_owned())
            .collect()
    }
}

/// Finds a program in `PATH`. A name with a slash is returned as it is.
pub fn find(name: &OsStr) -> Option<PathBuf> {
    if name.as_encoded_bytes().contains(&b'/') {
        return Some(name.into());
    }
    let folders = env::var_os("PATH")?;
    let mut paths = env::split_paths(&folders).map(|folder| folder.join(name));
    paths.find(|path| path.is_file())
}

/// The limits of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// CPU time.
    pub cpu: Duration,
    /// CPU time and idle time together: a backstop for programs that wait.
    pub time: Duration,
    /// CPU time and idle time without progress: the program neither reads nor answers.
    pub stall: Duration,
    /// When to stop the run, if the program has made progress since then: otherwise it may hang, and `stall` decides.
    pub deadline: Option<Instant>,
    /// Memory of the largest process, in bytes.
    pub memory: u64,
    /// Bytes of standard output.
    pub stdout: u64,
    /// Bytes of standard error.
    pub stderr: u64,
}

impl RunLimits {
    /// Limits with the same time again for waiting, and `output` bytes on each stream.
    pub fn new(cpu: Duration, memory: u64, output: u64) -> Self {
        RunLimits {
            cpu,
            time: cpu.saturating_mul(2),
            stall: Duration::MAX,
            deadline: None,
            memory,
            stdout: output,
            stderr: output,
        }
    }
}

/// The caller's side of a run: it writes the program's input and reads its output.
pub trait Interactor {
    /// Appends the next part of the input, or nothing at its end.
    fn input(&mut self, text: &mut Vec<u8>);

    /// Takes output of the program. Returns whether an answer is complete.
    fn output(&mut self, bytes: &[u8]) -> bool;
}

/// An interactor that writes all input at once, and collects all output.
#[derive(Debug, Default)]
pub struct Exchange {
    /// The input that is left.
    pub stdin: Vec<u8>,
    /// The output so far.
    pub stdout: Vec<u8>,
}

impl Interactor for Exchange {
    fn input(&mut self, text: &mut Vec<u8>) {
        text.append(&mut self.stdin);
    }

    fn output(&mut self, bytes: &[u8]) -> bool {
        self.stdout.extend_from_slice(bytes);
        true
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The program ended by itself, or by a signal.
    Exited(ExitStatus),
    /// It was killed because it took too long.
    TimeLimit(TimeLimitKind),
    /// It was killed because it took too much memory, or had taken too much when it ended.
    MemoryLimit,
    /// It was killed because it printed too much.
    OutputLimit,
    /// It was stopped at the caller's deadline, which says nothing about the program.
    CutOff,
}

impl Termination {
    /// Whether the program ended with exit code 0.
    pub fn is_success(self) -> bool {
        matches!(self, Termination::Exited(status) if status.success())
    }

    /// The failure of a run that has too few answers, with the exit code or the signal.
    pub fn failure(self) -> (FailureKind, String) {
        let kind = match self {
            Termination::Exited(status) => match status.code() {
                Some(0) => FailureKind::NoAnswer,
                Some(code) => return (FailureKind::ExitCode, code.to_string()),
                None => {
                    let shown = status.to_string();
                    let signal = shown.trim_start_matches("signal: ");
                    return (FailureKind::Signal, signal.to_owned());
                }
            },
            Termination::TimeLimit(_) | Termination::CutOff => FailureKind::TimeLimit,
            Termination::MemoryLimit => FailureKind::MemoryLimit,
            Termination::OutputLimit => FailureKind::OutputLimit,
        };
        (kind, String::new())
    }
}

/// Which time limit a run exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimitKind {
    /// CPU time.
    Cpu,
    /// CPU time and idle time together.
    Elapsed,
    /// Time without progress.
    Stall,
}

/// The result of executing a run.
#[derive(Clone, Debug)]
pub struct Execution {
    pub termination: Termination,
    /// The CPU time of all processes.
    pub cpu: Duration,
    /// The time in which no process computed or waited for a processor.
    pub idle: Duration,
    /// The peak memory of the largest process, in bytes, if it could be measured.
    pub memory: Option<u64>,
    /// Whether the program has read some of its input; true if that is unknown.
    pub has_read: bool,
    /// Standard error.
    pub stderr: Excerpt,
}

impl Execution {
    /// The time that counts against the program: CPU time and idle time.
    pub fn time(&self) -> Duration {
        self.cpu + self.idle
    }
}
