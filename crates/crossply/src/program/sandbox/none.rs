//! Stubs for systems other than Unix, and for builds without the feature `program`.

use std::io;
use std::sync::atomic::AtomicBool;

use super::execution::{Execution, Invocation, RunLimits};

/// Fails, because this build cannot run programs.
pub fn execute(
    _: &Invocation,
    _: &RunLimits,
    _: &[u8],
    _: &mut dyn FnMut(&[u8]) -> bool,
    _: &AtomicBool,
) -> io::Result<Execution> {
    let text = "this crossply cannot run programs: that needs Linux, macOS or another Unix (on Windows, WSL)";
    Err(io::Error::new(io::ErrorKind::Unsupported, text))
}

/// Ends this process.
pub fn kill_all_and_exit(code: i32) -> ! {
    std::process::exit(code)
}

pub fn reap_leftovers() {}
