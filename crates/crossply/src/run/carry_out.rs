//! Carries out a plan on several threads.
//!
//! A plan's stages consist of blocks of inputs. Each thread has a worker, and takes the next block until none is left. A
//! block draws inputs by the seed and its number, so the result does not depend on the number of threads. Shards, time
//! limits and journals work with whole blocks.

use std::mem;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::watch::{Watched, watch};
use super::worker::{Record, Worker};
use crate::definition::Definition;
use crate::error::JournalError;
use crate::finding::Finding;
use crate::oracle::{Comparison, Verdicts};
use crate::run::{Ended, Findings, Journal, Plan, Shard};

/// How often a thread merges its findings into the shared state.
const MERGE_INTERVAL: Duration = Duration::from_millis(50);

/// How often the run saves its journal: the most work, beside unfinished blocks, that a killed run loses.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(500);

/// A function that gets all answers of a thread, batch by batch, with verdicts if any are wrong or differ.
pub(crate) type Observer<'a> = Box<dyn FnMut(&Comparison<'_>, Option<&Verdicts>) + 'a>;

/// Makes an observer for each thread.
pub(crate) type Observers<'a> = dyn Fn() -> Observer<'a> + Sync + 'a;

/// How to carry out a plan.
pub struct Run<'a> {
    /// The number of threads.
    pub jobs: NonZeroUsize,
    /// The part of the plan.
    pub shard: Shard,
    /// When to stop, even if blocks are left.
    pub deadline: Option<Instant>,
    /// If set, the run stops after the blocks in progress.
    pub interrupt: Option<&'a AtomicBool>,
    /// The file from which to resume, and in which to save progress.
    pub journal: Option<Journal>,
    /// Findings from before the run, which its report shows but does not count.
    pub known: Vec<Finding>,
    /// Gets events during the run.
    pub listener: &'a (dyn Fn(Progress<'_>) + Sync),
}

/// An event of a run.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// This many more inputs are done, first those in the journal; the sum is [`Plan::inputs`].
    Done(u64),
    /// The run has waited long for a solver: which one, and on which inputs.
    Waiting(&'a str),
    /// A kept input, checked before all others, gets a wrong answer again. The run goes on.
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

    /// Whether it is to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Carries out the plan, on from `begun`. The outcomes of recorded solvers go into the record, or come from it if they are
/// there. If writing the journal fails, the run goes on, and [`Findings::unsaved`] has the reason.
pub(crate) fn carry_out(
    check: &Definition,
    plan: &Plan,
    run: &mut Run<'_>,
    record: &Record,
    observers: Option<&Observers<'_>>,
    begun: Option<Findings>,
) -> Result<Findings, JournalError> {
    let start = Instant::now();
    let shard = run.shard;
    let state = State::begin(plan, run, begun)?;
    let (before, already_done) = (state.findings.counts.seconds, state.findings.done.clone());
    let state = Mutex::new(state);
    let run = &*run;
    let (listener, deadline) = (run.listener, run.deadline);
    let mut threads = Vec::new();
    threads.resize_with(run.jobs.get(), Watched::default);
    let next_block = AtomicU64::new(already_done.below);
    // Set if a solver has stopped or failed too often; then the run ends.
    let given_up = AtomicBool::new(false);
    // Merges a worker's findings on some blocks into the state, and saves the journal from time to time.
    let merge = |found: Findings, blocks: &mut Vec<u64>| {
        let mut state = lock(&state);
        state.findings.merge(found);
        state.findings.counts.seconds = before + start.elapsed().as_secs_f64();
        for block in blocks.drain(..) {
            state.findings.done.insert(block);
        }
        let was_saved = state.findings.unsaved.is_none();
        if state.saved.elapsed() >= JOURNAL_INTERVAL {
            state.save();
        }
        if let (true, Some(error)) = (was_saved, &state.findings.unsaved) {
            listener(Progress::Unsaved(error));
        }
    };
    let work = |watched: &Watched| {
        let observer = observers.map(|new| new());
        let mut worker = Worker::new(check, plan, watched, record, observer);
        // The blocks and inputs that the worker has done since the last merge.
        let (mut blocks, mut inputs, mut since) = (Vec::new(), 0, Instant::now());
        let (mut ended, mut slowest) = (Ended::Completed, Duration::ZERO);
        while ended == Ended::Completed {
            let now = Instant::now();
            let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            // A block that is taken is carried out, so that none of the first ones is left out.
            let next = shard.block(next_block.load(Ordering::Relaxed));
            ended = match plan.block(next) {
                None => break,
                _ if run.is_interrupted() => Ended::Interrupted,
                _ if is_late() => Ended::TimeUp,
                _ if given_up.load(Ordering::Relaxed) => Ended::GivenUp,
                _ => Ended::Completed,
            };
            if ended != Ended::Completed {
                break;
            }
            let nth = next_block.fetch_add(1, Ordering::Relaxed);
            let number = shard.block(nth);
            let Some((stage, indices)) = plan.block(number) else {
                break;
            };
            if already_done.contains(nth) {
                continue;
            }
            worker.check_block(number, stage, indices.clone());
            slowest = slowest.max(now.elapsed());
            if worker.has_given_up {
                given_up.store(true, Ordering::Relaxed);
                // The solver may have stopped because the time is up.
                ended = if is_late() {
                    Ended::TimeUp
                } else {
                    Ended::GivenUp
                };
            } else {
                blocks.push(nth);
                inputs += indices.end - indices.start;
            }
            if now - since >= MERGE_INTERVAL {
                merge(worker.take_findings(), &mut blocks);
                listener(Progress::Done(mem::take(&mut inputs)));
                since = now;
            }
        }
        merge(worker.take_findings(), &mut blocks);
        listener(Progress::Done(inputs));
        let mut state = lock(&state);
        state.findings.ended = state.findings.ended.max(ended);
        state.findings.slowest = state.findings.slowest.max(slowest);
    };
    let (run_ends, end_of_run) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            // A receiver cannot be shared, so it moves into this thread.
            let end_of_run = end_of_run;
            watch(plan, &threads, &end_of_run, &|text| {
                listener(Progress::Waiting(text));
            });
        });
        let work = &work;
        let threads = threads.iter().map(|one| scope.spawn(move || work(one)));
        let threads: Vec<_> = threads.collect();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        drop(run_ends);
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(state.end(plan, shard, before + start.elapsed().as_secs_f64()))
}

/// The progress of a run, which all threads share.
struct State {
    findings: Findings,
    journal: Option<Journal>,
    /// When the journal was last saved.
    saved: Instant,
}

/// Ignores poisoning: no panic interrupts a change of the state.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Restores the state from the journal, if there is one.
    fn begin(
        plan: &Plan,
        run: &mut Run<'_>,
        begun: Option<Findings>,
    ) -> Result<Self, JournalError> {
        let mut findings = begun.unwrap_or_else(|| Findings::nothing(plan));
        if let Some(journal) = &mut run.journal {
            journal.restore(plan, run.shard, &mut findings)?;
            // If writing fails, the user should know before the run begins.
            journal.save(&findings)?;
            let counts = &findings.counts;
            let done = counts.compared.total() + counts.excluded.total();
            (run.listener)(Progress::Done(done));
        }
        Ok(State {
            findings,
            journal: run.journal.take(),
            saved: Instant::now(),
        })
    }

    /// Saves the journal for the last time, and completes the findings.
    fn end(mut self, plan: &Plan, shard: Shard, seconds: f64) -> Findings {
        self.findings.counts.seconds = seconds;
        self.save();
        // After saving, because a run that resumes from the journal may still compare something.
        self.findings.refuse_nothing(plan, shard);
        self.findings
    }

    /// Writes the journal, also after a failed write: there may be space by now.
    fn save(&mut self) {
        if let Some(journal) = &mut self.journal {
            let saved = journal.save(&self.findings);
            self.findings.unsaved = saved.err();
            self.saved = Instant::now();
        }
    }
}
