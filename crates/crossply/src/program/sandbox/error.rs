//! Errors of the sandbox, which are not failures of the program.

use std::error::Error;
use std::fmt;
use std::io;

/// Why a program could not be started, or why its run was not completed.
#[derive(Debug)]
pub enum SandboxError {
    /// The program cannot be started. The text says why, perhaps with a tip.
    CannotRun(String),
    /// Reading from the program, writing to it or waiting for it failed.
    Io(io::Error),
    /// The user interrupted the run.
    Interrupted,
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SandboxError::CannotRun(text) => text,
            SandboxError::Io(_) => "cannot talk to the program",
            SandboxError::Interrupted => "interrupted",
        })
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
