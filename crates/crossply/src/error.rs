//! Why a check cannot be carried out.

use crate::JournalError;

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
