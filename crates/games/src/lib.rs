//! The games as a user of the library: what makes checks, fuzz targets and reports of positions.
//!
//! | item | what for |
//! | --- | --- |
//! | [`check::cross_check`] | the check of a problem, for the library to run |
//! | [`fault`] | the facts and misreadings with which the library says where a solver is wrong, and which misreading it matches |
//! | [`report::shown`] | shows a wrong position to a person, with a proof |
//! | [`generators`] | positions for property tests and fuzzing |
//! | [`targets`] | fuzz targets as plain functions |
//!
//! Generators and oracles do not know who calls them: `cargo test`, a fuzz target or the command line. Threads, journals
//! and tables are the library's.

pub mod check;
pub mod fault;
pub mod generators;
mod positions;
mod precondition;
pub mod relations;
pub mod report;
pub mod targets;
pub mod truth;

pub use precondition::assert_fast_is_right;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
