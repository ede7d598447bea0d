//! Work on several threads, until somebody interrupts it.

use std::iter::repeat_with;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

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
    /// Whether the user has interrupted the work.
    #[must_use]
    pub(crate) fn are_interrupted(self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Calls `work` for the numbers below `count`. Returns the results in the order of the numbers.
    ///
    /// # Errors
    /// If the user interrupts it.
    ///
    /// # Panics
    /// If `work` does.
    pub fn in_order<T: Send>(
        self,
        count: usize,
        work: impl Fn(usize) -> T + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        let results: Vec<_> = (0..count).map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        on_each(self.jobs, &|| {
            let numbers = repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            for number in numbers.take_while(|&n| n < count && !self.are_interrupted()) {
                let result = work(number);
                *results[number].lock().expect("nobody panics with it") = Some(result);
            }
        });
        if self.are_interrupted() {
            return Err(Interrupted);
        }
        let results = results.into_iter().map(Mutex::into_inner);
        let results = results.map(|result| result.expect("nobody panicked").expect("all are done"));
        Ok(results.collect())
    }
}

/// Does the work on each of so many threads. If one panics, so does the caller.
///
/// `work` is behind a pointer so that this is compiled once, here, and not for each kind of work.
pub(crate) fn on_each(jobs: NonZeroUsize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
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
            let expected: Vec<_> = (0..100).map(|n| n * n).collect();
            assert_eq!(squares, Ok(expected));
            // Even the last piece of work may have ended early.
            let interrupt = AtomicBool::new(false);
            let threads = Threads {
                interrupt: &interrupt,
                ..threads
            };
            let stopped = threads.in_order(2, |_| interrupt.store(true, Ordering::Relaxed));
            assert_eq!(stopped, Err(Interrupted));
        }
    }
}
