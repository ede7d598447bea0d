//! Errors that end a check before it has a result.

use std::error::Error;
use std::fmt;

/// Why a check cannot be carried out, as a message.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let alone = CrossCheck::new("alone", domain::all::<u8>()).solver("only", |&n| n);
/// let error = alone.check_quickly().unwrap_err();
/// assert!(error.to_string().contains("two solvers are needed"));
/// ```
#[derive(Debug)]
pub struct CheckError(String);

impl CheckError {
    /// An error with this message.
    pub fn new(text: impl Into<String>) -> Self {
        CheckError(text.into())
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for CheckError {}
