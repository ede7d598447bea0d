//! Whole sessions, and the boards that are built in. The zoo is a binary of its own.
//!
//! One binary for all: each would compile and link the same code again.

mod corpus;
mod sessions;
