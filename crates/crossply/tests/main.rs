//! The command line as a user meets it: the real binary is run.
//!
//! One binary for all: each would compile and link the same code again.

#[cfg(unix)]
mod exhaustive;
#[cfg(all(unix, feature = "processes"))]
mod judge;
mod man;
#[cfg(all(unix, feature = "processes"))]
mod pictures;
#[cfg(unix)]
mod promote;
#[cfg(all(unix, feature = "processes"))]
mod reports;
mod schemas;
#[cfg(unix)]
mod streams;
mod transcripts;
