//! Positions, the inputs of solvers.

use std::fmt;

use crate::{Board, Cell, Game};

/// A legal position of game `P`, with `x` to move.
///
/// Which boards are legal depends on lines, and a solver must not learn from a position where lines are. So this package
/// does not know: package `crossply-problems` makes positions, and only of legal boards. `Display` and `Debug` draw one
/// like a [`Board`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<P>(Board<P>);

impl<P: Game> Position<P> {
    /// The number of cells of the board: at most 16.
    pub const CELLS: u32 = Board::<P>::CELLS;

    /// The board as a position. The caller knows that it is legal: solvers may panic otherwise, or never end.
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

    /// The board on one line, in the notation that a board's `FromStr` reads.
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
