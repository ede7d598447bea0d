//! What people read: wrong answers, explanations of answers, and faults of an input.
//!
//! All are plain functions from data to blocks or text, so snapshots can pin every word.

pub mod content;
pub mod demonstration;
mod diagnostic;
mod explanation;
pub mod play;
mod text;
mod violation;
mod wrong;

use crossply_problems::{Board, Problem};

pub use diagnostic::diagnostic;
pub use explanation::explanation;
pub use text::text;
pub use violation::violation;
pub use wrong::{Given, Wrong, disagreement, name, name_of};

/// The board, indented, without a line end after the last row.
#[must_use]
pub fn board<P: Problem>(board: impl Into<Board<P>>) -> String {
    let notation = board.into().notation();
    let drawn = text(&[content::Block::Board(notation)], usize::MAX);
    drawn.trim_end().to_owned()
}
