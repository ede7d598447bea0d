//! Runs: which solvers answer which inputs, on which threads, and what is counted.

mod aside;
mod carry_out;
mod compared;
mod findings;
mod grid;
mod outcome;
mod pieces;
mod plan;
mod schedule;
mod shard;
mod statistics;
mod watch;
mod worker;

pub(crate) use aside::{as_in_run, thread_with_same_name};
pub(crate) use carry_out::carry_out;
pub use carry_out::{Journal, Progress, Run};
pub(crate) use compared::Compared;
pub(crate) use findings::keep_simplest;
pub use findings::{Ended, Findings, SectionDigest};
pub(crate) use grid::Grid;
pub(crate) use outcome::{Answered, RunOutcome};
pub(crate) use pieces::Piece;
pub(crate) use plan::PlanRequest;
pub(crate) use plan::Time;
pub use plan::{Coverage, Oracles, Plan};
pub(crate) use shard::SHARD_ENV;
pub use shard::Shard;
pub use statistics::Statistics;
pub(crate) use statistics::{Counts, Tally};
