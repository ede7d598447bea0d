//! Judges recorded answers instead of a program, for programs that cannot run here.

use std::collections::HashMap;
use std::sync::Arc;

use crossply_problems::{Position, Problem};
use crossply_proof::right_answer;

use crate::answer::Printed;
use crate::conversation::Conversation;

/// The answers for some boards, one line each.
#[derive(Clone, Debug)]
pub struct Answers<P: Problem> {
    answers: Arc<HashMap<Position<P>, Printed<P>>>,
}

impl<P: Problem> Answers<P> {
    /// Parses the answers for these boards, one for each line that is not blank. Of several answers for a board, a wrong one
    /// counts.
    ///
    /// # Errors
    /// If there are not as many answers as boards.
    pub fn new(boards: &[Position<P>], text: &[u8]) -> Result<Self, String> {
        let mut conversation = Conversation::new(boards);
        conversation.output(text);
        conversation.finish(false);
        let printed = conversation.printed;
        let found = printed.len();
        let expected = boards.len();
        if found != expected {
            // A conversation drops most surplus lines, so their number is unknown.
            let count = if found > expected {
                "more".to_owned()
            } else {
                found.to_string()
            };
            return Err(format!(
                "found {count} answers, expected {expected}: one for each board"
            ));
        }
        let mut answers = HashMap::new();
        for (&board, printed) in boards.iter().zip(printed) {
            let right = Printed::Answer(right_answer(board));
            let kept = answers.entry(board).or_insert_with(|| right.clone());
            if *kept == right {
                *kept = printed;
            }
        }
        let answers = Arc::new(answers);
        Ok(Answers { answers })
    }

    /// The answer for one of the boards.
    pub(crate) fn answer_for(&self, board: Position<P>) -> Printed<P> {
        self.answers[&board].clone()
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;

    /// However often a board occurs, and wherever its wrong answer stands.
    #[test]
    fn a_wrong_answer_to_a_board_is_not_replaced() {
        let board = Ccf201803_4::domain().position(7);
        let right = right_answer(board).as_ref().to_owned();
        for wrong in ["9", " 9", "x"] {
            for place in 0..3 {
                let mut lines = vec![&*right; 3];
                lines[place] = wrong;
                let answers = Answers::new(&[board; 3], lines.join("\n").as_bytes());
                let answer = answers.expect("three answers").answer_for(board);
                assert_ne!(answer.answer(), Some(right_answer(board)), "{lines:?}");
            }
        }
    }
}
