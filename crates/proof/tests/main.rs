//! Certificates, their notation, and the independence of their checker.
//!
//! One binary for all: each would compile and link the same code again.

mod certificates;
mod independence;
mod notation;
