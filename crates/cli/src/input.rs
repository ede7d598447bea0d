//! Opens and reads inputs, and reports their errors.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use crossply_games::report;
use crossply_problems::{Position, Problem, ReadError};

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
    pub(crate) fn open(&self) -> anyhow::Result<(Box<dyn Read>, String)> {
        open(self.file.as_deref().unwrap_or(Path::new("-")))
    }
}

/// Opens a file, or standard input for `-`. In addition, returns its name for messages.
pub(crate) fn open(path: &Path) -> anyhow::Result<(Box<dyn Read>, String)> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin().lock()), "<stdin>".to_owned()));
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    Ok((Box::new(file), name))
}

/// The error that a case cannot be read from the input with this name.
pub(crate) fn describe_read_error(error: ReadError, name: &str) -> anyhow::Error {
    match error {
        ReadError::Io(error) => anyhow::Error::new(error).context(format!("cannot read {name}")),
        ReadError::Input(diagnostic) => BadInput(report::diagnostic(&diagnostic, name)).into(),
    }
}

/// Reads the boards of an input with this name, one by one.
pub(crate) fn read_boards<'a, P: Problem>(
    input: impl Read + 'a,
    name: String,
) -> impl Iterator<Item = anyhow::Result<Position<P>>> + 'a {
    P::read(input).map(move |case| case.map_err(|error| describe_read_error(error, &name)))
}
