//! Carries out a plan on several threads.
//!
//! The inputs of a stage are cut into blocks. Each thread takes the next block and has its own worker check it. What a
//! block draws depends only on the seed and the number of the block, so a run finds the same on any number of threads.
//! Shards, limits and journals consist of blocks: a block is done or it is not.

use std::mem;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use super::done::Done;
use super::record::Record;
use super::threads::on_each;
use super::watch::{Watched, watch};
use super::worker::Worker;
use crate::definition::Definition;
use crate::error::JournalError;
use crate::finding::Finding;
use crate::oracle::{Comparison, Verdicts};
use crate::run::{Ended, Findings, Journal, Plan, Shard};

/// How often a thread hands over what it has found, and how much work a killed run may lose, beside the blocks that are
/// under way.
const HAND_OVER_INTERVAL: Duration = Duration::from_millis(50);
const JOURNAL_INTERVAL: Duration = Duration::from_millis(500);

/// Sees the answers of a thread: is passed those to a batch, and who is wrong; if nothing is, none.
pub(crate) type Observer<'a> = Box<dyn FnMut(&Comparison<'_>, Option<&Verdicts>) + 'a>;

/// Makes an observer for each thread.
pub(crate) type Observers<'a> = dyn Fn() -> Observer<'a> + Sync + 'a;

/// How to carry out a plan.
pub struct Run<'a> {
    /// On how many threads.
    pub jobs: NonZeroUsize,
    /// Which part of it.
    pub shard: Shard,
    /// When to stop, done or not.
    pub deadline: Option<Instant>,
    /// Set to stop soon.
    pub interrupt: Option<&'a AtomicBool>,
    /// Where to resume, and where to record progress.
    pub journal: Option<Journal>,
    /// Wrong inputs that are known already: they are reported with those that it finds, and not counted.
    pub known: Vec<Finding>,
    /// Is told how it goes.
    pub listener: &'a (dyn Fn(Progress<'_>) + Sync),
}

/// How a run goes.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// So many more inputs are done, first those in the journal; the sum is [`Plan::inputs`].
    Done(u64),
    /// For whom it has waited for some time, and on which inputs.
    Waiting(&'a str),
    /// An input on record, which is checked before all others, gets a wrong answer again: which one. The run goes on.
    WrongAgain(&'a str),
    /// The journal can no longer be written. The run goes on, and tries again.
    Unsaved(&'a JournalError),
}

impl Run<'_> {
    /// The whole plan, on so many threads, without a limit.
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
}

/// Carries out the plan from where it was `begun`, and records the outcomes of solvers that want it. An observer sees all
/// answers, if there is one; those on record come from there. If the journal can no longer be written, the run goes on and
/// loses no finding; [`Findings::unsaved`] says why.
pub(crate) fn carry_out(
    check: &Definition,
    plan: &Plan,
    mut run: Run<'_>,
    record: &Record,
    observers: Option<&Observers<'_>>,
    begun: Option<Findings>,
) -> Result<Findings, JournalError> {
    let start = Instant::now();
    let shard = run.shard;
    let state = State::begin(plan, &mut run, begun)?;
    let (before, already_done) = (state.findings.counts.seconds, state.done.clone());
    let state = Mutex::new(state);
    let (listener, interrupt, deadline) = (run.listener, run.interrupt, run.deadline);
    let mut threads = Vec::new();
    threads.resize_with(run.jobs.get(), Watched::default);
    let next_thread = AtomicUsize::new(0);
    let next_block = AtomicU64::new(already_done.below);
    // Set if a solver is to be asked no more: the run goes no further.
    let given_up = AtomicBool::new(false);
    // Adds what a worker has found in some blocks, and saves the journal if it is time to.
    let hand_over = |found: Findings, blocks: &mut Vec<u64>| {
        let mut state = lock(&state);
        state.findings.merge(found);
        state.findings.counts.seconds = before + start.elapsed().as_secs_f64();
        for block in blocks.drain(..) {
            state.done.insert(block);
        }
        let was_saved = state.findings.unsaved.is_none();
        if state.saved.elapsed() >= JOURNAL_INTERVAL {
            state.save(plan, shard);
        }
        if let (true, Some(error)) = (was_saved, &state.findings.unsaved) {
            listener(Progress::Unsaved(error));
        }
    };
    let work = || {
        let watched = &threads[next_thread.fetch_add(1, Ordering::Relaxed)];
        let observer = observers.map(|new| new());
        let mut worker = Worker::new(check, plan, watched, record, observer);
        // The blocks and inputs that the worker has done since it handed over.
        let (mut blocks, mut inputs, mut since) = (Vec::new(), 0, Instant::now());
        let (mut ended, mut has_wrong, mut slowest) = (Ended::Completed, false, Duration::ZERO);
        while ended == Ended::Completed {
            let nth = next_block.fetch_add(1, Ordering::Relaxed);
            let number = shard.block(nth);
            let Some((stage, indices)) = plan.block(number) else {
                break;
            };
            if already_done.contains(nth) {
                continue;
            }
            let now = Instant::now();
            match (deadline, interrupt) {
                (_, Some(flag)) if flag.load(Ordering::Relaxed) => ended = Ended::Interrupted,
                (Some(deadline), _) if now >= deadline => ended = Ended::TimeUp,
                _ if given_up.load(Ordering::Relaxed) => ended = Ended::GivenUp,
                _ => {
                    worker.check_block(number, stage, indices.clone());
                    slowest = slowest.max(now.elapsed());
                    if worker.has_given_up {
                        given_up.store(true, Ordering::Relaxed);
                        // A solver may also stop because the time is up.
                        ended = match deadline {
                            Some(deadline) if Instant::now() >= deadline => Ended::TimeUp,
                            _ => Ended::GivenUp,
                        };
                    } else {
                        blocks.push(nth);
                        inputs += indices.end - indices.start;
                    }
                }
            }
            // The first wrong input is handed over at once: the next block may take for ever.
            let is_first = !has_wrong && worker.has_wrong();
            has_wrong |= is_first;
            if now - since >= HAND_OVER_INTERVAL || is_first {
                hand_over(worker.take_findings(), &mut blocks);
                listener(Progress::Done(mem::take(&mut inputs)));
                since = now;
            }
        }
        hand_over(worker.take_findings(), &mut blocks);
        listener(Progress::Done(inputs));
        let mut state = lock(&state);
        state.findings.end(ended);
        state.findings.slowest = state.findings.slowest.max(slowest);
    };
    let (run_ends, until_then) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            // Only this thread can receive.
            let until_then = until_then;
            watch(plan, &threads, &until_then, &|text| {
                let wrong = lock(&state).wrong_so_far();
                listener(Progress::Waiting(&format!("{text}{wrong}")));
            });
        });
        on_each(run.jobs, &work);
        drop(run_ends);
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(state.end(plan, shard, before + start.elapsed().as_secs_f64()))
}

/// What all threads share.
struct State {
    findings: Findings,
    /// The blocks, by their numbers in the shard.
    done: Done,
    journal: Option<Journal>,
    /// When it was last saved.
    saved: Instant,
}

/// Nothing panics half way through a change of the state.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// What is known when a run begins: from its journal, if it has one.
    fn begin(
        plan: &Plan,
        run: &mut Run<'_>,
        begun: Option<Findings>,
    ) -> Result<Self, JournalError> {
        let mut findings = begun.unwrap_or_else(|| Findings::nothing(plan));
        let mut done = Done::first(findings.blocks);
        if let Some(journal) = &mut run.journal {
            if let Some(saved) = journal.restore(plan, run.shard)? {
                (findings.counts, findings.simplest, done) = saved;
            }
            // If it cannot be written, the user should know before the run begins.
            journal.save(plan, run.shard, &findings, &done)?;
            (run.listener)(Progress::Done(plan.inputs_of(run.shard, done.numbers())));
        }
        Ok(State {
            findings,
            done,
            journal: run.journal.take(),
            saved: Instant::now(),
        })
    }

    /// In words that follow others; nothing if nothing is wrong.
    fn wrong_so_far(&self) -> String {
        let first = self.findings.simplest.first();
        first.map_or(String::new(), |found| {
            let (wrong, input) = (found.wrong().collect::<Vec<_>>(), &found.input);
            match wrong[..] {
                [] => format!("; solvers already disagree on {input}"),
                _ => format!("; already wrong on {input}: {}", wrong.join(", ")),
            }
        })
    }

    /// What a run has found that took so many seconds.
    fn end(mut self, plan: &Plan, shard: Shard, seconds: f64) -> Findings {
        self.findings.counts.seconds = seconds;
        self.save(plan, shard);
        if shard == Shard::WHOLE {
            self.findings.blocks = self.done.below;
            self.findings.judged_below = plan.judged_below(self.done.below);
        }
        // The journal does not record this: the run that resumes it may compare something.
        self.findings.refuse_nothing(plan, shard);
        self.findings
    }

    /// Writes the journal. If that failed the last time, there may be space by now.
    fn save(&mut self, plan: &Plan, shard: Shard) {
        if let Some(journal) = &mut self.journal {
            let saved = journal.save(plan, shard, &self.findings, &self.done);
            self.findings.unsaved = saved.err();
            self.saved = Instant::now();
        }
    }
}
