//! The command line as a user meets it: the real binary is run.
//!
//! One binary for all: each would compile and link the same code again.

mod exhaustive;
mod judge;
mod man;
mod pictures;
mod promote;
mod reports;
mod schemas;
mod streams;
mod transcripts;
