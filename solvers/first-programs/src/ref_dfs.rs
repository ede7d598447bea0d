//! A program that searches depth first, without memory.
//!
//! Peculiarities of the original:
//!
//! - `x` moves first, whatever the numbers of stones.
//! - Three equal numbers in a line win for `x` if they are 1, and for `o` if they are any number except 0 and 1.
//! - It examines columns and rows alternately (column 1, row 1, column 2 and so on), and the first line counts. So if
//!   both sides have a line, the order of the lines decides.
//! - A word that is not a number stays in the input, so every later read leaves the last number unchanged.

use std::io::{self, BufRead, Bytes, Read, Write};
use std::iter::Peekable;

use crossply_position::Stopped;

/// The program; see the [module](self).
///
/// # Errors
/// If the input ends before all boards are read (the original goes on with the last number); if it uses a number that
/// it has not read; if it would never end.
pub fn run(input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), Stopped> {
    let mut input = input.bytes().peekable();
    let mut case = 1;
    let Scanned::Number(mut cases) = scan(&mut input)? else {
        return Err(Stopped::Unset { case });
    };
    let mut globals = Globals { q: [0; 10] };
    let mut number = None;
    while cases != 0 {
        cases = cases.wrapping_sub(1);
        for cell in 1..=9 {
            match scan(&mut input)? {
                Scanned::Number(scanned) => number = Some(scanned),
                Scanned::NoNumber if cases < 0 => return Err(Stopped::Endless { case }),
                Scanned::NoNumber => {}
                Scanned::End => {
                    return Err(Stopped::InputEnded {
                        case,
                        instead: "fill the boards with the number that it read last",
                    });
                }
            }
            globals.q[cell] = number.ok_or(Stopped::Unset { case })?;
        }
        writeln!(output, "{}", globals.dfs(true))?;
        case += 1;
    }
    Ok(())
}

/// The original's value of a position in which play continues.
const GOES_ON: i32 = 100;

struct Globals {
    /// The cells, at indices 1 to 9.
    q: [i32; 10],
}

impl Globals {
    fn dfs(&mut self, x_to_move: bool) -> i32 {
        let value = self.result();
        if value != GOES_ON {
            return value;
        }
        let mut best = if x_to_move { -100 } else { 100 };
        for cell in 1..=9 {
            if self.q[cell] != 0 {
                continue;
            }
            if x_to_move {
                self.q[cell] = 1;
                best = best.max(self.dfs(false));
            } else {
                self.q[cell] = 2;
                best = best.min(self.dfs(true));
            }
            self.q[cell] = 0;
        }
        best
    }

    fn result(&self) -> i32 {
        let q = &self.q;
        let mut winner = 0;
        for i in 1..=3 {
            let first = 3 * (i - 1);
            if q[i] == q[i + 3] && q[i + 3] == q[i + 6] && q[i] != 0 {
                winner = winner_with(q[i]);
                break;
            }
            if q[first + 1] == q[first + 2] && q[first + 2] == q[first + 3] && q[first + 1] != 0 {
                winner = winner_with(q[first + 1]);
                break;
            }
        }
        if winner == 0 && q[1] == q[5] && q[5] == q[9] && q[1] != 0 {
            winner = winner_with(q[1]);
        }
        if winner == 0 && q[3] == q[5] && q[5] == q[7] && q[3] != 0 {
            winner = winner_with(q[3]);
        }
        let empties = (1..=9).filter(|&cell| q[cell] == 0).count() as i32;
        match winner {
            1 => empties + 1,
            2 => -(empties + 1),
            _ if empties == 0 => 0,
            _ => GOES_ON,
        }
    }
}

fn winner_with(number: i32) -> i32 {
    if number == 1 { 1 } else { 2 }
}

enum Scanned {
    Number(i32),
    /// The next word does not begin with a number. It stays in the input, apart from a sign.
    NoNumber,
    End,
}

/// Reads a number as `%d` of the C library does: white space, a sign, digits. Clamps it to 64 bits, and takes the lower
/// half.
fn scan<R: Read>(input: &mut Peekable<Bytes<R>>) -> io::Result<Scanned> {
    while take_if(input, |byte| matches!(byte, b' ' | b'\t'..=b'\r'))?.is_some() {}
    if input.peek().is_none() {
        return Ok(Scanned::End);
    }
    let negative = take_if(input, |byte| matches!(byte, b'+' | b'-'))? == Some(b'-');
    let mut number = None;
    while let Some(digit) = take_if(input, |byte| byte.is_ascii_digit())? {
        let digit = i64::from(digit - b'0');
        let before = number.unwrap_or(0_i64).saturating_mul(10);
        number = Some(if negative {
            before.saturating_sub(digit)
        } else {
            before.saturating_add(digit)
        });
    }
    Ok(number.map_or(Scanned::NoNumber, |number| Scanned::Number(number as i32)))
}

fn take_if<R: Read>(
    input: &mut Peekable<Bytes<R>>,
    wanted: impl Fn(u8) -> bool,
) -> io::Result<Option<u8>> {
    input
        .next_if(|byte| byte.as_ref().map_or(true, |&byte| wanted(byte)))
        .transpose()
}
