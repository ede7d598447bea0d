//! A solver's panic is an outcome, not a message on standard error.
//!
//! The test has a process to itself, because it replaces the panic hook.

use std::panic::{panic_any, set_hook, take_hook};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use crossply::{Outcome, outcome_of};

#[test]
fn only_panics_that_nobody_catches_are_told() {
    static TOLD: AtomicU32 = AtomicU32::new(0);
    let usual = take_hook();
    set_hook(Box::new(|_| {
        TOLD.fetch_add(1, Ordering::Relaxed);
    }));
    let number = 7;
    let outcomes = [
        outcome_of(|| 1),
        outcome_of(|| panic!("a fault")),
        outcome_of(|| panic!("fault {number}")),
        outcome_of(|| panic_any(number)),
        outcome_of(|| {
            assert_eq!(outcome_of(|| 1), Outcome::Answer(1));
            panic!("after a call within")
        }),
    ];
    assert_eq!(outcomes[0], Outcome::Answer(1));
    let messages = ["a fault", "fault 7", "no message", "after a call within"];
    assert_eq!(
        outcomes[1..],
        messages.map(|message| Outcome::Panic(message.to_owned()))
    );
    let silent = TOLD.load(Ordering::Relaxed);
    let other = thread::spawn(|| panic!("elsewhere")).join();
    let told = TOLD.load(Ordering::Relaxed);
    set_hook(usual);
    assert!(other.is_err());
    assert_eq!((silent, told), (0, 1));
}
