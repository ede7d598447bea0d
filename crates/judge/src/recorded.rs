//! Judges recorded answers instead of a program, for programs that cannot run here.

use std::collections::HashMap;
use std::sync::Arc;

use crossply::program::Interactor;
use crossply_problems::{Position, Problem};

use crate::answer::Printed;
use crate::conversation::Conversation;

/// The answers for some boards, one line each.
#[derive(Clone, Debug)]
pub struct Answers<P: Problem> {
    answers: Arc<HashMap<Position<P>, Printed<P>>>,
    /// Whether an answer has misplaced white space.
    pub(crate) is_spaced: bool,
}

impl<P: Problem> Answers<P> {
    /// Parses the answers for these boards, one for each line that is not blank.
    ///
    /// # Errors
    /// If there are not as many answers as boards.
    pub fn new(boards: &[Position<P>], text: &[u8]) -> Result<Self, String> {
        let mut conversation = Conversation::new(boards, false);
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
        let is_spaced = printed.iter().any(|one| matches!(one, Printed::Spaced(..)));
        let answers = boards.iter().copied().zip(printed).collect();
        Ok(Answers {
            answers: Arc::new(answers),
            is_spaced,
        })
    }

    /// The answer for one of the boards.
    pub(crate) fn answer_for(&self, board: Position<P>) -> Printed<P> {
        self.answers[&board].clone()
    }
}
