//! One run of the program on some boards, and the verdict on it.

use std::sync::atomic::AtomicBool;

use crate::comparison::{Compare, Compared, Comparison, Deviation};
use crate::execution::{Bounds, Ending, Execution, Talk, execute};
use crate::expected::{Alone, Expected};
use crate::limits::{Contest, Limits};
use crate::process::Program;
use crate::{Boards, Trouble, Verdict};

/// A program, and how it is judged.
#[derive(Clone, Debug)]
pub struct Candidate<P: Contest> {
    /// What is run.
    pub program: Program,
    /// What it may use.
    pub limits: Limits,
    /// How strictly white space is compared.
    pub compare: Compare,
    /// Set by somebody who does not want to know any longer.
    pub interrupt: &'static AtomicBool,
    pub(crate) alone: Alone<P>,
}

/// How the text is written that the program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Usual,
    /// CR and LF at the end of each line.
    CrLf,
    /// The last line does not end.
    NoLastLineEnd,
    /// What comes after the last board is left out.
    NoEnd,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// What is said about it.
    pub verdict: Verdict,
    /// How it went.
    pub execution: Execution,
    /// Where the output first differs from what is expected, if it does.
    pub deviation: Option<Deviation>,
}

impl Attempt {
    /// Whether all is right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.verdict == Verdict::Accepted
    }
}

impl<P: Contest> Candidate<P> {
    /// A program that is judged as the statement says.
    #[must_use]
    pub fn new(program: Program, interrupt: &'static AtomicBool) -> Self {
        Candidate {
            program,
            limits: Limits::of::<P>(),
            compare: Compare::default(),
            interrupt,
            alone: Alone::default(),
        }
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// If that is not possible, or if it is interrupted.
    pub fn attempt(&self, boards: &Boards<P>) -> Result<Attempt, Trouble> {
        self.attempt_within(boards, &self.limits.bounds(boards.len()), Form::Usual)
    }

    pub(crate) fn attempt_within(
        &self,
        boards: &Boards<P>,
        bounds: &Bounds,
        form: Form,
    ) -> Result<Attempt, Trouble> {
        let expected = Expected::new(Alone::clone(&self.alone));
        let mut dialogue = Dialogue {
            input: Input::new(boards, form),
            comparison: Comparison::new(boards.clone(), expected, self.compare),
        };
        let execution = execute(&self.program, bounds, &mut dialogue, self.interrupt)?;
        let compared = dialogue.comparison.finish();
        let (by_output, deviation) = match compared {
            Compared::Right => (Verdict::Accepted, None),
            Compared::Spacing(deviation) => (Verdict::PresentationError, Some(deviation)),
            Compared::Wrong(deviation) => (Verdict::WrongAnswer, Some(deviation)),
        };
        let verdict = match execution.ending {
            Ending::Time => Verdict::TimeLimit,
            Ending::Memory => Verdict::MemoryLimit,
            Ending::Output => Verdict::OutputLimit,
            Ending::Exited(status) if !status.success() => Verdict::RuntimeError,
            Ending::Exited(_) => by_output,
        };
        Ok(Attempt {
            verdict,
            execution,
            deviation,
        })
    }
}

struct Dialogue<'a, P: Contest> {
    input: Input<'a, P>,
    comparison: Comparison<P>,
}

impl<P: Contest> Talk for Dialogue<'_, P> {
    fn input(&mut self, text: &mut Vec<u8>) {
        self.input.append(text);
    }

    fn output(&mut self, bytes: &[u8]) {
        self.comparison.append(bytes);
    }
}

/// How many boards are written at once.
const BLOCK: u64 = 4096;

/// The text of the boards, block by block.
pub(crate) struct Input<'a, P: Contest> {
    form: Form,
    boards: &'a Boards<P>,
    written: u64,
}

impl<'a, P: Contest> Input<'a, P> {
    pub(crate) fn new(boards: &'a Boards<P>, form: Form) -> Self {
        Input {
            form,
            boards,
            written: 0,
        }
    }

    /// Appends the next block, and nothing after the last.
    pub(crate) fn append(&mut self, text: &mut Vec<u8>) {
        let count = self.boards.len();
        if self.written == count {
            return;
        }
        if self.written == 0 {
            P::append_beginning(count, text);
        }
        let end = count.min(self.written + BLOCK);
        let block = self.boards.part(self.written..end);
        block.for_each(|board| P::append_case(board, text));
        self.written = end;
        let is_last = end == count;
        if is_last && self.form != Form::NoEnd {
            P::append_end(text);
        }
        match self.form {
            Form::CrLf => {
                let lines = text.split_inclusive(|&byte| byte == b'\n');
                let ended = lines.flat_map(|line| [&line[..line.len() - 1], b"\r\n"].concat());
                *text = ended.collect();
            }
            Form::NoLastLineEnd if is_last => {
                text.pop();
            }
            _ => {}
        }
    }
}

/// The text that the program reads when it is asked about the boards.
pub(crate) fn input_text<P: Contest>(boards: &Boards<P>) -> Vec<u8> {
    let mut input = Input::new(boards, Form::Usual);
    let mut text = Vec::new();
    while input.written < boards.len() {
        input.append(&mut text);
    }
    text
}
