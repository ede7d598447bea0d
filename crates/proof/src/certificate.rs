//! What a proof consists of.

use crossply_problems::{Position, Problem, Side};

/// Two strategies that prove an answer.
///
/// A strategy is the list of its games, those that begin alike written together: a tree, in the
/// order in which one walks through it. Where the side to move is the one that has the strategy,
/// there is one move; where it is the other side, each of its moves follows, in row-major order,
/// with all that comes after it before the next. Where a game is over, it says how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate<P: Problem> {
    /// The position, with `x` to move.
    pub position: Position<P>,
    /// The answer that is proven.
    pub answer: P::Answer,
    /// What `x` does.
    pub x: Vec<Step>,
    /// What `o` does.
    pub o: Vec<Step>,
}

/// A step on the way through all games of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A side places a stone on the cell with this number, row by row from 0.
    Move(Side, u8),
    /// The game is over.
    Over(Ending),
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side has a line.
    Line(Side),
    /// The board is full, and nobody has.
    Full,
}
