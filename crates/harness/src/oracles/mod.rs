//! Oracles, which judge answers. No oracle knows where positions come from.
//!
//! Each sees what the others cannot. [`agreement`] compares solvers; it costs nothing, and misses faults that all
//! solvers share. [`metamorphic`] compares a solver with itself, on positions whose answers depend on each other.
//! [`batch`] compares its answers to a batch with its answers to each position alone. [`proof`] knows the right answer,
//! from a certificate that is checked against the rules, and costs the most.

pub mod agreement;
pub mod batch;
pub mod metamorphic;
pub mod proof;
