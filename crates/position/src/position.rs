//! Positions: the inputs of solvers.

use std::fmt;
use std::ops::Deref;

use crate::{Board, Game};

/// A legal position of game `P`, with `x` to move.
///
/// Which boards are legal depends on which lines are full, and solvers must not share code that finds this out. So the
/// package `crossply-problems`, and not this one, makes positions from legal boards. `Display` and `Debug` draw the
/// board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<P>(Board<P>);

impl<P: Game> Position<P> {
    /// The board as a position. The caller must know that it is legal. Otherwise solvers may panic, or never return.
    #[inline]
    pub fn assume_legal(board: Board<P>) -> Self {
        Position(board)
    }
}

/// A position can do what its board can.
impl<P> Deref for Position<P> {
    type Target = Board<P>;

    #[inline]
    fn deref(&self) -> &Board<P> {
        &self.0
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
