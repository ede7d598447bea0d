//! What an explanation knows of a problem.
//!
//! The search for an explanation works on sets of cells, numbers and names, so that it is compiled once and not for
//! each problem. A number stands for an answer: the score; or the cell that is named, counted from 1, and 0 if none is.
//! So for any answer, a number above 0 says that `x` wins.

use crossply_problems::{Answer, Position, Problem, Question};

pub(super) use crossply_proof::prover::cells;

/// The indices of the sides.
pub(super) const X: usize = 0;
pub(super) const O: usize = 1;

/// The names of the sides.
pub(super) const SIDES: [&str; 2] = ["x", "o"];

/// The geometry of a problem: the board, and the question.
#[derive(Clone, Copy)]
pub(super) struct Geometry {
    /// How many rows the board has.
    pub(super) side: u32,
    /// Whether `o` may have a line before the first move.
    pub(super) o_may_have_won: bool,
    /// Whether answers name cells.
    pub(super) names_cells: bool,
}

impl Geometry {
    pub(super) fn of<P: Problem>() -> Self {
        Geometry {
            side: P::SIDE,
            o_may_have_won: P::O_MAY_HAVE_WON,
            names_cells: answer::<P>(1).named_cell().is_some(),
        }
    }

    /// How many cells the board has.
    pub(super) fn cells(self) -> u32 {
        self.side * self.side
    }

    /// All cells of the board.
    pub(super) fn board(self) -> u16 {
        u16::MAX >> (16 - self.cells())
    }

    /// The rows, the columns and the two diagonals of the board.
    pub(super) fn lines(self) -> Vec<u16> {
        let side = self.side;
        let run = |first: u32, step: u32| (0..side).fold(0, |set, n| set | 1 << (first + n * step));
        let rows = (0..side).map(|row| run(side * row, 1));
        let columns = (0..side).map(|column| run(column, side));
        let diagonals = [run(0, side + 1), run(side - 1, side - 1)];
        rows.chain(columns).chain(diagonals).collect()
    }

    /// The names of cells, row by row: row and column, from 0.
    pub(super) fn names(self, set: u16) -> Vec<String> {
        let side = self.side as u8;
        let name = |cell| format!("({},{})", cell / side, cell % side);
        cells(set).map(name).collect()
    }

    /// The first and the last cell, or the only one.
    pub(super) fn ends(self, set: u16) -> String {
        match &self.names(set)[..] {
            [first, .., last] => format!("{first}-{last}"),
            names => names.concat(),
        }
    }
}

/// The answer that the number stands for.
pub(super) fn answer<P: Problem>(number: i8) -> P::Answer {
    let win = (number > 0).then(|| (number.cast_unsigned() - 1, 1));
    P::Answer::from_scores(|| number.into(), win.into_iter())
}

/// The stones of `x` and of `o`.
pub(super) fn stones<P: Problem>(position: Position<P>) -> [u16; 2] {
    [position.x(), position.o()]
}
