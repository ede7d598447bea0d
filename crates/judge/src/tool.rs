//! Runs a compiler or a runtime without input.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crossply::program::{Excerpt, Exchange, Execution, Invocation, RunLimits, execute};

use crate::JudgeError;

/// The most bytes of output.
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
    let mut exchange = Exchange::default();
    let ran = execute(folder, program, &run_limits, &mut exchange, interrupt)?;
    let mut stdout = Excerpt::default();
    stdout.append(&exchange.stdout);
    let printed = format!("{}{}", ran.stderr.text(), stdout.text());
    Ok((ran, printed))
}
