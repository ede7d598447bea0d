//! Dynamic programming over positions.
//!
//! The cells of a board are the digits of a ternary number, its code. For each code, two bits of a table store whether
//! `x` wins, once that is computed. The table takes 10.8 MB. Counters of the stones on each line detect a full line
//! without a scan of the board.

use crossply_position::{Cell, FirstWin, Poj1568, Position, Solver};

const CELLS: usize = 16;

/// The lines through each cell: rows 0 to 3, columns 4 to 7, diagonals 8 and 9.
const LINES_THROUGH: [&[usize]; CELLS] = [
    &[0, 4, 8],
    &[0, 5],
    &[0, 6],
    &[0, 7, 9],
    &[1, 4],
    &[1, 5, 8],
    &[1, 6, 9],
    &[1, 7],
    &[2, 4],
    &[2, 5, 9],
    &[2, 6, 8],
    &[2, 7],
    &[3, 4, 9],
    &[3, 5],
    &[3, 6],
    &[3, 7, 8],
];

/// The place value of each cell's digit in the code of a board.
const WEIGHTS: [usize; CELLS] = {
    let mut weights = [1; CELLS];
    let mut cell = 1;
    while cell < CELLS {
        weights[cell] = 3 * weights[cell - 1];
        cell += 1;
    }
    weights
};

/// The solver, with the results that it has computed; see the [module](self).
pub struct Memo {
    /// Two bits for each code: 0 for a board without a result, 1 if `x` does not win, 2 if `x` wins.
    results: Vec<u8>,
}

impl Default for Memo {
    fn default() -> Self {
        let codes = 3_usize.pow(CELLS as u32);
        Memo {
            results: vec![0; codes.div_ceil(4)],
        }
    }
}

impl Solver<Poj1568> for Memo {
    fn solve(&mut self, position: Position<Poj1568>) -> FirstWin {
        let mut board = Board::default();
        for (cell, stone) in position.cells().enumerate() {
            match stone {
                Cell::Empty => {}
                Cell::X => board.place(cell, X),
                Cell::O => board.place(cell, O),
            }
        }
        for cell in 0..CELLS {
            if board.cells[cell] == EMPTY && self.wins_after(&mut board, cell, X) {
                return FirstWin::WinAt(cell as u8);
            }
        }
        FirstWin::NoForcedWin
    }
}

impl Memo {
    /// Whether `x` wins after `side` places a stone on the cell.
    fn wins_after(&mut self, board: &mut Board, cell: usize, side: u8) -> bool {
        board.place(cell, side);
        let wins = if board.has_line_through(cell, side) {
            side == X
        } else {
            self.wins(board, opponent(side))
        };
        board.remove(cell);
        wins
    }

    /// Whether `x` wins. Neither side has a line, and `side` is to move. If that is `o`, there is an empty cell,
    /// because the number of stones is odd and that of cells even.
    fn wins(&mut self, board: &mut Board, side: u8) -> bool {
        let byte = board.code / 4;
        let shift = board.code % 4 * 2;
        let result = self.results[byte] >> shift & 3;
        if result != 0 {
            return result == 2;
        }
        let mut moves = 0..CELLS;
        let wins = match side {
            X => moves.any(|cell| board.cells[cell] == EMPTY && self.wins_after(board, cell, X)),
            _ => moves.all(|cell| board.cells[cell] != EMPTY || self.wins_after(board, cell, O)),
        };
        self.results[byte] |= (1 + u8::from(wins)) << shift;
        wins
    }
}

const EMPTY: u8 = 0;
const X: u8 = 1;
const O: u8 = 2;

fn opponent(side: u8) -> u8 {
    X + O - side
}

#[derive(Default)]
struct Board {
    cells: [u8; CELLS],
    /// The cells as digits of a ternary number. The first cell is the least significant digit.
    code: usize,
    /// The number of stones of `x` and of `o` on each line.
    counts: [[u8; 10]; 2],
}

impl Board {
    fn place(&mut self, cell: usize, side: u8) {
        self.cells[cell] = side;
        self.code += WEIGHTS[cell] * usize::from(side);
        for &line in LINES_THROUGH[cell] {
            self.counts[usize::from(side - 1)][line] += 1;
        }
    }

    fn remove(&mut self, cell: usize) {
        let side = self.cells[cell];
        self.cells[cell] = EMPTY;
        self.code -= WEIGHTS[cell] * usize::from(side);
        for &line in LINES_THROUGH[cell] {
            self.counts[usize::from(side - 1)][line] -= 1;
        }
    }

    fn has_line_through(&self, cell: usize, side: u8) -> bool {
        LINES_THROUGH[cell]
            .iter()
            .any(|&line| self.counts[usize::from(side - 1)][line] == 4)
    }
}
