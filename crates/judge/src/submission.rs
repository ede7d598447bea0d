//! A submission: the program that is judged, how it is judged, and single runs of it.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crossply_problems::{Board, Problem};

use crate::comparison::{Comparison, WrongAnswers};
use crate::expected_answers::{ExpectedAnswers, ExpectedLines};
use crate::input::Input;
use crate::limits::StatementLimits;
use crate::run_result::RunResult;
use crate::runtime::Runtime;
use crate::{Boards, JudgeError, Recorded, Verdict, runtime};
use crossply::program::{Execution, Interactor, Invocation, RunLimits, Termination};
use crossply::program::{SandboxError, execute};

/// A program, and how it is judged.
#[derive(Clone, Debug)]
pub struct Submission<P: Problem> {
    /// The program.
    pub program: Invocation,
    /// The source of the program, if the judge has compiled it or chosen its interpreter.
    pub source: Option<PathBuf>,
    /// The limits of the statement, or those given in their place.
    pub limits: StatementLimits,
    /// Set when the user interrupts the session.
    pub interrupt: &'static AtomicBool,
    /// The program's runtime, if it is a known one: the limits allow for what it takes.
    pub runtime: Option<Runtime>,
    /// Whether the line that ends the input is left out, to see whether the program reads on after it.
    pub(crate) lacks_end: bool,
    /// The lines to print for these boards, in place of the right answers.
    pub(crate) expected: ExpectedLines<P>,
    /// What the program printed elsewhere; then it does not run.
    pub recorded: Option<Recorded<P>>,
}

impl<P: Problem> Submission<P> {
    /// A submission with the limits of the statement.
    #[must_use]
    pub fn new(program: Invocation, interrupt: &'static AtomicBool) -> Self {
        Submission {
            program,
            source: None,
            limits: StatementLimits::of::<P>(),
            interrupt,
            runtime: None,
            lacks_end: false,
            expected: ExpectedLines::default(),
            recorded: None,
        }
    }

    /// Measures the program's runtime, if it is a known one, and adds what it takes to the limits of all later runs.
    ///
    /// # Errors
    /// If the user interrupts it.
    pub fn allow_for_runtime(&mut self) -> Result<(), JudgeError> {
        if self.recorded.is_none() {
            self.runtime = runtime::measure(&self.program, self.interrupt)?;
        }
        Ok(())
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// If the program cannot be run, or the user interrupts it.
    pub fn run(&self, boards: &Boards<P>) -> Result<RunResult, JudgeError> {
        let (result, _) = self.run_within(boards, &self.run_limits(boards.len()))?;
        Ok(result)
    }

    /// The limits of a run on this many boards, with the allowance for the runtime.
    #[must_use]
    pub fn run_limits(&self, boards: u64) -> RunLimits {
        let mut run_limits = self.limits.run_limits::<P>(boards);
        if let Some(runtime) = &self.runtime {
            run_limits.cpu = run_limits.cpu.saturating_add(runtime.cpu);
            run_limits.time = run_limits.time.saturating_add(runtime.time);
            run_limits.stall = run_limits.stall.saturating_add(runtime.time);
            run_limits.memory = run_limits
                .memory
                .saturating_add(runtime.memory + runtime.slack);
        }
        run_limits
    }

    /// The expected answer to a board. For an illegal board it is what the program, or another one, answers to it.
    ///
    /// # Panics
    /// If the board is illegal, and no program has run on it.
    #[must_use]
    pub fn expected_answer(&self, board: Board<P>) -> String {
        self.expected_answers().answer(board)
    }

    pub(crate) fn expected_answers(&self) -> ExpectedAnswers<P> {
        ExpectedAnswers::new(Arc::clone(&self.expected))
    }

    /// Runs the program on the boards, which the interactor knows as well. One that the judge has compiled and that is no
    /// longer there has deleted itself.
    pub(crate) fn execute(
        &self,
        boards: &Boards<P>,
        run_limits: &RunLimits,
        interactor: &mut impl Interactor,
    ) -> Result<Execution, JudgeError> {
        if let Some(recorded) = &self.recorded {
            interactor.output(recorded.to(boards).ok_or(JudgeError::TimeUp)?);
            let ended = Termination::Exited(ExitStatus::default());
            return Ok(Execution::at_once(ended, *run_limits));
        }
        let program = Path::new(&self.program.name);
        match execute(None, &self.program, run_limits, interactor, self.interrupt) {
            Err(SandboxError::CannotRun { .. })
                if self.source.is_some() && program.is_absolute() && !program.exists() =>
            {
                Ok(Execution::at_once(Termination::Gone, *run_limits))
            }
            ran => Ok(ran?),
        }
    }

    /// Runs the program. Also returns the wrong lines, with the indices of their boards if there is a line for each.
    pub(crate) fn run_within(
        &self,
        boards: &Boards<P>,
        run_limits: &RunLimits,
    ) -> Result<(RunResult, WrongAnswers<P>), JudgeError> {
        let mut interactor = CheckingInteractor {
            input: Input::new(boards, self.lacks_end),
            comparison: Comparison::new(boards.clone(), self.expected_answers()),
        };
        let execution = self.execute(boards, run_limits, &mut interactor)?;
        let stopped = !matches!(execution.termination, Termination::Exited(_));
        let (by_output, difference, wrong_answers) = interactor.comparison.finish(stopped);
        let verdict = match execution.termination {
            Termination::TimeLimit(_) | Termination::CutOff => Verdict::TimeLimit,
            Termination::MemoryLimit => Verdict::MemoryLimit,
            Termination::OutputLimit => Verdict::OutputLimit,
            Termination::Exited(status) if status.success() => by_output,
            Termination::Exited(_) | Termination::Gone => Verdict::RuntimeError,
        };
        let result = RunResult {
            verdict,
            execution,
            difference,
        };
        Ok((result, wrong_answers))
    }
}

struct CheckingInteractor<'a, P: Problem> {
    input: Input<'a, P>,
    comparison: Comparison<P>,
}

impl<P: Problem> Interactor for CheckingInteractor<'_, P> {
    fn input(&mut self, text: &mut Vec<u8>) {
        self.input.append(text);
    }

    fn output(&mut self, bytes: &[u8]) -> bool {
        let before = self.comparison.answers();
        self.comparison.append(bytes);
        self.comparison.answers() > before
    }
}
