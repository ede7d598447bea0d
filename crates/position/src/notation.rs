//! Boards on one line, for messages, tests and the command line.
//!
//! The notation lists the rows from top to bottom, separated by `/`, and draws each cell with the game's glyphs. For
//! example, `..../.xo./.ox./....` is the first sample of POJ 1568. In chess, FEN serves the same purpose.

use std::str::FromStr;

use crate::{Board, Game};

/// Why a text is not the notation of a board: where it is wrong, what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidNotation(String);

impl InvalidNotation {
    fn at(index: usize, found: char, expected: &str) -> Self {
        let column = index + 1;
        InvalidNotation(format!(
            "character {column}: found {found:?}, expected {expected}"
        ))
    }
}

impl<P: Game> FromStr for Board<P> {
    type Err = InvalidNotation;

    /// Parses the notation. Line ends may replace the slashes, so that a drawing of a board can be parsed as well.
    fn from_str(text: &str) -> Result<Self, InvalidNotation> {
        let row_length = P::ROWS as usize;
        let cell_count = row_length * row_length;
        let mut cells_by_glyph = [0_u16; 3];
        let mut cell = 0;
        let mut row_ended = true;
        for (index, found) in text.trim_end().chars().enumerate() {
            if cell % row_length == 0 && !row_ended {
                if cell == cell_count {
                    return Err(InvalidNotation::at(index, found, "the end"));
                }
                if !matches!(found, '/' | '\n') {
                    return Err(InvalidNotation::at(index, found, "`/`"));
                }
                row_ended = true;
                continue;
            }
            let Some(glyph) = P::GLYPHS.iter().position(|&glyph| glyph == found) else {
                let [empty, x, o] = P::GLYPHS;
                let expected = format!("`{empty}`, `{x}` or `{o}`");
                return Err(InvalidNotation::at(index, found, &expected));
            };
            cells_by_glyph[glyph] |= 1 << cell;
            cell += 1;
            row_ended = false;
        }
        if cell < cell_count {
            return Err(InvalidNotation(format!(
                "the board ends after {cell} cells: expected {cell_count}"
            )));
        }
        let [_, x, o] = cells_by_glyph;
        Ok(Board::new(x, o).expect("each cell has one glyph"))
    }
}
