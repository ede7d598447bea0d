//! Lines of an input text, read in constant memory, and the faults that both formats share.
//!
//! A line ends with LF, with CRLF or with the input. Blanks at its end do not count, however many. The reader keeps
//! only the first [`LINE_BYTES`] bytes of a line and refuses longer ones.

use std::fmt::Display;
use std::io::{self, BufRead};

use crate::{Diagnostic, Illegal, Position, Problem, ReadError};

/// The most bytes of a line before its trailing blanks: ample for every format.
const LINE_BYTES: usize = 120;

/// The most rows of a board, and so the most lines in a message.
const ROWS: usize = 4;

/// Reads lines; counts lines and cases.
///
/// The source is a `dyn` reference, so that readers are compiled once.
pub(crate) struct Input<'a> {
    source: Box<dyn BufRead + 'a>,
    case: Option<u64>,
    /// The number of the last line, from 1.
    line: u64,
    /// The last lines without their trailing blanks, each at its number modulo [`ROWS`].
    recent: [Vec<u8>; ROWS],
}

impl<'a> Input<'a> {
    pub(crate) fn new(source: impl BufRead + 'a) -> Self {
        Input {
            source: Box::new(source),
            case: None,
            line: 0,
            recent: Default::default(),
        }
    }

    /// Starts a case, from 1: the next lines belong to it.
    pub(crate) fn enter_case(&mut self, case: u64) {
        self.case = Some(case);
    }

    /// Decodes the available input in pieces of `N` bytes, and appends each result to the empty list. Stops at the
    /// first piece that `decode` refuses, after `most` pieces, or at the end of the available input. Each piece counts
    /// as `lines` lines.
    ///
    /// This is a fast path for texts in their usual form. The other methods read all other texts and find the faults.
    pub(crate) fn decode<const N: usize, T>(
        &mut self,
        lines: u64,
        most: u64,
        decode: impl FnMut(&[u8; N]) -> Option<T>,
        decoded: &mut Vec<T>,
    ) -> Result<(), ReadError> {
        let available = match self.source.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        debug_assert!(decoded.is_empty());
        let (texts, _) = available.as_chunks();
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        decoded.extend(texts.iter().take(most).map_while(decode));
        let count = decoded.len();
        self.source.consume(count * N);
        self.line += lines * count as u64;
        Ok(())
    }

    /// The next line. A fault if the input has ended.
    pub(crate) fn require_line(&mut self, expected: impl Display) -> Result<&[u8], ReadError> {
        if !self.next_line(&expected)? {
            return Err(self.fault(0, "the input ends", expected));
        }
        Ok(self.text())
    }

    /// Checks that only blank lines follow.
    pub(crate) fn require_end(&mut self, expected: impl Display) -> Result<(), ReadError> {
        self.case = None;
        while self.next_line(&expected)? {
            if let Some(column) = self.text().iter().position(|&byte| !is_blank(byte)) {
                return Err(self.unexpected(column, expected));
            }
        }
        Ok(())
    }

    /// The fault that the text at `column`, from 0, is not as expected: the byte there, or the end of the line.
    pub(crate) fn unexpected(&self, column: usize, expected: impl Display) -> ReadError {
        let found = match character(self.text(), column) {
            Some(found) => format!("found {found:?}"),
            None if column == 0 => "the line is empty".to_owned(),
            None => "the line ends".to_owned(),
        };
        self.fault(column, &found, expected)
    }

    /// The board whose last row was just read, or the fault that it cannot be a case.
    ///
    /// The `i`-th nonblank character of a row is its `i`-th cell.
    pub(crate) fn case<P: Problem>(&self, x: u16, o: u16) -> Result<Position<P>, ReadError> {
        P::position(x, o).map_err(|illegal| {
            let first_row = self.line + 1 - u64::from(P::SIDE);
            let rows = (first_row..=self.line).map(|line| self.recent(line));
            let (line, column) = match illegal {
                Illegal::LinePresent { line, .. } => line.start(P::SIDE),
                _ => (0, 0),
            };
            let line = first_row + u64::from(line);
            Diagnostic {
                case: self.case,
                line,
                column: nth_not_blank(self.recent(line), column as usize) + 1,
                excerpt: rows
                    .map(String::from_utf8_lossy)
                    .collect::<Vec<_>>()
                    .join("\n"),
                excerpt_line: first_row,
                found: illegal.to_string(),
                expected: contract::<P>(),
            }
            .into()
        })
    }

    /// Reads the next line. Returns `false` at the end of the input, and the line is then empty.
    fn next_line(&mut self, expected: &impl Display) -> Result<bool, ReadError> {
        self.line += 1;
        let text = &mut self.recent[self.line as usize % ROWS];
        text.clear();
        let mut any = false;
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
            any = true;
            let newline = memchr::memchr(b'\n', available);
            let part = &available[..newline.unwrap_or(available.len())];
            let (kept, dropped) = part.split_at(part.len().min(LINE_BYTES - text.len()));
            text.extend_from_slice(kept);
            if dropped.iter().any(|&byte| !is_blank(byte)) {
                // The line may have no end.
                too_long = true;
                break;
            }
            let used = part.len() + usize::from(newline.is_some());
            self.source.consume(used);
            if newline.is_some() {
                break;
            }
        }
        if too_long {
            let found = format!("the line has more than {LINE_BYTES} bytes");
            return Err(self.fault(LINE_BYTES, &found, expected));
        }
        while text.last().is_some_and(|&byte| is_blank(byte)) {
            text.pop();
        }
        Ok(any)
    }

    /// A fault at `column`, from 0, of the last line.
    pub(crate) fn fault(&self, column: usize, found: &str, expected: impl Display) -> ReadError {
        let before = &self.text()[..column.min(self.text().len())];
        Diagnostic {
            case: self.case,
            line: self.line,
            column: String::from_utf8_lossy(before).chars().count() + 1,
            excerpt: String::from_utf8_lossy(self.text()).into_owned(),
            excerpt_line: self.line,
            found: found.to_owned(),
            expected: expected.to_string(),
        }
        .into()
    }

    /// The last line.
    fn text(&self) -> &[u8] {
        self.recent(self.line)
    }

    fn recent(&self, line: u64) -> &[u8] {
        &self.recent[line as usize % ROWS]
    }
}

/// Whether the byte is a blank within a line. CR is one, so a line may end with CRLF.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// The character that begins at this byte. U+FFFD for bytes that are not UTF-8.
fn character(text: &[u8], column: usize) -> Option<char> {
    let rest = text.get(column..)?;
    let longest = &rest[..rest.len().min(4)];
    String::from_utf8_lossy(longest).chars().next()
}

fn nth_not_blank(text: &[u8], n: usize) -> usize {
    let mut indices = (0..text.len()).filter(|&index| !is_blank(text[index]));
    indices.nth(n).expect("a character for each cell")
}

fn contract<P: Problem>() -> String {
    let (least, most) = P::STONES.into_inner();
    let lines = if P::O_MAY_HAVE_WON {
        "no line of x"
    } else {
        "no line"
    };
    format!("{least} to {most} stones of each side, equally many, and {lines}")
}
