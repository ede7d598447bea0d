//! Work on several threads, until the user interrupts it.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::thread;

/// On how many threads to work, and what ends the work early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads<'a> {
    /// How many threads.
    pub(crate) jobs: NonZeroUsize,
    /// Set to stop soon.
    pub(crate) interrupt: &'a AtomicBool,
}

/// The user interrupted the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted;

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
