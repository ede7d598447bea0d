//! Judges any program, in any language, on boards of a problem: on every legal one, if it is quick.
//!
//! Data flows one way. A run gives a [`Submission`] some [`Boards`] within its [`StatementLimits`] and compares the
//! output while it arrives; its [`Verdict`] is that of online judges. A [`Session`] judges many boards in
//! batches, and reduces a failing batch to one board, or to a sequence of boards from which none can be left
//! out. [`report`] makes a report of the result.
//!
//! This package runs untrusted programs. They may hang, flood their output, crash, leave children behind, or
//! behave differently the next time.

#![cfg_attr(
    not(all(unix, feature = "processes")),
    allow(dead_code, reason = "no program runs")
)]

mod answers;
mod batches;
mod boards;
mod budget;
mod capture_output;
mod comparison;
mod diagnosis;
mod expected_answers;
mod expected_lines;
mod first_failure;
mod input;
mod limits;
mod recorded;
mod remark;
pub mod report;
mod run_result;
mod runtime;
mod session;
mod source;
mod submission;
mod times;
mod tool;
mod verdict;

pub use answers::{AnswerSummary, Failure, OversizedBatch};
pub use batches::BatchOptions;
pub use boards::Boards;
pub use comparison::Difference;
pub use crossply::program::{
    Excerpt, Execution, Invocation, RunLimits, Termination, TimeLimitKind, own_all_children,
};
pub use diagnosis::{Cause, Diagnosis};
pub use limits::{StatementLimits, largest_input};
pub use recorded::Recorded;
pub use remark::Remark;
pub use run_result::RunResult;
pub use runtime::Runtime;
pub use session::{BatchSize, JudgeStage, SAMPLES_STAGE, Session, SessionResult, StageResult};
pub use source::{CompileError, Compiled, Languages, SourceError, compile};
pub use submission::Submission;
pub use times::{SlowestBoard, SlowestRun};
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
