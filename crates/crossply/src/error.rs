//! Why a check cannot be carried out.

use crate::JournalError;

/// Why a check cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The definition is invalid, or the run would compare nothing.
    #[error("{0}")]
    Plan(String),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
}
