//! A program that examines only the lines through the last move.
//!
//! It is an alpha-beta search with an infinite value for a win. Peculiarities of the original:
//!
//! - It never detects a line that the board already has, because no empty cell lies on it.
//! - It reads five characters for each row. Each line end counts as a stone, because it is not `.`, and the program
//!   subtracts four for the four line ends.
//! - With at most four stones it assumes that neither side can force a win, and does not search.
//! - All its variables are global. None carries an answer over to the next case, but if the input ends after a row, the
//!   fifth character of that row keeps its earlier value.

use std::io::{self, BufRead, Bytes, Read, Write};

use crossply_position::Stopped;

const INFINITE: i32 = 100_000_000;

/// The program; see the [module](self).
///
/// # Errors
/// If the input ends before `$`: the original would answer the last board again, forever.
pub fn run(input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Stopped> {
    let mut input = input.bytes();
    let mut globals = Globals::default();
    let mut case = 0;
    loop {
        case += 1;
        if read_character(&mut input, case)? == b'$' {
            return Ok(());
        }
        read_line_end(&mut input)?;
        globals.stones = -4;
        for row in 0..4 {
            for column in 0..4 {
                globals.state[row][column] = read_character(&mut input, case)?;
            }
            if let Some(character) = read_line_end(&mut input)? {
                globals.state[row][4] = character;
            }
            let characters = globals.state[row];
            globals.stones += characters.iter().filter(|&&c| c != b'.').count() as i32;
        }
        if globals.stones <= 4 {
            writeln!(output, "#####")?;
        } else if globals.find_win() {
            writeln!(output, "({},{})", globals.row, globals.column)?;
        } else {
            writeln!(output, "#####")?;
        }
    }
}

#[derive(Default)]
struct Globals {
    state: [[u8; 5]; 5],
    stones: i32,
    row: usize,
    column: usize,
}

impl Globals {
    fn find_win(&mut self) -> bool {
        let mut best = -INFINITE;
        for row in 0..4 {
            for column in 0..4 {
                if self.state[row][column] == b'.' {
                    self.state[row][column] = b'x';
                    self.stones += 1;
                    let value = self.min(row, column, best);
                    self.stones -= 1;
                    self.state[row][column] = b'.';
                    if value >= best {
                        best = value;
                        self.row = row;
                        self.column = column;
                    }
                    if best == INFINITE {
                        return true;
                    }
                }
            }
        }
        false
    }

    fn max(&mut self, last_row: usize, last_column: usize, least: i32) -> i32 {
        let mut best = -INFINITE;
        if self.over(last_row, last_column) {
            return best;
        }
        if self.stones == 16 {
            return 0;
        }
        for row in 0..4 {
            for column in 0..4 {
                if self.state[row][column] == b'.' {
                    self.state[row][column] = b'x';
                    self.stones += 1;
                    let value = self.min(row, column, best);
                    self.stones -= 1;
                    self.state[row][column] = b'.';
                    best = best.max(value);
                    if best >= least {
                        return best;
                    }
                }
            }
        }
        best
    }

    fn min(&mut self, last_row: usize, last_column: usize, most: i32) -> i32 {
        let mut best = INFINITE;
        if self.over(last_row, last_column) {
            return best;
        }
        if self.stones == 16 {
            return 0;
        }
        for row in 0..4 {
            for column in 0..4 {
                if self.state[row][column] == b'.' {
                    self.state[row][column] = b'o';
                    self.stones += 1;
                    let value = self.max(row, column, best);
                    self.stones -= 1;
                    self.state[row][column] = b'.';
                    best = best.min(value);
                    if best <= most {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Whether a line through this cell is complete.
    fn over(&self, row: usize, column: usize) -> bool {
        let mut over = is_complete((0..4).map(|i| self.sign(row, i)).sum())
            || is_complete((0..4).map(|i| self.sign(i, column)).sum());
        if is_complete((0..4).map(|i| self.sign(i, i)).sum()) && row == column {
            over = true;
        }
        if is_complete((0..4).map(|i| self.sign(i, 3 - i)).sum()) && row == 3 - column {
            over = true;
        }
        over
    }

    fn sign(&self, row: usize, column: usize) -> i32 {
        match self.state[row][column] {
            b'x' => 1,
            b'o' => -1,
            _ => 0,
        }
    }
}

fn is_complete(sum: i32) -> bool {
    sum == 4 || sum == -4
}

/// Reads a character that the program uses.
fn read_character<R: Read>(input: &mut Bytes<R>, case: u64) -> Result<u8, Stopped> {
    input.next().transpose()?.ok_or(Stopped::InputEnded {
        case,
        instead: "go on with the characters of its last board for ever",
    })
}

/// Reads the character after a row or after `?`, which may be missing.
fn read_line_end<R: Read>(input: &mut Bytes<R>) -> io::Result<Option<u8>> {
    input.next().transpose()
}
