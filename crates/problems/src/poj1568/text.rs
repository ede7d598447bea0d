//! The judge's format: a line `?` and four rows of `.xo` for each case, and `$` after the last.

use super::{FirstWin, Poj1568};
use crate::input::Input;
use crate::{Board, Cases, Position, Problem, ReadError};

pub(super) fn read(mut input: Input<'_>) -> Cases<'_, Position<Poj1568>> {
    let mut cases_read = 0;
    Cases::new(move |cases: &mut Vec<_>| {
        input.decode(5, u64::MAX, decode, cases)?;
        if cases.is_empty() {
            input.enter_case(cases_read + 1);
            if read_case_start(&mut input)? {
                cases.push(read_board(&mut input)?);
            } else {
                input.require_end("nothing after the line that begins with `$`")?;
            }
        }
        cases_read += cases.len() as u64;
        Ok(())
    })
}

/// Looks up each row in a table, for speed.
pub(super) fn append_case(board: Board<Poj1568>, text: &mut Vec<u8>) {
    let mut case = *b"?\n....\n....\n....\n....\n";
    let (lines, _) = case[2..].as_chunks_mut::<5>();
    for (row, line) in lines.iter_mut().enumerate() {
        let x = board.x() >> (4 * row) & 0xf;
        let o = board.o() >> (4 * row) & 0xf;
        *line = ROW_TEXTS[usize::from(x | o << 4)];
    }
    text.extend_from_slice(&case);
}

/// The text of each row. The low four bits of the index are the cells of `x`, and the high four those of `o`.
const ROW_TEXTS: [[u8; 5]; 256] = {
    let mut texts = [*b"....\n"; 256];
    let mut stones = texts.len();
    while stones > 0 {
        stones -= 1;
        let mut column = 0;
        while column < 4 {
            if stones >> column & 1 == 1 {
                texts[stones][column] = b'x';
            } else if stones >> (4 + column) & 1 == 1 {
                texts[stones][column] = b'o';
            }
            column += 1;
        }
    }
    texts
};

/// All answers have five characters, so one resize makes room for them.
pub(super) fn append_answers(answers: &[FirstWin], text: &mut Vec<u8>) {
    let start = text.len();
    text.resize(start + 6 * answers.len(), b'\n');
    for (line, answer) in text[start..].chunks_exact_mut(6).zip(answers) {
        line[..5].copy_from_slice(answer.as_ref().as_bytes());
    }
}

/// Quickly decodes a case that has exactly the form that [`append_case`] writes.
#[inline]
fn decode(text: &[u8; 22]) -> Option<Position<Poj1568>> {
    let [b'?', b'\n', rows @ ..] = text else {
        return None;
    };
    let (rows, _) = rows.as_chunks::<5>();
    let (upper_x, upper_o) = decode_two_rows(cells(rows[0])?, cells(rows[1])?)?;
    let (lower_x, lower_o) = decode_two_rows(cells(rows[2])?, cells(rows[3])?)?;
    Poj1568::position(upper_x | lower_x << 8, upper_o | lower_o << 8).ok()
}

/// The four characters of a row.
#[inline]
fn cells(row: [u8; 5]) -> Option<u32> {
    match row {
        [a, b, c, d, b'\n'] => Some(u32::from_le_bytes([a, b, c, d])),
        _ => None,
    }
}

/// The stones of `x` and `o` in two rows, if each character is one of `.xo`. A `y` would count as a stone of each side,
/// which no legal position has.
#[inline]
fn decode_two_rows(first: u32, second: u32) -> Option<(u16, u16)> {
    const LOW_BITS: u64 = 0x0101_0101_0101_0101;
    const DOTS: u64 = LOW_BITS * b'.' as u64;
    const X: u64 = (b'x' ^ b'.') as u64;
    const O: u64 = (b'o' ^ b'.') as u64;
    // `X` has bit 1 set and bit 0 clear; `O` is the other way round.
    let difference = (u64::from(first) | u64::from(second) << 32) ^ DOTS;
    let x = difference >> 1 & LOW_BITS;
    let o = difference & LOW_BITS;
    (difference == ((x * X) | (o * O))).then(|| (lowest_bits(x), lowest_bits(o)))
}

/// The lowest bit of each byte, if all other bits are clear.
#[inline]
fn lowest_bits(bytes: u64) -> u16 {
    // Bit `i` of the product's highest byte is the lowest bit of byte `i`.
    (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
}

/// Returns `true` if the next line is the `?` before a board, or `false` if it is the final line, which begins with
/// `$`.
fn read_case_start(input: &mut Input) -> Result<bool, ReadError> {
    let expected = "`?` before a board, or `$` after the last";
    match *input.require_line(expected)? {
        [b'?'] => Ok(true),
        [b'?', ..] => Err(input.unexpected(1, "nothing after `?`")),
        [b'$', ..] => Ok(false),
        _ => Err(input.unexpected(0, expected)),
    }
}

fn read_board(input: &mut Input) -> Result<Position<Poj1568>, ReadError> {
    let mut x = 0;
    let mut o = 0;
    for row in 0..4 {
        let text = input.require_line(format_args!("row {} of 4", row + 1))?;
        for column in 0..4 {
            let cell = 1 << (row * 4 + column);
            match text.get(column) {
                Some(b'.') => {}
                Some(b'x') => x |= cell,
                Some(b'o') => o |= cell,
                _ => return Err(input.unexpected(column, "`.`, `x` or `o`")),
            }
        }
        if text.len() > 4 {
            return Err(input.unexpected(4, "the end of the row after four cells"));
        }
    }
    input.position(x, o)
}
