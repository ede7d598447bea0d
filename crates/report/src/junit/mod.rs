//! `JUnit`'s XML for CI systems, a file for each command.

mod check;
mod document;
mod judge;

pub use check::junit as check_junit;
pub use judge::junit as judge_junit;
