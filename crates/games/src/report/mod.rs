//! Reports about boards: wrong answers, explanations of answers, and errors in an input text.

pub mod demonstration;
mod diagnostic;
mod drawing;
mod explanation;
pub mod play;
mod shown;

use crossply::report::text;
use crossply_problems::{Board, Problem};

pub use diagnostic::diagnostic;
pub use drawing::{board_block, game_block};
pub use explanation::explanation;
pub use shown::show_failure;

/// Draws the board, indented, without a line end after the last row.
pub fn board<P: Problem>(board: impl Into<Board<P>>) -> String {
    let notation = board.into().notation();
    text(&[board_block(&notation)], usize::MAX)
        .trim_end()
        .to_owned()
}
