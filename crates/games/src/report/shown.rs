//! How reports show a position with a wrong answer: its board, and the game that proves the right answer.

use crossply::Finding;
use crossply::content::Block;
use crossply::content::Shown;
use crossply_problems::{Position, Problem};

use super::demonstration::Demonstration;
use super::drawing::{board_block, game_block};
use crate::truth::proven_answer;

/// The board, and why the first wrong answer is wrong, or why the right answer has no proof.
pub fn shown<P: Problem>(position: Position<P>, found: &Finding) -> Shown {
    let mut wrong = found.answers.iter().filter(|given| given.wrong);
    let claim = wrong.find_map(|given| given.answer.parse().ok());
    let reason = match proven_answer(position) {
        Ok(_) => game_block(&Demonstration::of(position, claim)),
        Err(unproven) => Block::Text(unproven),
    };
    Shown {
        input: board_block(&position.notation()),
        reason: vec![reason],
    }
}

/// A position's name in a sentence: its index and how far the game has come.
pub(super) fn name_of<P: Problem>(position: Position<P>) -> String {
    let index = P::domain().index(position);
    match position.empties() {
        1 => format!("position {index} (1 empty cell)"),
        empties => format!("position {index} ({empties} empties)"),
    }
}
