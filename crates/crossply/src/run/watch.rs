//! Watches for slow solvers, so that a run that waits can name the solver it is waiting for.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::carry_out::Progress;
use crate::run::Plan;

/// How long a solver may take before the run names it.
const PATIENCE: Duration = Duration::from_secs(5);

/// A function that takes this many times the time of a run hangs. A program has a limit of its own.
const TIMES_RUN: u32 = 3;

/// How often the watching thread looks.
const INTERVAL: Duration = Duration::from_millis(250);

/// The call of a solver that a thread is waiting for.
#[derive(Default)]
pub(crate) struct CurrentCall(Mutex<Option<SolverCall>>);

/// A call of a solver.
pub(crate) struct SolverCall {
    pub(crate) solver: usize,
    pub(crate) is_program: bool,
    pub(crate) start: Instant,
    /// The numbers of the first and the last input.
    pub(crate) ends: [u128; 2],
}

impl CurrentCall {
    /// `None` if the thread waits for no solver.
    pub(crate) fn set(&self, call: Option<SolverCall>) {
        *self.lock() = call;
    }

    /// Ignores poisoning: no panic can happen while the lock is held.
    fn lock(&self) -> MutexGuard<'_, Option<SolverCall>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An event about a call that takes long, with a text.
type Event = fn(&str) -> Progress<'_>;

/// Reports each call of a solver that takes longer than [`PATIENCE`], and again if it hangs. Returns when the sender of `end` is
/// dropped.
pub(crate) fn watch(
    plan: &Plan,
    calls: &[CurrentCall],
    end: &Receiver<()>,
    say: &dyn Fn(Event, String),
) {
    let run = plan.time.map(|time| time.whole);
    let mut last_look = Instant::now();
    while end.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
        let look = Instant::now();
        for call in calls {
            let call = call.lock();
            let Some(call) = &*call else { continue };
            let is_now = |age| (last_look..look).contains(&(call.start + age));
            let hangs_at = run.filter(|_| !call.is_program);
            let hangs_at = hangs_at.map(|run| PATIENCE.max(run.saturating_mul(TIMES_RUN)));
            if is_now(PATIENCE) {
                say(|text| Progress::Waiting(text), call.in_words(plan));
            }
            if hangs_at.is_some_and(is_now) {
                say(|text| Progress::Hanging(text), call.in_words(plan));
            }
        }
        last_look = look;
    }
}

impl SolverCall {
    fn in_words(&self, plan: &Plan) -> String {
        let name = &plan.check.solvers[self.solver].name;
        let nouns = &plan.check.words.nouns;
        let seconds = self.start.elapsed().as_secs();
        let [first, last] = self.ends;
        format!("waited {seconds} s for {name}, which is answering {nouns} {first} to {last}")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;
    use crate::check::CrossCheck;
    use crate::check::settings::TIME;
    use crate::domain;

    #[test]
    fn a_solver_that_a_run_waits_for_is_named_once_and_again_if_it_hangs() {
        let check = CrossCheck::new("same", domain::range(0..10_u8));
        let check = check.solver("quick", |&n| n).solver("sleepy", |&n| n);
        let plan = check.plan_in_time(TIME, 0).expect("a check");
        let hang = TIMES_RUN * TIME.whole;
        let ages = [(PATIENCE, false), (hang, false), (hang, true)];
        let calls = ages.map(|(age, is_program)| {
            let call = CurrentCall::default();
            call.set(Some(SolverCall {
                solver: 1,
                is_program,
                start: (Instant::now() + INTERVAL).checked_sub(age)?,
                ends: [0, 9],
            }));
            Some(call)
        });
        // A machine that has just started has no such instants.
        let Some(calls) = calls.into_iter().collect::<Option<Vec<_>>>() else {
            return;
        };
        let (run_ends, end_of_run) = channel();
        let heard = Mutex::new(Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                let end_of_run = end_of_run;
                watch(&plan, &calls, &end_of_run, &|event, text| {
                    heard
                        .lock()
                        .expect("no panic")
                        .push(format!("{:?}", event(&text)));
                });
            });
            thread::sleep(4 * INTERVAL);
            drop(run_ends);
        });
        let mut heard = heard.into_inner().expect("no panic");
        heard.sort();
        let said = " s for sleepy, which is answering inputs 0 to 9\")";
        assert_eq!(heard.len(), 2, "{heard:?}");
        assert!(
            heard[0].starts_with("Hanging(\"waited 30") && heard[0].ends_with(said),
            "{heard:?}"
        );
        assert!(
            heard[1].starts_with("Waiting(\"waited 5") && heard[1].ends_with(said),
            "{heard:?}"
        );
    }
}
