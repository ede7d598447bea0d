//! The judged program as a solver of a check.
//!
//! It gets a batch of the check as one input. A failure belongs to the whole input, as for an online judge, so a search finds
//! the first board with which the program fails; its answers before that stand. Limits count only on as many boards as the
//! statement promises: after exceeding one on more, the program gets smaller inputs.

use std::path::PathBuf;
use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crossply::program::{Invocation, RunLimits, Termination, execute};
use crossply::{Failure, FailureKind, Solver};
use crossply_problems::{JudgeLimits, Position, Problem};
use tempfile::TempDir;

use crate::answer::Printed;
use crate::conversation::Conversation;
use crate::{JudgeError, Runtime};

/// The most failures of a run. After a hang, the run ends at once.
const MAX_FAILURES: u32 = 20;

/// The factor by which inputs shrink after a limit was exceeded, and grow again.
const FACTOR: usize = 16;

/// A program, and the conditions under which it is judged.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The program.
    pub program: Invocation,
    /// The source file, if the program was made from one.
    pub source: Option<PathBuf>,
    /// The folder of the compiled program, which is removed with the last reference.
    pub build: Option<Arc<TempDir>>,
    /// The limits of the statement, or of the user.
    pub limits: JudgeLimits,
    /// Set when the user interrupts the session.
    pub interrupt: &'static AtomicBool,
    /// The program's runtime, if it is known. The limits allow for its own use.
    pub runtime: Option<Runtime>,
}

/// The state of judging a program, shared by all threads.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    failures: AtomicU32,
    hangs: AtomicBool,
    /// Whether an answer had misplaced white space.
    pub(crate) is_spaced: AtomicBool,
    /// When to stop.
    deadline: Option<Instant>,
    /// Why judging cannot go on.
    error: Mutex<Option<JudgeError>>,
}

/// A program as a solver.
pub(crate) struct Judged {
    pub(crate) submission: Arc<Submission>,
    pub(crate) progress: Arc<Progress>,
}

/// A run on some boards, and what it printed.
pub(crate) struct Answered<P: Problem> {
    pub(crate) printed: Vec<Printed<P>>,
    /// Its failure, if any.
    pub(crate) failure: Option<Failure>,
    /// Whether it was stopped at the judge's deadline.
    is_cut_off: bool,
    /// The beginning and the end of standard error.
    pub(crate) stderr: String,
}

impl Submission {
    /// A submission with the limits of the statement.
    pub fn new<P: Problem>(program: Invocation, interrupt: &'static AtomicBool) -> Self {
        Submission {
            program,
            source: None,
            build: None,
            limits: P::LIMITS,
            interrupt,
            runtime: None,
        }
    }

    /// Runs the program on the boards.
    pub(crate) fn run<P: Problem>(
        &self,
        boards: &[Position<P>],
        lacks_end: bool,
        deadline: Option<Instant>,
    ) -> Result<Answered<P>, JudgeError> {
        let limits = RunLimits {
            deadline,
            ..self.run_limits(boards.len())
        };
        let mut conversation = Conversation::new(boards, lacks_end);
        let ran = execute(
            None,
            &self.program,
            &limits,
            &mut conversation,
            self.interrupt,
        )?;
        conversation.end(!matches!(ran.termination, Termination::Exited(_)));
        let printed = conversation.printed;
        Ok(Answered {
            failure: self.failure(&ran, &limits, printed.len(), boards.len()),
            printed,
            is_cut_off: ran.termination == Termination::CutOff,
            stderr: ran.stderr.text(),
        })
    }
}

impl Progress {
    /// The initial state, with a deadline.
    pub(crate) fn until(deadline: Option<Instant>) -> Self {
        Progress {
            deadline,
            ..Progress::default()
        }
    }

    /// Why judging cannot go on.
    pub(crate) fn error(&self) -> MutexGuard<'_, Option<JudgeError>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts a failure.
    fn count(&self, failure: &Failure) {
        self.failures.fetch_add(1, Ordering::Relaxed);
        let hangs = failure.kind == FailureKind::TimeLimit;
        self.hangs.fetch_or(hangs, Ordering::Relaxed);
    }
}

impl Judged {
    /// Runs the program on the boards, at most until the deadline; after the deadline, a search for a failing board may still
    /// run it. `None` after an error, which is kept in the progress.
    fn run<P: Problem>(&self, boards: &[Position<P>]) -> Option<Answered<P>> {
        let deadline = self.progress.deadline.filter(|_| !self.progress.is_late());
        let ran = self.submission.run(boards, false, deadline);
        let keep = |error| {
            self.progress.error().get_or_insert(error);
        };
        ran.map_err(keep).ok()
    }

    /// Appends answers, and records misplaced white space.
    fn add<P: Problem>(&self, printed: Vec<Printed<P>>, answers: &mut Vec<Printed<P>>) {
        let is_spaced = printed.iter().any(|one| matches!(one, Printed::Spaced(..)));
        self.progress
            .is_spaced
            .fetch_or(is_spaced, Ordering::Relaxed);
        answers.extend(printed);
    }

    /// Searches by bisection for the first board with which the program fails. Returns the answers before it, and the failure.
    /// `whole` is the failed run on all boards.
    fn first_failure<P: Problem>(
        &self,
        boards: &[Position<P>],
        whole: Answered<P>,
    ) -> Option<(Vec<Printed<P>>, Failure)> {
        let (mut good, mut bad) = (0, boards.len());
        let lines = whole.printed.len();
        let (mut right, mut failure) = (Vec::new(), whole.failure?);
        // Usually the program fails on the first board without an answer.
        let mut hints = [lines, lines + 1].into_iter();
        while bad - good > 1 {
            let hint = hints.find(|hint| (good + 1..bad).contains(hint));
            let number = hint.unwrap_or(good.midpoint(bad));
            let part = self
                .run(&boards[..number])
                .filter(|part| !part.is_cut_off)?;
            if let Some(other) = part.failure {
                (bad, failure) = (number, other);
            } else {
                (good, right) = (number, part.printed);
            }
        }
        Some((right, failure))
    }
}

impl<P: Problem> Solver<Position<P>, Printed<P>> for Judged {
    fn solve(&mut self, board: &Position<P>) -> Printed<P> {
        let mut answers = Vec::new();
        self.solve_all(slice::from_ref(board), &mut answers);
        let unknown = || Failure {
            kind: FailureKind::NoAnswer,
            text: "the judge was interrupted".to_owned(),
        };
        answers.pop().unwrap_or_else(|| unknown().raise())
    }

    fn solve_all(&mut self, boards: &[Position<P>], answers: &mut Vec<Printed<P>>) {
        let (mut rest, mut size) = (boards, boards.len());
        while !rest.is_empty() {
            let part = &rest[..size.min(rest.len())];
            let Some(ran) = self.run(part) else {
                return;
            };
            let Some(failure) = &ran.failure else {
                self.add(ran.printed, answers);
                (rest, size) = (&rest[part.len()..], part.len() * FACTOR);
                continue;
            };
            if ran.is_cut_off {
                self.add(ran.printed, answers);
                return;
            }
            let is_a_limit = matches!(
                failure.kind,
                FailureKind::TimeLimit | FailureKind::MemoryLimit
            );
            if is_a_limit && !self.submission.are_limited_together(part.len()) {
                // The answers stand, but the limit does not count on so many boards.
                let done = ran.printed.len().min(part.len() - 1);
                self.add(ran.printed.into_iter().take(done).collect(), answers);
                let smaller = if done == 0 {
                    1
                } else {
                    part.len().div_ceil(FACTOR)
                };
                (rest, size) = (&rest[done..], smaller);
                continue;
            }
            let Some((right, failure)) = self.first_failure(part, ran) else {
                return;
            };
            self.add(right, answers);
            failure.raise();
        }
    }

    fn has_stopped(&self, failure: Option<&Failure>) -> bool {
        let progress = &self.progress;
        failure.inspect(|failure| progress.count(failure));
        progress.hangs.load(Ordering::Relaxed)
            || progress.failures.load(Ordering::Relaxed) >= MAX_FAILURES
            || progress.is_late()
            || self.submission.interrupt.load(Ordering::Relaxed)
            || progress.error().is_some()
    }

    fn is_recorded(&self) -> bool {
        true
    }
}
