//! Tests of pages and documents from outside.
//!
//! They form one binary, because each binary would compile and link the same code again.

mod census;
mod checked_runs;
mod explained;
#[cfg(all(unix, feature = "processes"))]
mod judged;
mod markdown;
mod pages;
