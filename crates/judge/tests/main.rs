//! Tests of whole sessions. The zoo is a binary of its own.

mod reports;
// Elsewhere the judge knows only in the end what memory and CPU time a program takes, and waiting for a processor counts.
#[cfg(target_os = "linux")]
mod sessions;
