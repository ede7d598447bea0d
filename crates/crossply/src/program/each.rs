//! A program as a solver: one process for each input.

use std::ffi::OsString;
use std::process::Output;

use super::{Invocation, NEVER, Program, Termination};
use crate::definition::Solver;

/// How to call a program for one input: its arguments, environment variables and standard input.
///
/// ```
/// use crossply::Program;
///
/// let sorted = Program::new("sort").each(
///     |lines: &Vec<String>, call| {
///         call.arg("--unique").env("LC_ALL", "C").stdin(lines.join("\n"));
///     },
///     |output| output.stdout.clone(),
/// );
/// # let _ = sorted;
/// ```
#[derive(Debug)]
pub struct Call {
    invocation: Invocation,
    stdin: Vec<u8>,
}

impl Call {
    /// Adds an argument.
    ///
    /// ```
    /// use crossply::Program;
    ///
    /// let factors = Program::new("factor").each(
    ///     |n: &u64, call| {
    ///         call.arg(n.to_string());
    ///     },
    ///     |output| output.stdout.clone(),
    /// );
    /// # let _ = factors;
    /// ```
    pub fn arg(&mut self, argument: impl Into<OsString>) -> &mut Self {
        self.args([argument])
    }

    /// Adds arguments.
    ///
    /// ```
    /// use crossply::Program;
    ///
    /// let value = Program::new("expr").each(
    ///     |text: &String, call| {
    ///         call.args(text.split(' '));
    ///     },
    ///     |output| (output.status.code(), output.stdout.clone()),
    /// );
    /// # let _ = value;
    /// ```
    pub fn args(&mut self, arguments: impl IntoIterator<Item: Into<OsString>>) -> &mut Self {
        let arguments = arguments.into_iter().map(Into::into);
        self.invocation.arguments.extend(arguments);
        self
    }

    /// Sets an environment variable.
    ///
    /// ```
    /// use crossply::Program;
    ///
    /// let time = Program::new("date").arg("+%H").each(
    ///     |zone: &String, call| {
    ///         call.env("TZ", zone);
    ///     },
    ///     |output| output.stdout.clone(),
    /// );
    /// # let _ = time;
    /// ```
    pub fn env(&mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> &mut Self {
        self.invocation.variables.push((name.into(), value.into()));
        self
    }

    /// Sets standard input. By default it is empty.
    ///
    /// ```
    /// use crossply::Program;
    ///
    /// let encoded = Program::new("base64").each(
    ///     |bytes: &Vec<u8>, call| {
    ///         call.stdin(bytes.clone());
    ///     },
    ///     |output| output.stdout.clone(),
    /// );
    /// # let _ = encoded;
    /// ```
    pub fn stdin(&mut self, bytes: impl Into<Vec<u8>>) -> &mut Self {
        self.stdin = bytes.into();
        self
    }
}

/// The solver made by [`Program::each`].
pub(super) struct Each<C, R> {
    pub(super) program: Program,
    pub(super) prepare: C,
    pub(super) read: R,
}

impl<I, A, C, R> Solver<I, A> for Each<C, R>
where
    C: Fn(&I, &mut Call),
    R: Fn(&Output) -> A,
{
    fn solve(&mut self, input: &I) -> A {
        let mut call = Call {
            invocation: self.program.invocation.clone(),
            stdin: Vec::new(),
        };
        (self.prepare)(input, &mut call);
        let mut stdout = Vec::new();
        let mut keep = |bytes: &[u8]| {
            stdout.extend_from_slice(bytes);
            true
        };
        let Call { invocation, stdin } = &call;
        let execution = self.program.run(invocation, 1, stdin, &mut keep, &NEVER);
        let Termination::Exited(status) = execution.termination else {
            execution.failure().raise();
        };
        (self.read)(&Output {
            status,
            stdout,
            stderr: execution.stderr.kept(),
        })
    }

    fn is_program(&self) -> bool {
        true
    }
}
