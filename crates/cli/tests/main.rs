//! The command line as a user meets it: these tests run the real binary.
//!
//! They form one binary, because each binary would compile and link the same code again.

mod answers;
mod binary;
mod completions;
#[cfg(unix)]
mod exhaustive;
#[cfg(all(unix, feature = "processes"))]
mod judge;
// Elsewhere the judge does not find what leaves a program's group, and these tests find no process at all.
#[cfg(all(target_os = "linux", feature = "processes"))]
mod leftovers;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(target_os = "linux", all(unix, feature = "processes")))]
mod needed;
#[cfg(all(unix, feature = "processes"))]
mod pictures;
#[cfg(all(unix, feature = "processes"))]
mod reports;
#[cfg(all(unix, feature = "processes"))]
mod sources;
#[cfg(unix)]
mod streams;
mod transcripts;
#[cfg(all(unix, feature = "processes"))]
mod two_programs;
