//! Reads the lines of an input text in constant memory, and makes the diagnostics that both formats share.
//!
//! A line ends with LF, with CRLF or at the end of the input. Any number of blanks may precede the end of a line.
//! Without these, a line has at most [`MAX_LINE_BYTES`] bytes.

use std::fmt::Display;
use std::io::{self, BufRead};

use crate::{Diagnostic, Illegal, Position, Problem, ReadError};

/// The most bytes of a line before its trailing blanks: ample for every format.
const MAX_LINE_BYTES: usize = 120;

/// The most rows of a board, and so the most lines in an excerpt.
const MAX_ROWS: usize = 4;

/// Reads lines, and counts lines and cases.
///
/// The source is a trait object, so that the readers are compiled only once.
pub(crate) struct Input<'a> {
    source: Box<dyn BufRead + 'a>,
    case: Option<u64>,
    /// The number of the line that was read last, from 1.
    line: u64,
    /// The last lines without their trailing blanks, each at its number modulo [`MAX_ROWS`].
    recent_lines: [Vec<u8>; MAX_ROWS],
}

impl<'a> Input<'a> {
    pub(crate) fn new(source: impl BufRead + 'a) -> Self {
        Input {
            source: Box::new(source),
            case: None,
            line: 0,
            recent_lines: Default::default(),
        }
    }

    /// Starts the case with this number, from 1. The next lines belong to it.
    pub(crate) fn enter_case(&mut self, case: u64) {
        self.case = Some(case);
    }

    /// Decodes cases of `N` bytes and `lines` lines from the available input, and appends them to an empty vector.
    /// Stops at the first case for which `decode` returns `None`, after `max_cases` cases, or at the end of the
    /// available input.
    ///
    /// This is a fast path for texts in their usual form. The other methods read all other texts, and find errors.
    pub(crate) fn decode<const N: usize, T>(
        &mut self,
        lines: u64,
        max_cases: u64,
        decode: impl FnMut(&[u8; N]) -> Option<T>,
        cases: &mut Vec<T>,
    ) -> Result<(), ReadError> {
        debug_assert!(cases.is_empty());
        let available = match self.source.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let (texts, _) = available.as_chunks();
        let max_cases = usize::try_from(max_cases).unwrap_or(usize::MAX);
        cases.extend(texts.iter().take(max_cases).map_while(decode));
        let count = cases.len();
        self.source.consume(count * N);
        self.line += lines * count as u64;
        Ok(())
    }

    /// The next line. An error if the input has ended.
    pub(crate) fn require_line(&mut self, expected: impl Display) -> Result<&[u8], ReadError> {
        if !self.next_line(&expected)? {
            return Err(self.error(0, "the input ends", expected));
        }
        Ok(self.last_line())
    }

    /// Checks that only blank lines follow.
    pub(crate) fn require_end(&mut self, expected: impl Display) -> Result<(), ReadError> {
        self.case = None;
        while self.next_line(&expected)? {
            if let Some(index) = self.last_line().iter().position(|&byte| !is_blank(byte)) {
                return Err(self.unexpected(index, expected));
            }
        }
        Ok(())
    }

    /// The error that the character at byte `index` of the last line, or the end of the line there, is not as expected.
    pub(crate) fn unexpected(&self, index: usize, expected: impl Display) -> ReadError {
        let found = match character_at(self.last_line(), index) {
            Some(character) => format!("found {character:?}"),
            None if index == 0 => "the line is empty".to_owned(),
            None => "the line ends".to_owned(),
        };
        self.error(index, &found, expected)
    }

    /// The position whose last row was just read, or the reason why the board is illegal.
    ///
    /// The `i`-th nonblank character of a row is its `i`-th cell.
    pub(crate) fn position<P: Problem>(&self, x: u16, o: u16) -> Result<Position<P>, ReadError> {
        P::position(x, o).map_err(|illegal| {
            let first_row = self.line + 1 - u64::from(P::ROWS);
            let rows = (first_row..=self.line).map(|line| self.recent_line(line));
            let (row, column) = match illegal {
                Illegal::LinePresent { line, .. } => line.first_cell(P::ROWS),
                _ => (0, 0),
            };
            let line = first_row + u64::from(row);
            Diagnostic {
                case: self.case,
                line,
                column: nth_nonblank(self.recent_line(line), column as usize) + 1,
                excerpt: rows
                    .map(String::from_utf8_lossy)
                    .collect::<Vec<_>>()
                    .join("\n"),
                excerpt_line: first_row,
                found: illegal.to_string(),
                expected: requirements::<P>(),
            }
            .into()
        })
    }

    /// Reads the next line. Returns `false` at the end of the input, and the line is then empty.
    fn next_line(&mut self, expected: &impl Display) -> Result<bool, ReadError> {
        self.line += 1;
        let text = &mut self.recent_lines[self.line as usize % MAX_ROWS];
        text.clear();
        let mut has_bytes = false;
        let mut too_long = false;
        loop {
            let available = match self.source.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            if available.is_empty() {
                break;
            }
            has_bytes = true;
            let newline = memchr::memchr(b'\n', available);
            let part = &available[..newline.unwrap_or(available.len())];
            let (kept, dropped) = part.split_at(part.len().min(MAX_LINE_BYTES - text.len()));
            text.extend_from_slice(kept);
            if dropped.iter().any(|&byte| !is_blank(byte)) {
                // The line may never end.
                too_long = true;
                break;
            }
            let length = part.len() + usize::from(newline.is_some());
            self.source.consume(length);
            if newline.is_some() {
                break;
            }
        }
        if too_long {
            let found = format!("the line has more than {MAX_LINE_BYTES} bytes");
            return Err(self.error(MAX_LINE_BYTES, &found, expected));
        }
        while text.last().is_some_and(|&byte| is_blank(byte)) {
            text.pop();
        }
        Ok(has_bytes)
    }

    /// An error at byte `index` of the last line.
    pub(crate) fn error(&self, index: usize, found: &str, expected: impl Display) -> ReadError {
        let text = self.last_line();
        let text_before = &text[..index.min(text.len())];
        Diagnostic {
            case: self.case,
            line: self.line,
            column: String::from_utf8_lossy(text_before).chars().count() + 1,
            excerpt: String::from_utf8_lossy(text).into_owned(),
            excerpt_line: self.line,
            found: found.to_owned(),
            expected: expected.to_string(),
        }
        .into()
    }

    fn last_line(&self) -> &[u8] {
        self.recent_line(self.line)
    }

    fn recent_line(&self, line: u64) -> &[u8] {
        &self.recent_lines[line as usize % MAX_ROWS]
    }
}

/// Whether the byte is a blank. CR counts as one, so that a line may end with CRLF.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The character that begins at this byte; U+FFFD if the bytes are not UTF-8.
fn character_at(text: &[u8], index: usize) -> Option<char> {
    let rest = text.get(index..)?;
    let longest = &rest[..rest.len().min(4)];
    String::from_utf8_lossy(longest).chars().next()
}

/// The index of the `n`-th nonblank byte, from 0.
fn nth_nonblank(text: &[u8], n: usize) -> usize {
    let mut indices = (0..text.len()).filter(|&index| !is_blank(text[index]));
    indices.nth(n).expect("a character for each cell")
}

/// What a board has to satisfy to be legal.
fn requirements<P: Problem>() -> String {
    let (least, most) = P::STONES.into_inner();
    let lines = if P::O_MAY_HAVE_WON {
        "no line of x"
    } else {
        "no line"
    };
    format!("{least} to {most} stones of each side, equally many, and {lines}")
}
