//! Stubs for systems other than Unix, and for builds without the feature `program`.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::error::SandboxError;
use super::execution::{Execution, Interactor, Invocation, RunLimits};

/// Fails, because this build cannot run programs.
pub fn execute(
    _: Option<&Path>,
    _: &Invocation,
    _: &RunLimits,
    _: &mut impl Interactor,
    _: &AtomicBool,
) -> Result<Execution, SandboxError> {
    let text = "this crossply cannot run programs: that needs Linux, macOS or another Unix (on Windows, WSL)";
    Err(SandboxError::CannotRun(text.to_owned()))
}

pub fn own_all_children() {}

/// Ends this process.
pub fn kill_all_and_exit(code: i32) -> ! {
    std::process::exit(code)
}

pub fn reap_leftovers() {}
