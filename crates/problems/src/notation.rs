//! Boards on one line, for messages, tests and the command line.
//!
//! The notation has the rows from top to bottom, joined by `/`, each cell drawn with the problem's glyphs:
//! `..../.xo./.ox./....` is the first sample of POJ 1568. Chess has FEN for the same purpose.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::{Board, Cell, Illegal, Position, Problem};

/// Why a text is not the notation of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// A character is no cell, or there is one too many.
    #[error("character {at}: found {found:?}, expected {expected}")]
    Unexpected {
        /// Its number, from 1.
        at: usize,
        /// The character.
        found: char,
        /// What should be there.
        expected: String,
    },
    /// The text has fewer cells than the board.
    #[error("the board ends after {cells} cells: expected {expected}")]
    Short {
        /// The cells found.
        cells: usize,
        /// The cells of the board.
        expected: usize,
    },
    /// The board is not a legal position of this problem.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl<P: Problem> FromStr for Board<P> {
    type Err = NotationError;

    /// Reads the notation. Line ends may replace the slashes, so it reads a drawn board as well.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let side = P::SIDE as usize;
        let mut stones = [0_u16; 3];
        let mut cells = 0;
        let mut row_ended = true;
        for (at, found) in text.trim_end().chars().enumerate() {
            let unexpected = |expected| NotationError::Unexpected {
                at: at + 1,
                found,
                expected,
            };
            if cells % side == 0 && !row_ended {
                row_ended = matches!(found, '/' | '\n') && cells < side * side;
                if !row_ended {
                    let expected = if cells < side * side {
                        "`/`"
                    } else {
                        "the end"
                    };
                    return Err(unexpected(expected.to_owned()));
                }
                continue;
            }
            let Some(glyph) = P::GLYPHS.iter().position(|&glyph| glyph == found) else {
                let [empty, x, o] = P::GLYPHS;
                return Err(unexpected(format!("`{empty}`, `{x}` or `{o}`")));
            };
            stones[glyph] |= 1 << cells;
            cells += 1;
            row_ended = false;
        }
        if cells < side * side {
            return Err(NotationError::Short {
                cells,
                expected: side * side,
            });
        }
        let [_, x, o] = stones;
        Ok(Board::new(x, o)?)
    }
}

impl<P: Problem> FromStr for Position<P> {
    type Err = NotationError;

    /// Reads the notation and checks that the board is legal.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        Ok(text.parse::<Board<P>>()?.try_into()?)
    }
}

impl<P: Problem> Board<P> {
    /// Writes the rows, separated by the given character.
    pub(crate) fn draw(self, f: &mut fmt::Formatter<'_>, between: char) -> fmt::Result {
        let [empty, x, o] = P::GLYPHS;
        for (cell, stone) in self.cells().enumerate() {
            if cell > 0 && cell % P::SIDE as usize == 0 {
                f.write_char(between)?;
            }
            f.write_char(match stone {
                Cell::Empty => empty,
                Cell::X => x,
                Cell::O => o,
            })?;
        }
        Ok(())
    }

    /// The board on one line, in the notation that [`FromStr`] reads.
    #[must_use]
    pub fn notation(self) -> String {
        self.to_string().replace('\n', "/")
    }
}

impl<P: Problem> Position<P> {
    /// The board on one line, in the notation that [`FromStr`] reads.
    #[must_use]
    pub fn notation(self) -> String {
        Board::from(self).notation()
    }
}
