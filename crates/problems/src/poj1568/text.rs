//! The judge's format: a line `?` and four rows of `.xo` for each case, and `$` after the last.

use std::io::{self, BufRead, Write};

use super::Poj1568;
use crate::input::{Input, cases};
use crate::{Board, Position, ReadError};

const CELL: &str = "`.`, `x` or `o`";

pub(super) fn read<R: BufRead>(
    input: R,
) -> impl Iterator<Item = Result<Position<Poj1568>, ReadError>> {
    let mut input = Input::new(input);
    let mut case = 0;
    cases(move || {
        case += 1;
        input.enter_case(case);
        if begins_case(&mut input)? {
            read_board(&mut input).map(Some)
        } else {
            input.require_end("nothing after the line that begins with `$`")?;
            Ok(None)
        }
    })
}

pub(super) fn write<W: Write, B: Into<Board<Poj1568>>>(
    mut output: W,
    count: u64,
    boards: impl IntoIterator<Item = B>,
) -> io::Result<()> {
    let mut written = 0;
    for board in boards {
        writeln!(output, "?\n{}", board.into())?;
        written += 1;
    }
    if written != count {
        let message = format!("{written} boards, and {count} were announced");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    writeln!(output, "$")
}

/// Reads the line `?` before a board, or the line that begins with `$`: then there is no board.
fn begins_case<R: BufRead>(input: &mut Input<R>) -> Result<bool, ReadError> {
    let expected = "`?` before a board, or `$` after the last";
    match *input.require_line(expected)? {
        [b'?'] => Ok(true),
        [b'?', ..] => Err(input.unexpected(1, "nothing after `?`")),
        [b'$', ..] => Ok(false),
        _ => Err(input.unexpected(0, expected)),
    }
}

fn read_board<R: BufRead>(input: &mut Input<R>) -> Result<Position<Poj1568>, ReadError> {
    let (mut x, mut o) = (0, 0);
    for row in 0..4 {
        let text = input.require_line(format_args!("row {} of 4", row + 1))?;
        for column in 0..4 {
            let cell = 1 << (row * 4 + column);
            match text.get(column) {
                Some(b'.') => {}
                Some(b'x') => x |= cell,
                Some(b'o') => o |= cell,
                _ => return Err(input.unexpected(column, CELL)),
            }
        }
        if text.len() > 4 {
            return Err(input.unexpected(4, "the end of the row after four cells"));
        }
    }
    input.position(x, o)
}
