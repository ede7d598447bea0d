//! A table of all boards, filled once from full boards up. An answer is a look-up.
//!
//! A board is a pair of masks. A stone makes a mask larger as a number, so a loop over both masks downwards visits
//! every position after all its successors.

use std::sync::LazyLock;

use crossply_position::{Ccf201803_4, Position, Score, Solver};

/// The solver; see the [module](self).
pub struct Fast;

impl Solver<Ccf201803_4> for Fast {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        Score::new(SCORES[index(position.x(), position.o())].into())
    }
}

const MASKS: u16 = 1 << 9;

static SCORES: LazyLock<Vec<i8>> = LazyLock::new(|| {
    let has_line: Vec<bool> = (0..MASKS).map(has_line).collect();
    let mut scores = vec![0; usize::from(MASKS) * usize::from(MASKS)];
    for x in (0..MASKS).rev() {
        for o in (0..MASKS).rev().filter(|o| x & o == 0) {
            let free = (MASKS - 1) & !(x | o);
            let moves = (0..9)
                .map(|square| 1 << square)
                .filter(|cell| free & cell != 0);
            let empties = free.count_ones() as i8;
            scores[index(x, o)] = if has_line[usize::from(x)] {
                empties + 1
            } else if has_line[usize::from(o)] {
                -empties - 1
            } else if empties == 0 {
                0
            } else if empties % 2 == 1 {
                let after = moves.map(|cell| scores[index(x | cell, o)]);
                after.max().unwrap_or_default()
            } else {
                let after = moves.map(|cell| scores[index(x, o | cell)]);
                after.min().unwrap_or_default()
            };
        }
    }
    scores
});

fn index(x: u16, o: u16) -> usize {
    usize::from(x) * usize::from(MASKS) + usize::from(o)
}

/// Detects three in a row: folds the mask onto itself by one row, one column or one step along a diagonal.
fn has_line(stones: u16) -> bool {
    let three = |distance: u16, starts: u16| {
        stones & stones >> distance & stones >> (2 * distance) & starts != 0
    };
    three(1, 0b001_001_001) || three(3, 0b111) || three(4, 0b001) || three(2, 0b100)
}
