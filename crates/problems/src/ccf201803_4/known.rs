//! The known peculiarities of the two reference programs, and what they print there.

use super::Ccf201803_4;
use crate::Side;
use crate::line::empty_cells_of;
use crate::program::Transliteration;
use crate::witnesses::{Difference, Witnesses};

/// The known peculiarities of the two reference programs.
pub(super) const WITNESSES: Witnesses<Ccf201803_4> = Witnesses {
    programs: [
        Transliteration {
            name: "ref-dfs",
            run: crossply_first_programs::ref_dfs::run,
        },
        Transliteration {
            name: "ref-decimal-map",
            run: crossply_second_programs::ref_decimal_map::run,
        },
    ],
    is_quick: |board| board.empties() <= 6,
    differences: &[Difference {
        program: "ref-dfs",
        reason: "it lets x move, whatever the counts; the other goes by their parity",
        applies: |board| board.empties() % 2 == 0,
        answers: |board| {
            [Side::X, Side::O].map(|side| score(board.x(), board.o(), side).to_string())
        },
        example: "XX./.O./...",
    }],
    leaks: &[],
};

/// The score if this side is to move. If both sides have a line, the upper or left one counts.
fn score(x: u16, o: u16, to_move: Side) -> i32 {
    let mut lines = LINES_OF_THREE.iter();
    let line = lines.find(|&line| line & !x == 0 || line & !o == 0);
    let cells = empty_cells_of(x | o, 9);
    let empties = cells.clone().count() as i32;
    match (line, to_move) {
        (Some(line), _) if line & !x == 0 => empties + 1,
        (Some(_), _) => -empties - 1,
        (None, Side::X) => cells
            .map(|cell| score(x | cell, o, Side::O))
            .max()
            .unwrap_or(0),
        (None, Side::O) => cells
            .map(|cell| score(x, o | cell, Side::X))
            .min()
            .unwrap_or(0),
    }
}

const LINES_OF_THREE: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
