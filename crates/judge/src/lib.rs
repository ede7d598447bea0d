//! Judges any program, in any language, on boards of a problem: on every legal one, if it is quick.
//!
//! A [`Session`] is a check of the library in which the program is a solver, and a proof the trusted answer. So what is
//! compared, counted, cut down and explained is the library's. What is here makes a verdict of it: the conversation in the
//! judge's format, the limits of the statements, what a program prints in the place of an answer, compilers, and a report
//! with the verdict on top.
//!
//! This package runs untrusted programs. They may hang, flood their output, crash, leave children behind, or
//! behave differently the next time.

#![cfg_attr(
    not(all(unix, feature = "processes")),
    allow(dead_code, reason = "no program runs")
)]

mod answer;
mod boards;
mod conversation;
mod ended;
mod limits;
mod post_mortem;
mod program;
mod recorded;
mod remark;
pub mod report;
mod runtime;
mod session;
mod source;
mod tool;
mod verdict;

pub use boards::Boards;
pub use crossply::program::{Invocation, own_all_children};
pub use limits::StatementLimits;
pub use post_mortem::PostMortem;
pub use program::Submission;
pub use recorded::Answers;
pub use remark::Remark;
pub use runtime::{Runtime, measure};
pub use session::{Judgement, Session};
pub use source::{CompileError, Compiled, Languages, SourceError, compile, foreign_line};
pub use verdict::{JudgeError, Verdict};

/// Writes a time as a number of seconds.
fn in_seconds<S: serde::Serializer>(
    time: &std::time::Duration,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

#[cfg(all(doctest, unix, feature = "processes"))]
#[doc = include_str!("../README.md")]
mod readme {}
