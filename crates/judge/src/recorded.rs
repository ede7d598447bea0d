//! Answers on record: lines that a program printed elsewhere take the place of the program.
//!
//! So programs that cannot run here, as on Windows or with only an online compiler, are judged as well.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use crossply_problems::{Position, Problem};

use crate::answer::{Printed, SHOWN_BYTES, read_line};

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
    /// Where the text has too few or too many lines: the line, what was found there, and what was expected.
    pub fn new(boards: &[Position<P>], text: &[u8]) -> Result<Self, String> {
        let (mut left, mut answers, mut lines) = (boards.iter(), HashMap::new(), 0);
        let (mut is_after_blank, mut is_spaced) = (false, false);
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            lines += 1;
            let line = String::from_utf8_lossy(line.trim_ascii_end());
            if line.is_empty() {
                is_after_blank = true;
                continue;
            }
            let Some(&board) = left.next() else {
                let found = &line[..line.floor_char_boundary(SHOWN_BYTES)];
                let count = boards.len();
                return Err(format!(
                    "line {lines}: found {found:?}, expected the end: all {count} boards have answers"
                ));
            };
            let mut printed = Vec::new();
            read_line(&line, mem::take(&mut is_after_blank), &mut printed);
            let answer = match <[_; 1]>::try_from(printed) {
                Ok([answer]) => answer,
                Err(_) => Printed::Other(line.into()),
            };
            is_spaced |= matches!(answer, Printed::Spaced(..));
            answers.insert(board, answer);
        }
        let given = boards.len() - left.len();
        if let Some(board) = left.next() {
            return Err(format!(
                "line {}: found the end, expected the answer to board {} of {}, {}",
                lines + 1,
                given + 1,
                boards.len(),
                board.notation()
            ));
        }
        let answers = Arc::new(answers);
        Ok(Answers { answers, is_spaced })
    }

    /// The answer to a board, which is one of them.
    pub(crate) fn to(&self, board: Position<P>) -> Printed<P> {
        self.answers[&board].clone()
    }
}
