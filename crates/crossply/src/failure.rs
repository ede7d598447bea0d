//! Failures: the outcomes of solvers that give no answer.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe, Location};
use std::sync::Once;

/// The outcome of a solver that gave no answer. It counts as wrong.
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
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// What happened.
    pub kind: FailureKind,
    /// Details, such as the message of a panic. May be empty.
    pub text: String,
    /// The file and the line of a panic: `src/lib.rs:12`. Failures that differ only in this are equal.
    pub place: Option<String>,
}

impl PartialEq for Failure {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.text == other.text
    }
}

impl Eq for Failure {}

/// Why a solver gave no answer.
///
/// ```
/// use crossply::FailureKind;
///
/// assert_eq!(FailureKind::TimeLimit.does(), "exceeds the time limit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum FailureKind {
    /// A function panicked.
    Panic,
    /// The solver took too long.
    TimeLimit,
    /// A program used too much memory.
    MemoryLimit,
    /// A program had too many processes at once.
    ProcessLimit,
    /// A program printed too much.
    OutputLimit,
    /// A signal ended a program.
    Signal,
    /// A program ended with a non-zero exit code.
    ExitCode,
    /// A program printed no answer.
    NoAnswer,
    /// A program printed something that is not an answer.
    MalformedAnswer,
    /// A function ended the process, in an [isolated](crate::CrossCheck::isolated) check.
    ProcessEnd,
}

impl FailureKind {
    /// The kind as a verb phrase: "panics", "exceeds the time limit".
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
            FailureKind::ProcessLimit => "starts too many processes",
            FailureKind::OutputLimit => "exceeds the output limit",
            FailureKind::Signal => "is ended by a signal",
            FailureKind::ExitCode => "ends with an error",
            FailureKind::NoAnswer => "gives no answer",
            FailureKind::MalformedAnswer => "prints a malformed answer",
            FailureKind::ProcessEnd => "ends the process",
        }
    }

    /// The kind as a noun: "panic".
    pub(crate) const fn name(self) -> &'static str {
        match self {
            FailureKind::Panic => "panic",
            FailureKind::TimeLimit => "time limit",
            FailureKind::MemoryLimit => "memory limit",
            FailureKind::ProcessLimit => "process limit",
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
    /// A failure of this kind. The text says more about it, and may be empty.
    ///
    /// ```
    /// use crossply::{Failure, FailureKind};
    ///
    /// assert_eq!(Failure::new(FailureKind::TimeLimit, "no reply").to_string(), "time limit: no reply");
    /// ```
    pub fn new(kind: FailureKind, text: impl Into<String>) -> Self {
        Failure {
            kind,
            text: text.into(),
            place: None,
        }
    }

    /// Ends the call of a solver with a panic that has this failure as its payload. Any other panic becomes a failure of kind
    /// [`Panic`](FailureKind::Panic).
    ///
    /// ```
    /// use crossply::{Failure, FailureKind, catch_panic};
    ///
    /// let late = Failure::new(FailureKind::TimeLimit, "no reply");
    /// let caught = catch_panic(|| -> u32 { late.clone().raise() });
    /// assert_eq!(caught, Err(late));
    /// ```
    ///
    /// # Panics
    /// Always.
    pub fn raise(self) -> ! {
        panic::panic_any(self)
    }

    /// The failure for a panic with this message.
    pub(crate) fn panic(text: impl Into<String>) -> Self {
        Failure::new(FailureKind::Panic, text)
    }
}

/// Formats the failure as in reports: `panic: attempt to divide by zero`.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        match &*self.text {
            "" => Ok(()),
            text => write!(f, ": {text}"),
        }
    }
}

/// Calls a function, and returns a panic as a failure. Calls can be nested. After a panic, values that the function was
/// changing may be in an inconsistent state, so the caller should create the solver again.
///
/// # Errors
/// The failure, if the function panics.
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
    result.map_err(failure)
}

/// The failure that this panic stands for.
fn failure(payload: Box<dyn Any + Send>) -> Failure {
    match payload.downcast::<Failure>() {
        Ok(failure) => *failure,
        Err(payload) => Failure {
            place: PLACE.take(),
            ..Failure::panic(message(&*payload))
        },
    }
}

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    /// Where the last panic began.
    static PLACE: Cell<Option<String>> = const { Cell::new(None) };
}

/// The messages of panics that Rust does not unwind, as the standard library words them.
const ABORTING: [&str; 2] = [
    "panic in a destructor during cleanup",
    "panic in a function that cannot unwind",
];

/// Keeps panics that [`catch_panic`] catches off standard error, because there may be millions.
fn silence_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CATCHING.get() {
                return previous(info);
            }
            let text = message(info.payload());
            if ABORTING.contains(&&*text) {
                // The process ends after this. Not captured, because no test will show its output.
                let _ = writeln!(
                    io::stderr(),
                    "{info}\nthis ends the process; with CROSSPLY_ISOLATED=1, a check names the input"
                );
            }
            PLACE.set(info.location().map(place_in_words));
        }));
    });
}

/// The file and the line, without the folders in which cargo and Rust keep sources.
fn place_in_words(place: &Location<'_>) -> String {
    let file = place.file();
    let kept = ["/registry/src/", "/rustc/"]
        .iter()
        .find_map(|folder| file.split_once(folder)?.1.split_once('/'));
    let file = kept.map_or(file, |(_, file)| file);
    format!("{file}:{}", place.line())
}

/// The message of a panic. Of an error that prints a backtrace, only what comes before that.
fn message(payload: &(dyn Any + Send)) -> String {
    let formatted = payload.downcast_ref::<String>().map(String::as_str);
    let text = formatted.or_else(|| payload.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("no message");
    let backtrace = ["\n\nStack backtrace:\n", "\n\nstack backtrace:\n"]
        .iter()
        .find_map(|heading| text.find(heading));
    text[..backtrace.unwrap_or(text.len())].to_owned()
}
