//! Work on several threads, until somebody interrupts it.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

/// How many positions are a part.
pub(crate) const PART: usize = 1 << 15;

/// On how many threads to work, and what ends the work early.
#[derive(Clone, Copy, Debug)]
pub struct Threads<'a> {
    /// How many threads.
    pub jobs: NonZeroUsize,
    /// Set to stop soon.
    pub interrupt: &'a AtomicBool,
}

/// The user interrupted the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl From<NonZeroUsize> for Threads<'static> {
    /// Threads that nobody interrupts.
    fn from(jobs: NonZeroUsize) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let interrupt = &NEVER;
        Threads { jobs, interrupt }
    }
}

impl Threads<'_> {
    pub(crate) fn are_interrupted(self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Calls `work` for the numbers below `count`. Returns the results in the order of the numbers.
    pub(crate) fn in_order<T: Send>(
        self,
        count: usize,
        work: impl Fn(usize) -> T + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        let next = AtomicUsize::new(0);
        let some = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let mine = numbers.take_while(|&number| number < count && !self.are_interrupted());
            mine.map(|number| (number, work(number)))
                .collect::<Vec<_>>()
        };
        let mut done: Vec<_> = on_each(self.jobs, some).into_iter().flatten().collect();
        if self.are_interrupted() {
            return Err(Interrupted);
        }
        done.sort_by_key(|&(number, _)| number);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }

    /// Calls `work` for the parts of so many positions. Returns the results in the order of the parts.
    pub(crate) fn parts<T: Send>(
        self,
        positions: usize,
        work: impl Fn(Range<usize>) -> T + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        self.in_order(positions.div_ceil(PART), |part| {
            work(part * PART..positions.min((part + 1) * PART))
        })
    }
}

/// Does the work on each of so many threads. If one panics, so does the caller.
pub(crate) fn on_each<T: Send>(jobs: NonZeroUsize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(&work)).collect();
        let ended = threads.into_iter().map(ScopedJoinHandle::join);
        ended
            .map(|ended| ended.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_an_interrupt_is_noticed() {
        for jobs in 1..4 {
            let jobs = NonZeroUsize::new(jobs).expect("not 0");
            let threads = Threads::from(jobs);
            let squares = threads.in_order(100, |number| number * number);
            assert!(
                squares
                    .expect("nobody")
                    .into_iter()
                    .eq((0..100).map(|n| n * n))
            );
            let parts = threads.parts(2 * PART + 1, |part| part);
            let expected = [0..PART, PART..2 * PART, 2 * PART..2 * PART + 1];
            assert_eq!(parts.expect("nobody"), expected);
            // Even the last piece of work may have ended early.
            let interrupt = AtomicBool::new(false);
            let threads = Threads {
                jobs,
                interrupt: &interrupt,
            };
            let stopped = threads.in_order(2, |_| interrupt.store(true, Ordering::Relaxed));
            assert_eq!(stopped, Err(Interrupted));
        }
    }
}
