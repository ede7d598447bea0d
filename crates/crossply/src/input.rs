//! Where input comes from, and how a fault of it is told.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use crossply_harness::report;
use crossply_problems::ReadError;

/// How many bytes are read or written at once.
pub(crate) const BUFFER: usize = 1 << 17;

/// A file, or the standard input.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Source {
    /// Where to read from [default: the standard input, also called -]
    file: Option<PathBuf>,
}

/// An input that is not in the judge's format. The text is a drawn diagnostic.
#[derive(Debug)]
pub(crate) struct BadInput(String);

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

impl Source {
    pub(crate) fn open(&self) -> anyhow::Result<Box<dyn BufRead>> {
        match &self.file {
            Some(path) if path.as_os_str() != "-" => {
                let file =
                    File::open(path).with_context(|| format!("cannot open {}", self.name()))?;
                Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
            }
            _ => Ok(Box::new(BufReader::with_capacity(
                BUFFER,
                io::stdin().lock(),
            ))),
        }
    }

    /// What a person calls it.
    pub(crate) fn name(&self) -> String {
        match &self.file {
            Some(path) if path.as_os_str() != "-" => path.display().to_string(),
            _ => "<stdin>".to_owned(),
        }
    }
}

/// All of a file, or of the standard input if it is called `-`.
pub(crate) fn read_file(path: &Path) -> anyhow::Result<Vec<u8>> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    bytes.with_context(|| format!("cannot read {}", path.display()))
}

/// The error to end with when a case of the input with this name could not be read.
pub(crate) fn explain(error: ReadError, name: &str) -> anyhow::Error {
    match error {
        ReadError::Io(error) => anyhow::Error::new(error).context(format!("cannot read {name}")),
        ReadError::Input(diagnostic) => BadInput(report::diagnostic(&diagnostic, name)).into(),
    }
}
