//! Makes independent solvers disagree, if they can be made to.
//!
//! Data flows one way. [`generators`] propose positions; a [`Plan`] says which of them which
//! solvers answer; a [`Panel`] of solvers answers them; [`agreement`] compares the answers;
//! [`check()`] does all that on several threads and keeps statistics; [`minimise()`] looks for a
//! simpler position on which the same solvers disagree; [`report`] puts it into words.
//!
//! [`targets`] put these together for fuzzing, and [`known`] lists what the transliterated programs
//! do differently on boards that are not legal.
//!
//! Neither generators nor oracles know who calls them: `cargo test`, a fuzz target or the command
//! line.

pub mod agreement;
pub mod census;
mod check;
pub mod generators;
pub mod known;
mod minimise;
mod outcome;
mod panel;
mod plan;
mod regression;
pub mod report;
mod selection;
mod statistics;
pub mod targets;

pub use agreement::Disagreement;
pub use check::{Findings, check};
pub use minimise::{Provenance, minimise};
pub use outcome::{Outcome, outcome_of};
pub use panel::{Answers, Panel};
pub use plan::{NoSuchPosition, NothingToCompare, Plan, indices_with_empties};
pub use regression::assert_agreement;
pub use selection::{Selection, SelectionError, VARIABLE};
pub use statistics::{Answered, Statistics};
