//! Runs a compiler, or a runtime without a program: it gets no input, and may take what it needs.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crossply::program::Excerpt;
use crossply::program::execute;
use crossply::program::{Execution, Interactor, Invocation, RunLimits};

use crate::JudgeError;

/// How many bytes it may print.
const TOOL_OUTPUT: u64 = 1 << 20;

/// Runs the program in this folder, or in the current one. Also returns what it prints.
pub(crate) fn run_tool(
    folder: Option<&Path>,
    program: &Invocation,
    time: Duration,
    memory: u64,
    interrupt: &AtomicBool,
) -> Result<(Execution, String), JudgeError> {
    let run_limits = RunLimits::new(time, memory, TOOL_OUTPUT);
    let mut listener = Listener(Excerpt::default());
    let ran = execute(folder, program, &run_limits, &mut listener, interrupt)?;
    let printed = format!("{}{}", ran.stderr.text(), listener.0.text());
    Ok((ran, printed))
}

/// Writes no input and keeps the output.
struct Listener(Excerpt);

impl Interactor for Listener {
    fn input(&mut self, _: &mut Vec<u8>) {}

    fn output(&mut self, bytes: &[u8]) -> bool {
        self.0.append(bytes);
        true
    }
}
