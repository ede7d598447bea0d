//! The judged program as a solver of a check.
//!
//! It gets a batch of the check as one input. As for an online judge, a failure concerns the whole input, so a search
//! finds the first board with which the program fails. Its answers for earlier boards count. Limits apply only to as
//! many boards as the statement promises. If a larger input exceeds one, the program gets smaller inputs.

use std::path::PathBuf;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossply::program::{Invocation, RunLimits, Termination, execute};
use crossply::{Failure, FailureKind, Solver};
use crossply_problems::{JudgeLimits, Position, Problem};
use tempfile::TempDir;

use crate::Runtime;
use crate::answer::{Printed, first_spacing};
use crate::conversation::Conversation;
use crate::failure::failure_of;
use crate::progress::Progress;
use crate::session::PROGRAM;

/// The factor by which inputs become smaller after one exceeds a limit, and larger again later.
const SIZE_FACTOR: usize = 16;

/// A program, and the conditions under which it is judged.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The program.
    pub program: Invocation,
    /// The source file, if the program was made from one.
    pub source: Option<PathBuf>,
    /// The folder of the compiled program. Dropping the last reference removes it.
    pub build: Option<Arc<TempDir>>,
    /// The limits, from the statement or the user.
    pub limits: JudgeLimits,
    /// Becomes true when the user interrupts the session.
    pub interrupt: &'static AtomicBool,
    /// The program's runtime, if it is known. The limits allow for what it takes by itself.
    pub runtime: Option<Runtime>,
}

/// A program as a solver.
pub(crate) struct Judged {
    /// The name as a solver.
    pub(crate) name: &'static str,
    pub(crate) submission: Arc<Submission>,
    pub(crate) progress: Arc<Progress>,
}

/// The result of a run on some boards.
struct RunResult<P: Problem> {
    printed: Vec<Printed<P>>,
    /// How the run failed, if it did.
    failure: Option<Failure>,
    /// Whether it was stopped at the deadline, or interrupted.
    is_cut_off: bool,
}

impl Submission {
    /// A submission with these limits.
    ///
    /// # Errors
    /// If the program's runtime cannot be run, or the user interrupts it.
    pub fn new(
        program: Invocation,
        limits: JudgeLimits,
        interrupt: &'static AtomicBool,
    ) -> anyhow::Result<Self> {
        Ok(Submission {
            runtime: Runtime::measure(&program, interrupt)?,
            program,
            source: None,
            build: None,
            limits,
            interrupt,
        })
    }

    /// The limits of a run on this many boards, with the allowance for the runtime.
    ///
    /// With more boards than the statement promises, the limits only detect hangs. A verdict then needs a run on fewer
    /// boards.
    fn run_limits(&self, boards: usize) -> RunLimits {
        let JudgeLimits { time, memory, .. } = self.limits;
        let runtime = self.runtime.as_ref();
        let runtime_cpu = runtime.map_or(Duration::ZERO, |runtime| runtime.cpu);
        let runtime_memory = runtime.map_or(0, |runtime| runtime.memory);
        let time_limit_count = if self.are_limited_together(boards) {
            1
        } else {
            u32::try_from(boards).unwrap_or(u32::MAX)
        };
        let statement_cpu = time.saturating_mul(time_limit_count);
        let cpu = statement_cpu.saturating_add(runtime_cpu);
        let output = (64 << 10) + (boards as u64) * (1 << 10);
        RunLimits {
            stall: time.saturating_add(runtime_cpu),
            ..RunLimits::new(cpu, memory.saturating_add(runtime_memory), output)
        }
    }

    /// Whether the limits of the statement cover this many boards in one input.
    fn are_limited_together(&self, boards: usize) -> bool {
        boards as u64 <= self.limits.boards.unwrap_or(1)
    }
}

impl Judged {
    /// Runs the program on the boards, at most for this time. Returns `None` after an error, which it notes.
    fn run<P: Problem>(
        &self,
        boards: &[Position<P>],
        time: Option<Duration>,
    ) -> Option<RunResult<P>> {
        let start = Instant::now();
        let limits = RunLimits {
            deadline: time.and_then(|time| start.checked_add(time)),
            ..self.submission.run_limits(boards.len())
        };
        let mut input = Vec::new();
        P::write(&mut input, boards.len() as u64, boards.iter().copied())
            .expect("writing to a vector succeeds");
        let mut conversation = Conversation::new(boards);
        let execution = execute(
            &self.submission.program,
            &limits,
            &input,
            &mut |bytes| conversation.output(bytes),
            self.submission.interrupt,
        );
        let execution = execution
            .map_err(|error| self.progress.note_error(error))
            .ok()?;
        conversation.finish(!matches!(execution.termination, Termination::Exited(_)));
        let printed = conversation.printed;
        let failure = failure_of(&execution, &limits, &printed, boards);
        self.progress
            .note_run(start.elapsed(), execution.used.time());
        Some(RunResult {
            failure,
            printed,
            is_cut_off: execution.termination == Termination::CutOff,
        })
    }

    /// Appends the program's answers to these boards. Returns the failure on the first board that has none. Without a failure,
    /// the session is to end if answers are missing.
    fn answer<P: Problem>(
        &self,
        boards: &[Position<P>],
        answers: &mut Vec<Printed<P>>,
    ) -> Option<Failure> {
        let mut rest = boards;
        let mut input_size = boards.len();
        while !rest.is_empty() {
            let input = &rest[..input_size.min(rest.len())];
            // If the time is up, there is no limit, because a search for a failing board may still have to run the program.
            let time_left = self.progress.time_left().filter(|time| !time.is_zero());
            let mut result = self.run(input, time_left)?;
            let Some(failure) = &result.failure else {
                answers.extend(result.printed);
                if self.progress.is_late() {
                    return None;
                }
                rest = &rest[input.len()..];
                input_size = input.len() * SIZE_FACTOR;
                continue;
            };
            let exceeds_limit = matches!(
                failure.kind,
                FailureKind::TimeLimit | FailureKind::MemoryLimit
            );
            let is_too_large = exceeds_limit && !self.submission.are_limited_together(input.len());
            let is_late = self.progress.is_late();
            if is_too_large && is_late && !result.is_cut_off {
                // It may hang, and that counts although there is no time for more.
                let (mut answers_before, _) = self.first_failure(input, result)?;
                rest = &rest[answers_before.len()..];
                answers.append(&mut answers_before);
                input_size = 1;
                continue;
            }
            if result.is_cut_off || is_too_large {
                // The answers count. It was not time for more, or the limit does not apply to so many boards.
                let most = input.len() - usize::from(is_too_large);
                result.printed.truncate(most);
                let answered = result.printed.len();
                answers.extend(result.printed);
                if is_late || self.submission.interrupt.load(Ordering::Relaxed) {
                    return None;
                }
                rest = &rest[answered..];
                input_size = if answered == 0 {
                    1
                } else {
                    input.len().div_ceil(SIZE_FACTOR)
                };
                continue;
            }
            let (answers_before, failure) = self.first_failure(input, result)?;
            answers.extend(answers_before);
            return Some(failure);
        }
        None
    }

    /// Searches by bisection for the first board with which the program fails. `failed` is the run on all boards.
    /// Returns the answers for the boards before it, and the failure.
    fn first_failure<P: Problem>(
        &self,
        boards: &[Position<P>],
        failed: RunResult<P>,
    ) -> Option<(Vec<Printed<P>>, Failure)> {
        let mut failure = failed.failure?;
        let mut answers = Vec::new();
        // The program succeeds with the first `good` boards, and fails with the first `bad` ones.
        let mut good = 0;
        let mut bad = boards.len();
        // Usually the program fails on the first board without an answer, or on each board.
        let lines = failed.printed.len();
        let mut hints = [lines, lines + 1, 1].into_iter();
        while bad - good > 1 {
            let hint = hints.find(|hint| (good + 1..bad).contains(hint));
            let count = hint.unwrap_or(good.midpoint(bad));
            // A failure counts however long it takes to find its board. So only an interruption cuts the run off.
            let result = self.run(&boards[..count], None)?;
            if result.is_cut_off {
                return None;
            }
            if let Some(earlier_failure) = result.failure {
                bad = count;
                failure = earlier_failure;
            } else {
                good = count;
                answers = result.printed;
            }
        }
        Some((answers, failure))
    }
}

impl<P: Problem> Solver<Position<P>, Printed<P>> for Judged {
    fn solve(&mut self, board: &Position<P>) -> Printed<P> {
        let mut answers = Vec::new();
        self.solve_all(slice::from_ref(board), &mut answers);
        let interrupted = "the judge was interrupted";
        answers
            .pop()
            .unwrap_or_else(|| Failure::new(FailureKind::NoAnswer, interrupted).raise())
    }

    fn solve_all(&mut self, boards: &[Position<P>], answers: &mut Vec<Printed<P>>) {
        let earlier = answers.len();
        let failure = self.answer(boards, answers);
        if self.name == PROGRAM
            && let Some(found) = first_spacing(boards, &answers[earlier..])
        {
            self.progress.note_spacing(found);
        }
        if let Some(failure) = failure {
            failure.raise();
        }
    }

    fn has_stopped(&self, failure: Option<&Failure>) -> bool {
        failure.inspect(|failure| self.progress.note_failure(failure));
        self.progress.has_stopped() || self.submission.interrupt.load(Ordering::Relaxed)
    }

    fn is_program(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::NonZeroUsize;

    use crossply_problems::{Ccf201803_4, Poj1568};

    use super::*;

    static NEVER: AtomicBool = AtomicBool::new(false);

    /// A shell script, judged until this time.
    fn judged<P: Problem>(script: &str, time: Duration) -> Judged {
        let program = Invocation::of(["sh", "-c", script]);
        let limits = JudgeLimits {
            time: Duration::from_millis(100),
            ..P::LIMITS
        };
        let submission = Submission::new(program, limits, &NEVER).expect("it has no runtime");
        // However busy the machine is, it ends after ten times its limit.
        let progress = Progress::new(NonZeroUsize::MIN, Some(time / 10));
        Judged {
            name: PROGRAM,
            submission: Arc::new(submission),
            progress: Arc::new(progress),
        }
    }

    /// The input is larger than promised, and answers before the hang have not left the program.
    #[test]
    fn a_hang_counts_although_the_time_is_up() {
        let boards: Vec<_> = Poj1568::domain().positions(0..50).collect();
        let answer = |hangs: &str| {
            let script = format!(
                "awk '/[?]/ {{ board = \"\"; next }} {{ board = board $0 }}
                 length(board) == 16 {{ while ({hangs}) n++; print \"#####\" }}'"
            );
            let mut answers = Vec::new();
            let judged = judged::<Poj1568>(&script, Duration::ZERO);
            let failure = judged.answer(&boards, &mut answers);
            (answers.len(), failure.map(|failure| failure.kind))
        };
        for place in [0, 1, 30] {
            let board = boards[place].notation().replace('/', "");
            let hangs = format!("board == \"{board}\"");
            assert_eq!(answer(&hangs), (place, Some(FailureKind::TimeLimit)));
        }
        // It answers the next board alone.
        assert_eq!(answer("NR > 100"), (21, None));
    }

    /// Then its answers count, and it does not run again.
    #[test]
    fn a_program_that_is_only_slow_is_cut_off() {
        let folder = TempDir::new().expect("a temporary folder");
        let runs = folder.path().join("runs");
        let script = format!(
            "echo >>{}; exec awk '/[?]/ {{ system(\"sleep 0.01\"); print \"#####\"; fflush() }}'",
            runs.display()
        );
        let boards: Vec<_> = Poj1568::domain().positions(0..50).collect();
        let judged = judged::<Poj1568>(&script, Duration::from_millis(200));
        assert!(judged.answer(&boards, &mut Vec::new()).is_none());
        let runs = fs::read(runs).unwrap_or_default();
        assert!(runs.len() <= 1, "{} runs", runs.len());
    }

    /// The time ends while the program runs again.
    #[test]
    fn the_end_of_the_time_does_not_end_the_search_for_the_board_that_fails() {
        let script = "for n in 1 2 3; do sleep 0.05; echo 0; done; exit 1";
        let boards: Vec<_> = Ccf201803_4::domain().positions(0..5).collect();
        let judged = judged::<Ccf201803_4>(script, Duration::from_millis(20));
        let failed = RunResult {
            printed: Vec::new(),
            failure: Some(Failure::new(FailureKind::ExitCode, "1")),
            is_cut_off: false,
        };
        let found = judged.first_failure(&boards, failed);
        assert!(found.is_some());
    }
}
