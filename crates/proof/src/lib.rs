//! Proofs: why an answer is right, in a form that can be checked from the rules alone.
//!
//! Solvers that agree may all be wrong, and of two that differ nobody knows which is. So an answer
//! comes with a [`Certificate`]: a strategy of `x` and one of `o`, each of which says what its side
//! does whatever the other does, to the end of every game. Each guarantees its side something, and
//! the two leave room for one answer only.
//!
//! [`check()`] believes nothing: it plays out both strategies by the rules, which it has written
//! down itself. It shares no code with any solver, and none with the prover; a test keeps it so.
//! Read [`checker`], and beside it you need to trust only what a position is, and what an answer
//! [demands](crossply_problems::Question::demands).
//!
//! [`prove()`] finds certificates. If it is wrong, its certificates do not pass.

mod certificate;
pub mod checker;
mod notation;
pub mod prover;

pub use certificate::{Certificate, Ending, Step};
pub use checker::{Flaw, check};
pub use notation::{InvalidSteps, Written};
pub use prover::{attempt, prove, right_answer};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
