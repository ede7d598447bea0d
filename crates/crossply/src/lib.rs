#![cfg_attr(docsrs, feature(doc_cfg))]
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
//! | `cargo test` | [`check.assert()`](Check::assert) | all inputs if that takes ten seconds, or three seconds of them |
//! | proptest | [`check.judge(&input)?`](CrossCheck::judge) | as many as `PROPTEST_CASES` says, drawn from the domain, and it shrinks |
//! | cargo-fuzz | [`check.fuzz(bytes)`](Check::fuzz) | what the engine finds; the session says when that is all |
//! | its corpus | [`check.assert_corpus(folder)`](Check::assert_corpus) | what the engine has kept |
//! | insta | [`check.snapshot()`](Check::snapshot) | digests of the answers, so that a change in all solvers shows |
//! | a command line | `cli::main([check])`, with the feature `cli` | what its options say: all, parts for many machines, reports |
//!
//! The folder `examples/every_engine` of the repository is a project that has them all.
//!
//! # How it fits together
//!
//! Data flows one way. A [`Domain`] gives inputs; a plan says which solvers answer which of them; a panel of solvers
//! answers; agreement, the trusted answer and relations judge; a run does this block by block on several threads, and
//! adds up findings; a second run [explains](Fault) them; a search looks for a simpler wrong input; a [`Checked`] reports
//! it to people and programs. A [`Check`] is a check without its types, so that different ones stand in one list.
//! [ARCHITECTURE.md](https://github.com/crossply/crossply/blob/main/ARCHITECTURE.md) has more.
//!
//! # Features
//!
//! Without features the library needs few other packages. `cli` adds a command line, and includes `journal`, so that a
//! killed run can resume; `proptest` and `arbitrary` connect domains with these libraries; `program` compares functions
//! with programs in any language.

mod any_vec;
mod check;
#[cfg(feature = "cli")]
pub mod cli;
#[doc(hidden)]
pub mod content;
mod ddmin;
mod definition;
mod digest;
pub mod domain;
mod draw;
mod error;
mod explain;
mod failure;
mod feature;
mod finding;
mod isolated;
mod oracle;
#[cfg(any(feature = "program", feature = "cli"))]
#[doc(hidden)]
pub mod program;
#[doc(hidden)]
pub mod report;
mod run;
mod shrink;
mod wide;

pub use check::{Check, CrossCheck, Disagreement};
pub use definition::{Float, Limits, Solver};
pub use digest::Digest;
pub use domain::{Domain, Inputs, Section};
pub use error::CheckError;
pub use explain::{AnswerPair, Explanation, Fault, How, InCommon, Largest};
pub use failure::{Failure, FailureKind, catch_panic};
pub use feature::Feature;
pub use finding::{Finding, Given, Numbered, Provenance, Violation};
#[cfg(feature = "program")]
pub use program::{Call, Program};
/// The library of the generator that [`domain::drawn`] hands out.
pub use rand;
pub use report::Checked;
pub use run::{Ended, SectionDigest};

// Whatever is hidden, here and elsewhere, is for the other packages of this workspace, and no promise.
#[doc(hidden)]
pub use {
    check::{Results, Selection, did_you_mean},
    ddmin::ddmin,
    draw::{new_seed, random, uniform},
    error::JournalError,
    oracle::Panel,
    run::{
        Counts, Coverage, Findings, Journal, Oracles, Plan, Progress, Run, Shard, Statistics,
        Tally, Work,
    },
    wide::Wide,
};

#[cfg(all(doctest, feature = "program"))]
#[doc = include_str!("../README.md")]
mod readme {}
