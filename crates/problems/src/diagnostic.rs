//! Diagnostics: what is wrong with an input text, and where.
//!
//! `Display` writes one line. Callers can draw the excerpt with a caret and colours. The excerpt is short even if a
//! line of the input is huge.

use std::io;

/// What is wrong with an input text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {found}, expected {expected}")]
pub struct Diagnostic {
    /// The number of the faulty case, from 1. `None` before the first case and after the last one.
    pub case: Option<u64>,
    /// The number of the faulty line, from 1. One past the last line if the input ends too early.
    pub line: u64,
    /// The column of the fault, in characters, from 1. One past the end if the line is too short.
    pub column: usize,
    /// The line, or all lines of the board; truncated if it is long.
    pub excerpt: String,
    /// The number of the excerpt's first line.
    pub excerpt_line: u64,
    /// What the text contains there.
    pub found: String,
    /// What it should contain.
    pub expected: String,
}

/// Why a case could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Reading the input failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input violates the judge's format, or a board is illegal.
    #[error("{0}")]
    Input(Box<Diagnostic>),
}

impl From<Diagnostic> for ReadError {
    fn from(diagnostic: Diagnostic) -> Self {
        ReadError::Input(Box::new(diagnostic))
    }
}
