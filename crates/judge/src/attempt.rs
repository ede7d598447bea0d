//! One run of the program on some boards, and the verdict on it.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::comparison::{Compare, Compared, Comparison, Deviation};
use crate::execution::{Bounds, Ending, Execution, Talk, execute};
use crate::expected::{Alone, Expected};
use crate::limits::Limits;
use crate::process::Program;
use crate::runtime::Runtime;
use crate::{Boards, Trouble, Verdict};
use crossply_problems::Problem;

/// A program, and how it is judged.
#[derive(Clone, Debug)]
pub struct Candidate<P: Problem> {
    /// What is run.
    pub program: Program,
    /// What it may use.
    pub limits: Limits,
    /// How strictly white space is compared.
    pub compare: Compare,
    /// Set by somebody who does not want to know any longer.
    pub interrupt: &'static AtomicBool,
    /// What its runtime takes besides, which is allowed for, if that is known.
    pub runtime: Option<Runtime>,
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
    /// What is said about it, unless it was cut off.
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

    /// Whether nobody wanted to hear the rest.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.execution.ending == Ending::CutOff
    }
}

#[cfg(test)]
impl Attempt {
    /// A run that ended by itself at once.
    pub(crate) fn with(verdict: Verdict) -> Self {
        Attempt {
            verdict,
            execution: Execution {
                ending: Ending::Exited(std::process::ExitStatus::default()),
                cpu: Duration::ZERO,
                idle: Duration::ZERO,
                memory: None,
                has_read: true,
                stderr: crate::Excerpt::default(),
                bounds: Limits::of::<crossply_problems::Ccf201803_4>()
                    .bounds::<crossply_problems::Ccf201803_4>(1),
            },
            deviation: None,
        }
    }
}

impl<P: Problem> Candidate<P> {
    /// A program that is judged as the statement says.
    #[must_use]
    pub fn new(program: Program, interrupt: &'static AtomicBool) -> Self {
        Candidate {
            program,
            limits: Limits::of::<P>(),
            compare: Compare::default(),
            interrupt,
            runtime: None,
            alone: Alone::default(),
        }
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// If that is not possible, or if it is interrupted.
    pub fn attempt(&self, boards: &Boards<P>) -> Result<Attempt, Trouble> {
        self.attempt_within(boards, &self.bounds(boards.len()), Form::Usual)
    }

    /// What a run on so many boards may use.
    pub(crate) fn bounds(&self, boards: u64) -> Bounds {
        let mut bounds = self.limits.bounds::<P>(boards);
        if let Some(runtime) = &self.runtime {
            bounds.cpu = bounds.cpu.saturating_add(runtime.cpu);
            bounds.time = bounds.time.saturating_add(runtime.time);
            bounds.stall = bounds.stall.saturating_add(runtime.time);
            bounds.memory = bounds.memory.saturating_add(runtime.memory);
        }
        bounds
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
        let stopped = !matches!(execution.ending, Ending::Exited(_));
        let compared = dialogue.comparison.finish(stopped);
        let (by_output, deviation) = match compared {
            Compared::Right => (Verdict::Accepted, None),
            Compared::Spacing(deviation) => (Verdict::PresentationError, Some(deviation)),
            Compared::Wrong(deviation) => (Verdict::WrongAnswer, Some(deviation)),
        };
        let verdict = match execution.ending {
            Ending::Time(_) | Ending::CutOff => Verdict::TimeLimit,
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

/// Runs the program within a budget: once it is used up, by the time that the program is answerable for,
/// there are no more runs. So the same is found out on a busy machine, if later.
#[derive(Debug)]
pub(crate) struct Budgeted<'a, P: Problem> {
    candidate: &'a Candidate<P>,
    left: Cell<Duration>,
}

/// What it costs to start a program, roughly, besides what it does.
pub(crate) const START: Duration = Duration::from_millis(1);

impl<'a, P: Problem> Budgeted<'a, P> {
    pub(crate) fn new(candidate: &'a Candidate<P>, budget: Duration) -> Self {
        Budgeted {
            candidate,
            left: Cell::new(budget),
        }
    }

    /// What is left.
    pub(crate) fn left(&self) -> Duration {
        self.left.get()
    }

    /// Takes something from what is left.
    pub(crate) fn spend(&self, time: Duration) {
        self.left.set(self.left().saturating_sub(time));
    }

    /// Gives something back.
    pub(crate) fn refund(&self, time: Duration) {
        self.left.set(self.left() + time);
    }

    /// What is run.
    pub(crate) fn candidate(&self) -> &'a Candidate<P> {
        self.candidate
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// [`Trouble::TimeUp`] if there is not enough left; and as [`Candidate::attempt`] does.
    pub(crate) fn attempt(&self, boards: &Boards<P>) -> Result<Attempt, Trouble> {
        if self.left().is_zero() {
            return Err(Trouble::TimeUp);
        }
        let mut bounds = self.candidate.bounds(boards.len());
        bounds.budget = self.left();
        let attempt = self
            .candidate
            .attempt_within(boards, &bounds, Form::Usual)?;
        self.spend(START + attempt.execution.time());
        if attempt.is_cut_off() {
            return Err(Trouble::TimeUp);
        }
        Ok(attempt)
    }
}

struct Dialogue<'a, P: Problem> {
    input: Input<'a, P>,
    comparison: Comparison<P>,
}

impl<P: Problem> Talk for Dialogue<'_, P> {
    fn input(&mut self, text: &mut Vec<u8>) {
        self.input.append(text);
    }

    fn output(&mut self, bytes: &[u8]) -> bool {
        let before = self.comparison.answers();
        self.comparison.append(bytes);
        self.comparison.answers() > before
    }
}

/// How many boards are written at once.
const BLOCK: u64 = 4096;

/// The text of the boards, block by block.
pub(crate) struct Input<'a, P: Problem> {
    form: Form,
    boards: &'a Boards<P>,
    written: u64,
}

impl<'a, P: Problem> Input<'a, P> {
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
pub(crate) fn input_text<P: Problem>(boards: &Boards<P>) -> Vec<u8> {
    let mut input = Input::new(boards, Form::Usual);
    let mut text = Vec::new();
    while input.written < boards.len() {
        input.append(&mut text);
    }
    text
}
