//! Positions: the inputs of solvers.

use std::fmt;

use crate::{Board, Cell, Game};

/// A legal position of game `P`, with `x` to move.
///
/// Which boards are legal depends on which lines are full, and solvers must not share code that finds this out. So the
/// package `crossply-problems`, and not this one, makes positions from legal boards. `Display` and `Debug` draw the
/// board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<P>(Board<P>);

impl<P: Game> Position<P> {
    /// The number of cells of the board: at most 16.
    pub const CELLS: u32 = Board::<P>::CELLS;

    /// The board as a position. The caller must know that it is legal. Otherwise solvers may panic, or never return.
    #[inline]
    pub fn assume_legal(board: Board<P>) -> Self {
        Position(board)
    }

    /// The stones of `x`, the side to move.
    #[inline]
    pub fn x(self) -> u16 {
        self.0.x()
    }

    /// The stones of `o`.
    #[inline]
    pub fn o(self) -> u16 {
        self.0.o()
    }

    /// The number of empty cells.
    #[inline]
    pub fn empties(self) -> u32 {
        self.0.empties()
    }

    /// The cells in row-major order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        self.0.cells()
    }

    /// The board on one line, in the notation that [`Board`] parses.
    pub fn notation(self) -> String {
        self.0.notation()
    }
}

impl<P> From<Position<P>> for Board<P> {
    fn from(position: Position<P>) -> Self {
        position.0
    }
}

impl<P: Game> fmt::Display for Position<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Game> fmt::Debug for Position<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
