//! Certificates of answers in two small games, and a checker that knows nothing but the rules.
//!
//! This package depends on positions and answers, but on no solver, so no bug in a solver can make the checker wrong.
//! To trust a proof, read [`check()`], its rules, and [`Answer::demands`](crossply_position::Answer::demands).

mod certificate;
mod check;

pub use certificate::{Certificate, Ending, Step};
pub use check::{Flaw, check};
