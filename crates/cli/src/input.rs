//! Opens and reads inputs, and reports their errors.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context;
use crossply_games::report;
use crossply_problems::{Position, Problem, ReadError};

/// The size of buffers for reading and writing, in bytes.
pub(crate) const BUFFER_SIZE: usize = 1 << 17;

/// A file, or standard input.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Source {
    /// Where to read from [default: standard input, also called -]
    file: Option<PathBuf>,
}

/// An input that is not in the judge's format. The text is a diagnostic with a drawing.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(String);

impl Source {
    /// Opens the source. In addition, returns its name for messages.
    pub(crate) fn open(&self) -> anyhow::Result<(Box<dyn BufRead>, String)> {
        open(self.file.as_deref().unwrap_or(Path::new("-")))
    }
}

/// Opens a file, or standard input for `-`. In addition, returns its name for messages.
pub(crate) fn open(path: &Path) -> anyhow::Result<(Box<dyn BufRead>, String)> {
    if path.as_os_str() == "-" {
        let stdin = BufReader::with_capacity(BUFFER_SIZE, io::stdin().lock());
        return Ok((Box::new(stdin), "<stdin>".to_owned()));
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    Ok((Box::new(BufReader::with_capacity(BUFFER_SIZE, file)), name))
}

/// The error that a case cannot be read from the input with this name.
pub(crate) fn describe_read_error(error: ReadError, name: &str) -> anyhow::Error {
    match error {
        ReadError::Io(error) => anyhow::Error::new(error).context(format!("cannot read {name}")),
        ReadError::Input(diagnostic) => BadInput(report::diagnostic(&diagnostic, name)).into(),
    }
}

/// Reads the boards of an input with this name.
pub(crate) fn read_boards<P: Problem>(
    input: impl BufRead,
    name: &str,
) -> anyhow::Result<Vec<Position<P>>> {
    let boards: Result<Vec<_>, _> = P::read(input).collect();
    boards.map_err(|error| describe_read_error(error, name))
}
