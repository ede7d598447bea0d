//! Compares the output of a program with the expected answers while it arrives, in constant memory.
//!
//! Two comparisons run side by side. One goes by lines: the n-th line that is not blank is the n-th answer. The
//! other goes by characters and ignores white space: if it finds no difference, the answers are right and only
//! their form is wrong. Blanks at the ends of lines, CRLF, a missing end of the last line and empty lines at the end are
//! allowed, as online judges have it. As long as the output is exactly as expected, both are a single comparison of bytes.

use crossply_games::fault::{NoAnswer, Response};
use crossply_problems::Problem;

use crate::expected_answers::ExpectedAnswers;
use crate::{Boards, Verdict};

/// Wrong answers, with the indices of their boards in the run.
pub(crate) type WrongAnswers<P> = Vec<(u64, Response<P>)>;

/// The first difference, and what is known about the rest of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The index of the board, from 0. None if all boards have answers and more output follows.
    pub index: Option<u64>,
    /// The beginning of the line instead of the answer; none if there is no line. If only white space differs, it
    /// includes the empty lines before it.
    pub given: Option<Vec<u8>>,
    /// How many lines are wrong, if there are as many lines as boards. If only white space differs, in how many
    /// lines it does.
    pub wrong: Option<u64>,
    /// The number of lines that are not blank.
    pub lines: u64,
}

/// The number of expected answers that are computed at a time.
const ANSWER_BLOCK: u64 = 8192;

/// How many bytes of a line are kept to be shown; and how many of its characters, without white space, to be
/// compared.
const SHOWN_BYTES: usize = 100;
const COMPARED: usize = 64;

/// A comparison in progress.
pub(crate) struct Comparison<P: Problem> {
    boards: Boards<P>,
    expected: ExpectedAnswers<P>,
    /// Expected answers, from that to `line` on; they begin at `next`.
    upcoming: Vec<u8>,
    next: usize,
    /// The number of boards whose expected answers have been computed.
    made: u64,
    /// The number of lines so far that are not blank.
    line: u64,
    /// The line that has not ended yet.
    current: Line,
    /// The number of empty lines since the last line that is not blank.
    blank_lines: u64,
    characters: Characters,
    spacing: Option<LineDifference>,
    spaced_lines: u64,
    wrong: Option<LineDifference>,
    wrong_answers: WrongAnswers<P>,
    /// The first line after the last answer.
    extra: Option<Vec<u8>>,
}

/// A difference: the number of the line, and the beginning of its text.
type LineDifference = (u64, Vec<u8>);

#[derive(Default)]
struct Line {
    /// The beginning of the line.
    text: Vec<u8>,
    /// Its characters without white space, up to one more than any answer has.
    compact: Vec<u8>,
}

/// The comparison that ignores white space.
#[derive(Default)]
struct Characters {
    differ: bool,
    /// The current board, its expected answer, and how many characters of that have been read.
    board: u64,
    answer: Vec<u8>,
    read: usize,
}

impl<P: Problem> Comparison<P> {
    pub(crate) fn new(boards: Boards<P>, expected: ExpectedAnswers<P>) -> Self {
        Comparison {
            boards,
            expected,
            upcoming: Vec::new(),
            next: 0,
            made: 0,
            line: 0,
            current: Line::default(),
            blank_lines: 0,
            characters: Characters::default(),
            spacing: None,
            spaced_lines: 0,
            wrong: None,
            wrong_answers: Vec::new(),
            extra: None,
        }
    }

    /// Compares the next bytes of the output.
    pub(crate) fn append(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let lines = self.lines_as_expected(bytes);
            if lines > 0 {
                bytes = &bytes[lines..];
                continue;
            }
            let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else {
                self.append_to_line(bytes);
                return;
            };
            self.append_to_line(&bytes[..end]);
            self.end_line();
            bytes = &bytes[end + 1..];
        }
    }

    /// The number of answers so far, right or wrong, as far as that is known before the end.
    pub(crate) fn answers(&self) -> u64 {
        self.line.max(self.characters.board)
    }

    /// Ends the output, once the program has ended or was stopped: the verdict on it, the first difference if it is not
    /// accepted, and the wrong answers. A stopped program leaves an unfinished line, which is no answer: it is the part of
    /// one that had left the program's buffer.
    pub(crate) fn finish(
        mut self,
        stopped: bool,
    ) -> (Verdict, Option<Difference>, WrongAnswers<P>) {
        if !self.current.text.is_empty() && !stopped {
            self.end_line();
        }
        let (boards, lines) = (self.boards.len(), self.line);
        let mut wrong = (lines == boards).then_some(self.wrong_answers.len() as u64);
        let mut found = self.wrong;
        let mut verdict = Verdict::WrongAnswer;
        if !self.characters.differ && self.characters.board == boards {
            // If an answer is split, or two are joined, lines are wrong although no character is.
            found = self.spacing.into_iter().chain(found).min();
            wrong = wrong.map(|wrong| wrong + self.spaced_lines);
            verdict = match found {
                Some(_) => Verdict::PresentationError,
                None => return (Verdict::Accepted, None, self.wrong_answers),
            };
        }
        let (index, given) = match found {
            Some((line, text)) => (Some(line), Some(text)),
            None => ((lines < boards).then_some(lines), self.extra),
        };
        let difference = Difference {
            index,
            given,
            wrong,
            lines,
        };
        (verdict, Some(difference), self.wrong_answers)
    }

    /// The number of bytes at the beginning that are whole lines, exactly as expected.
    fn lines_as_expected(&mut self, bytes: &[u8]) -> usize {
        let in_step = self.characters.board == self.line && self.characters.read == 0;
        let at_begin_of_line = self.current.text.is_empty() && self.blank_lines == 0;
        if !at_begin_of_line || !(in_step || self.characters.differ) {
            return 0;
        }
        self.make_upcoming();
        let upcoming = &self.upcoming[self.next..];
        let lines = if bytes.starts_with(upcoming) {
            upcoming.len()
        } else {
            let pairs = bytes.iter().zip(upcoming);
            let same = pairs.take_while(|(printed, expected)| printed == expected);
            let same = same.count();
            let last_end = upcoming[..same].iter().rposition(|&byte| byte == b'\n');
            last_end.map_or(0, |end| end + 1)
        };
        self.line += memchr::memchr_iter(b'\n', &upcoming[..lines]).count() as u64;
        self.next += lines;
        if !self.characters.differ {
            self.characters.board = self.line;
        }
        lines
    }

    /// Makes sure that the expected answer to the next line is in `upcoming`, if there is one.
    fn make_upcoming(&mut self) {
        if self.next < self.upcoming.len() || self.made == self.boards.len() {
            return;
        }
        let end = self.boards.len().min(self.made + ANSWER_BLOCK);
        self.upcoming.clear();
        self.next = 0;
        self.expected
            .append(&self.boards, self.made..end, &mut self.upcoming);
        self.made = end;
    }

    fn append_to_line(&mut self, bytes: &[u8]) {
        let line = &mut self.current;
        let shown = bytes.len().min(SHOWN_BYTES - line.text.len());
        line.text.extend_from_slice(&bytes[..shown]);
        for &byte in bytes.iter().filter(|&&byte| !is_blank(byte)) {
            if self.current.compact.len() < COMPARED {
                self.current.compact.push(byte);
            }
            self.compare_character(byte);
        }
    }

    fn compare_character(&mut self, byte: u8) {
        let characters = &mut self.characters;
        if characters.differ {
            return;
        }
        if characters.board == self.boards.len() {
            characters.differ = true;
            return;
        }
        if characters.read == 0 {
            let board = self.boards.board(characters.board);
            characters.answer = self.expected.answer(board).into_bytes();
            // An answer that comes from a program may have blanks.
            characters.answer.retain(|&byte| !is_blank(byte));
        }
        characters.differ = characters.answer.get(characters.read) != Some(&byte);
        characters.read += 1;
        if characters.read >= characters.answer.len() {
            characters.read = 0;
            characters.board += 1;
        }
    }

    /// Ends the current line.
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.current);
        if line.compact.is_empty() {
            self.blank_lines += 1;
            return;
        }
        self.make_upcoming();
        let upcoming = &self.upcoming[self.next..];
        let end = upcoming.iter().position(|&byte| byte == b'\n');
        let number = self.line;
        self.line += 1;
        let Some(end) = end else {
            self.extra.get_or_insert(line.text);
            self.blank_lines = 0;
            return;
        };
        let answer = &upcoming[..end];
        self.next += end + 1;
        let end_of_text = line.text.iter().rposition(|&byte| !is_blank(byte));
        let end_of_text = end_of_text.map_or(0, |last| last + 1);
        let compact: Vec<u8> = answer
            .iter()
            .copied()
            .filter(|&byte| !is_blank(byte))
            .take(COMPARED)
            .collect();
        if line.compact != compact {
            self.wrong_answers
                .push((number, read_answer::<P>(&line.compact, &compact)));
            self.wrong.get_or_insert((number, line.text));
        } else if line.text[..end_of_text] != *answer || self.blank_lines > 0 {
            // Empty lines before the answer are part of the difference.
            let empty = usize::try_from(self.blank_lines)
                .map_or(SHOWN_BYTES, |lines| lines.min(SHOWN_BYTES));
            let text = [vec![b'\n'; empty], line.text].concat();
            self.spaced_lines += 1;
            self.spacing.get_or_insert((number, text));
        }
        self.blank_lines = 0;
    }
}

/// Whether this is white space; a vertical tab is, too.
fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Reads an answer that is not the expected one. Both come without white space.
pub(crate) fn read_answer<P: Problem>(given: &[u8], expected: &[u8]) -> Response<P> {
    let answer = str::from_utf8(given)
        .ok()
        .and_then(|text| text.parse().ok());
    // 10 is no 0 with something before it.
    let is_labelled = given.strip_suffix(expected).is_some_and(|label| {
        !label
            .last()
            .is_some_and(|&last| last.is_ascii_digit() || last == b'-')
    });
    answer.ok_or(if is_labelled {
        NoAnswer::Labelled
    } else {
        NoAnswer::Unreadable
    })
}

#[cfg(test)]
mod tests;
