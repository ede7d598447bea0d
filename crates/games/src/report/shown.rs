//! Shows a position with a wrong answer in a report: its board, and a game that demonstrates the right answer.

use crossply::Finding;
use crossply::content::Block;
use crossply::content::Shown;
use crossply_problems::{Position, Problem};

use super::demonstration::Demonstration;
use super::drawing::{board_block, game_block};
use crate::truth::proven_answer;

/// The board, and why the first wrong answer is wrong, or why the right answer has no proof.
pub fn show_failure<P: Problem>(position: Position<P>, finding: &Finding) -> Shown {
    let mut wrong = finding.answers.iter().filter(|given| given.wrong);
    let claim = wrong.find_map(|given| given.answer.parse().ok());
    let reason = match proven_answer(position) {
        Ok(_) => game_block(&Demonstration::of(position, claim)),
        Err(error) => Block::Text(error),
    };
    Shown {
        input: board_block(&position.notation()),
        reason: vec![reason],
    }
}

/// Names a position in a sentence: its index, and its number of empty cells.
pub(super) fn position_name<P: Problem>(position: Position<P>) -> String {
    let index = P::domain().index(position);
    match position.empties() {
        1 => format!("position {index} (1 empty cell)"),
        empties => format!("position {index} ({empties} empties)"),
    }
}
