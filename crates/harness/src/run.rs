//! Carries out a plan on several threads.
//!
//! The positions of a stage are cut into blocks. Each thread takes the next block, has its own
//! panel answer it and compares the answers. What is drawn depends on the seed and the block's
//! number in the plan only, so a run finds the same on any number of threads. Blocks are what
//! shards, limits and journals are made of: a block is done or it is not.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::done::Done;
use crate::journal::{Journal, JournalError};
use crate::oracles::proof::proven_answer;
use crate::{Ended, Findings, Panel, Plan, Shard};
use crossply_problems::Problem;

/// A plan, and how to carry it out.
#[derive(Debug)]
pub struct Run<'a, P: Problem> {
    /// What to do.
    pub plan: &'a Plan<P>,
    /// On how many threads.
    pub jobs: NonZeroUsize,
    /// Which part of it.
    pub shard: Shard,
    /// When to stop, done or not.
    pub deadline: Option<Instant>,
    /// Set to stop soon.
    pub interrupt: Option<&'a AtomicBool>,
    /// Where to begin, and where to write down what is done.
    pub journal: Option<Journal>,
    /// Hears at once that the journal cannot be written any more.
    pub when_unsaved: fn(&JournalError),
}

impl<'a, P: Problem> Run<'a, P> {
    /// The whole plan, on one thread, without a limit.
    #[must_use]
    pub fn new(plan: &'a Plan<P>) -> Self {
        Run {
            plan,
            jobs: NonZeroUsize::MIN,
            shard: Shard::WHOLE,
            deadline: None,
            interrupt: None,
            journal: None,
            when_unsaved: |_| {},
        }
    }

    /// Does it. `progress` is told how many positions the journal has, and after each block how
    /// many that had: together [`Plan::positions`].
    ///
    /// A journal that cannot be written any more does not stop the run, and loses nothing of what it finds:
    /// [`Findings::unsaved`] says so.
    ///
    /// # Errors
    /// If the journal belongs to something else, or cannot be written at the start.
    pub fn check(mut self, progress: impl Fn(u64) + Sync) -> Result<Findings<P>, JournalError> {
        let start = Instant::now();
        let mut findings = Findings::nothing(self.plan);
        let mut done = Done::default();
        if let Some(journal) = &mut self.journal {
            journal.restore(self.plan, self.shard, &mut findings, &mut done)?;
            // Whether it can be written is better known before anything is done.
            journal.save(self.plan, self.shard, &findings, &done)?;
            progress(done.positions(self.plan, self.shard));
        }
        let before = findings.elapsed;
        let already_done = done.clone();
        let state = Mutex::new(State {
            findings,
            done,
            journal: self.journal,
            saved: start,
        });
        let next_block = AtomicU64::new(0);
        let work = || {
            let mut panel = Panel::new(&self.plan.solvers);
            loop {
                let place = next_block.fetch_add(1, Ordering::Relaxed);
                let number = self.shard.block(place);
                let Some((stage, indices)) = self.plan.block(number) else {
                    break;
                };
                if already_done.contains(place) {
                    continue;
                }
                let ended = match (self.deadline, self.interrupt) {
                    (_, Some(flag)) if flag.load(Ordering::Relaxed) => Ended::Interrupted,
                    (Some(deadline), _) if Instant::now() >= deadline => Ended::TimeUp,
                    _ => Ended::Completed,
                };
                let mut of_block = Findings::nothing(self.plan);
                of_block.ended = ended;
                if ended == Ended::Completed {
                    of_block.check_block(self.plan, stage, &mut panel, number, indices.clone());
                }
                // Nothing here panics half way through a change.
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                state.findings.merge(of_block);
                state.findings.elapsed = before + start.elapsed();
                if ended != Ended::Completed {
                    break;
                }
                state.done.insert(place);
                let was_saved = state.findings.unsaved.is_none();
                state.save(self.plan, self.shard, JOURNAL_INTERVAL);
                if let (true, Some(error)) = (was_saved, &state.findings.unsaved) {
                    (self.when_unsaved)(error);
                }
                progress(indices.end - indices.start);
            }
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.get()).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                if let Err(panic) = worker.join() {
                    resume_unwind(panic);
                }
            }
        });
        let mut state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.findings.elapsed = before + start.elapsed();
        state.findings.prove_simplest(proven_answer);
        state.save(self.plan, self.shard, Duration::ZERO);
        // Not for the journal: the run that goes on may compare something.
        state.findings.refuse_nothing(self.plan, self.shard);
        Ok(state.findings)
    }
}

/// How much work a killed run may lose, beside the blocks that are under way.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(500);

/// What the threads have done together.
struct State<P: Problem> {
    findings: Findings<P>,
    /// By their numbers in the shard.
    done: Done,
    journal: Option<Journal>,
    saved: Instant,
}

impl<P: Problem> State<P> {
    /// Writes the journal, if that was so long ago. Where it failed, there may be space again by now.
    fn save(&mut self, plan: &Plan<P>, shard: Shard, interval: Duration) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        if self.saved.elapsed() >= interval {
            let saved = journal.save(plan, shard, &self.findings, &self.done);
            self.findings.unsaved = saved.err();
            self.saved = Instant::now();
        }
    }
}
