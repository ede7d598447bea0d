//! Cells and results of games, in words and numbers.

use crossply_problems::{Problem, Side};
use crossply_proof::prover::GameState;

/// The name of a cell: its row and column, as the judge of `poj1568` writes them.
pub fn cell_name<P: Problem>(cell: u8) -> String {
    let side = P::ROWS as u8;
    format!("({},{})", cell / side, cell % side)
}

/// The winner under perfect play, and after how many plies it wins. `None` if the game is drawn.
pub fn winner_and_plies(state: GameState) -> Option<(Side, u32)> {
    let score = state.score();
    let side = match score {
        0 => return None,
        1.. => Side::X,
        _ => Side::O,
    };
    Some((side, state.empties() + 1 - score.unsigned_abs()))
}
