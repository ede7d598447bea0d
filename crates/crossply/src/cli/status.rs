//! What a command ends with: a status, and an exit code.

use std::error::Error;
use std::io::{self, Write};

use super::terminal::{self, say};
use crate::error::CheckError;

/// Whether what was looked at is in order. Of several the greatest stands for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Nothing is wrong.
    Right,
    /// Something is.
    Wrong,
    /// The user interrupted it.
    Interrupted,
}

impl Status {
    /// That of something which is wrong or not.
    pub fn of(is_wrong: bool) -> Self {
        if is_wrong {
            Status::Wrong
        } else {
            Status::Right
        }
    }

    /// The status of several things is the worst. After trouble the others are not looked at.
    ///
    /// # Errors
    /// The first trouble.
    pub fn of_all(all: impl IntoIterator<Item = anyhow::Result<Status>>) -> anyhow::Result<Self> {
        let mut all = all.into_iter();
        all.try_fold(Status::Right, |worst, one| Ok(worst.max(one?)))
    }
}

/// The exit code of the process. Says what the trouble is, in the words of `message`.
pub fn exit_code(result: anyhow::Result<Status>, message: impl Fn(&anyhow::Error) -> String) -> u8 {
    // Rust ignores an error of the flush at the end of a process, so it is flushed here.
    let flushed = io::stdout().flush();
    match result.and_then(|status| flushed.map(|()| status).map_err(Into::into)) {
        Ok(Status::Right) => 0,
        Ok(Status::Wrong) => 1,
        // 128 and the number of SIGINT, as shells have it.
        Ok(Status::Interrupted) => 130,
        // The reader of the output, such as `head`, has seen enough and needs no message. This is no success: what was
        // not printed was not checked either. The code is 128 and the number of SIGPIPE, which ends other tools.
        Err(error) if is_broken_pipe(&error) => 141,
        Err(error) => {
            say(message(&error));
            2
        }
    }
}

/// What is wrong, and what could be done about it.
pub fn failure(error: &anyhow::Error) -> String {
    let journal = match error.downcast_ref() {
        Some(CheckError::Journal(journal)) => Some(journal),
        _ => error.downcast_ref(),
    };
    // Whatever else cannot be read or written is named.
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
