//! Makes independent solvers disagree, on every position of a finite domain.
//!
//! # Where to begin
//!
//! To cross-check solvers of your own you need these items; the example of the
//! [README](https://github.com/crossply/crossply/tree/main/crates/harness) puts them together in 30 lines.
//!
//! | item | what for |
//! | --- | --- |
//! | [`Problem`](crossply_problems::Problem) | a game and its question: `Poj1568`, `Ccf201803_4`, or your own |
//! | [`Solver`](crossply_problems::Solver), [`Entry`](crossply_problems::Entry) | your solver, and its name and limits |
//! | [`Plan`] | which solvers answer which positions: quick, exhaustive, or drawn at random |
//! | [`Run`] | carries out a plan, on several threads, with a deadline and a journal |
//! | [`Findings`] | counts, digests, and the simplest wrong positions |
//! | [`minimise()`] | looks for a simpler wrong position |
//! | [`fault::explain`] | says on which positions a solver is wrong, and as if what |
//! | [`report::disagreement`] | shows a wrong position to a person, with a proof |
//! | [`assert_agreement`] | a regression test of one board |
//! | [`generators`] | positions for property tests and fuzzing |
//! | [`targets`] | fuzz targets as plain functions |
//!
//! # How it fits together
//!
//! Data flows one way. [`generators`] propose positions; a [`Plan`] says which solvers answer which of them; a
//! [`Panel`] of solvers answers; [`oracles`] judge the answers; a [`Run`] does this on several threads and keeps
//! statistics; [`minimise()`] looks for a simpler position that the same solver gets wrong; [`report`] words it.
//!
//! Generators and oracles do not know who calls them: `cargo test`, a fuzz target or the command line.

mod ddmin;
mod digest;
mod done;
pub mod fault;
mod findings;
pub mod generators;
mod journal;
mod minimise;
mod misses;
pub mod oracles;
mod outcome;
mod panel;
mod plan;
#[cfg(test)]
mod planted;
mod precondition;
mod regression;
pub mod report;
mod run;
mod selection;
mod shard;
mod statistics;
pub mod targets;
mod threads;
mod whole_file;
mod worker;

pub use ddmin::ddmin;
pub use digest::Digest;
pub use findings::{Covered, Ended, Findings};
pub use journal::{Journal, JournalError};
pub use minimise::{Provenance, minimise};
pub use misses::Draws;
pub use oracles::agreement::Finding;
pub use outcome::{Outcome, outcome_of};
pub use panel::{Answers, Panel};
pub use plan::{ExhaustiveOptions, Oracles, Plan, PlanError, indices_with_empties};
pub use precondition::assert_fast_is_right;
pub use regression::{assert_agreement, assert_batch_agreement};
pub use run::Run;
pub use selection::{SOLVERS_ENV, Selection, did_you_mean};
pub use shard::Shard;
pub use statistics::{Answered, Counts, Statistics, Work};
pub use threads::{Interrupted, Threads};
pub use whole_file::{WholeFile, real_path};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
