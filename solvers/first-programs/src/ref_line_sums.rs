//! A program that adds up the stones of all lines.
//!
//! It is an alpha-beta search. The game is over if a line adds up to 4 or -4. Peculiarities of the original:
//!
//! - On a line, every character except `.` and `o` counts as `x`. In the number of stones, every character except `.`
//!   counts as a stone.
//! - With at most four stones it assumes that neither side can force a win, and does not search.
//! - The cell of the answer is a global variable that only a search sets. So for a board that `x` has already won, it
//!   prints the cell of an earlier case, or (0,0) if there is none.

use std::io::{self, BufRead, Bytes, Read, Write};

use crossply_position::Stopped;

/// The program; see the [module](self).
///
/// # Errors
/// If the input ends before `$`: the original would read the end as characters, forever.
pub fn run(input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Stopped> {
    let mut input = input.bytes();
    let mut globals = Globals::default();
    let mut case = 0;
    loop {
        case += 1;
        if getchar(&mut input, case)? == b'$' {
            return Ok(());
        }
        globals.stones = 0;
        skip(&mut input)?;
        for row in 0..4 {
            for column in 0..4 {
                let character = getchar(&mut input, case)?;
                globals.board[row][column] = character;
                globals.stones += i32::from(character != b'.');
            }
            skip(&mut input)?;
        }
        if globals.stones <= 4 {
            writeln!(output, "#####")?;
        } else if globals.max(1, globals.stones) == 1 {
            writeln!(output, "({},{})", globals.row, globals.column)?;
        } else {
            writeln!(output, "#####")?;
        }
    }
}

#[derive(Default)]
struct Globals {
    board: [[u8; 4]; 4],
    /// The number of stones on the board before the search.
    stones: i32,
    row: usize,
    column: usize,
}

impl Globals {
    fn max(&mut self, alpha: i32, stones: i32) -> i32 {
        if let Some(result) = self.result(stones) {
            return result;
        }
        let mut best = -1;
        for row in 0..4 {
            for column in 0..4 {
                if self.board[row][column] == b'.' {
                    self.board[row][column] = b'x';
                    let value = self.min(best, stones + 1);
                    self.board[row][column] = b'.';
                    best = best.max(value);
                    if best == 1 && stones == self.stones {
                        self.row = row;
                        self.column = column;
                    }
                    if best >= alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    fn min(&mut self, beta: i32, stones: i32) -> i32 {
        if let Some(result) = self.result(stones) {
            return result;
        }
        let mut best = 1;
        for row in 0..4 {
            for column in 0..4 {
                if self.board[row][column] == b'.' {
                    self.board[row][column] = b'o';
                    let value = self.max(best, stones + 1);
                    self.board[row][column] = b'.';
                    best = best.min(value);
                    if best <= beta {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// 1 or -1 if a line is complete, 0 if the board is full, `None` if play continues.
    fn result(&self, stones: i32) -> Option<i32> {
        for row in 0..4 {
            let sum = (0..4).map(|column| self.sign(row, column)).sum();
            if let Some(result) = winner(sum) {
                return Some(result);
            }
        }
        for column in 0..4 {
            let sum = (0..4).map(|row| self.sign(row, column)).sum();
            if let Some(result) = winner(sum) {
                return Some(result);
            }
        }
        if let Some(result) = winner((0..4).map(|i| self.sign(i, i)).sum()) {
            return Some(result);
        }
        if let Some(result) = winner((0..4).map(|i| self.sign(i, 3 - i)).sum()) {
            return Some(result);
        }
        (stones == 16).then_some(0)
    }

    fn sign(&self, row: usize, column: usize) -> i32 {
        match self.board[row][column] {
            b'.' => 0,
            b'o' => -1,
            _ => 1,
        }
    }
}

fn winner(sum: i32) -> Option<i32> {
    match sum {
        -4 => Some(-1),
        4 => Some(1),
        _ => None,
    }
}

/// Reads a character that the program uses.
fn getchar<R: Read>(input: &mut Bytes<R>, case: u64) -> Result<u8, Stopped> {
    input.next().transpose()?.ok_or(Stopped::InputEnded {
        case,
        instead: "take its end for stones and print answers for ever",
    })
}

/// Skips a character that the program does not use, and that may be missing.
fn skip<R: Read>(input: &mut Bytes<R>) -> io::Result<()> {
    input.next().transpose().map(drop)
}
