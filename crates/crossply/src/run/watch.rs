//! Watches for slow solvers, so that a run that waits can name the solver it is waiting for.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::run::Plan;

/// How long a solver may take before the run names it.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often the watching thread looks.
const INTERVAL: Duration = Duration::from_millis(250);

/// The call of a solver that a thread is waiting for: the solver's index, the start of the call, and the numbers of its
/// first and last input.
#[derive(Default)]
pub(crate) struct CurrentCall(Mutex<Option<(usize, Instant, [u128; 2])>>);

impl CurrentCall {
    pub(crate) fn begin(&self, solver: usize, ends: [u128; 2], start: Instant) {
        *self.lock() = Some((solver, start, ends));
    }

    pub(crate) fn end(&self) {
        *self.lock() = None;
    }

    /// Ignores poisoning: no panic can happen while the lock is held.
    fn lock(&self) -> MutexGuard<'_, Option<(usize, Instant, [u128; 2])>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reports each call of a solver that takes longer than [`PATIENCE`], once. Returns when the sender of `end` is dropped.
pub(crate) fn watch(plan: &Plan, calls: &[CurrentCall], end: &Receiver<()>, say: &dyn Fn(&str)) {
    while end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        for call in calls {
            if let Some((solver, start, [first, last])) = call
                .lock()
                .take_if(|(_, start, _)| start.elapsed() >= PATIENCE)
            {
                let name = &plan.check.solvers[solver].name;
                let nouns = &plan.check.words.nouns;
                let seconds = start.elapsed().as_secs();
                say(&format!(
                    "waited {seconds} s for {name}, which is answering {nouns} {first} to {last}"
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use crate::check::CrossCheck;
    use crate::domain;
    use crate::run::Coverage;

    #[test]
    fn the_solver_that_a_run_waits_for_is_named_once() {
        let check = CrossCheck::new("same", domain::range(0..10_u8));
        let check = check.solver("quick", |&n| n).solver("sleepy", |&n| n);
        let plan = check.plan(Coverage::Quick, 0).expect("a check");
        let calls = [CurrentCall::default(), CurrentCall::default()];
        let Some(earlier) = Instant::now().checked_sub(PATIENCE) else {
            return;
        };
        calls[1].begin(1, [0, 9], earlier);
        let (run_ends, end_of_run) = channel();
        let heard = Mutex::new(Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                let end_of_run = end_of_run;
                watch(&plan, &calls, &end_of_run, &|text| {
                    heard.lock().expect("no panic").push(text.to_owned());
                });
            });
            thread::sleep(3 * INTERVAL);
            drop(run_ends);
        });
        let heard = heard.into_inner().expect("no panic");
        let said = " s for sleepy, which is answering inputs 0 to 9";
        assert!(heard.len() == 1 && heard[0].contains(said), "{heard:?}");
    }
}
