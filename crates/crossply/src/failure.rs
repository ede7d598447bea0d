//! Failures: what a solver gives for an input in the place of an answer.
//!
//! A solver that panics is as wrong as one that answers wrongly, and reports treat both alike. What kind of failure it
//! is, is a value: nothing reads it out of a text.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

/// What a solver gave in the place of an answer.
///
/// ```
/// use crossply::{CrossCheck, FailureKind, domain};
///
/// let check = CrossCheck::new("inverse", domain::range(0..=9_u32))
///     .solver("plain", |&n| Some(100 / n))
///     .solver("checked", |&n| 100_u32.checked_div(n));
/// let found = &check.check_quickly()?.simplest[0];
/// assert_eq!(found.answers[0].failure, Some(FailureKind::Panic));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What happened.
    pub kind: FailureKind,
    /// The particulars, such as the message of a panic; empty if there are none.
    pub text: String,
}

/// What happened when a solver gave no answer: it panicked, or it is a program that ended, printed or used what it
/// should not.
///
/// ```
/// use crossply::FailureKind;
///
/// assert_eq!(FailureKind::TimeLimit.does(), "exceeds the time limit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "journal", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum FailureKind {
    /// A function panicked.
    Panic,
    /// It took too long.
    TimeLimit,
    /// It took too much memory.
    MemoryLimit,
    /// It printed too much.
    OutputLimit,
    /// A signal ended it.
    Signal,
    /// It ended with an exit code that says that something went wrong.
    ExitCode,
    /// It printed no answer.
    NoAnswer,
    /// What it printed is not an answer.
    MalformedAnswer,
    /// A function ended the process, in a check that is [isolated](crate::CrossCheck::isolated).
    ProcessEnd,
}

impl FailureKind {
    /// What a solver does that fails like this: "panics".
    ///
    /// ```
    /// use crossply::FailureKind;
    ///
    /// assert_eq!(FailureKind::Panic.does(), "panics");
    /// ```
    pub const fn does(self) -> &'static str {
        match self {
            FailureKind::Panic => "panics",
            FailureKind::TimeLimit => "exceeds the time limit",
            FailureKind::MemoryLimit => "exceeds the memory limit",
            FailureKind::OutputLimit => "exceeds the output limit",
            FailureKind::Signal => "is ended by a signal",
            FailureKind::ExitCode => "ends with an error",
            FailureKind::NoAnswer => "gives no answer",
            FailureKind::MalformedAnswer => "prints a malformed answer",
            FailureKind::ProcessEnd => "ends the process",
        }
    }

    /// What several are called: "panics".
    pub(crate) const fn several(self) -> &'static str {
        match self {
            FailureKind::Panic => "panics",
            FailureKind::TimeLimit => "over the time limit",
            FailureKind::MemoryLimit => "over the memory limit",
            FailureKind::OutputLimit => "over the output limit",
            FailureKind::Signal => "signals",
            FailureKind::ExitCode => "exit codes",
            FailureKind::NoAnswer => "without an answer",
            FailureKind::MalformedAnswer => "malformed",
            FailureKind::ProcessEnd => "ends of the process",
        }
    }

    /// What it is called: "panic".
    const fn name(self) -> &'static str {
        match self {
            FailureKind::Panic => "panic",
            FailureKind::TimeLimit => "time limit",
            FailureKind::MemoryLimit => "memory limit",
            FailureKind::OutputLimit => "output limit",
            FailureKind::Signal => "signal",
            FailureKind::ExitCode => "exit code",
            FailureKind::NoAnswer => "no answer",
            FailureKind::MalformedAnswer => "malformed answer",
            FailureKind::ProcessEnd => "end of the process",
        }
    }
}

impl Failure {
    /// Ends the call of a solver with this failure, by a panic that has it as its payload. Any other panic is a failure of
    /// kind [`Panic`](FailureKind::Panic).
    ///
    /// ```
    /// use crossply::{Failure, FailureKind, catch_panic};
    ///
    /// let late = Failure { kind: FailureKind::TimeLimit, text: "no reply".to_owned() };
    /// let caught = catch_panic(|| -> u32 { late.clone().raise() });
    /// assert_eq!(caught, Err(late));
    /// ```
    ///
    /// # Panics
    /// Always.
    pub fn raise(self) -> ! {
        panic::panic_any(self)
    }

    /// A panic with this message.
    pub(crate) fn panic(text: impl Into<String>) -> Self {
        let (kind, text) = (FailureKind::Panic, text.into());
        Failure { kind, text }
    }
}

/// As a report shows it in the place of an answer: `panic: attempt to divide by zero`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        match &*self.text {
            "" => Ok(()),
            text => write!(f, ": {text}"),
        }
    }
}

/// Calls a function, and gives its panic as a failure. Calls can be nested. Whatever the function was changing is in an
/// unknown state after a panic, so a solver is then made anew.
///
/// # Errors
/// The panic.
///
/// ```
/// use crossply::catch_panic;
///
/// let half = |n: u32| catch_panic(|| 100 / n);
/// assert_eq!(half(5), Ok(20));
/// assert_eq!(half(0).unwrap_err().text, "attempt to divide by zero");
/// ```
pub fn catch_panic<T>(function: impl FnOnce() -> T) -> Result<T, Failure> {
    silence_caught_panics();
    let is_nested = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(function));
    CATCHING.set(is_nested);
    result.map_err(|payload| match payload.downcast::<Failure>() {
        Ok(failure) => *failure,
        Err(payload) => Failure::panic(message(&*payload)),
    })
}

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics that [`catch_panic`] catches off standard error: there may be millions.
fn silence_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CATCHING.get() {
                previous(info);
            }
        }));
    });
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}
