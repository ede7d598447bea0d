//! The program that is judged, as a solver of a check.
//!
//! It gets as many boards in one input as the check asks for at once. As an online judge does, it fails as a whole: of an
//! input on which it fails, the board counts with which it begins to fail, and the answers to those before it stand. A
//! limit counts only on as many boards as the statement promises; on more, the boards are asked for again in smaller
//! inputs.

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

/// After how many failures a run ends. The judge does not wait for a hang twice.
const FAILURES: u32 = 20;

/// By what factor inputs get smaller after one that exceeds a limit.
const FACTOR: usize = 16;

/// A program, and how it is judged.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The program.
    pub program: Invocation,
    /// The source of the program, if the judge has compiled it or chosen its interpreter.
    pub source: Option<PathBuf>,
    /// The folder in which the judge has compiled it, which stays as long as this.
    pub build: Option<Arc<TempDir>>,
    /// The limits of the statement, or those given in their place.
    pub limits: JudgeLimits,
    /// Set when the user interrupts the session.
    pub interrupt: &'static AtomicBool,
    /// The program's runtime, if it is a known one: the limits allow for what it takes.
    pub runtime: Option<Runtime>,
}

/// What is known of a program while it is judged, on all threads.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    failures: AtomicU32,
    hangs: AtomicBool,
    /// Whether an answer had white space where none should be.
    pub(crate) is_spaced: AtomicBool,
    /// When to stop.
    deadline: Option<Instant>,
    /// Why the program cannot be judged.
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
    /// Why it counts as failed.
    pub(crate) failure: Option<Failure>,
    /// Whether the judge stopped it because its own time was up.
    is_cut_off: bool,
    /// The beginning and the end of what it printed to standard error.
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
    /// That of a program that has not begun.
    pub(crate) fn until(deadline: Option<Instant>) -> Self {
        Progress {
            deadline,
            ..Progress::default()
        }
    }

    /// Why the program cannot be judged.
    pub(crate) fn error(&self) -> MutexGuard<'_, Option<JudgeError>> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Counts a failure.
    fn note(&self, failure: &Failure) {
        self.failures.fetch_add(1, Ordering::Relaxed);
        let hangs = failure.kind == FailureKind::TimeLimit;
        self.hangs.fetch_or(hangs, Ordering::Relaxed);
    }
}

impl Judged {
    /// Runs the program on the boards; not beyond the deadline, unless that is past and a search goes on. None if it cannot
    /// go on.
    fn run<P: Problem>(&self, boards: &[Position<P>]) -> Option<Answered<P>> {
        let deadline = self.progress.deadline.filter(|_| !self.progress.is_late());
        let ran = self.submission.run(boards, false, deadline);
        let noted = |error| {
            self.progress.error().get_or_insert(error);
        };
        ran.map_err(noted).ok()
    }

    /// Adds answers, and notes what is wrong with their form.
    fn add<P: Problem>(&self, printed: Vec<Printed<P>>, answers: &mut Vec<Printed<P>>) {
        let is_spaced = printed.iter().any(|one| matches!(one, Printed::Spaced(..)));
        self.progress
            .is_spaced
            .fetch_or(is_spaced, Ordering::Relaxed);
        answers.extend(printed);
    }

    /// The number of the board, from 1, with which the program begins to fail, the answers to those before it, and how it
    /// fails. It fails on all of these boards, of which it has printed answers to some.
    fn first_failure<P: Problem>(
        &self,
        boards: &[Position<P>],
        whole: Answered<P>,
    ) -> Option<(Vec<Printed<P>>, Failure)> {
        let (mut good, mut bad) = (0, boards.len());
        let lines = whole.printed.len();
        let (mut right, mut failure) = (Vec::new(), whole.failure?);
        // Mostly the answers end where it fails.
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
                // What it has answered stands. A limit counts on few boards only.
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
        failure.inspect(|failure| progress.note(failure));
        progress.hangs.load(Ordering::Relaxed)
            || progress.failures.load(Ordering::Relaxed) >= FAILURES
            || progress.is_late()
            || self.submission.interrupt.load(Ordering::Relaxed)
            || progress.error().is_some()
    }

    fn is_recorded(&self) -> bool {
        true
    }
}
