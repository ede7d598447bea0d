//! Watches whether a solver takes long, so that a run that waits says for whom.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::Plan;

/// After how long a run says that it waits, and how often it looks.
const PATIENCE: Duration = Duration::from_secs(5);
const INTERVAL: Duration = Duration::from_millis(250);

/// No solver.
const NOBODY: usize = usize::MAX;

/// What a thread is doing.
pub(crate) struct Watched {
    /// The solver that it waits for, and since when, in milliseconds since the run began.
    solver: AtomicUsize,
    since: AtomicU64,
    /// The numbers of the first and the last input that the solver was asked for. Nobody gets beyond 64 bits.
    first: AtomicU64,
    last: AtomicU64,
    run_began: Instant,
}

impl Watched {
    pub(crate) fn new(run_began: Instant) -> Self {
        Watched {
            solver: AtomicUsize::new(NOBODY),
            since: AtomicU64::new(0),
            first: AtomicU64::new(0),
            last: AtomicU64::new(0),
            run_began,
        }
    }

    pub(crate) fn begin(&self, solver: usize, [first, last]: [u128; 2], now: Instant) {
        let since = now.duration_since(self.run_began).as_millis() as u64;
        self.since.store(since, Ordering::Relaxed);
        self.first.store(first as u64, Ordering::Relaxed);
        self.last.store(last as u64, Ordering::Relaxed);
        self.solver.store(solver, Ordering::Release);
    }

    pub(crate) fn end(&self) {
        self.solver.store(NOBODY, Ordering::Release);
    }

    /// The solver, since when it is asked, and the first and the last input.
    fn waiting(&self) -> Option<(usize, [u64; 3])> {
        let solver = self.solver.load(Ordering::Acquire);
        let numbers = [&self.since, &self.first, &self.last];
        let numbers = numbers.map(|number| number.load(Ordering::Relaxed));
        (solver != NOBODY).then_some((solver, numbers))
    }
}

/// Says whom threads wait for, until `run_ends`: after some seconds, and again each time it has taken twice as long.
pub(crate) fn watch(plan: &Plan, threads: &[Watched], run_ends: &Receiver<()>, say: &dyn Fn(&str)) {
    let mut told = vec![(0, PATIENCE); threads.len()];
    while run_ends.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        for (thread, told) in threads.iter().zip(&mut told) {
            let Some((solver, [since, first, last])) = thread.waiting() else {
                continue;
            };
            if told.0 != since {
                *told = (since, PATIENCE);
            }
            let waited = thread
                .run_began
                .elapsed()
                .saturating_sub(Duration::from_millis(since));
            if waited >= told.1 {
                told.1 *= 2;
                let (name, _) = &plan.outline.solvers[solver];
                let (nouns, seconds) = (&plan.outline.nouns, waited.as_secs());
                say(&format!(
                    "waiting for {name} for {seconds} s: it answers {nouns} {first} to {last}"
                ));
            }
        }
    }
}
