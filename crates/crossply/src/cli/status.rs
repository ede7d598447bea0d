//! The status of a command, and its exit code.

use std::error::Error;
use std::io::{self, Write};

use super::terminal::{self, say};
use crate::error::CheckError;

/// The result of a command. The greatest of several is the result of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Nothing is wrong.
    Right,
    /// Something is wrong.
    Wrong,
    /// The user interrupted the command.
    Interrupted,
}

impl Status {
    /// Wrong or right.
    pub fn of(is_wrong: bool) -> Self {
        if is_wrong {
            Status::Wrong
        } else {
            Status::Right
        }
    }
}

/// The exit code of the process. Prints an error, as `message` words it.
pub fn exit_code(result: anyhow::Result<Status>, message: impl Fn(&anyhow::Error) -> String) -> u8 {
    // Rust ignores errors when it flushes at the end of a process.
    let flushed = io::stdout().flush();
    match result.and_then(|status| flushed.map(|()| status).map_err(Into::into)) {
        Ok(Status::Right) => 0,
        Ok(Status::Wrong) => 1,
        // 128 plus the number of SIGINT, as in shells.
        Ok(Status::Interrupted) => 130,
        // A reader such as `head` has closed the pipe and needs no message. It is no success, because the rest was not
        // checked either: 128 plus the number of SIGPIPE, which ends other tools.
        Err(error) if is_broken_pipe(&error) => 141,
        Err(error) => {
            say(message(&error));
            2
        }
    }
}

/// The text of an error, with a tip if there is one.
pub fn failure(error: &anyhow::Error) -> String {
    let journal = match error.downcast_ref() {
        Some(CheckError::Journal(journal)) => Some(journal),
        _ => error.downcast_ref(),
    };
    // Errors of files have a context that names the file, so a bare one is of standard output.
    let has_no_name = |first: &(dyn Error + 'static)| first.is::<io::Error>();
    let of_output = error.chain().next().is_some_and(has_no_name);
    let place = if of_output {
        "cannot write to standard output: "
    } else {
        ""
    };
    terminal::error(
        format_args!("{place}{error:#}"),
        journal.and_then(|journal| journal.tip),
    )
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
