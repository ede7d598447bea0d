//! Work on several threads, until the user interrupts it.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::thread;

/// The number of threads, and the flag that stops them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threads<'a> {
    pub(crate) jobs: NonZeroUsize,
    /// If set, threads stop soon.
    pub(crate) interrupt: &'a AtomicBool,
}

/// The user interrupted the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupted;

/// Does the work on each of `jobs` threads. If one panics, so does the caller.
///
/// `work` is a `dyn` reference so that this function is compiled once.
pub(crate) fn on_each(jobs: NonZeroUsize, work: &(dyn Fn() + Sync)) {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
