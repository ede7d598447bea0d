//! Checks certificates from the rules alone.
//!
//! These are the rules. The sides place stones in turn, `x` first. The game ends when one side holds a whole row,
//! column or diagonal, or when the board is full. It scores one more than the number of empty cells if the line is
//! `x`'s, the negative of that if it is `o`'s, and 0 without a line. `x` wins if the score is positive.
//!
//! A strategy guarantees the worst score of its games for its side. The answer
//! [demands](Answer::demands) what the strategies of `x` and `o` must guarantee to prove it. For a score: `x` gets at least that score, and
//! `o` concedes at most that score. For a first winning cell: `x` wins by it, and `o` keeps `x` from winning by each
//! cell before it. Any other answer would contradict one of the two strategies.

use std::fmt;

use crossply_position::{Answer, Demand, Game, Side};

use crate::{Certificate, Ending, Step};

/// Why a certificate proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("strategy of {side}, step {step}: found {}, expected {expected}", Found(*.found))]
pub struct Flaw {
    /// The side whose strategy it is.
    pub side: Side,
    /// The number of the step, from 1.
    pub step: usize,
    /// The step. None if the strategy ends before it.
    pub found: Option<Step>,
    /// What should be there.
    pub expected: Expected,
}

/// What should be there where the checker found a flaw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Expected {
    /// A move of the strategy's own side.
    #[error("a move of {0} to an empty, permitted cell")]
    Reply(Side),
    /// The reply to this move of the other side.
    #[error("what follows when {} moves to cell {}", .0, letter(*.1))]
    Branch(Side, u8),
    /// The end of the game, in this way.
    #[error("that the game is over: {}", Found(Some(Step::Over(*.0))))]
    Ending(Ending),
    /// A game with a sufficient score.
    #[error("a game that scores at {} {score}, not {found}", if *.at_least { "least" } else { "most" })]
    Score {
        /// The demanded score.
        score: i32,
        /// Whether it is a lower bound; otherwise an upper one.
        at_least: bool,
        /// The score of the game.
        found: i32,
    },
    /// The end of the strategy.
    #[error("the end of the strategy")]
    End,
}

/// Checks that the certificate proves its answer.
///
/// # Errors
/// The first flaw.
pub fn check<P: Game>(certificate: &Certificate<P>) -> Result<(), Flaw> {
    let Certificate {
        position,
        answer,
        x,
        o,
    } = certificate;
    for (demand, steps) in answer.demands().into_iter().zip([x, o]) {
        let mut walk = Walk {
            lines: lines(P::SIDE),
            board: u16::MAX >> (u16::BITS - P::SIDE * P::SIDE),
            demand,
            steps,
            next: 0,
        };
        if demand.begins != 0 {
            walk.games_from(position.x(), position.o(), Side::X, demand.begins)?;
        }
        if walk.next < steps.len() {
            return Err(walk.flaw(Expected::End));
        }
    }
    Ok(())
}

/// A walk through all games of a strategy.
struct Walk<'a> {
    lines: &'static [u16],
    /// All cells.
    board: u16,
    demand: Demand,
    steps: &'a [Step],
    /// The next step.
    next: usize,
}

impl Walk<'_> {
    /// Checks all games from here on. The side to move moves to one of `cells`.
    fn games_from(&mut self, x: u16, o: u16, to_move: Side, cells: u16) -> Result<(), Flaw> {
        if let Some(ending) = self.ending(x, o) {
            return self.end(ending, x | o);
        }
        let cells = cells & self.board & !(x | o);
        if to_move == self.demand.side {
            match self.steps.get(self.next) {
                Some(&Step::Move(side, cell)) if side == to_move && has(cells, cell) => {
                    self.next += 1;
                    self.games_after(x, o, to_move, cell)
                }
                _ => Err(self.flaw(Expected::Reply(to_move))),
            }
        } else {
            for cell in (0..u16::BITS as u8).filter(|&cell| has(cells, cell)) {
                self.expect(Step::Move(to_move, cell), Expected::Branch(to_move, cell))?;
                self.games_after(x, o, to_move, cell)?;
            }
            Ok(())
        }
    }

    fn games_after(&mut self, x: u16, o: u16, moved: Side, cell: u8) -> Result<(), Flaw> {
        match moved {
            Side::X => self.games_from(x | 1 << cell, o, Side::O, u16::MAX),
            Side::O => self.games_from(x, o | 1 << cell, Side::X, u16::MAX),
        }
    }

    /// The ending of the game. None if it is not over.
    fn ending(&self, x: u16, o: u16) -> Option<Ending> {
        // All lines, without a branch for each: the compiler compares several at a time.
        let has_line = |stones: u16| {
            let held = self.lines.iter().map(|line| stones & line == *line);
            held.fold(false, |any, held| any | held)
        };
        if has_line(x) {
            Some(Ending::Line(Side::X))
        } else if has_line(o) {
            Some(Ending::Line(Side::O))
        } else if x | o == self.board {
            Some(Ending::Full)
        } else {
            None
        }
    }

    fn end(&mut self, ending: Ending, stones: u16) -> Result<(), Flaw> {
        let for_the_winner = (self.board & !stones).count_ones() as i32 + 1;
        let found = match ending {
            Ending::Line(Side::X) => for_the_winner,
            Ending::Line(Side::O) => -for_the_winner,
            Ending::Full => 0,
        };
        let Demand { side, score, .. } = self.demand;
        let at_least = side == Side::X;
        if if at_least {
            found < score
        } else {
            found > score
        } {
            return Err(self.flaw(Expected::Score {
                score,
                at_least,
                found,
            }));
        }
        self.expect(Step::Over(ending), Expected::Ending(ending))
    }

    fn expect(&mut self, step: Step, expected: Expected) -> Result<(), Flaw> {
        if self.steps.get(self.next) != Some(&step) {
            return Err(self.flaw(expected));
        }
        self.next += 1;
        Ok(())
    }

    fn flaw(&self, expected: Expected) -> Flaw {
        Flaw {
            side: self.demand.side,
            step: self.next + 1,
            found: self.steps.get(self.next).copied(),
            expected,
        }
    }
}

/// Whether the set contains the cell, which may be any number.
fn has(cells: u16, cell: u8) -> bool {
    cells
        .checked_shr(cell.into())
        .is_some_and(|rest| rest & 1 == 1)
}

/// The rows, columns and diagonals of a board with `side` rows. Bit `n` stands for cell `n`, row by row.
fn lines(side: u32) -> &'static [u16] {
    match side {
        3 => &[
            0b000_000_111,
            0b000_111_000,
            0b111_000_000,
            0b001_001_001,
            0b010_010_010,
            0b100_100_100,
            0b100_010_001,
            0b001_010_100,
        ],
        _ => &[
            0x000f, 0x00f0, 0x0f00, 0xf000, // rows
            0x1111, 0x2222, 0x4444, 0x8888, // columns
            0x8421, 0x1248, // diagonals
        ],
    }
}

/// The letter of a cell in certificates.
fn letter(cell: u8) -> char {
    char::from(b'a'.wrapping_add(cell))
}

/// A step in words, or its absence.
struct Found(Option<Step>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("nothing more"),
            Some(Step::Move(side, cell)) => write!(f, "a move of {side} to cell {}", letter(cell)),
            Some(Step::Over(Ending::Line(side))) => write!(f, "a line of {side}"),
            Some(Step::Over(Ending::Full)) => f.write_str("a full board"),
        }
    }
}
