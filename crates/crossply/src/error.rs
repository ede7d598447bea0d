//! Why a check cannot be carried out.

use std::io;
use std::path::PathBuf;

/// Why a check cannot be carried out.
///
/// ```
/// use crossply::{CheckError, CrossCheck, domain};
///
/// let alone = CrossCheck::new("alone", domain::all::<u8>()).solver("only", |&n| n);
/// let error = alone.check_quickly().err();
/// assert!(matches!(error, Some(CheckError::Plan(why)) if why.contains("two solvers are needed")));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The definition is invalid, or the run would compare nothing.
    #[error("{0}")]
    Plan(String),
    /// A journal cannot be used.
    #[doc(hidden)]
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot {action} the journal {path}")]
    Io {
        /// The operation that failed.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another run holds it.
    #[error("another run, which has not ended, has the journal {0}")]
    InUse(PathBuf),
    /// The running program cannot be identified.
    #[error(
        "no journal can be kept: it belongs to one program, and the running one cannot be identified: {0}"
    )]
    UnknownProgram(io::Error),
    /// The file is not a journal, or belongs to another run.
    #[error("{0}")]
    Foreign(String),
}
