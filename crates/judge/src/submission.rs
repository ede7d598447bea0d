//! A submission: the program that is judged, how it is judged, and single runs of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crossply_problems::{Board, Problem};

use crate::answers::WrongAnswers;
use crate::comparison::{Comparison, ComparisonMode, ComparisonResult, Difference};
use crate::execution::{Execution, Interactor, Program, RunLimits, Termination};
use crate::expected_answers::{AnswersAlone, ExpectedAnswers};
use crate::input::{Input, InputForm};
use crate::limits::Limits;
use crate::processes::execute;
use crate::reference::{Printed, ReferenceRun};
use crate::runtime::Runtime;
use crate::{Boards, JudgeError, Verdict};

/// A program, and how it is judged.
#[derive(Clone, Debug)]
pub struct Submission<P: Problem> {
    /// The program.
    pub program: Program,
    /// The source of the program, if the judge has compiled it or chosen its interpreter.
    pub source: Option<PathBuf>,
    /// The limits of the statement, or those given in their place.
    pub limits: Limits,
    /// How strictly white space is compared.
    pub compare: ComparisonMode,
    /// Set when the user interrupts the session.
    pub interrupt: &'static AtomicBool,
    /// The program's runtime, if it is a known one: the limits allow for what it takes.
    pub runtime: Option<Runtime>,
    /// Another program, with whose answers this one's are compared, in place of the right ones.
    pub reference: Option<Box<Submission<P>>>,
    /// The program's answers to illegal boards.
    pub(crate) answers_alone: AnswersAlone<P>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// The verdict; it means nothing if the judge cut the run off.
    pub verdict: Verdict,
    /// How the run ended, and what it used. If the reference failed, this is its run.
    pub execution: Execution,
    /// The first difference between the output and the expected answers, if there is one.
    pub difference: Option<Difference>,
    /// The run of the reference, if there is one.
    pub reference: Option<Box<ReferenceRun>>,
}

impl RunResult {
    /// Whether the run was accepted.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.verdict == Verdict::Accepted
    }

    /// Whether the judge stopped the run because its own time was up.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.execution.termination == Termination::CutOff
    }
}

#[cfg(test)]
impl RunResult {
    /// A run that ended at once, with this verdict.
    pub(crate) fn with(verdict: Verdict) -> Self {
        RunResult {
            verdict,
            execution: Execution {
                termination: Termination::Exited(std::process::ExitStatus::default()),
                cpu: std::time::Duration::ZERO,
                idle: std::time::Duration::ZERO,
                stall: std::time::Duration::ZERO,
                memory: None,
                has_read: true,
                stderr: crate::Excerpt::default(),
                run_limits: Limits::of::<crossply_problems::Ccf201803_4>()
                    .run_limits::<crossply_problems::Ccf201803_4>(1),
            },
            difference: None,
            reference: None,
        }
    }

    /// A run that ended at once, with this verdict, after so many lines.
    pub(crate) fn with_lines(verdict: Verdict, lines: Option<u64>) -> Self {
        let mut result = RunResult::with(verdict);
        result.difference = lines.map(|lines| Difference {
            index: None,
            given: None,
            wrong: None,
            lines,
        });
        result
    }
}

impl<P: Problem> Submission<P> {
    /// A submission with the limits of the statement.
    #[must_use]
    pub fn new(program: Program, interrupt: &'static AtomicBool) -> Self {
        Submission {
            program,
            source: None,
            limits: Limits::of::<P>(),
            compare: ComparisonMode::default(),
            interrupt,
            runtime: None,
            reference: None,
            answers_alone: AnswersAlone::default(),
        }
    }

    /// How many boards the statement promises, if that matters: programs that are compared with each other may differ on
    /// any number of boards.
    pub(crate) fn promised(&self) -> Option<u64> {
        P::LIMITS.boards.filter(|_| self.reference.is_none())
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// If the program cannot be run, or the user interrupts it.
    pub fn run(&self, boards: &Boards<P>) -> Result<RunResult, JudgeError> {
        self.run_within(boards, &self.run_limits(boards.len()), InputForm::Usual)
    }

    /// The limits of a run on so many boards, with the allowance for the runtime.
    #[must_use]
    pub fn run_limits(&self, boards: u64) -> RunLimits {
        let mut run_limits = self.limits.run_limits::<P>(boards);
        if let Some(runtime) = &self.runtime {
            run_limits.cpu = run_limits.cpu.saturating_add(runtime.cpu);
            run_limits.time = run_limits.time.saturating_add(runtime.time);
            run_limits.stall = run_limits.stall.saturating_add(runtime.time);
            run_limits.memory = run_limits.memory.saturating_add(runtime.memory);
        }
        run_limits
    }

    /// The expected answer to the board on which a run failed: the reference's, if there is one.
    ///
    /// # Panics
    /// As [`expected_answer`](Self::expected_answer) does.
    #[must_use]
    pub fn expected_answer_in(&self, result: &RunResult, board: Board<P>) -> String {
        match &result.reference {
            Some(reference) => {
                String::from_utf8_lossy(reference.answer.as_deref().unwrap_or_default())
                    .into_owned()
            }
            None => self.expected_answer(board),
        }
    }

    /// The expected answer to a board. For an illegal board it is what the program answers to that board alone.
    ///
    /// # Panics
    /// If the board is illegal, and the program has not been asked for it alone.
    #[must_use]
    pub fn expected_answer(&self, board: Board<P>) -> String {
        self.expected_answers().answer(board)
    }

    pub(crate) fn expected_answers(&self) -> ExpectedAnswers<P> {
        ExpectedAnswers::new(AnswersAlone::clone(&self.answers_alone))
    }

    /// Runs the program. One that the judge has compiled and that is no longer there has deleted itself.
    pub(crate) fn execute(
        &self,
        run_limits: &RunLimits,
        interactor: &mut impl Interactor,
    ) -> Result<Execution, JudgeError> {
        let program = Path::new(&self.program.name);
        match execute(&self.program, run_limits, interactor, self.interrupt) {
            Err(JudgeError::CannotRun { .. })
                if self.source.is_some() && program.is_absolute() && !program.exists() =>
            {
                Ok(Execution::gone(*run_limits))
            }
            ran => ran,
        }
    }

    pub(crate) fn run_within(
        &self,
        boards: &Boards<P>,
        run_limits: &RunLimits,
        form: InputForm,
    ) -> Result<RunResult, JudgeError> {
        let (result, _) = self.answers_within(boards, run_limits, form)?;
        Ok(result)
    }

    /// Runs the program. Also returns the wrong lines, with the indices of their boards if there is a line for each.
    pub(crate) fn answers_within(
        &self,
        boards: &Boards<P>,
        run_limits: &RunLimits,
        form: InputForm,
    ) -> Result<(RunResult, WrongAnswers<P>), JudgeError> {
        let mut expected = self.expected_answers();
        let mut reference = None;
        if let Some(program) = &self.reference {
            let printed = program.print_lines(boards, run_limits, form)?;
            if let Some(verdict) = printed.run.failed {
                let result = RunResult {
                    verdict,
                    execution: printed.run.execution.clone(),
                    difference: None,
                    reference: Some(Box::new(printed.run)),
                };
                return Ok((result, Vec::new()));
            }
            expected = ExpectedAnswers::of_lines(Arc::clone(&printed.lines));
            reference = Some(printed);
        }
        let mut interactor = CheckingInteractor {
            input: Input::new(boards, form),
            comparison: Comparison::new(boards.clone(), expected, self.compare),
        };
        let execution = self.execute(run_limits, &mut interactor)?;
        let stopped = !matches!(execution.termination, Termination::Exited(_));
        let wrong_answers = interactor.comparison.end(stopped);
        let compared = interactor.comparison.finish(stopped);
        let (by_output, difference) = match compared {
            ComparisonResult::Right => (Verdict::Accepted, None),
            ComparisonResult::Spacing(difference) => (Verdict::PresentationError, Some(difference)),
            ComparisonResult::Wrong(difference) => (Verdict::WrongAnswer, Some(difference)),
        };
        let verdict = match execution.termination {
            Termination::TimeLimit(_) | Termination::CutOff => Verdict::TimeLimit,
            Termination::MemoryLimit => Verdict::MemoryLimit,
            Termination::OutputLimit => Verdict::OutputLimit,
            Termination::Exited(status) if !status.success() => Verdict::RuntimeError,
            Termination::Exited(_) => by_output,
            Termination::Gone => Verdict::RuntimeError,
        };
        let reference = reference.map(|Printed { lines, mut run }| {
            let by_output =
                matches!(execution.termination, Termination::Exited(status) if status.success());
            let index = difference.as_ref().filter(|_| by_output);
            let index = index.map_or(Some(boards.len() - 1), |difference| difference.index);
            run.answer = index.and_then(|index| lines.get(index as usize).cloned());
            Box::new(run)
        });
        let result = RunResult {
            verdict,
            execution,
            difference,
            reference,
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
