//! Cross-checks implementations of a function on every input of a numbered domain.
//!
//! ```
//! use crossply::{CrossCheck, domain};
//!
//! fn newton(n: u32) -> u32 {
//!     let mut root = u64::from(n).div_ceil(2);
//!     while root * root > u64::from(n) {
//!         root = u64::midpoint(root, u64::from(n) / root);
//!     }
//!     root as u32
//! }
//!
//! CrossCheck::new("isqrt", domain::range(0..=99_999_u32))
//!     .solver("float", |&n| f64::from(n).sqrt() as u32)
//!     .solver("newton", |&n| newton(n))
//!     .assert();
//! ```
//!
//! Put this in a test. It takes all inputs, on all cores, and panics with a report if the solvers disagree: which one
//! is wrong, on how many inputs, the simplest of these with all answers, and how to reproduce it and keep it.
//!
//! # One definition, every engine
//!
//! | where | with what | what it covers |
//! | --- | --- | --- |
//! | `cargo test` | [`check.assert()`](CrossCheck::assert) | all inputs, or as many as about ten seconds allow |
//! | proptest | [`check.judge(&input)?`](CrossCheck::judge) | as many as `PROPTEST_CASES` says, drawn from the domain, and it shrinks |
//! | cargo-fuzz | [`check.fuzz(bytes)`](CrossCheck::fuzz) | what the engine finds; the session says when that is all |
//! | its corpus | [`check.assert_corpus(folder)`](CrossCheck::assert_corpus) | what the engine has kept |
//! | insta | [`check.snapshot()`](CrossCheck::snapshot) | digests of the answers, so that a change in all solvers shows |
//! | a command line | `cli::main([check])`, with the feature `cli` | what its options say: all, parts for many machines, reports |
//!
//! The folder `examples/every_engine` of the repository is a project that has them all.
//!
//! # How it fits together
//!
//! Data flows one way. A [`Domain`] gives inputs; a [`Plan`] says which solvers answer which of them; a panel of
//! solvers answers; agreement, the trusted answer and relations judge; a [`Run`] does this block by block on several
//! threads, and adds up [`Findings`]; a second run [explains](Fault) them; a search looks for a simpler wrong input; a
//! [`Checked`](report::Checked) reports it to people and programs. A [`Check`] is a check without its types, so that
//! different ones stand in one list.
//!
//! # Features
//!
//! Without features the library needs few other packages. `journal` adds [`Journal`], so that a killed run can
//! resume; `cli` a command line; `proptest` and `arbitrary` connect domains with these libraries; `schema` adds schemas of
//! the results.

mod batch;
mod check;
mod checking;
#[cfg(feature = "cli")]
pub mod cli;
mod cross_check;
mod ddmin;
mod digest;
pub mod domain;
mod done;
pub mod draw;
mod equality;
mod error;
mod explain;
mod explaining;
mod findings;
mod fuzz;
#[cfg_attr(not(feature = "journal"), path = "journal/none.rs")]
mod journal;
mod judging;
mod minimise;
mod misses;
mod oracles;
mod outcome;
mod outline;
mod panel;
mod per_thread;
mod plan;
mod reach;
mod regressions;
pub mod report;
mod run;
mod selection;
mod settings;
mod shard;
mod solver;
mod statistics;
mod threads;
mod watch;
#[cfg(feature = "journal")]
mod whole_file;
mod wide;
mod worker;

pub use check::Check;
pub use checking::Results;
pub use cross_check::CrossCheck;
pub use ddmin::ddmin;
pub use digest::Digest;
pub use domain::{Domain, Inputs, Section};
pub use error::CheckError;
pub use explain::{Explainer, Explanation, Fault, Feature, How};
pub use findings::{
    Ended, Finding, Findings, Given, Numbered, Provenance, SectionDigest, Violation,
};
pub use fuzz::Disagreement;
pub use journal::{Journal, JournalError};
pub use misses::Draws;
pub use outcome::{Outcome, outcome_of};
pub use panel::{Answers, Panel};
pub use plan::{Coverage, Oracles, Plan};
pub use rand;
pub use run::{Progress, Run};
pub use selection::{Selection, did_you_mean};
pub use shard::{SHARD_ENV, Shard};
pub use solver::{Limits, Solver};
pub use statistics::{Answered, Counts, Statistics, Work};
pub use threads::{Interrupted, Threads};
#[cfg(feature = "journal")]
pub use whole_file::{WholeFile, make_folder, real_path};
pub use wide::Wide;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
