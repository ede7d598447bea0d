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
        self.start.elapsed().saturating_sub(self.lost())
    }

    /// The time that others took from the session.
    fn lost(&self) -> Duration {
        Duration::from_nanos(self.lost.load(Ordering::Relaxed) / self.jobs.get() as u64)
    }

    /// Notes a run that took `wall` of wall-clock time, of which the program used `used`.
    pub(crate) fn note(&self, wall: Duration, used: Duration) {
        let lost = wall.saturating_sub(used).as_nanos();
        self.lost.fetch_add(lost as u64, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_take_from_runs_is_lost() {
        let clock = Clock::new(NonZeroUsize::MIN.saturating_add(1));
        // Of two runs at a time, others delay one. The other one computes on two processors.
        clock.note(Duration::from_secs(40), Duration::from_secs(10));
        clock.note(Duration::from_secs(40), Duration::from_secs(80));
        assert_eq!(clock.lost(), Duration::from_secs(15));
        assert_eq!(clock.elapsed(), Duration::ZERO);
    }
}
