//! What is wrong with an input text, and where.
//!
//! A diagnostic is data: the place, the line itself, what was found and what was expected. How it
//! is drawn (with a caret, with colour) is the business of whoever shows it; `Display` gives one
//! line. The excerpt is bounded, so that a diagnostic for a line of a gigabyte is small.

use std::fmt;
use std::io;

/// The place and the nature of a fault in an input text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The case that the fault belongs to, from 1; none before the first and after the last case.
    pub case: Option<u64>,
    /// The line of the fault, from 1. One past the last line if the input ended too early.
    pub line: u64,
    /// The column of the fault, in characters from 1. One past the end if the line is too short.
    pub column: usize,
    /// The line, or the lines of a whole board, shortened if long.
    pub excerpt: String,
    /// The number of the excerpt's first line.
    pub excerpt_line: u64,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(case) = self.case {
            write!(f, "case {case}, ")?;
        }
        let Diagnostic {
            line,
            column,
            found,
            expected,
            ..
        } = self;
        write!(
            f,
            "line {line}, column {column}: {found}, expected {expected}"
        )
    }
}

/// Why a case could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input could not be read at all.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input is not in the judge's format, or not within the problem's contract.
    #[error("{0}")]
    Input(Box<Diagnostic>),
}

impl From<Diagnostic> for ReadError {
    fn from(diagnostic: Diagnostic) -> Self {
        ReadError::Input(Box::new(diagnostic))
    }
}
