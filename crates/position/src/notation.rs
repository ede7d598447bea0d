//! Boards on one line, for messages, tests and the command line.
//!
//! The notation has the rows from top to bottom, joined by `/`, each cell drawn with the game's glyphs:
//! `..../.xo./.ox./....` is the first sample of POJ 1568. Chess has FEN for the same purpose.

use std::str::FromStr;

use crate::{Board, Game};

/// A text that is not a drawing of a board: where it is wrong, what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidNotation(String);

impl<P: Game> FromStr for Board<P> {
    type Err = InvalidNotation;

    /// Reads the notation. Line ends may replace the slashes, so it reads a drawn board as well.
    fn from_str(text: &str) -> Result<Self, InvalidNotation> {
        let side = P::SIDE as usize;
        let mut stones = [0_u16; 3];
        let mut cells = 0;
        let mut row_ended = true;
        for (at, found) in text.trim_end().chars().enumerate() {
            let unexpected = |expected| {
                let at = at + 1;
                InvalidNotation(format!(
                    "character {at}: found {found:?}, expected {expected}"
                ))
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
            let expected = side * side;
            return Err(InvalidNotation(format!(
                "the board ends after {cells} cells: expected {expected}"
            )));
        }
        let [_, x, o] = stones;
        Ok(Board::new(x, o).expect("each cell has one glyph"))
    }
}
