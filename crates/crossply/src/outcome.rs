//! The outcome of a solver on an input: an answer or a panic.
//!
//! A solver that panics is as wrong as one that answers wrongly, and reports treat both alike. Drop the solver then,
//! because its state is unknown.

use std::cell::Cell;
use std::fmt::Debug;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use serde::{Deserialize, Serialize};

/// The outcome of a solver on an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome<A> {
    /// It answered.
    Answer(A),
    /// It panicked, with this message.
    Panic(String),
}

impl<A> Outcome<A> {
    /// As people see it.
    pub(crate) fn in_words(&self) -> String
    where
        A: Debug,
    {
        match self {
            Outcome::Answer(answer) => format!("{answer:?}"),
            Outcome::Panic(message) => format!("panic: {message}"),
        }
    }

    /// The same with a reference to the answer.
    pub(crate) fn as_ref(&self) -> Outcome<&A> {
        match self {
            Outcome::Answer(answer) => Outcome::Answer(answer),
            Outcome::Panic(message) => Outcome::Panic(message.clone()),
        }
    }
}

/// Calls `answer`, which uses a solver, and catches its panic. Calls can be nested.
///
/// ```
/// use crossply::{Outcome, outcome_of};
///
/// let half = |n: u32| outcome_of(|| 100 / n);
/// assert_eq!(half(5), Outcome::Answer(20));
/// assert_eq!(half(0), Outcome::Panic("attempt to divide by zero".to_owned()));
/// ```
pub fn outcome_of<A>(answer: impl FnOnce() -> A) -> Outcome<A> {
    silence_caught_panics();
    let is_nested = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(answer));
    CATCHING.set(is_nested);
    match result {
        Ok(answer) => Outcome::Answer(answer),
        Err(payload) => Outcome::Panic(message(&*payload)),
    }
}

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the panics that [`outcome_of`] catches off standard error: there may be millions.
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

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}
