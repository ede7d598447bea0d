//! Carries out a plan on several threads.
//!
//! A plan's stages consist of blocks of inputs. Each thread has a worker, and takes one block after another until none is left. The
//! inputs of a block depend only on the seed and the block's number, so the result does not depend on the number of
//! threads. Shards, time limits and journals work with whole blocks.

use std::mem;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::watch::{Watched, watch};
use super::worker::Worker;
use crate::error::JournalError;
use crate::finding::Finding;
use crate::isolated;
use crate::number_set::NumberSet;
use crate::run::{Ended, Findings, Plan, Shard};

/// How often a thread merges its findings into the shared state.
const MERGE_INTERVAL: Duration = Duration::from_millis(50);

/// How often the run saves its journal. A killed run loses about this much work, and unfinished blocks.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(500);

/// Between two saves of a journal passes at least this many times the time of a save.
const SAVE_RARELY: u32 = 20;

/// How to carry out a plan. [`Check::results`](crate::Check::results) has an example.
pub struct Run<'a> {
    /// The number of threads.
    pub jobs: NonZeroUsize,
    /// The part of the plan to carry out.
    pub shard: Shard,
    /// When to stop, even if blocks are left.
    pub deadline: Option<Instant>,
    /// A flag: once it is true, the run stops after the blocks in progress.
    pub interrupt: Option<&'a AtomicBool>,
    /// From where to resume, and where to save progress.
    pub journal: Option<Box<dyn Journal>>,
    /// Earlier findings, which the report shows but does not count.
    pub known: Vec<Finding>,
    /// Gets events during the run.
    pub listener: &'a (dyn Fn(Progress<'_>) + Sync),
}

/// Where a run saves its progress, so that another can resume it.
pub trait Journal: Send + Sync {
    /// Returns what was saved last. `None` if nothing was. Comes before the first [`save`](Self::save).
    ///
    /// # Errors
    /// If it cannot be read, or belongs to another run.
    fn restore(&mut self, plan: &Plan, shard: Shard) -> Result<Option<Findings>, JournalError>;

    /// Saves the progress of a run.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&mut self, findings: &Findings) -> Result<(), JournalError>;
}

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// This many more inputs are done. A resumed run first counts those in the journal. In a complete run, these
    /// numbers add up to [`Plan::inputs`].
    Done(u64),
    /// The run has waited a long time for a solver. The text names the solver and the inputs.
    Waiting(&'a str),
    /// The run is over. A search now looks for what the wrong answers have in common. The text says so.
    Explaining(&'a str),
    /// An input that was saved because its answer was wrong, and is therefore checked first, is wrong again. The text names
    /// it. The run goes on.
    WrongAgain(&'a str),
    /// Writing the journal failed. The run goes on, and tries again.
    Unsaved(&'a JournalError),
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

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Carries out the plan, continuing from `begun` if given.
///
/// Fails if the journal cannot be read, or if writing it fails before the run begins. If a later write fails, the run goes on, and
/// [`Findings::unsaved`] has the reason.
pub(crate) fn carry_out(
    plan: &Plan,
    run: &mut Run<'_>,
    begun: Option<Findings>,
) -> Result<Findings, JournalError> {
    let start = Instant::now();
    let initial = State::begin(plan, run, begun)?;
    let run = &*run;
    let shared = Shared {
        plan,
        run,
        start,
        seconds_before: initial.findings.counts.seconds,
        next_block: AtomicU64::new(
            run.shard
                .blocks_below(initial.findings.outcome.done.first_gap()),
        ),
        already_done: initial.findings.outcome.done.clone(),
        given_up: AtomicBool::new(false),
        state: Mutex::new(initial),
    };
    let work = &|watched: &Watched| Thread::new(&shared, watched).work();
    on_each_thread(run.jobs, work, &|watched, end_of_run| {
        watch(plan, watched, end_of_run, &|text| {
            let wrong = shared.lock().wrong_so_far();
            (run.listener)(Progress::Waiting(&format!("{text}{wrong}")));
        });
    });
    let state = shared.state.into_inner();
    let state = state.unwrap_or_else(PoisonError::into_inner);
    Ok(state.end(plan, run.shard))
}

/// What all threads of a run share.
struct Shared<'a> {
    plan: &'a Plan,
    run: &'a Run<'a>,
    start: Instant,
    /// The seconds that the run had taken before it was resumed.
    seconds_before: f64,
    already_done: NumberSet,
    next_block: AtomicU64,
    /// Set once a solver hangs or has failed too often.
    given_up: AtomicBool,
    state: Mutex<State>,
}

impl Shared<'_> {
    /// Ignores poisoning: no panic can happen halfway through a change to the state.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why a thread takes no more blocks. `None` if it does.
    fn ended(&self) -> Option<Ended> {
        let next = self.next_block.load(Ordering::Relaxed);
        if self.plan.block(self.run.shard.block(next)).is_none() {
            Some(Ended::Completed)
        } else if self.run.is_interrupted() {
            Some(Ended::Interrupted)
        } else if self.run.is_late() {
            Some(Ended::TimeUp)
        } else if self.given_up.load(Ordering::Relaxed) {
            Some(Ended::GivenUp)
        } else {
            None
        }
    }

    /// Merges a worker's findings into the state, and saves the journal from time to time.
    fn merge(&self, found: Findings) {
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

/// A thread of a run, with what it has done since its last merge.
struct Thread<'a> {
    shared: &'a Shared<'a>,
    worker: Worker<'a>,
    inputs: u64,
    last_merge: Instant,
    has_merged_wrong: bool,
    slowest_block: Duration,
}

impl<'a> Thread<'a> {
    fn new(shared: &'a Shared<'a>, watched: &'a Watched) -> Self {
        Thread {
            shared,
            worker: Worker::new(shared.plan, watched),
            inputs: 0,
            last_merge: Instant::now(),
            has_merged_wrong: false,
            slowest_block: Duration::ZERO,
        }
    }

    fn work(mut self) {
        let ended = self.carry_out_blocks();
        self.merge();
        let mut state = self.shared.lock();
        // The most serious reason wins.
        state.findings.ended = state.findings.ended.max(ended);
        state.findings.slowest = state.findings.slowest.max(self.slowest_block);
    }

    /// Carries out one block after another. Returns why there are no more.
    fn carry_out_blocks(&mut self) -> Ended {
        let shared = self.shared;
        loop {
            // Every block that is taken must be carried out, so that a run that ends in order leaves no gap. So decide whether
            // to stop before taking one.
            if let Some(ended) = shared.ended() {
                return ended;
            }
            let next = shared.next_block.fetch_add(1, Ordering::Relaxed);
            let block = shared.run.shard.block(next);
            let Some((stage, positions)) = shared.plan.block(block) else {
                return Ended::Completed;
            };
            if shared.already_done.contains(block.into()) {
                continue;
            }
            let block_start = Instant::now();
            self.worker.check_block(block, stage.choice);
            self.slowest_block = self.slowest_block.max(block_start.elapsed());
            if self.worker.has_given_up {
                return self.give_up();
            }
            self.inputs += positions.end - positions.start;
            // The first wrong input is merged at once, because the next block may never end.
            let is_first_wrong = self.worker.has_wrong() && !self.has_merged_wrong;
            if is_first_wrong || self.last_merge.elapsed() >= MERGE_INTERVAL {
                self.has_merged_wrong |= is_first_wrong;
                self.merge();
            }
        }
    }

    /// Ends the run in the middle of a block.
    fn give_up(&self) -> Ended {
        let shared = self.shared;
        shared.given_up.store(true, Ordering::Relaxed);
        // Close the journal before the last merge: the findings of this unfinished block count, but a resumed run carries out
        // the whole block.
        shared.lock().close_journal();
        // Not the solver's fault if the time is up, or if this child may not ask for the next input.
        if shared.run.is_late() || shared.plan.time.is_some() && isolated::asks_only_known() {
            Ended::TimeUp
        } else {
            Ended::GivenUp
        }
    }

    fn merge(&mut self) {
        let found = self.worker.take_findings();
        self.shared.merge(found);
        (self.shared.run.listener)(Progress::Done(mem::take(&mut self.inputs)));
        self.last_merge = Instant::now();
    }
}

/// Runs `work` on `jobs` threads, and `supervise` on another until they end.
fn on_each_thread(
    jobs: NonZeroUsize,
    work: &(dyn Fn(&Watched) + Sync),
    supervise: &(dyn Fn(&[Watched], &Receiver<()>) + Sync),
) {
    let mut watched = Vec::new();
    watched.resize_with(jobs.get(), Watched::default);
    let (sender, end_of_run) = mpsc::channel();
    thread::scope(|scope| {
        let watched = &watched;
        scope.spawn(move || supervise(watched, &end_of_run));
        let workers = watched.iter().map(|one| scope.spawn(move || work(one)));
        let workers: Vec<_> = workers.collect();
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        // Closes the channel, which ends the watch.
        drop(sender);
    });
}

/// The progress of a run, which all threads share.
struct State {
    findings: Findings,
    journal: Option<Box<dyn Journal>>,
    last_save: Instant,
    /// How long the last save took: the sets of wrong inputs may be large.
    save_took: Duration,
}

impl State {
    /// The state at the start: earlier findings, or those in the journal, which is also written once.
    fn begin(
        plan: &Plan,
        run: &mut Run<'_>,
        begun: Option<Findings>,
    ) -> Result<Self, JournalError> {
        let mut findings = begun.unwrap_or_else(|| Findings::nothing(plan));
        if let Some(journal) = &mut run.journal {
            if let Some(restored) = journal.restore(plan, run.shard)? {
                findings = restored;
            }
            // If writing fails, the user should know before the run begins.
            journal.save(&findings)?;
            let counts = &findings.counts;
            let done = counts.compared.total() + counts.excluded.total();
            (run.listener)(Progress::Done(done));
        }
        Ok(State {
            findings,
            journal: run.journal.take(),
            last_save: Instant::now(),
            save_took: Duration::ZERO,
        })
    }

    /// Saves the journal for the last time, and completes the findings.
    fn end(mut self, plan: &Plan, shard: Shard) -> Findings {
        self.save();
        // Not saved in the journal: a resumed run may still compare something.
        self.findings.fail_if_nothing_compared(plan, shard);
        self.findings
    }

    /// Saves the journal for the last time.
    fn close_journal(&mut self) {
        self.save();
        self.journal = None;
    }

    /// Whether so much time has passed since the journal was saved that saving it again takes little of it.
    fn is_save_due(&self) -> bool {
        let interval = JOURNAL_INTERVAL.max(self.save_took * SAVE_RARELY);
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

    /// A clause about the simplest finding so far; empty if there is none.
    fn wrong_so_far(&self) -> String {
        let first = self.findings.simplest.first();
        first.map_or(String::new(), |found| {
            let wrong_solvers: Vec<_> = found.wrong().collect();
            let input = &found.input;
            match wrong_solvers[..] {
                [] => format!("; solvers already disagree on {input}"),
                _ => format!("; already wrong on {input}: {}", wrong_solvers.join(", ")),
            }
        })
    }
}
