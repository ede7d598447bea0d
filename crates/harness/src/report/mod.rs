//! What people read: disagreements, and faults of an input.
//!
//! Plain functions from data to text, so that snapshots can pin every word.

mod diagnostic;
mod disagreement;

pub use diagnostic::diagnostic;
pub use disagreement::{answers, board, disagreement, name};
