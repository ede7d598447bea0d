//! `--watch`: judges again whenever the program's file changes. A session that is not over yet is broken off.
//!
//! It asks the system for the time and size of one file, three times a second. Notifications would come a little sooner, for
//! the price of a library for each system, and editors that replace a file would have to be followed by its folder.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use crossply_judge::{
    BatchSize, Boards, JudgeError, JudgeStage, SessionResult, Submission, Verdict,
};
use crossply_problems::{Board, Problem};

use super::cases::program_file;
use super::{Arguments, judge_once};
use crate::Status;
use crate::terminal::{notice, say};

/// How often the file is looked at.
const INTERVAL: Duration = Duration::from_millis(300);

/// How soon a session ends that is stopped.
const LATENCY: Duration = Duration::from_millis(50);

/// How many failures are remembered, those of each verdict and their cause among them.
const REMEMBERED: usize = 8;

/// Judges until the user interrupts it.
pub(super) fn watch<P: Problem>(
    arguments: &Arguments,
    interrupt: &'static AtomicBool,
) -> anyhow::Result<Status> {
    let file = program_file(arguments)
        .context("--watch needs a file: a source, or one that the command names")?;
    let mut failed = Failed::default();
    loop {
        let judged = stamp(&file);
        let verdict = until(
            || stamp(&file) != judged,
            interrupt,
            || judge_once::<P>(arguments, &STOP, &mut failed),
        );
        if interrupt.load(Ordering::Relaxed) {
            return Ok(Status::Interrupted);
        }
        match verdict {
            verdict if is_outdated() && was_stopped(&verdict) => {
                notice("\nbroken off: the file has changed");
                continue;
            }
            Ok(_) => {}
            // The next version may be better: an editor may have been writing this one.
            Err(error) => say(crate::message(&error)),
        }
        notice(format_args!(
            "\nwaiting for {} to change; Ctrl-C ends it",
            file.display()
        ));
        while stamp(&file) == judged {
            if interrupt.load(Ordering::Relaxed) {
                return Ok(Status::Interrupted);
            }
            thread::sleep(INTERVAL);
        }
    }
}

/// What stops the session: Ctrl-C, or a change of the file.
static STOP: AtomicBool = AtomicBool::new(false);
static OUTDATED: AtomicBool = AtomicBool::new(false);

/// Whether the session was stopped because the file has changed.
pub(super) fn is_outdated() -> bool {
    OUTDATED.load(Ordering::Relaxed)
}

fn was_stopped(verdict: &anyhow::Result<Status>) -> bool {
    match verdict {
        Ok(verdict) => *verdict == Status::Interrupted,
        Err(error) => matches!(error.downcast_ref(), Some(JudgeError::Interrupted)),
    }
}

/// Calls `judge`, and stops the session when the file has changed or the user interrupts it.
fn until<T>(
    has_changed: impl Fn() -> bool + Send,
    interrupt: &AtomicBool,
    judge: impl FnOnce() -> T,
) -> T {
    STOP.store(false, Ordering::Relaxed);
    OUTDATED.store(false, Ordering::Relaxed);
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let is_done = &is_done;
        scope.spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                let changed = has_changed();
                if changed || interrupt.load(Ordering::Relaxed) {
                    OUTDATED.store(changed, Ordering::Relaxed);
                    STOP.store(true, Ordering::Relaxed);
                    return;
                }
                thread::sleep(LATENCY);
            }
        });
        let judged = judge();
        is_done.store(true, Ordering::Relaxed);
        judged
    })
}

/// What changes with the content of a file; none while it is not there.
fn stamp(file: &Path) -> Option<(SystemTime, u64)> {
    let file = fs::metadata(file).ok()?;
    Some((file.modified().ok()?, file.len()))
}

/// The sequences of boards on which the last version failed.
pub(super) struct Failed<P: Problem> {
    sequences: Vec<Boards<P>>,
    /// Whether a version has been judged.
    is_known: bool,
}

impl<P: Problem> Default for Failed<P> {
    fn default() -> Self {
        Failed {
            sequences: Vec::new(),
            is_known: false,
        }
    }
}

impl<P: Problem> Failed<P> {
    /// Runs the new version on them and says which it has put right. Returns stages with the others.
    pub(super) fn ask_again(
        &mut self,
        submission: &Submission<P>,
    ) -> Result<Vec<JudgeStage<P>>, JudgeError> {
        let mut stages = Vec::new();
        for boards in &self.sequences {
            let verdict = submission.run(boards)?.verdict;
            let name = named(boards);
            if verdict == Verdict::Accepted {
                say(format_args!("became right: {name}"));
            } else {
                say(format_args!("still wrong:  {name} ({verdict})"));
                stages.push(JudgeStage {
                    name: "what failed last time",
                    boards: boards.clone(),
                    batches: BatchSize::All,
                    time: None,
                });
            }
        }
        Ok(stages)
    }

    /// Remembers on what this version failed, and says what the last one had right.
    pub(super) fn remember(&mut self, judged: &SessionResult<P>) {
        let findings = judged.diagnosis.iter().map(|found| found.boards.clone());
        let failures = judged.total.failures.values();
        let failures = failures.map(|failure| Boards::listed([failure.board()]));
        let mut sequences: Vec<Boards<P>> = Vec::new();
        for boards in findings.chain(failures) {
            let is_new = !sequences.iter().any(|known| are_same(known, &boards));
            if is_new && sequences.len() < REMEMBERED {
                sequences.push(boards);
            }
        }
        if self.is_known {
            for boards in &sequences {
                if !self.sequences.iter().any(|known| are_same(known, boards)) {
                    say(format_args!("became wrong: {}", named(boards)));
                }
            }
        }
        self.sequences = sequences;
        self.is_known = true;
    }
}

fn are_same<P: Problem>(one: &Boards<P>, other: &Boards<P>) -> bool {
    one.len() == other.len() && one.iter().eq(other.iter())
}

/// The last board of a sequence, and how many come before it.
fn named<P: Problem>(boards: &Boards<P>) -> String {
    let last = boards
        .iter()
        .last()
        .map(Board::notation)
        .unwrap_or_default();
    match boards.len() {
        0 | 1 => last,
        more => format!("{last} after {} more", more - 1),
    }
}
