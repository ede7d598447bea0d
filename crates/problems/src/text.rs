//! The judges' text formats: writes boards, and reads them in constant memory.
//!
//! When reading, a line ends with LF, with CRLF or at the end of the input. Blanks may precede the end of a line.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read};
use std::marker::PhantomData;

use crate::{Diagnostic, Illegal, Position, Problem, ReadError};

/// The most bytes of a line: ample for every format.
const MAX_LINE_BYTES: usize = 120;

/// The most rows of a board, and so the most lines in an excerpt.
const MAX_ROWS: usize = 4;

/// The judge's text format: the rows of each board, on a line each, and what surrounds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// A line `?` precedes each board, and `$` follows the last. The cells of a row are characters `.`, `x` and `o`.
    Marked,
    /// The first line has the number of boards. The cells of a row are numbers with blanks between them: 0 is empty, 1
    /// is `x`, and 2 is `o`. The statement promises at most five boards, but the reader accepts more.
    Counted,
}

impl TextFormat {
    /// What precedes the first of `count` boards.
    pub(crate) fn start(self, count: u64) -> String {
        match self {
            TextFormat::Marked => String::new(),
            TextFormat::Counted => format!("{count}\n"),
        }
    }

    /// Appends a board to `text`.
    pub(crate) fn append_board(self, rows: u32, [x, o]: [u16; 2], text: &mut Vec<u8>) {
        if self == TextFormat::Marked {
            text.extend_from_slice(b"?\n");
        }
        for cell in 0..rows * rows {
            text.push(self.cells()[usize::from((o >> cell & 1) << 1 | x >> cell & 1)]);
            if cell % rows == rows - 1 {
                text.push(b'\n');
            } else if self == TextFormat::Counted {
                text.push(b' ');
            }
        }
    }

    /// What follows the last board.
    pub fn end(self) -> &'static str {
        match self {
            TextFormat::Marked => "$\n",
            TextFormat::Counted => "",
        }
    }

    /// An empty cell, a stone of `x` and a stone of `o`.
    fn cells(self) -> [u8; 3] {
        match self {
            TextFormat::Marked => *b".xo",
            TextFormat::Counted => *b"012",
        }
    }
}

/// The cases of an input text, up to its end or the first error. [`Problem::read`] returns it.
pub struct Cases<'a, P> {
    input: Input<'a>,
    has_ended: bool,
    problem: PhantomData<P>,
}

impl<'a, P: Problem> Cases<'a, P> {
    pub(crate) fn new(source: impl Read + 'a) -> Self {
        Cases {
            input: Input {
                source: BufReader::new(Box::new(source)),
                announced: None,
                cases_read: 0,
                case: None,
                line: 0,
                recent_lines: Default::default(),
            },
            has_ended: false,
            problem: PhantomData,
        }
    }

    /// Whether the next case has yet to arrive, so that reading it may wait.
    pub fn is_waiting(&self) -> bool {
        self.input.source.buffer().is_empty()
    }
}

impl<P: Problem> Iterator for Cases<'_, P> {
    type Item = Result<Position<P>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let stones = self.input.next_board(P::FORMAT, P::ROWS as usize);
        let case = stones
            .transpose()
            .map(|stones| self.input.position(stones?));
        self.has_ended = !matches!(case, Some(Ok(_)));
        case
    }
}

/// Reads boards, and counts lines and cases.
///
/// The source is a trait object, so that the reader is compiled only once.
struct Input<'a> {
    source: BufReader<Box<dyn Read + 'a>>,
    /// The number of boards according to the first line.
    announced: Option<u64>,
    cases_read: u64,
    /// The case to which the last line belongs.
    case: Option<u64>,
    /// The number of the line that was read last, from 1.
    line: u64,
    /// The last lines without their trailing blanks, each at its number modulo [`MAX_ROWS`].
    recent_lines: [Vec<u8>; MAX_ROWS],
}

impl Input<'_> {
    /// The stones of `x` and of `o` on the next board. `None` if there is none.
    fn next_board(
        &mut self,
        format: TextFormat,
        rows: usize,
    ) -> Result<Option<[u16; 2]>, ReadError> {
        let case = self.cases_read + 1;
        let mut of_board = String::new();
        if format == TextFormat::Marked {
            self.case = Some(case);
            if !self.read_mark()? {
                self.require_end("nothing after the line that begins with `$`")?;
                return Ok(None);
            }
        } else {
            let count = match self.announced {
                Some(count) => count,
                None => self.read_count()?,
            };
            if case > count {
                self.require_end(format_args!(
                    "nothing after the last board (the first line announces {count})"
                ))?;
                return Ok(None);
            }
            self.announced = Some(count);
            self.case = Some(case);
            of_board = format!(" of board {case} of {count}");
        }
        let mut sets = [0; 3];
        for row in 0..rows {
            let text = self.require_line(format_args!("row {} of {rows}{of_board}", row + 1))?;
            let mut index = 0;
            for column in 0..rows {
                if column > 0 && format == TextFormat::Counted {
                    let blanks = text[index..].iter().take_while(|&&byte| is_blank(byte));
                    let count = blanks.count();
                    if count == 0 {
                        return Err(self.unexpected(index, "a blank and another number"));
                    }
                    index += count;
                }
                let cells = format.cells();
                let Some(set) = cells.iter().position(|cell| text.get(index) == Some(cell)) else {
                    let [empty, x, o] = cells.map(char::from);
                    let expected = format_args!("`{empty}`, `{x}` or `{o}`");
                    return Err(self.unexpected(index, expected));
                };
                sets[set] |= 1 << (row * rows + column);
                index += 1;
            }
            if index < text.len() {
                let expected = format_args!("the end of the row after {rows} cells");
                return Err(self.unexpected(index, expected));
            }
        }
        self.cases_read = case;
        let [_, x, o] = sets;
        Ok(Some([x, o]))
    }

    /// Returns `true` if the next line is the `?` before a board, or `false` if it is the final line, which begins with
    /// `$`.
    fn read_mark(&mut self) -> Result<bool, ReadError> {
        let expected = "`?` before a board, or `$` after the last";
        match *self.require_line(expected)? {
            [b'?'] => Ok(true),
            [b'?', ..] => Err(self.unexpected(1, "nothing after `?`")),
            [b'$', ..] => Ok(false),
            _ => Err(self.unexpected(0, expected)),
        }
    }

    fn read_count(&mut self) -> Result<u64, ReadError> {
        let expected = "the number of boards, in digits and alone on its line";
        let text = self.require_line(expected)?;
        let not_a_digit = text.iter().position(|byte| !byte.is_ascii_digit());
        if text.is_empty() || not_a_digit.is_some() {
            return Err(self.unexpected(not_a_digit.unwrap_or(0), expected));
        }
        let digits = str::from_utf8(text).expect("digits are ASCII");
        match digits.parse() {
            Ok(count) => Ok(count),
            Err(_) => Err(self.error(0, "the number is too large", expected)),
        }
    }

    /// The next line. An error if the input has ended.
    fn require_line(&mut self, expected: impl Display) -> Result<&[u8], ReadError> {
        if !self.next_line(&expected)? {
            return Err(self.error(0, "the input ends", expected));
        }
        Ok(self.last_line())
    }

    /// Checks that only blank lines follow.
    fn require_end(&mut self, expected: impl Display) -> Result<(), ReadError> {
        self.case = None;
        while self.next_line(&expected)? {
            if let Some(index) = self.last_line().iter().position(|&byte| !is_blank(byte)) {
                return Err(self.unexpected(index, expected));
            }
        }
        Ok(())
    }

    /// Reads the next line. Returns `false` at the end of the input, and the line is then empty.
    fn next_line(&mut self, expected: &impl Display) -> Result<bool, ReadError> {
        self.line += 1;
        let text = &mut self.recent_lines[self.line as usize % MAX_ROWS];
        text.clear();
        let mut start = (&mut self.source).take(MAX_LINE_BYTES as u64 + 1);
        let length = start.read_until(b'\n', text)?;
        if text.pop_if(|byte| *byte == b'\n').is_none() && length > MAX_LINE_BYTES {
            // The line may never end.
            text.truncate(MAX_LINE_BYTES);
            let found = format!("the line has more than {MAX_LINE_BYTES} bytes");
            return Err(self.error(MAX_LINE_BYTES, &found, expected));
        }
        while text.pop_if(|byte| is_blank(*byte)).is_some() {}
        Ok(length > 0)
    }

    /// The position with the board that was just read, or the reason why it is illegal.
    ///
    /// The `i`-th nonblank character of a row is its `i`-th cell.
    fn position<P: Problem>(&self, [x, o]: [u16; 2]) -> Result<Position<P>, ReadError> {
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

    /// The error that the character at byte `index` of the last line, or the end of the line there, is not as expected.
    fn unexpected(&self, index: usize, expected: impl Display) -> ReadError {
        let found = match character_at(self.last_line(), index) {
            Some(character) => format!("found {character:?}"),
            None if index == 0 => "the line is empty".to_owned(),
            None => "the line ends".to_owned(),
        };
        self.error(index, &found, expected)
    }

    /// An error at byte `index` of the last line.
    fn error(&self, index: usize, found: &str, expected: impl Display) -> ReadError {
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
fn is_blank(byte: u8) -> bool {
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
