//! What a run is given, and what it gives: a program, its limits, the judge's side of the conversation, and the result.

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

/// The path of the program of this name; none if it is not there, as far as names without a slash tell.
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
    /// CPU time and idle time in which the program neither reads nor answers anything.
    pub stall: Duration,
    /// When to stop the run, unless the program may hang: it has made no progress since then.
    pub deadline: Option<Instant>,
    /// Memory of the largest process, in bytes.
    pub memory: u64,
    /// Bytes of standard output.
    pub stdout: u64,
    /// Bytes of standard error.
    pub stderr: u64,
}

impl RunLimits {
    /// So much CPU time, and as much again for waiting; memory; and output, of each kind.
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

/// The judge's side of a run: it writes the program's input and reads its output.
pub trait Interactor {
    /// Appends the next part of the input; nothing at its end.
    fn input(&mut self, text: &mut Vec<u8>);

    /// Takes output of the program. Returns whether an answer is complete.
    fn output(&mut self, bytes: &[u8]) -> bool;
}

/// The input at once, and all output.
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
    /// The judge killed it because it took too long.
    TimeLimit(TimeLimitKind),
    /// The judge killed it because it took too much memory, or it has ended and had taken too much.
    MemoryLimit,
    /// The judge killed it because it printed too much.
    OutputLimit,
    /// The judge stopped it because its own time was up. That says nothing about the program.
    CutOff,
}

impl Termination {
    /// Whether the program ended by itself, and well.
    pub fn is_success(self) -> bool {
        matches!(self, Termination::Exited(status) if status.success())
    }

    /// How a run fails that ended so and has answered too little; and the exit code, or the signal.
    pub fn failure(self) -> (FailureKind, String) {
        let kind = match self {
            Termination::Exited(status) => match status.code() {
                Some(0) => FailureKind::NoAnswer,
                Some(code) => return (FailureKind::ExitCode, code.to_string()),
                None => {
                    let signal = status.to_string();
                    let signal = signal.trim_start_matches("signal: ");
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
    /// Time without reading or answering anything.
    Stall,
}

/// The result of executing a run.
#[derive(Clone, Debug)]
pub struct Execution {
    /// How it ended.
    pub termination: Termination,
    /// The CPU time of all its processes.
    pub cpu: Duration,
    /// The time in which none of its processes computed or waited for a processor.
    pub idle: Duration,
    /// The peak memory of its largest process, in bytes, if it could be measured.
    pub memory: Option<u64>,
    /// Whether it has read some of its input; true if that is unknown.
    pub has_read: bool,
    /// What it printed to standard error.
    pub stderr: Excerpt,
}

impl Execution {
    /// The time that counts against the program: CPU time and idle time.
    pub fn time(&self) -> Duration {
        self.cpu + self.idle
    }
}
