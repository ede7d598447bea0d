//! Programs that answer many inputs in one process, a line each.

use std::slice;
use std::time::Duration;

use super::{Interactor, Program, failure, run};
use crate::definition::Solver;
use crate::failure::{Failure, FailureKind};

/// Input is written in parts of about this many bytes.
const PART: usize = 1 << 16;

/// A program that answers many inputs in one process.
pub(super) struct Lines<W, R> {
    pub(super) program: Program,
    /// The time allowed for its start.
    pub(super) start: Duration,
    pub(super) write: W,
    pub(super) read: R,
}

impl<I, A, W, R> Solver<I, A> for Lines<W, R>
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
        // `size` is the number of inputs for the next process. After a failure it is 1: a failure counts only if a process
        // of its own shows it.
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

impl<W, R> Lines<W, R> {
    /// The line for an input.
    ///
    /// # Panics
    /// If the check makes several of it.
    fn line<I>(&self, input: &I) -> String
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

    /// Passes lines to a new process. Returns its answers to the first lines, and why the next has none.
    fn converse<A>(&self, lines: &[String]) -> (Vec<A>, Option<Failure>)
    where
        R: Fn(&str) -> Result<A, String>,
    {
        let mut dialogue = Dialogue {
            lines: lines.iter(),
            read: &self.read,
            expected: lines.len(),
            answers: Vec::new(),
            partial: Vec::new(),
            malformed: None,
            lines_read: 0,
        };
        let limits = self.program.limits(lines.len(), self.start);
        let execution = run(&self.program.invocation, &limits, &mut dialogue);
        if !dialogue.partial.is_empty() {
            dialogue.output(b"\n");
        }
        let (printed, asked) = (dialogue.lines_read, lines.len());
        if dialogue.malformed.is_none() && printed > asked {
            // Without knowing which line belongs to which input, no answer counts.
            let text = format!("number of lines: {printed}, expected {asked}");
            let kind = FailureKind::MalformedAnswer;
            return (Vec::new(), Some(Failure { kind, text }));
        }
        let is_missing = dialogue.answers.len() < asked;
        let failure = || is_missing.then(|| failure(&execution));
        let failure = dialogue.malformed.or_else(failure);
        (dialogue.answers, failure)
    }
}

/// A conversation with a process: lines to write, and lines to read.
struct Dialogue<'a, A, R> {
    lines: slice::Iter<'a, String>,
    read: &'a R,
    expected: usize,
    answers: Vec<A>,
    /// The beginning of an unfinished line.
    partial: Vec<u8>,
    /// The first line that is not an answer. Later lines are ignored.
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
            self.partial.extend_from_slice(part);
            if !part.ends_with(b"\n") {
                continue;
            }
            self.lines_read += 1;
            let text = String::from_utf8_lossy(&self.partial);
            let line = text.trim_end_matches(['\r', '\n']);
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
            self.partial.clear();
        }
        self.lines_read > before
    }
}
