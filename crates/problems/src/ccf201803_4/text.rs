//! The judge's format: the number of cases, then three rows of three numbers for each.
//!
//! A number is 0 for an empty cell, 1 for a stone of Alice and 2 for one of Bob. Blanks separate the numbers of a row.
//! The statement promises at most five cases; the reader accepts more.

use super::Ccf201803_4;
use crate::input::{Input, is_blank};
use crate::{Board, Cases, Cell, Position, Problem, ReadError};

pub(super) fn read(mut input: Input<'_>) -> Cases<'_, Position<Ccf201803_4>> {
    let mut count = None;
    let mut case = 0;
    Cases::new(move |cases: &mut Vec<_>| {
        let count = match count {
            Some(count) => count,
            None => *count.insert(read_count(&mut input)?),
        };
        input.decode(3, count - case, decode, cases)?;
        if cases.is_empty() {
            if case < count {
                input.enter_case(case + 1);
                cases.push(read_board(&mut input, case + 1, count)?);
            } else {
                input.require_end(format_args!(
                    "nothing after the last board (the first line announces {count})"
                ))?;
            }
        }
        case += cases.len() as u64;
        Ok(())
    })
}

pub(super) fn append_case(board: Board<Ccf201803_4>, text: &mut Vec<u8>) {
    for (cell, stone) in board.cells().enumerate() {
        let number = match stone {
            Cell::Empty => b'0',
            Cell::X => b'1',
            Cell::O => b'2',
        };
        let after = if cell % 3 == 2 { b'\n' } else { b' ' };
        text.extend_from_slice(&[number, after]);
    }
}

/// Decodes a case in exactly the form of [`append_case`], quickly.
fn decode(text: &[u8; 18]) -> Option<Position<Ccf201803_4>> {
    let (mut x, mut o) = (0, 0);
    for (cell, text) in text.chunks_exact(2).enumerate() {
        let [number @ b'0'..=b'2', after] = *text else {
            return None;
        };
        if after != if cell % 3 == 2 { b'\n' } else { b' ' } {
            return None;
        }
        x |= u16::from(number == b'1') << cell;
        o |= u16::from(number == b'2') << cell;
    }
    Ccf201803_4::position(x, o).ok()
}

fn read_count(input: &mut Input) -> Result<u64, ReadError> {
    let expected = "the number of boards, in digits and alone on its line";
    let text = input.require_line(expected)?;
    let not_a_digit = text.iter().position(|byte| !byte.is_ascii_digit());
    if text.is_empty() || not_a_digit.is_some() {
        return Err(input.unexpected(not_a_digit.unwrap_or(0), expected));
    }
    let digits = str::from_utf8(text).expect("digits are ASCII");
    match digits.parse() {
        Ok(count) => Ok(count),
        Err(_) => Err(input.fault(0, "the number is too large", expected)),
    }
}

fn read_board(
    input: &mut Input,
    case: u64,
    count: u64,
) -> Result<Position<Ccf201803_4>, ReadError> {
    let (mut x, mut o) = (0, 0);
    for row in 0..3 {
        let row_of_board = format_args!("row {} of 3 of board {case} of {count}", row + 1);
        let text = input.require_line(row_of_board)?;
        let mut offset = 0;
        for column in 0..3 {
            if column > 0 {
                let blanks = blanks_at(text, offset);
                if blanks == 0 {
                    return Err(input.unexpected(offset, "a blank and another number"));
                }
                offset += blanks;
            }
            let cell = 1 << (row * 3 + column);
            match text.get(offset) {
                Some(b'0') => {}
                Some(b'1') => x |= cell,
                Some(b'2') => o |= cell,
                _ => return Err(input.unexpected(offset, "`0`, `1` or `2`")),
            }
            offset += 1;
        }
        if offset < text.len() {
            return Err(input.unexpected(offset, "the end of the row after three numbers"));
        }
    }
    input.case(x, o)
}

fn blanks_at(text: &[u8], offset: usize) -> usize {
    let blanks = text[offset..].iter().take_while(|&&byte| is_blank(byte));
    blanks.count()
}
