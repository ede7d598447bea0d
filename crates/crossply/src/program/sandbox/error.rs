//! Errors of the sandbox, which are not failures of the program.

use std::error::Error;
use std::fmt;
use std::io;

/// Why a program could not be started, or why its run was not completed.
#[derive(Debug)]
pub enum SandboxError {
    /// The operating system cannot run the program.
    CannotRun {
        /// The name of the program.
        name: String,
        /// The error from the operating system.
        error: io::Error,
        /// A likely cause, or what to do. May be empty.
        hint: &'static str,
    },
    /// This build of crossply cannot run programs.
    Unsupported,
    /// Reading from the program, writing to it or waiting for it failed.
    Io(io::Error),
    /// The user interrupted the run.
    Interrupted,
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SandboxError::CannotRun { name, error, hint } => {
                write!(f, "cannot run `{name}`: {error}{hint}")
            }
            SandboxError::Unsupported => f.write_str(
                "this crossply cannot run programs: that needs Linux, macOS or another Unix (on Windows, WSL)",
            ),
            SandboxError::Io(_) => f.write_str("cannot talk to the program"),
            SandboxError::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl Error for SandboxError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SandboxError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for SandboxError {
    fn from(error: io::Error) -> Self {
        SandboxError::Io(error)
    }
}
