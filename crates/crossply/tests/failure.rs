//! A solver's panic is an outcome, not a message on standard error.
//!
//! The test has a process to itself, because it replaces the panic hook.

use std::panic::{panic_any, set_hook, take_hook};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use crossply::{FailureKind, catch_panic};

#[test]
fn only_uncaught_panics_are_told() {
    static TOLD: AtomicU32 = AtomicU32::new(0);
    let usual = take_hook();
    set_hook(Box::new(|_| {
        TOLD.fetch_add(1, Ordering::Relaxed);
    }));
    let number = 7;
    let outcomes = [
        catch_panic(|| 1),
        catch_panic(|| panic!("a fault")),
        catch_panic(|| panic!("fault {number}")),
        catch_panic(|| panic_any(number)),
        catch_panic(|| {
            assert_eq!(catch_panic(|| 1), Ok(1));
            panic!("after a call within")
        }),
    ];
    assert_eq!(outcomes[0], Ok(1));
    let messages = ["a fault", "fault 7", "no message", "after a call within"];
    for (outcome, message) in outcomes[1..].iter().zip(messages) {
        let failure = outcome.as_ref().expect_err("it panics");
        assert_eq!(
            (failure.kind, &*failure.text),
            (FailureKind::Panic, message)
        );
    }
    let silent = TOLD.load(Ordering::Relaxed);
    let other = thread::spawn(|| panic!("elsewhere")).join();
    let told = TOLD.load(Ordering::Relaxed);
    set_hook(usual);
    assert!(other.is_err());
    assert_eq!((silent, told), (0, 1));
}
