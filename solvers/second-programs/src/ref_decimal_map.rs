//! A program that keeps scores in a map, keyed by the board as a decimal number.
//!
//! Peculiarities of the original:
//!
//! - The number of stones determines the side to move: `x` if it is even.
//! - Only lines of 1 and of 2 win. A line of any other number hides the lines after it.
//! - Columns come before rows, and rows before diagonals. The first line counts.
//! - The map is cleared for each case, but the board is not. If a number cannot be read, it becomes 0, and all later
//!   ones keep their values from the previous case.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Bytes, Read, Write};
use std::iter::Peekable;

use crossply_position::Stopped;

/// The program; see the [module](self).
///
/// # Errors
/// If the input ends before all boards are read (the original goes on with the rest of the previous board); if the
/// number of cases is missing; if the program would never end.
pub fn run(input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Stopped> {
    let mut input = Input {
        bytes: input.bytes().peekable(),
        failed: false,
    };
    let mut case = 1;
    let mut globals = Globals::default();
    let mut cases = 0;
    if input.extract(&mut cases)? == End::Reached {
        return Err(Stopped::Unset { case });
    }
    while cases != 0 {
        cases = cases.wrapping_sub(1);
        globals.scores.clear();
        for cell in 0..9 {
            if input.extract(&mut globals.board[cell])? == End::Reached {
                return Err(Stopped::InputEnded {
                    case,
                    instead: "leave the board before in place",
                });
            }
        }
        if input.failed && cases < 0 {
            return Err(Stopped::Endless { case });
        }
        writeln!(output, "{}", globals.dp())?;
        case += 1;
    }
    Ok(())
}

#[derive(Default)]
struct Globals {
    board: [i32; 9],
    scores: BTreeMap<i32, i32>,
}

impl Globals {
    fn dp(&mut self) -> i32 {
        let mut key = 0_i32;
        for number in self.board {
            key = key.wrapping_mul(10).wrapping_add(number);
        }
        if let Some(&score) = self.scores.get(&key) {
            return score;
        }
        let stones = self.board.iter().filter(|&&number| number != 0).count() as i32;
        match self.line() {
            1 => return 10 - stones,
            2 => return -(10 - stones),
            _ => {}
        }
        if stones == 9 {
            return 0;
        }
        let mut best;
        if stones % 2 == 0 {
            best = -100;
            for cell in 0..9 {
                if self.board[cell] == 0 {
                    self.board[cell] = 1;
                    best = best.max(self.dp());
                    self.board[cell] = 0;
                }
            }
        } else {
            best = 100;
            for cell in 0..9 {
                if self.board[cell] == 0 {
                    self.board[cell] = 2;
                    best = best.min(self.dp());
                    self.board[cell] = 0;
                }
            }
        }
        self.scores.insert(key, best);
        best
    }

    /// The number on the first line of equal numbers, or 0 if there is none.
    fn line(&self) -> i32 {
        let a = &self.board;
        for i in 0..3 {
            if a[i] == a[i + 3] && a[i] == a[i + 6] && a[i] != 0 {
                return a[i];
            }
        }
        for i in [0, 3, 6] {
            if a[i] == a[i + 1] && a[i] == a[i + 2] && a[i] != 0 {
                return a[i];
            }
        }
        if a[0] == a[4] && a[0] == a[8] && a[0] != 0 {
            return a[0];
        }
        if a[2] == a[4] && a[2] == a[6] && a[2] != 0 {
            return a[2];
        }
        0
    }
}

/// A stream that yields no more numbers after one that it could not read.
struct Input<R: Read> {
    bytes: Peekable<Bytes<R>>,
    failed: bool,
}

#[derive(PartialEq, Eq)]
enum End {
    NotReached,
    Reached,
}

impl<R: Read> Input<R> {
    /// Reads an `int` as a C++ stream does: white space, a sign, digits. Without digits, the result is 0; a number that
    /// is too large becomes the nearest `int`. Both make the stream fail, and a failed stream leaves `into` unchanged.
    /// Returns whether the input ended before the number began.
    fn extract(&mut self, into: &mut i32) -> io::Result<End> {
        if self.failed {
            return Ok(End::NotReached);
        }
        while self
            .take_if(|byte| matches!(byte, b' ' | b'\t'..=b'\r'))?
            .is_some()
        {}
        if self.bytes.peek().is_none() {
            return Ok(End::Reached);
        }
        let negative = self.take_if(|byte| matches!(byte, b'+' | b'-'))? == Some(b'-');
        let mut has_digits = false;
        let mut number = 0_i64;
        while let Some(digit) = self.take_if(|byte| byte.is_ascii_digit())? {
            has_digits = true;
            number = number
                .saturating_mul(10)
                .saturating_add((digit - b'0').into());
        }
        if negative {
            number = -number;
        }
        let nearest = number.clamp(i32::MIN.into(), i32::MAX.into());
        self.failed = !has_digits || number != nearest;
        *into = nearest as i32;
        Ok(End::NotReached)
    }

    fn take_if(&mut self, wanted: impl Fn(u8) -> bool) -> io::Result<Option<u8>> {
        self.bytes
            .next_if(|byte| byte.as_ref().map_or(true, |&byte| wanted(byte)))
            .transpose()
    }
}
