//! Judges any program, in any language, on boards of a problem: on every legal one, if it is quick.
//!
//! Data flows one way. A run gives a [`Submission`] some [`Boards`] within its [`Limits`] and compares the
//! output while it arrives; its [`Verdict`] is that of online judges. A [`Session`] judges many boards in
//! batches, and reduces a failing batch to one board, or to a sequence of boards from which none can be left
//! out. The package `crossply-report` reports on the result.
//!
//! This package runs untrusted programs. They may hang, flood their output, crash, leave children behind, or
//! behave differently the next time.

#![cfg_attr(
    not(all(unix, feature = "processes")),
    allow(dead_code, reason = "no program runs")
)]

mod answers;
mod batches;
mod board_times;
mod boards;
mod budget;
mod capture_output;
mod comparison;
#[cfg(not(test))]
mod compiled;
mod excerpt;
mod execution;
mod expected_answers;
mod first_failure;
mod input;
mod investigation;
mod limits;
#[cfg(all(unix, feature = "processes"))]
mod processes;
#[cfg(not(all(unix, feature = "processes")))]
#[path = "no_processes.rs"]
mod processes;
mod reference;
mod remark;
mod runtime;
mod save;
mod session;
mod slowest_run;
mod source;
mod submission;
mod tolerance;
mod verdict;

pub use answers::{AnswerSummary, Failure, OversizedBatch};
pub use batches::BatchOptions;
pub use board_times::{BoardTimes, SlowestBoard, TimesByEmpties, slowest_board};
pub use boards::Boards;
pub use comparison::{ComparisonMode, ComparisonResult, Difference};
#[doc(hidden)]
#[cfg(not(test))]
pub use compiled::compiled;
pub use excerpt::Excerpt;
pub use execution::{Execution, Program, RunLimits, Termination, TimeLimitKind};
pub use investigation::{Cause, Finding};
pub use limits::{Limits, largest_input};
pub use processes::{kill_all_and_exit, own_all_children};
pub use reference::{ReferenceRun, ReferenceSummary};
pub use remark::Remark;
pub use runtime::Runtime;
pub use save::{SAVED_FILES, SAVED_INPUT, Saved, save};
pub use session::{BatchSize, JudgeStage, SAMPLES_STAGE, Session, SessionResult, StageResult};
pub use slowest_run::SlowestRun;
pub use source::{CompileError, Compiled, Languages, SourceError, compile};
pub use submission::{RunResult, Submission};
pub use tolerance::{Tolerance, tolerance};
pub use verdict::{JudgeError, OracleError, Verdict};

#[cfg(all(doctest, unix, feature = "processes"))]
#[doc = include_str!("../README.md")]
mod readme {}
