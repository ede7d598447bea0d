//! Any placement of stones, legal or not.

use std::fmt::{self, Write};
use std::marker::PhantomData;

use crate::{Cell, Game};

/// Any placement of stones on the board of game `P`. Not every board is a legal [`Position`].
///
/// `Debug` draws it on one line, in the notation that [`FromStr`] reads. `{:#?}` draws it with one line per row.
///
/// [`Position`]: crate::Position
/// [`FromStr`]: std::str::FromStr
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board<P> {
    x: u16,
    o: u16,
    game: PhantomData<P>,
}

impl<P: Game> Board<P> {
    /// The number of cells: at most 16.
    pub const CELLS: u32 = P::ROWS * P::ROWS;

    /// The board with these stones of `x` and `o`. Bit `row * ROWS + column` of each set stands for a cell. `None` if a
    /// stone lies outside the board, or a cell has two stones.
    #[inline]
    pub fn new(x: u16, o: u16) -> Option<Self> {
        let is_valid = (x | o) >> (Self::CELLS - 1) <= 1 && x & o == 0;
        let game = PhantomData;
        is_valid.then_some(Board { x, o, game })
    }

    /// The stones of `x`.
    #[inline]
    pub fn x(self) -> u16 {
        self.x
    }

    /// The stones of `o`.
    #[inline]
    pub fn o(self) -> u16 {
        self.o
    }

    /// The number of empty cells.
    #[inline]
    pub fn empties(self) -> u32 {
        Self::CELLS - (self.x | self.o).count_ones()
    }

    /// The cells in row-major order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..Self::CELLS).map(move |cell| match (self.x >> cell & 1, self.o >> cell & 1) {
            (0, 0) => Cell::Empty,
            (0, _) => Cell::O,
            _ => Cell::X,
        })
    }

    /// The board on one line, in the notation that [`FromStr`](std::str::FromStr) reads.
    pub fn notation(self) -> String {
        self.to_string().replace('\n', "/")
    }
}

/// Draws the board with one line per row, and no line end after the last.
impl<P: Game> fmt::Display for Board<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [empty, x, o] = P::GLYPHS;
        for (cell, stone) in self.cells().enumerate() {
            if cell > 0 && cell % P::ROWS as usize == 0 {
                f.write_char('\n')?;
            }
            f.write_char(match stone {
                Cell::Empty => empty,
                Cell::X => x,
                Cell::O => o,
            })?;
        }
        Ok(())
    }
}

impl<P: Game> fmt::Debug for Board<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return write!(f, "{}\n{self}", P::NAME);
        }
        write!(f, "{}:{}", P::NAME, self.notation())
    }
}
