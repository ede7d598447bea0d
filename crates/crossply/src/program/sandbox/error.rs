//! Errors of the sandbox, which are not failures of the program.

use std::error::Error;
use std::fmt;
use std::io;

/// Why a program could not be started, or its run not be finished.
#[derive(Debug)]
pub enum SandboxError {
    /// The system cannot run it.
    CannotRun {
        /// The program.
        name: String,
        /// The error of the system.
        error: io::Error,
        /// A likely cause.
        hint: &'static str,
    },
    /// This system cannot run programs.
    Unsupported,
    /// Reading from the program, writing to it or waiting for it failed.
    Io(io::Error),
    /// The user interrupted it.
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
