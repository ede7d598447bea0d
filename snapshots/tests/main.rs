//! All snapshot tests.
//!
//! One binary for all: each would compile and link the same code again.

mod census;
mod diagnostics;
mod digests;
mod disagreement;
mod explanations;
mod planted_faults;
mod reference;
