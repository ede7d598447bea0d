//! Reports about boards: wrong answers, explanations of answers, and errors in an input text.

pub mod demonstration;
mod diagnostic;
mod drawing;
mod explanation;
pub mod play;
mod shown;

pub use diagnostic::diagnostic;
pub use drawing::{board_block, game_block};
pub use explanation::explanation;
pub use shown::show_failure;
