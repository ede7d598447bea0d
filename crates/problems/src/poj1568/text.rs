//! The judge's format: a line `?` and four rows of `.xo` for each case, and `$` after the last.

use super::{FirstWin, Poj1568};
use crate::input::Input;
use crate::{Board, Cases, Position, Problem, ReadError};

const CELL: &str = "`.`, `x` or `o`";

pub(super) fn read(mut input: Input<'_>) -> Cases<'_, Position<Poj1568>> {
    let mut case = 0;
    Cases::new(move |cases: &mut Vec<_>| {
        input.decode(5, u64::MAX, decode, cases)?;
        if cases.is_empty() {
            input.enter_case(case + 1);
            if begins_case(&mut input)? {
                cases.push(read_board(&mut input)?);
            } else {
                input.require_end("nothing after the line that begins with `$`")?;
            }
        }
        case += cases.len() as u64;
        Ok(())
    })
}

/// Uses a table of all rows.
pub(super) fn append_case(board: Board<Poj1568>, text: &mut Vec<u8>) {
    let mut case = *b"?\n....\n....\n....\n....\n";
    let (rows, _) = case[2..].as_chunks_mut::<5>();
    for (row, drawn) in rows.iter_mut().enumerate() {
        let of = |stones: u16| usize::from(stones >> (4 * row) & 0xf);
        *drawn = ROWS[of(board.x()) | of(board.o()) << 4];
    }
    text.extend_from_slice(&case);
}

/// The text of each row, indexed by the four cells of `x` and, above them, the four of `o`.
const ROWS: [[u8; 5]; 256] = {
    let mut rows = [*b"....\n"; 256];
    let mut stones = rows.len();
    while stones > 0 {
        stones -= 1;
        let mut column = 0;
        while column < 4 {
            if stones >> column & 1 == 1 {
                rows[stones][column] = b'x';
            } else if stones >> (4 + column) & 1 == 1 {
                rows[stones][column] = b'o';
            }
            column += 1;
        }
    }
    rows
};

/// All answers have the same length, so one resize makes room for them.
pub(super) fn append_answers(answers: &[FirstWin], text: &mut Vec<u8>) {
    let begin = text.len();
    text.resize(begin + 6 * answers.len(), b'\n');
    for (line, answer) in text[begin..].chunks_exact_mut(6).zip(answers) {
        line[..5].copy_from_slice(answer.as_ref().as_bytes());
    }
}

/// Decodes a case in exactly the form of [`append_case`], in a few instructions.
#[inline]
fn decode(text: &[u8; 22]) -> Option<Position<Poj1568>> {
    let [b'?', b'\n', rows @ ..] = text else {
        return None;
    };
    let (rows, _) = rows.as_chunks::<5>();
    let row = |n: usize| match rows[n] {
        [a, b, c, d, b'\n'] => Some(u32::from_le_bytes([a, b, c, d])),
        _ => None,
    };
    let (upper_x, upper_o) = decode_two_rows(row(0)?, row(1)?)?;
    let (lower_x, lower_o) = decode_two_rows(row(2)?, row(3)?)?;
    Poj1568::position(upper_x | lower_x << 8, upper_o | lower_o << 8).ok()
}

/// The stones of `x` and `o` on the eight cells of two rows, if each character is one of `.xo`. (`y` would be both,
/// which is no position.)
#[inline]
fn decode_two_rows(first: u32, second: u32) -> Option<(u16, u16)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const DOTS: u64 = EACH * b'.' as u64;
    const X: u64 = (b'x' ^ b'.') as u64;
    const O: u64 = (b'o' ^ b'.') as u64;
    // `X` has bit 1 set and bit 0 clear; `O` is the other way round.
    let difference = (u64::from(first) | u64::from(second) << 32) ^ DOTS;
    let x = difference >> 1 & EACH;
    let o = difference & EACH;
    // The product's highest byte has the lowest bit of byte `i` as bit `i`.
    let gather = |bits: u64| (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16;
    (difference == ((x * X) | (o * O))).then(|| (gather(x), gather(o)))
}

/// Reads the line `?` before a board and returns `true`, or the final line that begins with `$` and returns `false`.
fn begins_case(input: &mut Input) -> Result<bool, ReadError> {
    let expected = "`?` before a board, or `$` after the last";
    match *input.require_line(expected)? {
        [b'?'] => Ok(true),
        [b'?', ..] => Err(input.unexpected(1, "nothing after `?`")),
        [b'$', ..] => Ok(false),
        _ => Err(input.unexpected(0, expected)),
    }
}

fn read_board(input: &mut Input) -> Result<Position<Poj1568>, ReadError> {
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
    input.case(x, o)
}
