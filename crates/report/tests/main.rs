//! Tests of reports from outside.
//!
//! They form one binary, because each binary would compile and link the same code again.

mod check;
mod explained;
mod formats;
#[cfg(all(unix, feature = "processes"))]
mod judged;
