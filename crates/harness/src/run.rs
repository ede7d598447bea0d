//! Carries out a plan on several threads.
//!
//! The positions of a stage are cut into blocks. Each thread takes the next block and has its own worker check it.
//! What a block draws depends only on the seed and the number of the block, so a run finds the same on any number of
//! threads. Shards, limits and journals consist of blocks: a block is done or it is not.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::done::Done;
use crate::journal::{Journal, JournalError};
use crate::oracles::proof::proven_answer;
use crate::threads::on_each;
use crate::worker::Worker;
use crate::{Ended, Findings, Plan, Shard};
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
    /// Where to resume, and where to record progress.
    pub journal: Option<Journal>,
    /// Called as soon as the journal can no longer be written.
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

    /// Carries out the plan. `progress` gets the number of positions in the journal, and then the number in each
    /// block that is done; the sum is [`Plan::positions`].
    ///
    /// If the journal can no longer be written, the run goes on and loses no finding; [`Findings::unsaved`] says
    /// why.
    ///
    /// # Errors
    /// If the journal belongs to something else, or cannot be written at the start.
    pub fn check(self, progress: impl Fn(u64) + Sync) -> Result<Findings<P>, JournalError> {
        self.carry_out(&progress)
    }

    pub(crate) fn carry_out(
        mut self,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Findings<P>, JournalError> {
        let start = Instant::now();
        let mut findings = Findings::nothing(self.plan);
        let mut done = Done::default();
        if let Some(journal) = &mut self.journal {
            if let Some(saved) = journal.restore(self.plan, self.shard)? {
                (findings.counts, findings.simplest, done) = saved;
            }
            let Findings {
                counts, simplest, ..
            } = &findings;
            // If it cannot be written, the user should know before the run begins.
            journal.save(self.plan, self.shard, counts, simplest, &done)?;
            progress(self.plan.positions_of(self.shard, done.numbers()));
        }
        let before = findings.counts.seconds;
        let already_done = done.clone();
        let state = Mutex::new(State {
            findings,
            done,
            journal: self.journal,
            saved: start,
        });
        let next_block = AtomicU64::new(0);
        let work = || {
            let mut worker = Worker::new(self.plan);
            loop {
                let nth = next_block.fetch_add(1, Ordering::Relaxed);
                let number = self.shard.block(nth);
                let Some((stage, indices)) = self.plan.block(number) else {
                    break;
                };
                if already_done.contains(nth) {
                    continue;
                }
                let stop = match (self.deadline, self.interrupt) {
                    (_, Some(flag)) if flag.load(Ordering::Relaxed) => Some(Ended::Interrupted),
                    (Some(deadline), _) if Instant::now() >= deadline => Some(Ended::TimeUp),
                    _ => None,
                };
                // Nothing panics half way through a change of the state.
                let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(ended) = stop {
                    lock().findings.ended = ended;
                    break;
                }
                let of_block = worker.check_block(number, stage, indices.clone());
                let mut state = lock();
                state.findings.merge(of_block);
                state.findings.counts.seconds = before + start.elapsed().as_secs_f64();
                state.done.insert(nth);
                let was_saved = state.findings.unsaved.is_none();
                if state.saved.elapsed() >= JOURNAL_INTERVAL {
                    state.save(self.plan, self.shard);
                }
                if let (true, Some(error)) = (was_saved, &state.findings.unsaved) {
                    (self.when_unsaved)(error);
                }
                progress(indices.end - indices.start);
            }
        };
        on_each(self.jobs, &work);
        let mut state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.findings.counts.seconds = before + start.elapsed().as_secs_f64();
        state.findings.prove_simplest(proven_answer);
        state.save(self.plan, self.shard);
        // The journal does not record this: the run that resumes it may compare something.
        state.findings.refuse_nothing(self.plan, self.shard);
        Ok(state.findings)
    }
}

/// How much work a killed run may lose, beside the blocks that are under way.
const JOURNAL_INTERVAL: Duration = Duration::from_millis(500);

/// What all threads share.
struct State<P: Problem> {
    findings: Findings<P>,
    /// The blocks, by their numbers in the shard.
    done: Done,
    journal: Option<Journal>,
    /// When it was last saved.
    saved: Instant,
}

impl<P: Problem> State<P> {
    /// Writes the journal. If that failed the last time, there may be space by now.
    fn save(&mut self, plan: &Plan<P>, shard: Shard) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        let Findings {
            counts, simplest, ..
        } = &self.findings;
        let saved = journal.save(plan, shard, counts, simplest, &self.done);
        self.findings.unsaved = saved.err();
        self.saved = Instant::now();
    }
}
