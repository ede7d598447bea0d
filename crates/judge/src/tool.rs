//! Runs a compiler or a runtime without input.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crossply::program::{Excerpt, Exchange, Execution, Invocation, RunLimits, execute};

use crate::JudgeError;

/// The output limit, in bytes.
const MAX_OUTPUT: u64 = 1 << 20;

/// Runs the program in this folder, or in the current one. In addition, returns what it prints.
pub(crate) fn run_tool(
    folder: Option<&Path>,
    program: &Invocation,
    time: Duration,
    memory: u64,
    interrupt: &AtomicBool,
) -> Result<(Execution, String), JudgeError> {
    let run_limits = RunLimits::new(time, memory, MAX_OUTPUT);
    let mut exchange = Exchange::default();
    let execution = execute(folder, program, &run_limits, &mut exchange, interrupt)?;
    let mut stdout = Excerpt::default();
    stdout.append(&exchange.stdout);
    let printed = format!("{}{}", execution.stderr.text(), stdout.text());
    Ok((execution, printed))
}
