//! Dynamic programming from the given position down.
//!
//! The cells of a board are the digits of a ternary number, which is the key of its score.

use std::collections::HashMap;

use crossply_position::{Ccf201803_4, Cell, Position, Score, Solver};

type Digits = [u8; 9];

/// The solver, with the scores that it has computed; see the [module](self).
#[derive(Default)]
pub struct Memo {
    scores: HashMap<u32, i32>,
}

impl Solver<Ccf201803_4> for Memo {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        let mut digits = [0; 9];
        for (digit, cell) in digits.iter_mut().zip(position.cells()) {
            *digit = match cell {
                Cell::Empty => 0,
                Cell::X => 1,
                Cell::O => 2,
            };
        }
        Score::new(self.score(digits))
    }
}

impl Memo {
    fn score(&mut self, digits: Digits) -> i32 {
        let code = digits
            .iter()
            .fold(0, |code, &digit| code * 3 + u32::from(digit));
        if let Some(&score) = self.scores.get(&code) {
            return score;
        }
        let score = self.compute_score(digits);
        self.scores.insert(code, score);
        score
    }

    fn compute_score(&mut self, digits: Digits) -> i32 {
        let empties = digits.iter().filter(|&&digit| digit == 0).count();
        let winning_score = empties as i32 + 1;
        match line_owner(&digits) {
            1 => return winning_score,
            2 => return -winning_score,
            _ => {}
        }
        // The number of cells is odd, so `x` is to move if the number of empties is odd.
        let side = if empties % 2 == 1 { 1 } else { 2 };
        let mut scores = Vec::new();
        for cell in (0..9).filter(|&cell| digits[cell] == 0) {
            let mut after = digits;
            after[cell] = side;
            scores.push(self.score(after));
        }
        let best = match side {
            1 => scores.into_iter().max(),
            _ => scores.into_iter().min(),
        };
        best.unwrap_or(0)
    }
}

/// The digit that fills a line, or 0.
fn line_owner(digits: &Digits) -> u8 {
    // The first index of each line, and the step between its indices.
    let lines = [
        (0, 1),
        (3, 1),
        (6, 1),
        (0, 3),
        (1, 3),
        (2, 3),
        (0, 4),
        (2, 2),
    ];
    for (first, distance) in lines {
        let digit = digits[first];
        if digit != 0 && digits[first + distance] == digit && digits[first + 2 * distance] == digit
        {
            return digit;
        }
    }
    0
}
