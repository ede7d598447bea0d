//! Makes independent solvers disagree, if they can be made to.
//!
//! Data flows one way. [`generators`] propose positions; a [`Plan`] says which of them which
//! solvers answer; a [`Panel`] of solvers answers them; [`oracles`] judge the answers; a [`Run`]
//! does all that on several threads and keeps statistics; [`minimise()`] looks for a
//! simpler position about which the same solver is wrong; [`report`] puts it into words.
//!
//! [`targets`] put these together for fuzzing.
//!
//! Neither generators nor oracles know who calls them: `cargo test`, a fuzz target or the command
//! line.

mod digest;
mod done;
mod findings;
pub mod generators;
mod journal;
mod minimise;
pub mod oracles;
mod outcome;
mod pairs;
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
mod whole_file;

pub use digest::Digest;
pub use findings::{Covered, Ended, Findings};
pub use journal::{Journal, JournalError};
pub use minimise::{Provenance, minimise};
pub use oracles::agreement::Disagreement;
pub use outcome::{Outcome, outcome_of};
pub use pairs::{Pair, Pairs};
pub use panel::{Answers, Panel};
pub use plan::{
    NoSuchPosition, NothingToCompare, Oracles, Plan, Thoroughness, indices_with_empties,
};
pub use precondition::assert_fast_is_right;
pub use regression::{assert_agreement, assert_batch_agreement};
pub use run::Run;
pub use selection::{Selection, SelectionError, VARIABLE, did_you_mean};
pub use shard::Shard;
pub use statistics::{Answered, Statistics};
pub use whole_file::{WholeFile, place_of};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
