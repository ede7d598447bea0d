//! The judge's side of a run: it writes boards in the judge's format, and parses the program's output.

use crossply_problems::{Position, Problem};

use crate::answer::{MAX_SHOWN_BYTES, Printed, is_space, parse_line};

/// The most surplus lines to keep, because a program may print forever.
const MAX_SURPLUS_LINES: usize = 100;

/// The most bytes that an answer takes if a line has several.
const ANSWER_BYTES: usize = 16;

/// A conversation with a program.
pub(crate) struct Conversation<'a, P: Problem> {
    boards: &'a [Position<P>],
    /// The start of a line whose end has not arrived.
    line: Vec<u8>,
    /// Whether blank lines precede this line. Blank lines at the end of the output do not matter.
    is_after_blank: bool,
    /// The output for each board, and then surplus lines.
    pub(crate) printed: Vec<Printed<P>>,
}

impl<'a, P: Problem> Conversation<'a, P> {
    pub(crate) fn new(boards: &'a [Position<P>]) -> Self {
        Conversation {
            boards,
            line: Vec::new(),
            is_after_blank: false,
            printed: Vec::new(),
        }
    }

    /// Takes output of the program. Returns whether it completes an answer.
    pub(crate) fn output(&mut self, bytes: &[u8]) -> bool {
        let count_before = self.printed.len();
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let most = 4 * MAX_SHOWN_BYTES + ANSWER_BYTES * self.boards.len();
            let room = most.saturating_sub(self.line.len()).min(part.len());
            let (kept, rest) = part.split_at(room);
            self.line.extend_from_slice(kept);
            // The rest of a line that answers cannot fill is not kept, but it is no white space either.
            if self.line.len() == most && rest.iter().any(|&byte| !is_space(byte.into())) {
                self.line.push(0);
            }
            if part.ends_with(b"\n") {
                self.finish_line();
            }
        }
        self.printed.len() > count_before
    }

    /// Parses the last line, even without a line end. If the program was stopped, the line may be incomplete, and does
    /// not count.
    pub(crate) fn finish(&mut self, was_stopped: bool) {
        if !self.line.is_empty() && !was_stopped {
            self.finish_line();
        }
    }

    fn finish_line(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        if line.chars().all(is_space) {
            self.is_after_blank = true;
        } else {
            self.printed.truncate(self.boards.len() + MAX_SURPLUS_LINES);
            parse_line(&line, self.is_after_blank, &mut self.printed);
            self.is_after_blank = false;
        }
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Score};

    use super::*;

    fn parse(parts: &[&str], was_stopped: bool) -> Vec<Printed<Ccf201803_4>> {
        let boards: Vec<_> = Ccf201803_4::domain().positions(0..3).collect();
        let mut conversation = Conversation::new(&boards);
        for part in parts {
            conversation.output(part.as_bytes());
        }
        conversation.finish(was_stopped);
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
            assert_eq!(parse(parts, false), answers, "{parts:?}");
        }
        // The last line may be incomplete.
        assert_eq!(parse(&["1\n-2"], true), answers[..1]);
        let after_blank = parse(&["1\n\n-2\n"], false);
        assert_eq!(
            after_blank[1],
            Printed::Spaced(Score::new(-2), "\n-2".into())
        );
        let endless = parse(&["1\n".repeat(1000).as_str()], false);
        assert_eq!(endless.len(), 3 + MAX_SURPLUS_LINES + 1);
    }

    /// Right answers with something else anywhere, before or after any white space, are not right.
    #[test]
    fn nothing_else_is_overlooked() {
        let right = "1\n-2\n0\n";
        let answers = parse(&[right], false);
        for cut in 0..=right.len() {
            for other in ["x", "\0", "\u{a0}", "\u{3000}", "9"] {
                for [before, after] in [[0, 0], [1, 0], [0, 1], [399, 0], [5000, 0], [399, 9999]] {
                    let spaces = [before, after].map(|count| " ".repeat(count));
                    let inserted = spaces.join(other);
                    let (start, end) = right.split_at(cut);
                    let printed = parse(&[start, &inserted, end], false);
                    assert_ne!(printed, answers, "{cut} {before} {other:?} {after}");
                    let printed = printed.iter().map(Printed::answer);
                    let right = answers.iter().map(Printed::answer);
                    assert!(printed.ne(right), "{cut} {before} {other:?} {after}");
                }
            }
        }
    }
}
