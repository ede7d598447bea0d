//! Cells and results of games, in words and numbers.

use crossply_problems::{Problem, Side};
use crossply_proof::prover::Game;

/// A cell by its row and column, as the judge of `poj1568` writes it.
pub fn cell_name<P: Problem>(cell: u8) -> String {
    let side = P::SIDE as u8;
    format!("({},{})", cell / side, cell % side)
}

/// Who wins after how many plies under perfect play. None if the game is drawn.
pub fn win<P: Problem>(game: Game<P>) -> Option<(Side, u32)> {
    let score = game.score();
    let side = match score {
        0 => return None,
        1.. => Side::X,
        _ => Side::O,
    };
    Some((side, game.board().empties() + 1 - score.unsigned_abs()))
}
