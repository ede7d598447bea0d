//! A program as a solver: one process for many inputs, with a line for each.

use std::slice;

use super::{NEVER, Program};
use crate::definition::Solver;
use crate::failure::{Failure, FailureKind};

/// The solver made by [`Program::lines`].
pub(super) struct Lines<W, R> {
    pub(super) program: Program,
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
        let line = |input: &I| {
            let line = (self.write)(input);
            assert!(
                !line.contains('\n'),
                "the check makes two lines of the input: {line:?}"
            );
            line + "\n"
        };
        let lines: Vec<_> = inputs.iter().map(line).collect();
        let mut rest = &lines[..];
        let mut batch_size = lines.len();
        while !rest.is_empty() {
            let batch = &rest[..batch_size.min(rest.len())];
            let (mut batch_answers, failure) = self.answer(batch);
            rest = &rest[batch_answers.len()..];
            answers.append(&mut batch_answers);
            batch_size = match failure {
                None => batch.len() * 2,
                Some(failure) if batch.len() == 1 => failure.raise(),
                // A failure counts only if it occurs in a process with a single input.
                Some(_) => 1,
            };
        }
    }

    fn is_program(&self) -> bool {
        true
    }
}

impl<W, R> Lines<W, R> {
    /// Passes lines to a new process. Returns its answers to the first of them, and why the next one has none.
    fn answer<A>(&self, lines: &[String]) -> (Vec<A>, Option<Failure>)
    where
        R: Fn(&str) -> Result<A, String>,
    {
        let expected = lines.len();
        let mut dialogue = Dialogue {
            read: &self.read,
            expected,
            answers: Vec::new(),
            unfinished: Vec::new(),
            malformed: None,
            lines_read: 0,
        };
        let execution = self.program.run(
            &self.program.invocation,
            expected,
            lines.concat().as_bytes(),
            &mut |bytes| dialogue.output(bytes),
            &NEVER,
        );
        if !dialogue.unfinished.is_empty() {
            dialogue.output(b"\n");
        }
        let lines_read = dialogue.lines_read;
        if dialogue.malformed.is_none() && lines_read > expected {
            // It is unknown which line belongs to which input, so no answer counts.
            let text = format!("number of lines: {lines_read}, expected {expected}");
            return (Vec::new(), Some(malformed_answer(text)));
        }
        let mut failure = dialogue.malformed;
        if failure.is_none() && dialogue.answers.len() < expected {
            failure = Some(execution.failure());
        }
        (dialogue.answers, failure)
    }
}

fn malformed_answer(text: String) -> Failure {
    Failure::new(FailureKind::MalformedAnswer, text)
}

/// A conversation with a process.
struct Dialogue<'a, A, R> {
    read: &'a R,
    /// The number of answers to expect.
    expected: usize,
    answers: Vec<A>,
    /// The beginning of a line whose end has not been read.
    unfinished: Vec<u8>,
    /// The first line that is not an answer. Later lines are only counted.
    malformed: Option<Failure>,
    lines_read: usize,
}

impl<A, R: Fn(&str) -> Result<A, String>> Dialogue<'_, A, R> {
    /// Takes output of the program. Returns whether it completes a line.
    fn output(&mut self, bytes: &[u8]) -> bool {
        let lines_before = self.lines_read;
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.unfinished.extend_from_slice(part);
            if !part.ends_with(b"\n") {
                continue;
            }
            self.lines_read += 1;
            if self.malformed.is_none() && self.answers.len() < self.expected {
                let line = self.unfinished.strip_suffix(b"\n").unwrap_or_default();
                match self.read_line(line) {
                    Ok(answer) => self.answers.push(answer),
                    Err(failure) => self.malformed = Some(failure),
                }
            }
            self.unfinished.clear();
        }
        self.lines_read > lines_before
    }

    /// The answer in a line. Bytes that are not text have no replacement, because two of them would look the same.
    fn read_line(&self, line: &[u8]) -> Result<A, Failure> {
        let read = match str::from_utf8(line) {
            Ok(line) => (self.read)(line),
            Err(error) => Err(error.to_string()),
        };
        let shown = String::from_utf8_lossy(line);
        read.map_err(|error| malformed_answer(format!("{shown:?}: {error}")))
    }
}
