//! Pages and documents, tested from outside.
//!
//! One binary for all: each would compile and link the same code again.

#[cfg(all(unix, feature = "processes"))]
mod judged;
mod pages;
