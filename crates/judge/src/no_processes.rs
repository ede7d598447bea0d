//! Takes the place of `processes` where no programs can run: on systems other than Unix, and in builds without the
//! feature `processes`, with which the gate tests such a system.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use crate::JudgeError;
use crate::execution::{Execution, Interactor, Program, RunLimits};

/// Refuses to run the program.
pub(crate) fn execute(
    _: Option<&Path>,
    _: &Program,
    _: &RunLimits,
    _: &mut impl Interactor,
    _: &AtomicBool,
) -> Result<Execution, JudgeError> {
    Err(JudgeError::Unsupported)
}

/// There are no children.
pub fn own_all_children() {}

/// Ends this process.
pub fn kill_all_and_exit(code: i32) -> ! {
    std::process::exit(code)
}

/// There are no leftovers.
pub(crate) fn reap_leftovers() {}
