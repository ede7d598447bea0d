//! What transliterated programs share: the type of their main functions.

use std::io::{self, BufRead, Write};

/// A program's main function.
pub type Run = fn(&mut dyn BufRead, &mut dyn Write) -> Result<(), Stopped>;

/// Why a program stopped before its end.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The input ends where the program needs more.
    #[error("case {case}: the input ends, and the original would {instead}")]
    InputEnded {
        /// The case, from 1.
        case: u64,
        /// What the original would do.
        instead: &'static str,
    },
    /// The program reads nothing more and never ends.
    #[error("case {case}: the original would repeat its last output for ever")]
    Endless {
        /// The case, from 1.
        case: u64,
    },
    /// The program uses a variable that it never set.
    #[error("case {case}: the original would use a number that it has not read")]
    Unset {
        /// The case, from 1.
        case: u64,
    },
}
