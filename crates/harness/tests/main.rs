//! What the harness promises, tested from outside.
//!
//! One binary for all: each would compile and link the same code again.

mod batches;
mod generated;
mod journal;
mod known;
mod oracles;
mod properties;
mod regressions;
mod runs;
