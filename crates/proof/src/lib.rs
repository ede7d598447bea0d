//! Proofs: why an answer is right, in a form that a checker verifies from the rules alone.
//!
//! Solvers that agree may all be wrong, and if two differ, comparison cannot tell which one is wrong. So an answer
//! comes with a [`Certificate`]: a strategy for each side, which gives that side's reply to every move of the other, to
//! the end of every game. Each strategy guarantees its side a result, and together they leave only one possible answer.
//!
//! [`check()`] trusts nothing. It plays out both strategies by its own statement of the rules. Its package depends on no
//! solver and no prover. To trust a proof, read that package, and what an answer
//! [demands](crossply_problems::Answer::demands).
//!
//! [`prove()`] finds certificates. If it is wrong, the checker refuses them.

mod notation;
pub mod prover;

pub use crossply_checker::{Certificate, Ending, Expected, Flaw, Step, check};
pub use notation::Written;
pub use prover::{attempt, prove, right_answer};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
