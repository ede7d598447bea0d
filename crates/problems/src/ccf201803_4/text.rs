//! The judge's format: the number of cases, then three rows of three numbers for each case.
//!
//! 0 stands for an empty cell, 1 for a stone of Alice and 2 for one of Bob. Blanks separate the numbers in a row. The
//! statement promises at most five cases, but the reader accepts more.

use super::Ccf201803_4;
use crate::input::{Input, is_blank};
use crate::{Board, Cases, Cell, Position, Problem, ReadError};

pub(super) fn read(mut input: Input<'_>) -> Cases<'_, Position<Ccf201803_4>> {
    let mut announced_count = None;
    let mut cases_read = 0;
    Cases::new(move |cases: &mut Vec<_>| {
        let count = match announced_count {
            Some(count) => count,
            None => *announced_count.insert(read_count(&mut input)?),
        };
        input.decode(3, count - cases_read, decode, cases)?;
        if cases.is_empty() {
            if cases_read < count {
                input.enter_case(cases_read + 1);
                cases.push(read_board(&mut input, cases_read + 1, count)?);
            } else {
                input.require_end(format_args!(
                    "nothing after the last board (the first line announces {count})"
                ))?;
            }
        }
        cases_read += cases.len() as u64;
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
        text.extend_from_slice(&[number, separator_after(cell)]);
    }
}

fn separator_after(cell: usize) -> u8 {
    if cell % 3 == 2 { b'\n' } else { b' ' }
}

/// Quickly decodes a case that has exactly the form that [`append_case`] writes.
fn decode(text: &[u8; 18]) -> Option<Position<Ccf201803_4>> {
    let mut x = 0;
    let mut o = 0;
    for (cell, pair) in text.chunks_exact(2).enumerate() {
        let [number @ b'0'..=b'2', separator] = *pair else {
            return None;
        };
        if separator != separator_after(cell) {
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
        Err(_) => Err(input.error(0, "the number is too large", expected)),
    }
}

fn read_board(
    input: &mut Input,
    case: u64,
    count: u64,
) -> Result<Position<Ccf201803_4>, ReadError> {
    let mut x = 0;
    let mut o = 0;
    for row in 0..3 {
        let expected = format_args!("row {} of 3 of board {case} of {count}", row + 1);
        let text = input.require_line(expected)?;
        let mut index = 0;
        for column in 0..3 {
            if column > 0 {
                let blanks = count_blanks_at(text, index);
                if blanks == 0 {
                    return Err(input.unexpected(index, "a blank and another number"));
                }
                index += blanks;
            }
            let cell = 1 << (row * 3 + column);
            match text.get(index) {
                Some(b'0') => {}
                Some(b'1') => x |= cell,
                Some(b'2') => o |= cell,
                _ => return Err(input.unexpected(index, "`0`, `1` or `2`")),
            }
            index += 1;
        }
        if index < text.len() {
            return Err(input.unexpected(index, "the end of the row after three numbers"));
        }
    }
    input.position(x, o)
}

fn count_blanks_at(text: &[u8], index: usize) -> usize {
    let blanks = text[index..].iter().take_while(|&&byte| is_blank(byte));
    blanks.count()
}
