//! Asks solvers before, after or without a run, on a thread like those of a run.

use std::panic::resume_unwind;
use std::thread;

/// Calls a function that asks solvers, on a thread whose stack is as large as in a run. The main thread's is usually larger, and
/// an input that overflows the stack in a run must do so whenever a solver is asked for it.
///
/// # Panics
/// If the function panics, or the system starts no more threads.
pub(crate) fn as_in_run<T: Send>(act: impl FnOnce() -> T + Send) -> T {
    let mut result = None;
    on_a_thread(Box::new(|| result = Some(act())));
    result.expect("a function that does not panic returns")
}

/// Without the type of the result, so that threads are compiled once.
fn on_a_thread(act: Box<dyn FnOnce() + Send + '_>) {
    let thread = thread_with_same_name();
    thread::scope(|scope| {
        let acting = thread.spawn_scoped(scope, act).expect("a thread can start");
        acting.join().unwrap_or_else(|panic| resume_unwind(panic));
    });
}

/// A thread that has the name of this one, because a test finds itself by its name.
pub(crate) fn thread_with_same_name() -> thread::Builder {
    let thread = thread::Builder::new();
    match thread::current().name() {
        Some(name) => thread.name(name.to_owned()),
        None => thread,
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn another_thread_has_the_same_name_and_hands_over_its_panic() {
        let [here, there] = [thread::current(), as_in_run(thread::current)];
        assert_ne!(here.id(), there.id());
        assert_eq!(here.name(), there.name());
        let panic = catch_unwind(|| as_in_run(|| panic!("a fault"))).expect_err("it panics");
        assert_eq!(panic.downcast_ref(), Some(&"a fault"));
    }
}
