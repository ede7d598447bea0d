//! Why a program cannot be run. It is never the program's fault.

use std::io;

/// Why a program cannot be run, or its run not be finished.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The system cannot run it.
    #[error("cannot run `{name}`: {error}{hint}")]
    CannotRun {
        /// The program.
        name: String,
        /// The error of the system.
        error: io::Error,
        /// A likely cause.
        hint: &'static str,
    },
    /// This system cannot run programs.
    #[error(
        "this crossply cannot run programs: that needs Linux, macOS or another Unix (on Windows, WSL)"
    )]
    Unsupported,
    /// Reading from the program, writing to it or waiting for it failed.
    #[error("cannot talk to the program")]
    Io(#[from] io::Error),
    /// The user interrupted it.
    #[error("interrupted")]
    Interrupted,
}
