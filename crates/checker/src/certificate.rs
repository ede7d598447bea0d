//! Certificates: the parts of a proof.

use crossply_position::{Game, Position, Side};

/// Two strategies that prove an answer.
///
/// A strategy is the tree of all games that it allows, in depth-first order. When the strategy's own side is to move,
/// the tree has one move. When the other side is to move, it has every move in row-major order, each followed by its
/// subtree. At the end of a game, it states the ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<P: Game> {
    /// The position, with `x` to move.
    pub position: Position<P>,
    /// The proven answer.
    pub answer: P::Answer,
    /// The strategy of `x`.
    pub x: Vec<Step>,
    /// The strategy of `o`.
    pub o: Vec<Step>,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A side places a stone on this cell, numbered row by row from 0.
    Move(Side, u8),
    /// The game is over.
    Over(Ending),
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side has a line.
    Line(Side),
    /// The board is full, and no side has a line.
    Full,
}
