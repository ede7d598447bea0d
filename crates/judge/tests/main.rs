//! Tests of whole sessions. The zoo is a binary of its own.

mod reports;
mod sessions;
