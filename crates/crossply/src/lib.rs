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
//! In a test, this runs both solvers on all inputs, on all cores. If they disagree, it panics with a report: on how
//! many inputs they differ, the simplest of these with all answers, and how to reproduce and keep it.
//!
//! # One definition, every engine
//!
//! | where | call | coverage |
//! | --- | --- | --- |
//! | `cargo test` | [`check.assert()`](Check::assert) | all inputs if that takes at most about ten seconds, otherwise three seconds' worth |
//! | proptest | [`check.judge(&input)?`](CrossCheck::judge) | `PROPTEST_CASES` inputs, drawn from the domain; a failing one shrinks |
//! | cargo-fuzz | [`check.fuzz(bytes)`](Check::fuzz) | the inputs that the engine finds |
//! | its corpus | [`check.assert_corpus(folder)`](Check::assert_corpus) | the inputs that the engine has kept |
//! | insta | [`check.snapshot()`](Check::snapshot) | digests of the answers, so that a change in all solvers shows |
//! | a command line | `cli::main([check])`, with the feature `cli` | what the options say: all inputs, or parts on several machines |
//! | a program of your own | [`check.results(&plan, run)`](Check::results) | what the plan says |
//!
//! The project in `examples/every_engine` of the repository uses all of them.
//!
//! # How it fits together
//!
//! A [`Domain`] provides inputs, and a plan says which solver answers which of them. A run carries out the plan block
//! by block, on several threads. It judges the answers by agreement, by trusted answers and by relations, and collects
//! the exact set of inputs that each solver gets wrong. These sets [explain](Fault) the fault, and a search looks for a
//! simpler wrong input. The result is a [`Checked`], which becomes a report for people or programs. A [`Check`] is a [`CrossCheck`] without its type
//! parameters, so that a list can hold different checks.
//! [ARCHITECTURE.md](https://github.com/crossply/crossply/blob/main/ARCHITECTURE.md) says more.
//!
//! # Features
//!
//! Without features, the library has few dependencies. `cli` adds a command line. It includes `serde`, which reads and writes
//! results, and lets rules speak of the fields of structs. `proptest` and `arbitrary` connect domains with these libraries.
//! `program` compares functions with programs in any language.

mod any_vec;
#[cfg(feature = "serde")]
mod as_text;
mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod content;
mod cut;
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
mod mistakes;
mod number_set;
mod oracle;
#[cfg(any(feature = "program", feature = "cli"))]
#[doc(hidden)]
pub mod program;
pub mod report;
mod run;
mod shrink;
mod wide;

pub use check::{Check, CrossCheck, Disagreement, Results};
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
/// The library that defines the methods of the generator in [`domain::drawn`].
pub use rand;
pub use report::Checked;
pub use run::{Coverage, Ended, Journal, Oracles, Plan, Progress, Run, SectionDigest, Shard};

// Hidden items, here and elsewhere, are for the other packages of this workspace. They may change at any time.
#[doc(hidden)]
pub use {
    check::did_you_mean,
    check::settings::{threads, whole_number},
    draw::{new_seed, random, uniform},
    oracle::Panel,
    run::{Findings, Statistics},
};

// Its second example has a command line.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../README.md")]
mod readme {}
