//! Checks certificates from the rules alone.
//!
//! These are the rules. The sides place stones in turn, `x` first. The game ends when one side fills a row, a column or
//! a diagonal, or when the board is full. If `x` fills a line, the game scores one more than the number of empty cells;
//! if `o` does, it scores the negative of that; without a line, it scores 0. `x` wins if the score is positive.
//!
//! A strategy guarantees its side the worst score of the strategy's games. The answer [demands](Answer::demands) what
//! the two strategies must guarantee to prove it. For a score, `x` gets at least that score, and `o` concedes at most
//! that score. For a first winning cell, `x` wins by a move there, and `o` keeps `x` from winning by a move to any
//! earlier cell. Any other answer would contradict one of the two strategies.

use crossply_position::{Answer, Demand, Game, Side};

use crate::{Certificate, Ending, Step};

/// Why a certificate proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("strategy of {side}, step {step}: found {found:?}, expected {expected}")]
pub struct Flaw {
    /// The side with the flawed strategy.
    pub side: Side,
    /// The number of the step, from 1.
    pub step: usize,
    /// The step. `None` if the strategy ends before it.
    pub found: Option<Step>,
    /// What should be there.
    pub expected: &'static str,
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
            lines: lines(P::ROWS),
            all_cells: u16::MAX >> (u16::BITS - P::ROWS * P::ROWS),
            demand,
            steps,
            next: 0,
        };
        if demand.first_moves != 0 {
            walk.check_games(position.x(), position.o(), Side::X, demand.first_moves)?;
        }
        if walk.next < steps.len() {
            return Err(walk.flaw("the end of the strategy"));
        }
    }
    Ok(())
}

/// A walk through all games of a strategy.
struct Walk<'a> {
    lines: &'static [u16],
    all_cells: u16,
    demand: Demand,
    steps: &'a [Step],
    /// The index of the next step.
    next: usize,
}

impl Walk<'_> {
    /// Checks all games from this board on in which the next move goes to one of the `allowed` cells.
    fn check_games(&mut self, x: u16, o: u16, to_move: Side, allowed: u16) -> Result<(), Flaw> {
        if let Some(ending) = self.ending(x, o) {
            return self.check_ending(ending, x | o);
        }
        let moves = allowed & self.all_cells & !(x | o);
        if to_move == self.demand.side {
            match self.steps.get(self.next) {
                Some(&Step::Move(side, cell)) if side == to_move && contains(moves, cell) => {
                    self.next += 1;
                    self.check_games_after(x, o, to_move, cell)
                }
                _ => Err(self.flaw("a move of its own side to an empty, permitted cell")),
            }
        } else {
            for cell in (0..u16::BITS as u8).filter(|&cell| contains(moves, cell)) {
                self.expect(Step::Move(to_move, cell), "the next move of the other side")?;
                self.check_games_after(x, o, to_move, cell)?;
            }
            Ok(())
        }
    }

    fn check_games_after(&mut self, x: u16, o: u16, mover: Side, cell: u8) -> Result<(), Flaw> {
        match mover {
            Side::X => self.check_games(x | 1 << cell, o, Side::O, u16::MAX),
            Side::O => self.check_games(x, o | 1 << cell, Side::X, u16::MAX),
        }
    }

    /// How the game has ended. `None` if it is not over.
    fn ending(&self, x: u16, o: u16) -> Option<Ending> {
        if self.has_line(x) {
            Some(Ending::Line(Side::X))
        } else if self.has_line(o) {
            Some(Ending::Line(Side::O))
        } else if x | o == self.all_cells {
            Some(Ending::Full)
        } else {
            None
        }
    }

    /// Tests every line, without a branch for each, so that the compiler compares several at a time.
    fn has_line(&self, stones: u16) -> bool {
        let are_full = self.lines.iter().map(|line| stones & line == *line);
        are_full.fold(false, |any, is_full| any | is_full)
    }

    fn check_ending(&mut self, ending: Ending, stones: u16) -> Result<(), Flaw> {
        let winning_score = (self.all_cells & !stones).count_ones() as i32 + 1;
        let actual = match ending {
            Ending::Line(Side::X) => winning_score,
            Ending::Line(Side::O) => -winning_score,
            Ending::Full => 0,
        };
        let Demand { side, score, .. } = self.demand;
        let suffices = match side {
            Side::X => actual >= score,
            Side::O => actual <= score,
        };
        if !suffices {
            return Err(self.flaw("a game with a sufficient score"));
        }
        self.expect(Step::Over(ending), "the end of the game")
    }

    fn expect(&mut self, step: Step, expected: &'static str) -> Result<(), Flaw> {
        if self.steps.get(self.next) != Some(&step) {
            return Err(self.flaw(expected));
        }
        self.next += 1;
        Ok(())
    }

    fn flaw(&self, expected: &'static str) -> Flaw {
        Flaw {
            side: self.demand.side,
            step: self.next + 1,
            found: self.steps.get(self.next).copied(),
            expected,
        }
    }
}

/// Whether the set contains the cell. The number of the cell may lie outside the board, or outside any set.
fn contains(set: u16, cell: u8) -> bool {
    set.checked_shr(cell.into())
        .is_some_and(|rest| rest & 1 == 1)
}

/// The rows, columns and diagonals of a board with `rows` rows. Bit `n` stands for cell `n`, row by row.
fn lines(rows: u32) -> &'static [u16] {
    match rows {
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
