//! Verdicts, in the terms of online judges, and the errors that keep the judge from giving one.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// What is said about a program, from good to bad.
///
/// A run has one verdict. How it ended comes first, because what was printed by a program that was
/// stopped, or that failed, proves nothing: a run that was killed is [`TimeLimit`](Verdict::TimeLimit),
/// [`MemoryLimit`](Verdict::MemoryLimit) or [`OutputLimit`](Verdict::OutputLimit), by the limit that it
/// met first; then comes [`RuntimeError`](Verdict::RuntimeError), and only then what it printed.
///
/// [`PresentationError`](Verdict::PresentationError) is for the boards in whose lines white space differs; where
/// that is at the end of the output, or where answers do not stand in lines of their own, for all of the run.
///
/// The program as a whole has the worst verdict of its boards, in the order below. So a wrong answer
/// to one board does not hide that it hangs on another; and no board counts twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Right.
    Accepted,
    /// Right but for white space inside or between lines.
    PresentationError,
    /// Wrong, missing or unasked-for answers.
    WrongAnswer,
    /// It ended by a signal, or with an exit code other than 0.
    RuntimeError,
    /// It printed too much.
    OutputLimit,
    /// It took too much memory.
    MemoryLimit,
    /// It took too long.
    TimeLimit,
}

impl Verdict {
    /// The abbreviation that judges print.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Accepted => "AC",
            Verdict::PresentationError => "PE",
            Verdict::WrongAnswer => "WA",
            Verdict::RuntimeError => "RE",
            Verdict::OutputLimit => "OLE",
            Verdict::MemoryLimit => "MLE",
            Verdict::TimeLimit => "TLE",
        }
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::PresentationError => "presentation error",
            Verdict::WrongAnswer => "wrong answer",
            Verdict::RuntimeError => "runtime error",
            Verdict::OutputLimit => "output limit exceeded",
            Verdict::MemoryLimit => "memory limit exceeded",
            Verdict::TimeLimit => "time limit exceeded",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// Why there is no verdict. The program is never at fault.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The system does not run it.
    #[error("cannot run `{name}`: {error}{hint}")]
    CannotRun {
        /// The program.
        name: String,
        /// What the system says.
        error: io::Error,
        /// What may be the matter.
        hint: &'static str,
    },
    /// Reading from it, writing to it or waiting for it failed.
    #[error("cannot talk to the program")]
    Io(#[from] io::Error),
    /// A finding cannot be saved.
    #[error("cannot write {}", path.display())]
    CannotSave {
        /// Where.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The user interrupted the session.
    #[error("interrupted")]
    Interrupted,
    /// The time budget is used up.
    #[error("the time is up")]
    TimeUp,
    /// The judge's own expected answer is wrong, or has no proof.
    #[error("the judge itself is at fault: {0}")]
    Oracle(#[from] OracleError),
}

/// What is wrong with an expected answer. It is checked before a program is called wrong.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// Another answer is proven.
    #[error("it expects {expected} for {position}, and {proven} is proven")]
    WrongAnswer {
        /// The position.
        position: String,
        /// The answer that the judge expects.
        expected: String,
        /// The right answer.
        proven: String,
    },
    /// The checker refuses the certificate.
    #[error(transparent)]
    Unproven(Box<dyn std::error::Error + Send + Sync>),
}
