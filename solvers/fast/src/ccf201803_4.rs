//! Looks answers up in a table of all boards, which the first look-up computes, from full boards to empty ones.
//!
//! A board is a pair of sets, as numbers. A stone makes a number larger, so descending loops over both numbers visit
//! each board after all boards to which it can lead.

use std::sync::LazyLock;

use crossply_position::{Ccf201803_4, Position, Score, Solver};

/// The solver; see the [module](self).
pub struct Fast;

impl Solver<Ccf201803_4> for Fast {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        Score::new(SCORES[index(position.x(), position.o())].into())
    }
}

/// The number of sets of cells.
const SETS: u16 = 1 << 9;

static SCORES: LazyLock<Vec<i8>> = LazyLock::new(|| {
    let has_line: Vec<bool> = (0..SETS).map(has_line).collect();
    let mut scores = vec![0; usize::from(SETS) * usize::from(SETS)];
    for x in (0..SETS).rev() {
        for o in (0..SETS).rev().filter(|o| x & o == 0) {
            let free = (SETS - 1) & !(x | o);
            let moves = (0..9)
                .map(|index| 1 << index)
                .filter(|cell| free & cell != 0);
            let empties = free.count_ones() as i8;
            scores[index(x, o)] = if has_line[usize::from(x)] {
                empties + 1
            } else if has_line[usize::from(o)] {
                -empties - 1
            } else if empties == 0 {
                0
            } else if empties % 2 == 1 {
                let scores_after = moves.map(|cell| scores[index(x | cell, o)]);
                scores_after.max().unwrap_or_default()
            } else {
                let scores_after = moves.map(|cell| scores[index(x, o | cell)]);
                scores_after.min().unwrap_or_default()
            };
        }
    }
    scores
});

fn index(x: u16, o: u16) -> usize {
    usize::from(x) * usize::from(SETS) + usize::from(o)
}

fn has_line(stones: u16) -> bool {
    has_three(stones, 1, 0b001_001_001)
        || has_three(stones, 3, 0b111)
        || has_three(stones, 4, 0b001)
        || has_three(stones, 2, 0b100)
}

/// Detects three in a row: three copies of the set, each shifted by one step along the line, have a cell in common.
fn has_three(stones: u16, distance: u16, starts: u16) -> bool {
    stones & stones >> distance & stones >> (2 * distance) & starts != 0
}
