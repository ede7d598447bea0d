//! Many inputs in one process, a line each.

use std::collections::HashMap;
use std::ffi::OsString;
use std::marker::PhantomData;
use std::process::ExitStatus;
use std::slice;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use super::{Execution, Interactor, Program, Termination, last_words, run, stopped};
use crate::definition::Solver;
use crate::failure::{Failure, FailureKind};

/// How long a program may take to start, at most, and what is allowed for one that does not end when its input does.
const LONGEST_START: Duration = Duration::from_secs(2);
const USUAL_START: Duration = Duration::from_millis(100);

/// How many times the measured time a start may take: machines are busy.
const START: u32 = 3;

/// How many bytes of input are made at once.
const PART: usize = 1 << 16;

/// A program that answers many inputs in one process.
pub(super) struct Lines<I, W, R> {
    program: Program,
    /// How long it may take to start.
    start: Duration,
    write: W,
    read: R,
    inputs: PhantomData<fn(&I)>,
}

impl<I, W, R> Lines<I, W, R> {
    pub(super) fn new(program: Program, write: W, read: R) -> Self {
        Lines {
            start: start_time(&program),
            program,
            write,
            read,
            inputs: PhantomData,
        }
    }
}

impl<I, A, W, R> Solver<I, A> for Lines<I, W, R>
where
    W: Fn(&I) -> String,
    R: Fn(&str) -> Result<A, String>,
{
    fn solve(&mut self, input: &I) -> A {
        let mut answers = Vec::new();
        self.solve_all(slice::from_ref(input), &mut answers);
        answers.pop().expect("a missing answer is a failure")
    }

    fn solve_all(&mut self, inputs: &[I], answers: &mut Vec<A>) {
        let lines: Vec<_> = inputs.iter().map(|input| self.line(input)).collect();
        // How many inputs the next process is asked for. Where one fails, only what it does in a process of its own counts.
        let (mut rest, mut size) = (&lines[..], lines.len());
        while !rest.is_empty() {
            let part = &rest[..size.min(rest.len())];
            let (mut given, failure) = self.converse(part);
            rest = &rest[given.len()..];
            answers.append(&mut given);
            size = match failure {
                None => part.len() * 2,
                Some(failure) if part.len() == 1 => failure.raise(),
                Some(_) => 1,
            };
        }
    }

    fn is_recorded(&self) -> bool {
        true
    }
}

impl<I, W, R> Lines<I, W, R> {
    /// The line for an input.
    ///
    /// # Panics
    /// If the check makes several of it.
    fn line(&self, input: &I) -> String
    where
        W: Fn(&I) -> String,
    {
        let line = (self.write)(input);
        assert!(
            !line.contains('\n'),
            "the check makes two lines of the input: {line:?}"
        );
        line + "\n"
    }

    /// Passes lines to a new process. Returns its answers to the first ones, and why others have none.
    fn converse<A>(&self, lines: &[String]) -> (Vec<A>, Option<Failure>)
    where
        R: Fn(&str) -> Result<A, String>,
    {
        let mut dialogue = Dialogue {
            lines: lines.iter(),
            read: &self.read,
            expected: lines.len(),
            answers: Vec::new(),
            begun: Vec::new(),
            malformed: None,
            lines_read: 0,
        };
        let limits = self.program.limits(lines.len(), self.start);
        let execution = run(&self.program.invocation, &limits, &mut dialogue);
        if !dialogue.begun.is_empty() {
            dialogue.output(b"\n");
        }
        let (printed, asked) = (dialogue.lines_read, lines.len());
        if dialogue.malformed.is_none() && printed > asked {
            // It is not known which line belongs to which input.
            let text = format!("number of lines: {printed}, expected {asked}");
            let kind = FailureKind::MalformedAnswer;
            return (Vec::new(), Some(Failure { kind, text }));
        }
        let is_missing = dialogue.answers.len() < asked;
        let ended = || stopped(&execution).unwrap_or_else(|| ended(&execution));
        let failure = dialogue.malformed.or_else(|| is_missing.then(ended));
        (dialogue.answers, failure)
    }
}

/// A conversation with a process: lines to write, and lines to read.
struct Dialogue<'a, A, R> {
    lines: slice::Iter<'a, String>,
    read: &'a R,
    expected: usize,
    answers: Vec<A>,
    /// The beginning of a line.
    begun: Vec<u8>,
    /// The first line that is no answer. What follows is not read.
    malformed: Option<Failure>,
    lines_read: usize,
}

impl<A, R: Fn(&str) -> Result<A, String>> Interactor for Dialogue<'_, A, R> {
    fn input(&mut self, text: &mut Vec<u8>) {
        while text.len() < PART
            && let Some(line) = self.lines.next()
        {
            text.extend_from_slice(line.as_bytes());
        }
    }

    fn output(&mut self, bytes: &[u8]) -> bool {
        let before = self.lines_read;
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.begun.extend_from_slice(part);
            if !part.ends_with(b"\n") {
                continue;
            }
            self.lines_read += 1;
            let line = String::from_utf8_lossy(&self.begun);
            let line = line.trim_end_matches(['\r', '\n']);
            if self.malformed.is_none() && self.answers.len() < self.expected {
                match (self.read)(line) {
                    Ok(answer) => self.answers.push(answer),
                    Err(error) => {
                        let text = format!("{line:?}: {error}");
                        let kind = FailureKind::MalformedAnswer;
                        self.malformed = Some(Failure { kind, text });
                    }
                }
            }
            self.begun.clear();
        }
        self.lines_read > before
    }
}

/// The failure of a process that ended too early.
fn ended(execution: &Execution) -> Failure {
    let Termination::Exited(status) = execution.termination else {
        unreachable!("it was not stopped");
    };
    let (kind, what) = match (signal(status), status.code()) {
        (Some(signal), _) => (FailureKind::Signal, signal.to_string()),
        (None, Some(code)) if code != 0 => (FailureKind::ExitCode, code.to_string()),
        _ => (FailureKind::NoAnswer, String::new()),
    };
    let words = [what, last_words(execution)];
    let words: Vec<_> = words
        .into_iter()
        .filter(|words| !words.is_empty())
        .collect();
    let text = words.join(": ");
    Failure { kind, text }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// How long a program may take to start: some times what it takes with an empty input, which is measured once.
///
/// # Panics
/// If it cannot be run.
pub(super) fn start_time(program: &Program) -> Duration {
    static KNOWN: LazyLock<Mutex<HashMap<Vec<OsString>, Duration>>> = LazyLock::new(Mutex::default);
    let invocation = &program.invocation;
    let words = [&invocation.name].into_iter().chain(&invocation.arguments);
    let words: Vec<OsString> = words.cloned().collect();
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&time) = known().get(&words) {
        return time;
    }
    let start = Program {
        time: LONGEST_START,
        ..program.clone()
    };
    let limits = start.limits(1, Duration::ZERO);
    let execution = run(invocation, &limits, &mut Nothing);
    let time = match execution.termination {
        Termination::Exited(_) => execution.time().saturating_mul(START),
        _ => USUAL_START,
    };
    *known().entry(words).or_insert(time)
}

/// Writes nothing, and reads nothing.
struct Nothing;

impl Interactor for Nothing {
    fn input(&mut self, _: &mut Vec<u8>) {}

    fn output(&mut self, _: &[u8]) -> bool {
        true
    }
}
