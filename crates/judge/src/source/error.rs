//! What keeps a source from being judged. The source is not at fault.

use std::path::PathBuf;

use crate::JudgeError;

/// Why a source is not judged. The source is not at fault.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// No language has this ending.
    #[error(
        "no known language has the ending of {}; known are {known}", path.display()
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
    /// The compiler cannot be run, or a file cannot be read or written.
    #[error(transparent)]
    Judge(#[from] JudgeError),
}
