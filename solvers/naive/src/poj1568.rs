//! Full minimax: the definition of the answer, written out.
//!
//! It plays every game to its end, without pruning, a table, symmetry or bit operations. So the time grows with the
//! factorial of the number of empties.

use crossply_position::{Cell, FirstWin, Poj1568, Position, Solver};

const LINES: [[usize; 4]; 10] = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9, 10, 11],
    [12, 13, 14, 15],
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [3, 6, 9, 12],
];

/// The solver; see the [module](self).
pub struct Naive;

impl Solver<Poj1568> for Naive {
    fn solve(&mut self, position: Position<Poj1568>) -> FirstWin {
        let mut board = [Cell::Empty; 16];
        for (index, cell) in position.cells().enumerate() {
            board[index] = cell;
        }
        for index in 0..16 {
            if board[index] == Cell::Empty {
                board[index] = Cell::X;
                if value(&mut board, Cell::O) == 1 {
                    return FirstWin::WinAt(index as u8);
                }
                board[index] = Cell::Empty;
            }
        }
        FirstWin::NoForcedWin
    }
}

/// Under perfect play, 1 if `x` wins, -1 if `o` wins, and 0 for a draw.
fn value(board: &mut [Cell; 16], to_move: Cell) -> i32 {
    if has_line(board, Cell::X) {
        return 1;
    }
    if has_line(board, Cell::O) {
        return -1;
    }
    let mut best = None;
    for index in 0..16 {
        if board[index] == Cell::Empty {
            board[index] = to_move;
            let value = match to_move {
                Cell::X => value(board, Cell::O).max(best.unwrap_or(-1)),
                _ => value(board, Cell::X).min(best.unwrap_or(1)),
            };
            board[index] = Cell::Empty;
            best = Some(value);
        }
    }
    best.unwrap_or(0)
}

fn has_line(board: &[Cell; 16], side: Cell) -> bool {
    LINES
        .iter()
        .any(|line| line.iter().all(|&index| board[index] == side))
}
