//! What keeps a source from being judged. The source is not at fault.

use std::io;
use std::path::{Path, PathBuf};

use crate::JudgeError;

/// Why a source is not judged. The source is not at fault.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The source or a file of languages cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// No language has this ending.
    #[error(
        "{} has no ending that says its language; known are {known}", path.display()
    )]
    UnknownEnding {
        /// The source.
        path: PathBuf,
        /// The known endings.
        known: String,
    },
    /// A file of languages is faulty.
    #[error("{}: {message}", path.display())]
    Configuration {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
    /// The compiler or interpreter is not installed, or does not work.
    #[error("{language} needs `{command}`, {fault}")]
    NoCompiler {
        /// The language.
        language: String,
        /// The compiler or interpreter.
        command: String,
        /// What is wrong with it.
        fault: String,
        /// How to install it.
        install: Option<String>,
    },
    /// The compiler cannot be run, or what it makes cannot be kept.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}

impl SourceError {
    /// The error of reading this file.
    pub(super) fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| SourceError::Unreadable {
            path: path.to_owned(),
            source,
        }
    }
}
