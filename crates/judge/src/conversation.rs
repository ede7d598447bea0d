//! The judge's side of a run: writes boards in the judge's format, and parses the program's output.

use std::mem;

use crossply::program::Interactor;
use crossply_problems::{Board, Position, Problem};

use crate::answer::{Printed, SHOWN_BYTES, read_line};

/// The most surplus lines to keep: a program may print without end.
const MORE_LINES: usize = 100;

/// A conversation with a program.
pub(crate) struct Conversation<'a, P: Problem> {
    boards: &'a [Position<P>],
    is_written: bool,
    /// Whether to leave out the line that ends the input, to see whether the program reads on after it.
    lacks_end: bool,
    /// The beginning of an unfinished line.
    line: Vec<u8>,
    /// Whether there are blank lines before it. Blank lines at the end of the output do not matter.
    is_after_blank: bool,
    /// The output for each board, and then surplus lines.
    pub(crate) printed: Vec<Printed<P>>,
}

impl<'a, P: Problem> Conversation<'a, P> {
    pub(crate) fn new(boards: &'a [Position<P>], lacks_end: bool) -> Self {
        Conversation {
            boards,
            is_written: false,
            lacks_end,
            line: Vec::new(),
            is_after_blank: false,
            printed: Vec::new(),
        }
    }

    /// Ends the last line. If the program was stopped, the line may be incomplete, and does not count.
    pub(crate) fn end(&mut self, was_stopped: bool) {
        if !self.line.is_empty() && !was_stopped {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        if line.trim().is_empty() {
            self.is_after_blank = true;
        } else {
            self.printed.truncate(self.boards.len() + MORE_LINES);
            read_line(&line, self.is_after_blank, &mut self.printed);
            self.is_after_blank = false;
        }
        self.line.clear();
    }
}

impl<P: Problem> Interactor for Conversation<'_, P> {
    fn input(&mut self, text: &mut Vec<u8>) {
        if mem::replace(&mut self.is_written, true) {
            return;
        }
        P::append_beginning(self.boards.len() as u64, text);
        for &position in self.boards {
            P::append_case(Board::from(position), text);
        }
        if !self.lacks_end {
            P::append_end(text);
        }
    }

    fn output(&mut self, bytes: &[u8]) -> bool {
        let before = self.printed.len();
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            // The rest of a line that is longer than any answer does not matter.
            let room = (4 * SHOWN_BYTES).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            if part.ends_with(b"\n") {
                self.end_line();
            }
        }
        self.printed.len() > before
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Score};

    use super::*;

    fn printed(parts: &[&str], was_stopped: bool) -> Vec<Printed<Ccf201803_4>> {
        let boards: Vec<_> = Ccf201803_4::domain().positions(0..3).collect();
        let mut conversation = Conversation::new(&boards, false);
        for part in parts {
            conversation.output(part.as_bytes());
        }
        conversation.end(was_stopped);
        conversation.printed
    }

    #[test]
    fn lines_are_answers_however_they_arrive() {
        let answers = [1, -2, 0].map(|n| Printed::Answer(Score::new(n)));
        for parts in [
            &["1\n-2\n0\n"][..],
            &["1", "\r\n-", "2\r\n0"],
            &["1\n-2\n0\n\n \n"],
        ] {
            assert_eq!(printed(parts, false), answers, "{parts:?}");
        }
        // The last line may be incomplete.
        assert_eq!(printed(&["1\n-2"], true), answers[..1]);
        let after_blank = printed(&["1\n\n-2\n"], false);
        assert_eq!(
            after_blank[1],
            Printed::Spaced(Score::new(-2), "\n-2".into())
        );
        let endless = printed(&["1\n".repeat(1000).as_str()], false);
        assert_eq!(endless.len(), 3 + MORE_LINES + 1);
    }
}
