//! The boards that a session has met, so that it checks each once.

use std::fmt;
use std::marker::PhantomData;

use crossply_problems::{Board, Problem};

/// A set of boards, legal or not: one bit for each that there is.
///
/// A fuzzer returns to the same boards again and again, and programs and solvers would answer the same. Without this
/// waste a target runs many times as fast.
pub struct Seen<P> {
    /// By the number of the board in base three.
    bits: Vec<u64>,
    problem: PhantomData<P>,
}

impl<P: Problem> Seen<P> {
    /// The empty set. Its memory is not touched before boards come: 5 MB for the boards of four rows.
    #[must_use]
    pub fn new() -> Self {
        let boards = 3_usize.pow(Board::<P>::CELLS);
        Seen {
            bits: vec![0; boards.div_ceil(64)],
            problem: PhantomData,
        }
    }

    /// Adds a board. Returns whether it was missing.
    #[inline]
    pub fn insert(&mut self, board: impl Into<Board<P>>) -> bool {
        let cells = board.into().cells();
        let number = cells.fold(0, |number, cell| 3 * number + cell as usize);
        let (word, bit) = (&mut self.bits[number / 64], 1 << (number % 64));
        let is_missing = *word & bit == 0;
        *word |= bit;
        is_missing
    }
}

impl<P: Problem> Default for Seen<P> {
    fn default() -> Self {
        Seen::new()
    }
}

impl<P: Problem> fmt::Debug for Seen<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards: u32 = self.bits.iter().map(|word| word.count_ones()).sum();
        write!(f, "{boards} boards of {}", P::NAME)
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::{Ccf201803_4, Poj1568, Side};

    use super::*;

    #[test]
    fn each_board_is_new_once() {
        let mut seen = Seen::<Ccf201803_4>::new();
        let all = (0..512).flat_map(|x| (0..512).map(move |o| Board::new(x, o)));
        let all: Vec<_> = all.filter_map(Result::ok).collect();
        assert_eq!(all.len(), 3_usize.pow(9));
        assert!(all.iter().all(|&board| seen.insert(board)));
        assert!(!all.iter().any(|&board| seen.insert(board)));
        assert_eq!(format!("{seen:?}"), "19683 boards of ccf201803-4");
    }

    #[test]
    fn sides_and_cells_are_told_apart() {
        let mut seen = Seen::<Poj1568>::new();
        for side in [Side::X, Side::O] {
            for cell in 0..16 {
                let (x, o) = match side {
                    Side::X => (1 << cell, 0),
                    Side::O => (0, 1 << cell),
                };
                let board = Board::new(x, o).expect("one stone");
                assert!(seen.insert(board), "{board:?}");
                assert!(!seen.insert(board), "{board:?}");
            }
        }
        let full = Board::new(0, u16::MAX).expect("no overlap");
        assert!(seen.insert(full));
    }
}
