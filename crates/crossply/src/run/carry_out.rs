//! Carries out a plan on several threads.
//!
//! A plan's stages consist of blocks of inputs. Each thread has a worker, and takes one block after another until none is left. The
//! inputs of a block depend only on the seed and the block's number, so the result does not depend on the number of
//! threads. Shards, time limits and journals work with whole blocks.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::aside::as_in_run;
use super::schedule::Schedule;
use super::watch::{CurrentCall, watch};
use super::worker::Worker;
use crate::error::CheckError;
use crate::finding::Finding;
use crate::run::{Ended, Findings, Plan, Shard};

/// A run saves its journal no more often than this. A killed run loses what it did since the last save.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(500);

/// The pause between two saves is at least this many times as long as the last save took.
const SAVE_PAUSE: u32 = 20;

/// How to carry out a plan. [`Check::results`](crate::Check::results) has an example.
pub struct Run<'a> {
    /// The number of threads.
    pub jobs: NonZeroUsize,
    /// The part of the plan to carry out.
    pub shard: Shard,
    /// After this time, no thread takes another block.
    pub deadline: Option<Instant>,
    /// Once this is true, no thread takes another block.
    pub interrupt: Option<&'a AtomicBool>,
    /// From where to resume, and where to save progress.
    pub journal: Option<Box<dyn Journal>>,
    /// Earlier findings, which the report shows but does not count.
    pub known: Vec<Finding>,
    /// Gets events during and after the run.
    pub listener: &'a (dyn Fn(Progress<'_>) + Sync),
}

/// Where a run saves its progress, so that another can resume it.
pub trait Journal: Send + Sync {
    /// Returns what was saved last. `None` if nothing was. Is called once, before the first
    /// [`save`](Self::save).
    ///
    /// # Errors
    /// If it cannot be read, or belongs to another run.
    fn restore(&mut self, plan: &Plan, shard: Shard) -> Result<Option<Findings>, CheckError>;

    /// Saves the progress of a run.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&mut self, findings: &Findings) -> Result<(), CheckError>;
}

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// This many more inputs are done. A resumed run first counts those in the journal. In a complete run, these
    /// numbers add up to [`Plan::inputs`].
    Done(u64),
    /// The run has waited a long time for a solver. The text names the solver and the inputs.
    Waiting(&'a str),
    /// In a run with a time limit, a function has not answered in several times the limit. It may never answer, and then the
    /// run never ends. The text names the solver and the inputs.
    Hanging(&'a str),
    /// The run is over. A search now looks for what the wrong answers have in common. The text says so.
    Explaining(&'a str),
    /// A kept input is wrong again. The text names it. The run goes on.
    WrongAgain(&'a str),
    /// Writing the journal failed, after it had succeeded. The run goes on, and tries again.
    Unsaved(&'a CheckError),
}

impl Run<'_> {
    /// The whole plan on `jobs` threads, without a time limit.
    pub fn on(jobs: NonZeroUsize) -> Self {
        Run {
            jobs,
            shard: Shard::WHOLE,
            deadline: None,
            interrupt: None,
            journal: None,
            known: Vec::new(),
            listener: &|_| {},
        }
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    pub(super) fn is_time_up(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Carries out the plan. Takes the journal out of `run`, and continues from what it holds. Returns the findings, and the plan
/// of what was done, which differs from the given one only if that has a time limit.
///
/// # Errors
/// If the journal cannot be read, or the first write fails. After a later failure the run goes on; [`Findings::unsaved`] is the
/// error of the last write.
pub(crate) fn carry_out(plan: &Plan, run: &mut Run<'_>) -> Result<(Findings, Plan), CheckError> {
    let start = Instant::now();
    let initial = JournaledFindings::begin(plan, run)?;
    let run = &*run;
    let shared = Shared {
        plan,
        run,
        start,
        seconds_before: initial.findings.counts.seconds,
        schedule: Mutex::new(Schedule::new(plan, run, &initial.findings.outcome.done)),
        state: Mutex::new(initial),
    };
    let mut calls = Vec::new();
    calls.resize_with(run.jobs.get(), CurrentCall::default);
    let (sender, end_of_run) = mpsc::channel();
    thread::scope(|scope| {
        let (calls, shared) = (&calls, &shared);
        scope.spawn(move || {
            watch(plan, calls, &end_of_run, &|event, text| {
                let wrong = shared.lock().wrong_so_far();
                (run.listener)(event(&format!("{text}{wrong}")));
            });
        });
        as_in_run(|| Worker::new(shared, &calls[0]).measure());
        let threads = calls
            .iter()
            .map(|call| scope.spawn(move || Worker::new(shared, call).work()));
        let threads: Vec<_> = threads.collect();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        // Closes the channel, which ends the watch. A panic above does so, too: the closure owns the sender.
        drop(sender);
    });
    let schedule = shared.schedule.into_inner();
    let plan = schedule.unwrap_or_else(PoisonError::into_inner).plan;
    let state = shared.state.into_inner();
    let mut state = state.unwrap_or_else(PoisonError::into_inner);
    state.save();
    Ok((state.findings, plan))
}

/// What the threads of a run share.
pub(super) struct Shared<'a> {
    pub(super) plan: &'a Plan,
    pub(super) run: &'a Run<'a>,
    start: Instant,
    /// The seconds that the run had taken before it was resumed.
    seconds_before: f64,
    schedule: Mutex<Schedule>,
    state: Mutex<JournaledFindings>,
}

impl Shared<'_> {
    /// Ignores poisoning: `Journal::save` and the listener may panic under the lock, but not halfway through a change.
    fn lock(&self) -> MutexGuard<'_, JournaledFindings> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ignores poisoning: a panic under this lock ends the run.
    pub(super) fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells all threads to stop, because a solver has stopped within a block. Returns the reason.
    pub(super) fn stop_within_block(&self) -> Ended {
        // Close the journal before the last merge: the findings of this unfinished block count, but a resumed run carries out
        // the whole block.
        let mut state = self.lock();
        state.save();
        state.journal = None;
        drop(state);
        self.schedule().give_up(self.run)
    }

    /// Adds a worker's findings to the state, and saves the journal from time to time.
    pub(super) fn add(&self, found: Findings) {
        let mut state = self.lock();
        state.findings.merge(found);
        state.findings.counts.seconds = self.seconds_before + self.start.elapsed().as_secs_f64();
        let failed_before = state.findings.unsaved.is_some();
        if state.is_save_due() {
            state.save();
        }
        if let Some(error) = &state.findings.unsaved
            && !failed_before
        {
            (self.run.listener)(Progress::Unsaved(error));
        }
    }
}

/// What the threads change under the lock: the findings so far, and the journal.
struct JournaledFindings {
    findings: Findings,
    journal: Option<Box<dyn Journal>>,
    last_save: Instant,
    /// How long the last save took. It may take long, because the sets of wrong inputs may be large.
    save_took: Duration,
}

impl JournaledFindings {
    /// The state at the start: what the journal holds, or else nothing. Writes the journal once.
    fn begin(plan: &Plan, run: &mut Run<'_>) -> Result<Self, CheckError> {
        let mut findings = Findings::nothing(plan);
        if let Some(journal) = &mut run.journal {
            if let Some(restored) = journal.restore(plan, run.shard)? {
                findings = restored;
            }
            // If writing fails, the user should know before the run begins.
            journal.save(&findings)?;
            let done = findings.outcome.done.from(0);
            let blocks = done.filter_map(|block| plan.block(block as u64));
            let inputs = blocks.map(|block| block.inputs()).sum();
            (run.listener)(Progress::Done(inputs));
        }
        Ok(JournaledFindings {
            findings,
            journal: run.journal.take(),
            last_save: Instant::now(),
            save_took: Duration::ZERO,
        })
    }

    /// Whether enough time has passed since the last save.
    fn is_save_due(&self) -> bool {
        let interval = JOURNAL_INTERVAL.max(self.save_took * SAVE_PAUSE);
        self.last_save.elapsed() >= interval
    }

    /// Writes the journal, even if an earlier write failed: there may be space by now.
    fn save(&mut self) {
        if let Some(journal) = &mut self.journal {
            let start = Instant::now();
            self.findings.unsaved = journal.save(&self.findings).err();
            self.last_save = Instant::now();
            self.save_took = self.last_save - start;
        }
    }

    /// A clause about the simplest finding so far, such as "; already wrong on 5: fast". Empty if there is none.
    fn wrong_so_far(&self) -> String {
        let Some(found) = self.findings.simplest.first() else {
            return String::new();
        };
        let input = &found.input;
        let wrong: Vec<_> = found.wrong().collect();
        if wrong.is_empty() {
            return format!("; solvers already disagree on {input}");
        }
        format!("; already wrong on {input}: {}", wrong.join(", "))
    }
}
