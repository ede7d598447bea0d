//! Runs a compiler or a runtime without input.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use crossply::program::{Excerpt, Execution, Invocation, RunLimits, Termination, execute};

/// The output limit, in bytes.
const MAX_OUTPUT: u64 = 1 << 20;

/// Runs the program. In addition, returns what it prints.
///
/// # Errors
/// If the program cannot be run, or the user interrupts it.
pub(crate) fn run_tool(
    program: &Invocation,
    time: Duration,
    memory: u64,
    interrupt: &AtomicBool,
) -> anyhow::Result<(Execution, String)> {
    let run_limits = RunLimits::new(time, memory, MAX_OUTPUT);
    let mut stdout = Excerpt::default();
    let mut keep = |bytes: &[u8]| {
        stdout.append(bytes);
        true
    };
    let execution = execute(program, &run_limits, &[], &mut keep, interrupt)?;
    if execution.termination == Termination::CutOff {
        bail!("interrupted");
    }
    let printed = format!("{}{}", execution.stderr.text(), stdout.text());
    Ok((execution, printed))
}
