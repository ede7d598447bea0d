//! Each solver by itself; what solvers may share; that all of them are listed.
//!
//! One binary for all: each would compile and link the same code again.

mod answers;
mod independence;
mod registry;
mod samples;
