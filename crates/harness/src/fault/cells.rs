//! Cells by their names, and the ways to turn and mirror a board.

use std::fmt;

use crossply_problems::{Position, Problem};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A set of cells. It is written as a list of names, such as `(2,1)`: row and column, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(with = "Vec<String>")]
pub struct Cells {
    side: u8,
    mask: u16,
}

impl Cells {
    pub(super) fn new<P: Problem>(mask: u16) -> Self {
        let side = P::SIDE as u8;
        Cells { side, mask }
    }

    /// Bit `row * side + column` stands for a cell.
    #[must_use]
    pub fn mask(self) -> u16 {
        self.mask
    }

    /// The names of the cells, row by row.
    #[must_use]
    pub fn names(self) -> Vec<String> {
        let cells = super::reading::cells(self.mask);
        let name = |cell| format!("({},{})", cell / self.side, cell % self.side);
        cells.map(name).collect()
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.names().join("-"))
    }
}

impl Serialize for Cells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.names().serialize(serializer)
    }
}

/// One of the eight ways to lay a square on itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "their names say it")]
pub enum Turn {
    Unchanged,
    LeftRight,
    TopBottom,
    HalfTurn,
    Transposed,
    Clockwise,
    Counterclockwise,
    Antitransposed,
}

impl Turn {
    /// All of them; the first changes nothing.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        use Turn::{
            Antitransposed, Clockwise, Counterclockwise, HalfTurn, LeftRight, TopBottom,
            Transposed, Unchanged,
        };
        let straight = [Unchanged, LeftRight, TopBottom, HalfTurn];
        let swapped = [Transposed, Clockwise, Counterclockwise, Antitransposed];
        straight.into_iter().chain(swapped)
    }

    /// The image of a cell on a board with `side` rows.
    pub(super) fn of_cell(self, cell: u8, side: u32) -> u8 {
        let (side, last) = (side as u8, side as u8 - 1);
        let (row, column) = (cell / side, cell % side);
        let (row, column) = match self {
            Turn::Unchanged => (row, column),
            Turn::LeftRight => (row, last - column),
            Turn::TopBottom => (last - row, column),
            Turn::HalfTurn => (last - row, last - column),
            Turn::Transposed => (column, row),
            Turn::Clockwise => (column, last - row),
            Turn::Counterclockwise => (last - column, row),
            Turn::Antitransposed => (last - column, last - row),
        };
        side * row + column
    }

    /// The image of a position.
    pub(super) fn of_position<P: Problem>(self, position: Position<P>) -> Position<P> {
        let [x, o] = [position.x(), position.o()].map(|set| {
            let images = super::reading::cells(set).map(|cell| self.of_cell(cell, P::SIDE));
            images.fold(0, |set, cell| set | 1 << cell)
        });
        Position::new(x, o).expect("lines stay lines")
    }
}
