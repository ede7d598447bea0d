//! What transliterated programs share: the types of their main functions and of their errors.

use std::io::{self, BufRead, Write};

/// A program's main function.
pub type Run = fn(&mut dyn BufRead, &mut dyn Write) -> Result<(), Stopped>;

/// Why a program stopped early.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input ends, and the program needs more.
    #[error("case {case}: the input ends, and the original would {instead}")]
    InputEnded {
        /// The case, from 1.
        case: u64,
        /// What the original would do.
        instead: &'static str,
    },
    /// The program stops reading, and never ends.
    #[error("case {case}: the original would repeat its last output for ever")]
    Endless {
        /// The case, from 1.
        case: u64,
    },
    /// The program uses a variable that it has never set.
    #[error("case {case}: the original would use a number that it has not read")]
    Unset {
        /// The case, from 1.
        case: u64,
    },
}
