//! The status of a command, and its exit code.

use std::io::{self, Write};

use anstyle::AnsiColor;
use anyhow::bail;

use super::terminal::{in_colour, say};
use crate::report::Checked;
use crate::run::Ended;

/// The result of a command. The greatest of several results is the result of them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Nothing is wrong.
    Right,
    /// Something is wrong.
    Wrong,
    /// The user interrupted the command.
    Interrupted,
}

/// The status of a command with these results.
///
/// # Errors
/// If a check is at fault, or parts are missing and nothing is wrong about the others.
pub(super) fn status_of(checks: &[Checked]) -> anyhow::Result<Status> {
    for checked in checks {
        if let Some(trouble) = &checked.scope.counts.trouble {
            bail!("{}: {trouble}", checked.check);
        }
    }
    if checks.iter().any(|one| one.ended == Ended::Interrupted) {
        return Ok(Status::Interrupted);
    }
    if checks.iter().any(Checked::has_failures) {
        return Ok(Status::Wrong);
    }
    for checked in checks {
        let missing = &checked.scope.missing;
        if !missing.is_empty() {
            let missing = missing.join(", ");
            bail!("{}: shards are missing: {missing}", checked.check);
        }
    }
    Ok(Status::Right)
}

/// The exit code of the process. If there is an error, prints it in the words of `message`.
pub fn exit_code(result: anyhow::Result<Status>, message: impl Fn(&anyhow::Error) -> String) -> u8 {
    // Flushing here shows errors, which Rust ignores when it flushes at the end of the process.
    let flushed = io::stdout().flush();
    match result.and_then(|status| flushed.map(|()| status).map_err(Into::into)) {
        Ok(Status::Right) => 0,
        Ok(Status::Wrong) => 1,
        // As in shells, 128 plus the number of SIGINT.
        Ok(Status::Interrupted) => 130,
        // A reader such as `head` that closes the pipe needs no message. But this is not a success, because the rest
        // was not checked. The code is 128 plus the number of SIGPIPE, the signal that ends other tools.
        Err(error) if is_broken_pipe(&error) => 141,
        Err(error) => {
            say(message(&error));
            2
        }
    }
}

/// The text of an error, in the format of clap.
pub fn failure(error: &anyhow::Error) -> String {
    // Errors of files and programs have words of ours, so an error of the system alone is from standard output.
    let outermost = error.chain().next();
    let outermost = outermost.and_then(|error| error.downcast_ref::<io::Error>());
    let place = if outermost.is_some_and(|error| error.raw_os_error().is_some()) {
        "cannot write to standard output: "
    } else {
        ""
    };
    format!("{} {place}{error:#}", in_colour("error:", AnsiColor::Red))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
