//! Full minimax: the definition of the score, written out.
//!
//! It plays every game to its end, without pruning, a table, symmetry or bit operations.

use crossply_position::{Ccf201803_4, Cell, Position, Score, Solver};

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// The solver; see the [module](self).
pub struct Naive;

impl Solver<Ccf201803_4> for Naive {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        let mut board = [Cell::Empty; 9];
        for (index, cell) in position.cells().enumerate() {
            board[index] = cell;
        }
        Score::new(value(&mut board, Cell::X))
    }
}

fn value(board: &mut [Cell; 9], to_move: Cell) -> i32 {
    let empties = board.iter().filter(|&&cell| cell == Cell::Empty).count() as i32;
    if has_line(board, Cell::X) {
        return empties + 1;
    }
    if has_line(board, Cell::O) {
        return -(empties + 1);
    }
    let mut best = None;
    for index in 0..9 {
        if board[index] == Cell::Empty {
            board[index] = to_move;
            let value = match to_move {
                Cell::X => value(board, Cell::O).max(best.unwrap_or(i32::MIN)),
                _ => value(board, Cell::X).min(best.unwrap_or(i32::MAX)),
            };
            board[index] = Cell::Empty;
            best = Some(value);
        }
    }
    best.unwrap_or(0)
}

fn has_line(board: &[Cell; 9], side: Cell) -> bool {
    LINES
        .iter()
        .any(|line| line.iter().all(|&index| board[index] == side))
}
