//! Whole sessions. The zoo is a binary of its own.

mod sessions;
