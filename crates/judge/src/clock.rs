//! The clock of a session. It stands still while other processes have the processor, so that a busy machine does not
//! shorten what a program is judged on.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The wall-clock time since the start of a session, except what other processes took from the program.
#[derive(Debug)]
pub(crate) struct Clock {
    start: Instant,
    /// The number of runs at a time.
    jobs: NonZeroUsize,
    /// The time that others took from all runs, in nanoseconds.
    lost: AtomicU64,
}

impl Clock {
    /// A clock that starts now.
    pub(crate) fn new(jobs: NonZeroUsize) -> Self {
        Clock {
            start: Instant::now(),
            jobs,
            lost: AtomicU64::new(0),
        }
    }

    /// The time on this clock.
    pub(crate) fn elapsed(&self) -> Duration {
        let lost = self.lost.load(Ordering::Relaxed) / self.jobs.get() as u64;
        let wall = self.start.elapsed();
        wall.saturating_sub(Duration::from_nanos(lost))
    }

    /// Notes a run that took `wall` of wall-clock time, of which the program used `used`.
    pub(crate) fn note(&self, wall: Duration, used: Duration) {
        let lost = wall.saturating_sub(used).as_nanos();
        self.lost.fetch_add(lost as u64, Ordering::Relaxed);
    }
}
