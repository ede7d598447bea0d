//! Why a check cannot be carried out.

use std::error::Error;
use std::fmt;

/// Why a check cannot be carried out.
///
/// ```
/// use crossply::{CheckError, CrossCheck, domain};
///
/// let alone = CrossCheck::new("alone", domain::all::<u8>()).solver("only", |&n| n);
/// let error = alone.check_quickly().err();
/// assert!(matches!(error, Some(CheckError::Plan(why)) if why.contains("two solvers are needed")));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// The definition is invalid, or the run would compare nothing. The text says which.
    Plan(String),
    /// The journal of a run cannot be used.
    Journal(JournalError),
}

/// Why the journal of a run cannot be read or written.
#[derive(Debug)]
pub struct JournalError {
    /// What is wrong, as a message.
    pub text: String,
    /// What the user can do about it.
    pub tip: Option<&'static str>,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Plan(why) => f.write_str(why),
            CheckError::Journal(error) => error.fmt(f),
        }
    }
}

impl Error for CheckError {}

impl From<JournalError> for CheckError {
    fn from(error: JournalError) -> Self {
        CheckError::Journal(error)
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for JournalError {}
