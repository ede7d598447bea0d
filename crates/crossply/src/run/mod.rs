//! Runs: which solvers answer which inputs, on which threads, and what is counted.

mod carry_out;
mod census;
mod compared;
mod findings;
mod grid;
#[cfg_attr(not(feature = "journal"), path = "no_journal.rs")]
mod journal;
mod outcome;
mod pieces;
mod plan;
mod shard;
mod statistics;
mod timed;
mod watch;
#[cfg(feature = "journal")]
mod whole_file;
mod worker;

pub(crate) use carry_out::carry_out;
pub use carry_out::{Progress, Run};
pub(crate) use census::{Answered, Census};
pub(crate) use compared::Compared;
pub use findings::{Ended, Findings, SectionDigest};
pub(crate) use findings::{PANIC_MESSAGES, keep_simplest};
pub(crate) use grid::Grid;
pub use journal::Journal;
#[cfg(feature = "cli")]
pub(crate) use journal::program;
pub(crate) use outcome::Outcome;
pub(crate) use pieces::Piece;
pub(crate) use plan::PlanRequest;
pub(crate) use plan::Time;
pub use plan::{Coverage, Oracles, Plan};
pub(crate) use shard::SHARD_ENV;
pub use shard::Shard;
pub use statistics::Statistics;
pub(crate) use statistics::{Counts, Tally};
pub(crate) use timed::carry_out_in_time;
#[cfg(feature = "journal")]
pub(crate) use whole_file::WholeFile;
#[cfg(feature = "cli")]
pub(crate) use whole_file::real_path;
