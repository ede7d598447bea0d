//! Programs in any language as solvers.
//!
//! One process answers many inputs, a [line](Program::lines) each, or [each](Program::each) input has a process of its
//! own. A program may hang, flood its output or leave children behind. So limits apply to each input, and all processes
//! of the program are killed at the end.

mod each;
mod lines;
mod sandbox;

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::process::Output;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use crate::definition::Solver;

pub use each::Call;
pub use sandbox::{
    Excerpt, Execution, Invocation, RunLimits, Termination, Usage, execute, find,
    kill_all_and_exit, reap_leftovers,
};

/// The default limits for one input.
const TIME_LIMIT: Duration = Duration::from_secs(10);
const MEMORY_LIMIT: u64 = 1 << 30;

/// The most bytes that a program may print for one input.
const OUTPUT_LIMIT: u64 = 1 << 20;

/// Extra time for the start of a program, such as that of a virtual machine.
const START: Duration = Duration::from_millis(500);

/// A program in any language, as a solver.
///
/// This needs the feature `program`, and Unix.
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
    /// A program, given by its path or by its name in `PATH`.
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
            time: TIME_LIMIT,
            memory: MEMORY_LIMIT,
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
        let arguments = arguments.into_iter().map(Into::into);
        self.invocation.arguments.extend(arguments);
        self
    }

    /// Sets the time limit for one input. The default is ten seconds. Time in which the program computes or sleeps
    /// counts; time in which it waits for a processor does not. The program gets half a second more to start.
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

    /// Sets the memory limit of the program's largest process, in bytes. The default is a gibibyte.
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

    /// A solver that answers many inputs in one process. `write` turns an input into a line, without the line end.
    /// `read` turns the line that the program prints for it into an answer; bytes that are not UTF-8 are none. The
    /// program should answer line by line until its input ends. It may buffer its output.
    ///
    /// If the program fails, its earlier answers count. The first input without an answer goes to a process of its own,
    /// and only the outcome there counts. The exit code matters only if an answer is missing. If the program answers
    /// none of the first inputs, the check ends with an error.
    ///
    /// # Panics
    /// If the program cannot be run.
    ///
    /// ```
    /// use crossply::{CrossCheck, Program, domain};
    ///
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
            program: self.started(),
            write,
            read: move |line: &str| read(line).map_err(|error: E| error.to_string()),
        }
    }

    /// A solver that answers each input in a process of its own. `call` adds arguments, environment variables and
    /// standard input. `read` turns the exit status and the output into an answer. Of standard error, it gets only the
    /// first and the last two kibibytes.
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
    ///             |&(a, b): &(i32, i32), call| {
    ///                 call.arg(a.to_string()).arg("+").arg(b.to_string());
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
            program: self.started(),
            prepare: call,
            read,
        }
    }

    /// Makes sure that the program can be started, once for each command.
    ///
    /// # Panics
    /// If it cannot.
    fn started(self) -> Self {
        static STARTED: LazyLock<Mutex<HashSet<Invocation>>> = LazyLock::new(Mutex::default);
        static AT_ONCE: AtomicBool = AtomicBool::new(true);
        let mut started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
        if !started.contains(&self.invocation) {
            self.run(&self.invocation, 1, &[], &mut |_| true, &AT_ONCE);
            started.insert(self.invocation.clone());
        }
        self
    }

    /// Runs a process that answers this many inputs, until `interrupt` is true.
    ///
    /// # Panics
    /// If it cannot be run.
    fn run(
        &self,
        invocation: &Invocation,
        inputs: usize,
        text: &[u8],
        output: &mut dyn FnMut(&[u8]) -> bool,
        interrupt: &AtomicBool,
    ) -> Execution {
        let inputs = inputs as u32;
        let time = self.time.saturating_mul(inputs).saturating_add(START);
        let most_output = OUTPUT_LIMIT.saturating_mul(inputs.into());
        let limits = RunLimits {
            time,
            stall: self.time.saturating_add(START),
            ..RunLimits::new(time, self.memory, most_output)
        };
        execute(invocation, &limits, text, output, interrupt)
            .unwrap_or_else(|error| panic!("{error}"))
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);
