//! Judges any program, in any language, on boards of a problem: on every legal one, if it is quick.
//!
//! Data flows one way. [`Boards`] are what a program is asked about in one run; a run is carried out
//! within [`Limits`], its output is compared as it comes, and the [`Verdict`] is that of online judges.
//! A [`Session`] does so with many boards, in batches, and leads from a failing batch to one board, or to a
//! sequence of boards from which none can be left out; [`report`] puts it into words.
//!
//! This package runs the programs of others. So it believes nothing: they may hang, flood, crash, leave
//! children behind, or do something else the next time.

#[cfg(not(unix))]
compile_error!("programs are run as process groups, which only Unix has");

mod answers;
mod attempt;
mod batches;
mod boards;
mod comparison;
mod excerpt;
mod execution;
mod expected;
mod hearing;
mod investigation;
mod limits;
mod process;
pub mod report;
mod runtime;
mod saved;
mod session;
mod slowest;
mod tolerance;
mod usage;
mod verdict;

pub use answers::{Answers, Failure, Outgrown};
pub use attempt::{Attempt, Candidate};
pub use batches::Manner;
pub use boards::Boards;
pub use comparison::{Compare, Compared, Deviation};
pub use excerpt::Excerpt;
pub use execution::{Ending, Execution, Overtime};
pub use investigation::{Cause, Finding};
pub use limits::{Limits, largest_input};
pub use process::{Program, kill_all_and_exit, own_all_children};
pub use runtime::Runtime;
pub use saved::save;
pub use session::{Judged, Session, Stage, StageResult};
pub use slowest::Slowest;
pub use tolerance::{Tolerance, tolerance};
pub use verdict::{Trouble, Verdict};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
