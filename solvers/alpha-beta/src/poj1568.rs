//! Negamax with alpha-beta pruning on line masks.
//!
//! For each cell in row-major order, a search with the window (draw, win) decides whether a move there wins. It never
//! compares two wins, so the solver finds the first winning cell, not the fastest win.
//!
//! Two facts keep the trees small. A side that can complete a line wins at once, and against two such threats there is
//! no reply. A side can no longer win if every line has a stone of the other side, which narrows the window.
//!
//! Source: D. E. Knuth and R. W. Moore, "An Analysis of Alpha-Beta Pruning", 1975.

use crossply_position::{FirstWin, Poj1568, Position, Solver};

const BOARD: u16 = 0xffff;

const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, // rows
    0x1111, 0x2222, 0x4444, 0x8888, // columns
    0x8421, 0x1248, // diagonals
];

/// The order in which moves are searched: first the corners and the centre, whose cells are on three lines instead of
/// two.
const ORDER: [u32; 16] = [0, 3, 5, 6, 9, 10, 12, 15, 1, 2, 4, 7, 8, 11, 13, 14];

/// A value for the side to move.
type Value = i8;
const LOSS: Value = -1;
const DRAW: Value = 0;
const WIN: Value = 1;

/// The solver; see the [module](self).
pub struct AlphaBeta;

impl Solver<Poj1568> for AlphaBeta {
    fn solve(&mut self, position: Position<Poj1568>) -> FirstWin {
        let x = position.x();
        let o = position.o();
        let winning = completions(x, o);
        for index in 0..16 {
            let cell = 1 << index;
            if (x | o) & cell == 0
                && (winning & cell != 0 || -search(o, x | cell, -WIN, DRAW) == WIN)
            {
                return FirstWin::WinAt(index);
            }
        }
        FirstWin::NoForcedWin
    }
}

/// The value for the side to move, whose stones are `own`, if it lies between `alpha` and `beta`. Otherwise, a bound on
/// the same side of the window. Neither side has a line.
fn search(own: u16, other: u16, mut alpha: Value, mut beta: Value) -> Value {
    if completions(own, other) != 0 {
        return WIN;
    }
    let threats = completions(other, own);
    if threats.count_ones() > 1 {
        return LOSS;
    }
    if all_lines_blocked_by(other) {
        beta = beta.min(DRAW);
    }
    if all_lines_blocked_by(own) {
        alpha = alpha.max(DRAW);
    }
    if alpha >= beta {
        return DRAW;
    }
    let free = BOARD & !(own | other);
    let moves = if threats == 0 { free } else { threats };
    for cell in ORDER.map(|index| 1 << index) {
        if moves & cell == 0 {
            continue;
        }
        alpha = alpha.max(-search(other, own | cell, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The free cells at which `own` completes a line.
fn completions(own: u16, other: u16) -> u16 {
    LINES
        .iter()
        .map(|line| line & !own)
        .filter(|missing| missing.is_power_of_two() && missing & other == 0)
        .fold(0, |cells, missing| cells | missing)
}

fn all_lines_blocked_by(stones: u16) -> bool {
    LINES.iter().all(|line| line & stones != 0)
}
