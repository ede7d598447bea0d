//! The inputs that a run compared, filled in again on all threads. No solver is asked.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::outcome::RunOutcome;
use super::pieces::{Piece, Pieces};
use super::plan::Plan;
use super::{Ended, Run, Shard};
use xxhash_rust::xxh3::xxh3_64;

/// The inputs that a run compared.
pub(crate) struct Compared<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) shard: Shard,
    pub(crate) outcome: &'a RunOutcome,
    pub(crate) jobs: NonZeroUsize,
    pub(crate) interrupt: Option<&'a AtomicBool>,
}

impl<'a> Compared<'a> {
    /// The inputs that this run of the plan compared.
    pub(crate) fn of(plan: &'a Plan, run: &Run<'a>, outcome: &'a RunOutcome) -> Self {
        Compared {
            plan,
            shard: run.shard,
            outcome,
            jobs: run.jobs,
            interrupt: run.interrupt,
        }
    }

    /// Gives the inputs of one block in `every` to `see`, with a state that `new` makes for each thread.
    ///
    /// # Errors
    /// [`Ended::Interrupted`] if the user interrupts it.
    pub(crate) fn each<S>(
        &self,
        every: u64,
        new: impl Fn() -> S + Sync,
        see: impl Fn(&mut S, &Piece) + Sync,
    ) -> Result<(), Ended> {
        let next = AtomicU64::new(0);
        self.on_all_threads(&|| {
            let mut state = new();
            while let Some(pieces) = self.next_block(&next, every)? {
                for piece in pieces {
                    see(&mut state, &piece);
                }
            }
            Ok(())
        })
    }

    fn on_all_threads(&self, work: &(dyn Fn() -> Result<(), Ended> + Sync)) -> Result<(), Ended> {
        thread::scope(|scope| {
            let threads = (0..self.jobs.get()).map(|_| scope.spawn(work));
            for thread in threads.collect::<Vec<_>>() {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            }
            Ok(())
        })
    }

    /// The inputs that were compared of the next block of a part of one in `every`. `None` if there are no more blocks.
    fn next_block(&self, next: &AtomicU64, every: u64) -> Result<Option<Vec<Piece>>, Ended> {
        let n = next.fetch_add(1, Ordering::Relaxed);
        let number = self.shard.block(nth_block(n, every));
        let Some(block) = self.plan.block(number) else {
            return Ok(None);
        };
        let interrupt = self.interrupt;
        if interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Ended::Interrupted);
        }
        let mut left = if self.outcome.blocks.contains(number.into()) {
            u64::MAX
        } else if let Some(compared) = self.outcome.partly.get(&number.into()) {
            *compared
        } else {
            return Ok(Some(Vec::new()));
        };
        let mut pieces = Pieces::filled(self.plan, &block).list;
        for piece in &mut pieces {
            let rows = left.min(piece.batch.len() as u64);
            piece.batch.truncate(rows as usize);
            left -= rows;
        }
        pieces.retain(|piece| piece.batch.len() > 0);
        Ok(Some(pieces))
    }
}

/// The first blocks, which have the simplest inputs, are in each part of the blocks. Each section of words begins a block.
const FIRST: u64 = 8;

/// The n-th block of a part that has the first blocks and one of each later group of `every`, which seems random. Blocks at equal
/// distances would have a pattern, such as a bit that is never set.
fn nth_block(n: u64, every: u64) -> u64 {
    let Some(group) = n.checked_sub(FIRST) else {
        return n;
    };
    let place = xxh3_64(&group.to_le_bytes()) % every;
    group.saturating_mul(every).saturating_add(FIRST + place)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_part_has_blocks_at_unequal_distances() {
        let part = |every| {
            (0..99)
                .map(move |n| nth_block(n, every))
                .collect::<Vec<_>>()
        };
        assert_eq!(part(1), (0..99).collect::<Vec<_>>());
        let half = part(2);
        assert_eq!(half[..8], [0, 1, 2, 3, 4, 5, 6, 7]);
        let distances: BTreeSet<u64> = half[8..].windows(2).map(|two| two[1] - two[0]).collect();
        assert_eq!(distances, BTreeSet::from([1, 2, 3]));
    }
}
