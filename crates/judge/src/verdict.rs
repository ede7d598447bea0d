//! Verdicts, in the terms of online judges, and the errors that prevent one.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crossply::{CheckError, FailureKind};
use serde::{Serialize, Serializer};

/// A verdict, from good to bad.
///
/// How a run ends takes precedence over its output, because the output of a program that fails or is stopped proves
/// nothing. If the judge stops a program, the limit that it exceeded determines the verdict.
///
/// A submission gets the worst verdict of its boards, in the order below. So a wrong answer for one board does not hide
/// a hang on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// All answers are right.
    Accepted,
    /// The answers are right except for white space inside or between lines.
    PresentationError,
    /// Answers are wrong or missing, or there are too many.
    WrongAnswer,
    /// The program ended by a signal, or with an exit code other than 0, or started too many processes.
    RuntimeError,
    /// The program printed too much.
    OutputLimit,
    /// The program took too much memory.
    MemoryLimit,
    /// The program took too long.
    TimeLimit,
    /// The compiler rejects the source, so nothing ran.
    CompileError,
}

impl Verdict {
    /// The verdict on a board with this failure.
    pub(crate) fn of(failure: FailureKind) -> Self {
        match failure {
            FailureKind::TimeLimit => Verdict::TimeLimit,
            FailureKind::MemoryLimit => Verdict::MemoryLimit,
            FailureKind::OutputLimit => Verdict::OutputLimit,
            FailureKind::Signal | FailureKind::ExitCode | FailureKind::ProcessLimit => {
                Verdict::RuntimeError
            }
            // An answer is missing or malformed.
            _ => Verdict::WrongAnswer,
        }
    }

    /// The name, in words.
    pub fn name(self) -> &'static str {
        self.words().1
    }

    /// The abbreviation that online judges print, and the name.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Verdict::Accepted => ("AC", "accepted"),
            Verdict::PresentationError => ("PE", "presentation error"),
            Verdict::WrongAnswer => ("WA", "wrong answer"),
            Verdict::RuntimeError => ("RE", "runtime error"),
            Verdict::OutputLimit => ("OLE", "output limit exceeded"),
            Verdict::MemoryLimit => ("MLE", "memory limit exceeded"),
            Verdict::TimeLimit => ("TLE", "time limit exceeded"),
            Verdict::CompileError => ("CE", "compile error"),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words().0)
    }
}

/// Serialises the abbreviation.
impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words().0)
    }
}

/// Why there is no verdict. The program and its source are not at fault.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The system cannot run the program, or cannot go on running it.
    #[error(transparent)]
    Run(#[from] io::Error),
    /// The user interrupted the session.
    #[error("interrupted")]
    Interrupted,
    /// A file or folder cannot be read or written.
    #[error("cannot {action} {}", path.display())]
    File {
        /// What the judge tried to do: "read" or "write".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// No language has the ending of this source.
    #[error(
        "no known language has the ending of {}; known are {known}. A program of any other language runs as it is after --",
        path.display()
    )]
    UnknownEnding {
        /// The source.
        path: PathBuf,
        /// The known endings.
        known: String,
    },
    /// The compiler or interpreter is not installed, or does not work.
    #[error("{language} needs `{command}`, {fault}; to install it: {install}")]
    NoCompiler {
        /// The language.
        language: &'static str,
        /// The compiler or interpreter.
        command: String,
        /// What is wrong with it.
        fault: String,
        /// How to install it.
        install: &'static str,
    },
    /// The check cannot be carried out.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The judge's own right answer has no proof, or nothing was judged.
    #[error("no verdict: {0}")]
    NoVerdict(String),
}

impl JudgeError {
    /// The error that the judge cannot read or write this file or folder.
    pub(crate) fn cannot(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| JudgeError::File {
            action,
            path: path.to_owned(),
            source,
        }
    }
}
