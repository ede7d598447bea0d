//! The texts that people read: disagreements, explanations of answers, and faults of an input.
//!
//! All are plain functions from data to text, so snapshots can pin every word.

pub mod demonstration;
mod diagnostic;
mod disagreement;
mod explanation;
pub mod play;
mod violation;

pub use diagnostic::diagnostic;
pub use disagreement::{answers, board, command, disagreement, name, provenance};
pub use explanation::explanation;
pub use violation::violation;
