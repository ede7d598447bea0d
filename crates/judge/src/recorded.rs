//! Answers on record: lines that a program printed elsewhere take the place of the program.
//!
//! So programs that cannot run here, as on Windows or with only an online compiler, are judged as well. A part of the
//! boards gets its part of the lines, and nothing is known of other boards.

use std::ops::Range;
use std::sync::Arc;

use crossply_problems::Problem;

use crate::Boards;

/// How many bytes of a line are shown.
const SHOWN_BYTES: usize = 100;

/// The answers to some boards, a line for each.
#[derive(Clone, Debug)]
pub struct Recorded<P: Problem> {
    boards: Boards<P>,
    text: Arc<[u8]>,
    /// For each line that is not blank, where it ends.
    ends: Arc<[usize]>,
}

impl<P: Problem> Recorded<P> {
    /// The answers to these boards: the lines of the text that are not blank.
    ///
    /// # Errors
    /// Where the text has too few or too many lines: the line, what was found there, and what was expected.
    pub fn new(boards: Boards<P>, text: Vec<u8>) -> Result<Self, String> {
        let count = boards.len() as usize;
        let (mut ends, mut begin, mut lines) = (Vec::with_capacity(count), 0, 0);
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            begin += line.len();
            lines += 1;
            if line.trim_ascii().is_empty() {
                continue;
            }
            if ends.len() == count {
                let line = line.trim_ascii();
                let found = String::from_utf8_lossy(&line[..line.len().min(SHOWN_BYTES)]);
                return Err(format!(
                    "line {lines}: found {found:?}, expected the end: all {count} boards have answers"
                ));
            }
            ends.push(begin);
        }
        if let Some(board) = boards.iter().nth(ends.len()) {
            return Err(format!(
                "line {}: found the end, expected the answer to board {} of {count}, {}",
                lines + 1,
                ends.len() + 1,
                board.notation()
            ));
        }
        Ok(Recorded {
            boards,
            text: text.into(),
            ends: ends.into(),
        })
    }

    /// The answers to part of the boards, with the blank lines before them. None if other boards are among them.
    pub(crate) fn to(&self, boards: &Boards<P>) -> Option<&[u8]> {
        let Range { start, end } = boards.within(&self.boards)?;
        let end_of = |lines: u64| match lines {
            0 => 0,
            _ => self.ends[lines as usize - 1],
        };
        Some(&self.text[end_of(start)..end_of(end)])
    }
}
