//! Verdicts, in the terms of online judges.

use std::fmt;

use crossply::FailureKind;
use serde::{Serialize, Serializer};

/// A verdict, from good to bad.
///
/// How a run ends takes precedence over its output, because the output of a program that fails or is stopped proves
/// nothing. If the judge stops a program, the limit that it exceeded determines the verdict.
///
/// A submission gets the verdict on the simplest board with which it fails, because the report shows that board. Verdicts
/// on other boards are named beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// All answers are right.
    #[default]
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

    /// The abbreviation that online judges print, and the name.
    pub(crate) fn words(self) -> (&'static str, &'static str) {
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
        serializer.collect_str(self)
    }
}
