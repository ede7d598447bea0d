//! Dynamic programming over positions, from the given one down.
//!
//! A board is nine digits of a ternary number, the key of its score.

use std::collections::HashMap;

use crossply_position::{Ccf201803_4, Cell, Position, Score, Solver};

type Digits = [u8; 9];

/// The solver with the scores that it knows; see the [module](self).
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
        let score = self.find_score(digits);
        self.scores.insert(code, score);
        score
    }

    fn find_score(&mut self, digits: Digits) -> i32 {
        let empty = digits.iter().filter(|&&digit| digit == 0).count();
        let settled = empty as i32 + 1;
        match owner_of_line(&digits) {
            1 => return settled,
            2 => return -settled,
            _ => {}
        }
        // The number of cells is odd: `x` is to move if the number of empties is odd.
        let side = if empty % 2 == 1 { 1 } else { 2 };
        let mut after_moves = Vec::new();
        for cell in (0..9).filter(|&cell| digits[cell] == 0) {
            let mut after = digits;
            after[cell] = side;
            after_moves.push(self.score(after));
        }
        let best = match side {
            1 => after_moves.into_iter().max(),
            _ => after_moves.into_iter().min(),
        };
        best.unwrap_or(0)
    }
}

/// The digit that fills a line, or 0.
fn owner_of_line(digits: &Digits) -> u8 {
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
