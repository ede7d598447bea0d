//! Programs in any language as solvers.
//!
//! A program answers many inputs in one process, a [line](Program::lines) each, or [each](Program::each) in a process of
//! its own. It may hang, flood its output or leave children behind: limits hold for each input, and all its processes are
//! killed at the end.

mod each;
mod lines;
mod sandbox;

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::process::Output;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use crate::definition::Solver;
use crate::failure::Failure;

pub use each::Call;
#[doc(hidden)]
pub use sandbox::{
    Excerpt, Exchange, Execution, Interactor, Invocation, RunLimits, SandboxError, Termination,
    TimeLimitKind, execute, find, kill_all_and_exit, own_all_children, reap_leftovers,
};

/// The default limits for one input.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: u64 = 1 << 30;

/// The most bytes that a program may print for one input.
const OUTPUT: u64 = 1 << 20;

/// The most time to measure a program's start.
const MAX_START: Duration = Duration::from_secs(2);

/// The time allowed for the start of a program that does not end with its input, so that it cannot be measured.
const DEFAULT_START: Duration = Duration::from_millis(100);

/// A start may take this many times the measured time, because machines are busy.
const START_FACTOR: u32 = 3;

/// A program in any language, as a solver.
///
/// It needs the feature `program`, and Unix.
///
/// ```
/// use std::time::Duration;
///
/// use crossply::{CrossCheck, Program, domain};
///
/// CrossCheck::new("sum of digits", domain::range(0..=999_u32))
///     .solver("rust", |&n| n / 100 + n / 10 % 10 + n % 10)
///     .stateful("awk", || {
///         Program::new("awk")
///             .arg("{ print substr($0, 1, 1) + substr($0, 2, 1) + substr($0, 3, 1) }")
///             .time_limit(Duration::from_secs(2))
///             .lines(|n: &u32| n.to_string(), |line| line.parse::<u32>())
///     })
///     .assert();
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    invocation: Invocation,
    time: Duration,
    memory: u64,
}

impl Program {
    /// The program with this path, or with this name in `PATH`.
    ///
    /// ```
    /// use crossply::Program;
    ///
    /// let program = Program::new("python3").arg("isqrt.py");
    /// # let _ = program;
    /// ```
    pub fn new(command: impl Into<OsString>) -> Self {
        Program {
            invocation: Invocation::of([command.into()]),
            time: TIME,
            memory: MEMORY,
        }
    }

    /// Adds an argument.
    ///
    /// ```
    /// use crossply::Program;
    ///
    /// let doubled = Program::new("sed").arg("--unbuffered").arg("s/.*/&&/");
    /// # let _ = doubled;
    /// ```
    #[must_use]
    pub fn arg(self, argument: impl Into<OsString>) -> Self {
        self.args([argument])
    }

    /// Adds arguments.
    ///
    /// ```
    /// use crossply::Program;
    ///
    /// let upper = Program::new("tr").args(["a-z", "A-Z"]);
    /// # let _ = upper;
    /// ```
    #[must_use]
    pub fn args(mut self, arguments: impl IntoIterator<Item: Into<OsString>>) -> Self {
        let added = arguments.into_iter().map(Into::into);
        self.invocation.arguments.extend(added);
        self
    }

    /// Sets the time limit for one input, by default ten seconds. Time in which the program computes or sleeps counts; time
    /// in which it waits for a processor does not. It gets extra time to start.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use crossply::Program;
    ///
    /// let quick = Program::new("factor").time_limit(Duration::from_millis(100));
    /// # let _ = quick;
    /// ```
    #[must_use]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// Sets the memory limit of its largest process, by default a gibibyte.
    ///
    /// ```
    /// use crossply::Program;
    ///
    /// let small = Program::new("sort").memory_limit(64 << 20);
    /// # let _ = small;
    /// ```
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// A solver that answers many inputs in one process: `write` makes a line of an input, without its end, and `read` makes
    /// an answer of the line that the program prints for it. The program should read and answer line by line until its
    /// input ends; how it buffers does not matter.
    ///
    /// If the program fails, its earlier answers stand, and the input without an answer goes to a process of its own, whose
    /// outcome counts. An exit code counts only where an answer is missing. If the program answers none of the first inputs,
    /// the check ends with an error.
    ///
    /// # Panics
    /// If the program cannot be run.
    ///
    /// ```
    /// use crossply::{CrossCheck, Program, domain};
    ///
    /// // `rev` has no fault; the other one forgets what to do with one letter.
    /// let check = CrossCheck::new("reversed", domain::words("ab", 1..=4).map(String::from_iter))
    ///     .solver("rust", |word| word.chars().rev().collect::<String>())
    ///     .stateful("rev", || Program::new("rev").lines(|word: &String| word.clone(), |line| Ok::<_, String>(line.to_owned())));
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    pub fn lines<I, A, E: Display>(
        self,
        write: impl Fn(&I) -> String,
        read: impl Fn(&str) -> Result<A, E>,
    ) -> impl Solver<I, A> {
        lines::Lines {
            start: self.start(),
            program: self,
            write,
            read: move |line: &str| read(line).map_err(|error: E| error.to_string()),
        }
    }

    /// A solver that answers each input in a process of its own: `call` adds arguments, variables and standard input, and
    /// `read` makes an answer of the exit status and the output. Standard error is cut to its first and last two kibibytes.
    ///
    /// # Panics
    /// If the program cannot be run.
    ///
    /// ```
    /// use crossply::{CrossCheck, Program, domain};
    ///
    /// let sums = domain::of((domain::range(-9..=9), domain::range(-9..=9)));
    /// let check = CrossCheck::new("sum", sums)
    ///     .solver("rust", |&(a, b)| (if a + b == 0 { 1 } else { 0 }, format!("{}\n", a + b)))
    ///     .stateful("expr", || {
    ///         Program::new("expr").each(
    ///             |&(a, b): &(i32, i32), run| {
    ///                 run.arg(a.to_string()).arg("+").arg(b.to_string());
    ///             },
    ///             |output| (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned()),
    ///         )
    ///     });
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    pub fn each<I, A>(
        self,
        call: impl Fn(&I, &mut Call),
        read: impl Fn(&Output) -> A,
    ) -> impl Solver<I, A> {
        each::Each {
            start: self.start(),
            program: self,
            call,
            read,
        }
    }

    /// The time allowed for its start: a multiple of its time on an empty input, which is measured once.
    ///
    /// # Panics
    /// If it cannot be run.
    fn start(&self) -> Duration {
        static KNOWN: LazyLock<Mutex<HashMap<Invocation, Duration>>> =
            LazyLock::new(Mutex::default);
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&time) = known().get(&self.invocation) {
            return time;
        }
        let limits = self.clone().time_limit(MAX_START).limits(1, Duration::ZERO);
        let execution = run(&self.invocation, &limits, &mut Exchange::default());
        let time = match execution.termination {
            Termination::Exited(_) => execution.time().saturating_mul(START_FACTOR),
            _ => DEFAULT_START,
        };
        *known().entry(self.invocation.clone()).or_insert(time)
    }

    /// The limits of a process that answers this many inputs.
    fn limits(&self, inputs: usize, start: Duration) -> RunLimits {
        let inputs = inputs as u32;
        let cpu = self.time.saturating_mul(inputs).saturating_add(start);
        let mut limits = RunLimits::new(cpu, self.memory, OUTPUT.saturating_mul(inputs.into()));
        limits.time = cpu;
        limits.stall = self.time.saturating_add(start);
        limits.stderr = u64::MAX;
        limits
    }
}

/// Runs a program within limits.
///
/// # Panics
/// If it cannot be run.
fn run(invocation: &Invocation, limits: &RunLimits, interactor: &mut impl Interactor) -> Execution {
    static NEVER: AtomicBool = AtomicBool::new(false);
    match execute(None, invocation, limits, interactor, &NEVER) {
        Ok(execution) => execution,
        Err(error) => panic!("{error}"),
    }
}

/// Why a process has given no answer.
fn failure(execution: &Execution) -> Failure {
    let (kind, how) = execution.termination.failure();
    // The last line of standard error often says what went wrong.
    let stderr = execution.stderr.text();
    let last = stderr.trim_end().lines().last().unwrap_or_default();
    let mut parts = vec![&*how, last];
    parts.retain(|part| !part.is_empty());
    let text = parts.join(": ");
    Failure { kind, text }
}
