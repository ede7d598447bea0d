//! One run of the program on some boards, and the verdict on it.

use std::sync::atomic::AtomicBool;

use crossply_problems::Problem;

use crate::comparison::{Comparison, ComparisonMode, ComparisonResult, Difference};
use crate::execution::{Execution, Interactor, RunLimits, Termination, execute};
use crate::expected_answers::{AnswersAlone, ExpectedAnswers};
use crate::input::{Input, InputForm};
use crate::limits::Limits;
use crate::process::Program;
use crate::runtime::Runtime;
use crate::{Boards, JudgeError, Verdict};

/// A program, and how it is judged.
#[derive(Clone, Debug)]
pub struct Submission<P: Problem> {
    /// What is run.
    pub program: Program,
    /// What it may use.
    pub limits: Limits,
    /// How strictly white space is compared.
    pub compare: ComparisonMode,
    /// Set by somebody who does not want to know any longer.
    pub interrupt: &'static AtomicBool,
    /// What its runtime takes besides, which is allowed for, if that is known.
    pub runtime: Option<Runtime>,
    pub(crate) answers_alone: AnswersAlone<P>,
}

/// What came of a run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// What is said about it, unless it was cut off.
    pub verdict: Verdict,
    /// How it went.
    pub execution: Execution,
    /// Where the output first differs from what is expected, if it does.
    pub difference: Option<Difference>,
}

impl RunResult {
    /// Whether all is right.
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
    /// A run that ended by itself at once.
    pub(crate) fn with(verdict: Verdict) -> Self {
        RunResult {
            verdict,
            execution: Execution {
                termination: Termination::Exited(std::process::ExitStatus::default()),
                cpu: std::time::Duration::ZERO,
                idle: std::time::Duration::ZERO,
                memory: None,
                has_read: true,
                stderr: crate::Excerpt::default(),
                run_limits: Limits::of::<crossply_problems::Ccf201803_4>()
                    .run_limits::<crossply_problems::Ccf201803_4>(1),
            },
            difference: None,
        }
    }
}

impl<P: Problem> Submission<P> {
    /// A program that is judged as the statement says.
    #[must_use]
    pub fn new(program: Program, interrupt: &'static AtomicBool) -> Self {
        Submission {
            program,
            limits: Limits::of::<P>(),
            compare: ComparisonMode::default(),
            interrupt,
            runtime: None,
            answers_alone: AnswersAlone::default(),
        }
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// If that is not possible, or if it is interrupted.
    pub fn run(&self, boards: &Boards<P>) -> Result<RunResult, JudgeError> {
        self.run_within(boards, &self.run_limits(boards.len()), InputForm::Usual)
    }

    /// What a run on so many boards may use.
    pub(crate) fn run_limits(&self, boards: u64) -> RunLimits {
        let mut run_limits = self.limits.run_limits::<P>(boards);
        if let Some(runtime) = &self.runtime {
            run_limits.cpu = run_limits.cpu.saturating_add(runtime.cpu);
            run_limits.time = run_limits.time.saturating_add(runtime.time);
            run_limits.stall = run_limits.stall.saturating_add(runtime.time);
            run_limits.memory = run_limits.memory.saturating_add(runtime.memory);
        }
        run_limits
    }

    pub(crate) fn run_within(
        &self,
        boards: &Boards<P>,
        run_limits: &RunLimits,
        form: InputForm,
    ) -> Result<RunResult, JudgeError> {
        let expected = ExpectedAnswers::new(AnswersAlone::clone(&self.answers_alone));
        let mut interactor = CheckingInteractor {
            input: Input::new(boards, form),
            comparison: Comparison::new(boards.clone(), expected, self.compare),
        };
        let execution = execute(&self.program, run_limits, &mut interactor, self.interrupt)?;
        let stopped = !matches!(execution.termination, Termination::Exited(_));
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
        };
        Ok(RunResult {
            verdict,
            execution,
            difference,
        })
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
