//! The error of parsing a position.

use crate::{Illegal, InvalidNotation};

/// Why a text is not the notation of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// It is not a drawing of a board.
    #[error(transparent)]
    Form(#[from] InvalidNotation),
    /// The board is not a legal position of this problem.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}
