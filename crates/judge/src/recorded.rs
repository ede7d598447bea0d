//! Answers on record: lines that a program printed elsewhere take the place of the program.
//!
//! So programs that cannot run here, as on Windows or with only an online compiler, are judged as well.

use std::collections::HashMap;
use std::sync::Arc;

use crossply::program::Interactor;
use crossply_problems::{Position, Problem};

use crate::answer::Printed;
use crate::conversation::Conversation;

/// The answers to some boards, a line for each.
#[derive(Clone, Debug)]
pub struct Answers<P: Problem> {
    answers: Arc<HashMap<Position<P>, Printed<P>>>,
    /// Whether one has white space where none should be.
    pub(crate) is_spaced: bool,
}

impl<P: Problem> Answers<P> {
    /// The answers to these boards: the lines of the text that are not blank.
    ///
    /// # Errors
    /// Where there are more or fewer than boards.
    pub fn new(boards: &[Position<P>], text: &[u8]) -> Result<Self, String> {
        let mut conversation = Conversation::new(boards, false);
        conversation.output(text);
        conversation.end(false);
        let printed = conversation.printed;
        let (found, expected) = (printed.len(), boards.len());
        if found != expected {
            // After some that are too many the conversation is not continued.
            let found = if found > expected {
                "more".to_owned()
            } else {
                found.to_string()
            };
            return Err(format!(
                "found {found} answers, expected {expected}: one for each board"
            ));
        }
        let is_spaced = printed.iter().any(|one| matches!(one, Printed::Spaced(..)));
        let answers = boards.iter().copied().zip(printed).collect();
        Ok(Answers {
            answers: Arc::new(answers),
            is_spaced,
        })
    }

    /// The answer to a board, which is one of them.
    pub(crate) fn to(&self, board: Position<P>) -> Printed<P> {
        self.answers[&board].clone()
    }
}
