//! Who says whether an answer is right. No oracle knows where positions come from.
//!
//! Each sees what the others cannot. [`agreement`] compares solvers, costs nothing, and sees nothing
//! if all are wrong together. [`metamorphic`] compares a solver with itself, on positions whose answers
//! depend on each other; [`batch`] compares its answers to many positions at once with those to each
//! alone. [`proof`] knows the right answer, with a certificate that is checked from the rules, and costs
//! the most.

pub mod agreement;
pub mod batch;
pub mod metamorphic;
pub mod proof;
