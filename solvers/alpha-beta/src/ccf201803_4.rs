//! Negamax with alpha-beta pruning on line masks.
//!
//! The later a line is completed, the less it scores. So the search first narrows the window to the scores that the
//! number of empties allows.
//!
//! Source: D. E. Knuth and R. W. Moore, "An Analysis of Alpha-Beta Pruning", 1975.

use crossply_position::{Ccf201803_4, Position, Score, Solver};

const BOARD: u16 = 0o777;

const LINES: [u16; 8] = [
    0o007, 0o070, 0o700, // rows
    0o111, 0o222, 0o444, // columns
    0o421, 0o124, // diagonals
];

/// The solver; see the [module](self).
pub struct AlphaBeta;

impl Solver<Ccf201803_4> for AlphaBeta {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        Score::new(search(position.x(), position.o(), -10, 10))
    }
}

/// The score for the side to move, whose stones are `own`, if it lies between `alpha` and `beta`. Otherwise, a bound on
/// the same side of the window. The side to move has no line.
fn search(own: u16, other: u16, mut alpha: i32, mut beta: i32) -> i32 {
    let free = BOARD & !(own | other);
    let empties = free.count_ones() as i32;
    if LINES.iter().any(|line| line & other == *line) {
        return -(empties + 1);
    }
    if empties == 0 {
        return 0;
    }
    // The side to move can win with its next stone at the earliest, and the other side one stone later.
    beta = beta.min(empties);
    alpha = alpha.max(1 - empties);
    for cell in (0..9).map(|index| 1 << index) {
        if alpha >= beta {
            break;
        }
        if free & cell != 0 {
            alpha = alpha.max(-search(other, own | cell, -beta, -alpha));
        }
    }
    alpha
}
