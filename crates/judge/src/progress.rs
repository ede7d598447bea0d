//! What the runs of a session share: its clock, and what they note.
//!
//! The clock stands still while other processes have the processor, so that a busy machine does not shorten what a
//! program is judged on.

use std::io;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crossply::{Failure, FailureKind};

use crate::answer::Spacing;

/// After this many failures, or one hang, the judging of some boards ends.
const MAX_FAILURES: u32 = 20;

/// A session may take this many times its time limit if the machine is busy, or the program slow on the boards that a verdict
/// rests on.
const BUSY_FACTOR: u32 = 10;

/// What the runs of a session share.
#[derive(Debug)]
pub(crate) struct Progress {
    start: Instant,
    /// The number of runs at a time.
    jobs: NonZeroUsize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The time that others took from all runs.
    lost: Duration,
    /// The time on the clock at which to stop.
    time: Option<Duration>,
    /// When to stop, however busy the machine is.
    end: Option<Instant>,
    /// Whether the time was up once. A run that ends later moves the clock back by what it lost.
    was_late: bool,
    /// A hang counts as many.
    failures: u32,
    /// The first board whose answer has misplaced white space.
    spacing: Option<Spacing>,
    /// Why the program cannot be run.
    error: Option<io::Error>,
}

impl Progress {
    /// The state of a session that starts now, and has this time limit.
    pub(crate) fn new(jobs: NonZeroUsize, time: Option<Duration>) -> Self {
        let start = Instant::now();
        let end = time.and_then(|time| start.checked_add(time.saturating_mul(BUSY_FACTOR)));
        Progress {
            start,
            jobs,
            state: Mutex::new(State {
                end,
                ..State::default()
            }),
        }
    }

    /// Begins to judge other boards, until this time on the clock.
    pub(crate) fn begin(&self, time: Option<Duration>) {
        let mut state = self.state();
        state.time = time;
        state.was_late = false;
        state.failures = 0;
    }

    /// When to stop, however busy the machine is.
    pub(crate) fn end(&self) -> Option<Instant> {
        self.state().end
    }

    /// Moves the end so that at least this time is left.
    pub(crate) fn end_after(&self, least: Duration) {
        let mut state = self.state();
        state.end = state.end.map(|end| end.max(Instant::now() + least));
    }

    /// The wall-clock time since the start of the session, except what other processes took from the program.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.lost())
    }

    /// The time until the end. `None` if there is no limit.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let elapsed = self.elapsed();
        let state = self.state();
        let on_clock = state.time.map(|time| time.saturating_sub(elapsed));
        let until = |end: Instant| end.saturating_duration_since(Instant::now());
        let of_wall = state.end.map(until);
        [on_clock, of_wall].into_iter().flatten().min()
    }

    /// Whether the time is up.
    pub(crate) fn is_late(&self) -> bool {
        let is_late = self.time_left() == Some(Duration::ZERO);
        let mut state = self.state();
        state.was_late |= is_late;
        state.was_late
    }

    /// Whether to judge no more of these boards.
    pub(crate) fn has_stopped(&self) -> bool {
        let is_late = self.is_late();
        let state = self.state();
        is_late || state.failures >= MAX_FAILURES || state.error.is_some()
    }

    /// Notes a run that took `wall` of wall-clock time, of which the program used `used`.
    pub(crate) fn note_run(&self, wall: Duration, used: Duration) {
        self.state().lost += wall.saturating_sub(used);
    }

    pub(crate) fn note_failure(&self, failure: &Failure) {
        let mut state = self.state();
        let is_hang = failure.kind == FailureKind::TimeLimit;
        state.failures += if is_hang { MAX_FAILURES } else { 1 };
    }

    pub(crate) fn note_error(&self, error: io::Error) {
        self.state().error.get_or_insert(error);
    }

    pub(crate) fn note_spacing(&self, found: Spacing) {
        let mut state = self.state();
        state.spacing = state.spacing.take().into_iter().chain([found]).min();
    }

    /// What is wrong with the white space of the first board where it is misplaced.
    pub(crate) fn spacing(&self) -> Option<String> {
        self.state().spacing.clone().map(|(_, words)| words)
    }

    /// Fails if the program could not be run.
    pub(crate) fn finish(&self) -> io::Result<()> {
        self.state().error.take().map_or(Ok(()), Err)
    }

    /// The time that others took from the session.
    fn lost(&self) -> Duration {
        let jobs = u32::try_from(self.jobs.get()).unwrap_or(u32::MAX);
        self.state().lost / jobs
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_take_from_runs_is_lost() {
        let progress = Progress::new(NonZeroUsize::MIN.saturating_add(1), None);
        // Of two runs at a time, others delay one. The other one computes on two processors.
        progress.note_run(Duration::from_secs(40), Duration::from_secs(10));
        progress.note_run(Duration::from_secs(40), Duration::from_secs(80));
        assert_eq!(progress.lost(), Duration::from_secs(15));
        assert_eq!(progress.elapsed(), Duration::ZERO);
    }

    #[test]
    fn time_that_is_up_stays_up() {
        let progress = Progress::new(NonZeroUsize::MIN, None);
        assert!(!progress.is_late());
        progress.begin(Some(Duration::from_nanos(1)));
        std::thread::sleep(Duration::from_nanos(1));
        assert!(progress.is_late());
        // A run that ends now shows that others took all of the time.
        progress.note_run(Duration::from_hours(1), Duration::ZERO);
        assert!(progress.time_left() > Some(Duration::ZERO) && progress.is_late());
    }
}
