//! The known peculiarities of the two reference programs, and what they print there.

use super::Poj1568;
use crate::line::empty_cells_of;
use crate::program::Transliteration;
use crate::witnesses::{Difference, Leak, Witnesses};
use crate::{Board, Line, Side};

/// The known peculiarities of the two reference programs.
pub(super) const WITNESSES: Witnesses<Poj1568> = Witnesses {
    programs: [
        Transliteration {
            name: "ref-line-sums",
            run: crossply_first_programs::ref_line_sums::run,
        },
        Transliteration {
            name: "ref-last-move",
            run: crossply_second_programs::ref_last_move::run,
        },
    ],
    // With at most four stones the programs do not search.
    is_quick: |board| board.empties() <= 8 || board.empties() >= 12,
    differences: &[
        Difference {
            program: "ref-line-sums",
            reason: "it sees that x has won, and prints the cell of an earlier answer or (0,0); \
                     the other sees only lines through the last move",
            applies: x_has_won_first,
            answers: |board| [FIRST_CELL.to_owned(), first_new_win(board)],
            example: "xxxx/.oo./.oo./....",
        },
        Difference {
            program: "ref-last-move",
            reason: "it does not see that o has won, and lets x win",
            applies: |board| Line::of(board, Side::O).is_some() && !x_has_won_first(board),
            answers: |board| [NO_WIN.to_owned(), first_new_win(board)],
            example: "oooo/xxx./..../..x.",
        },
    ],
    leaks: &[Leak {
        program: "ref-line-sums",
        reason: "the answer's cell is a global that a search sets; x has won before any search",
        applies: x_has_won_first,
        answer: |before| {
            let cell = before.iter().rfind(|answer| *answer != NO_WIN);
            cell.map_or(FIRST_CELL, String::as_str).to_owned()
        },
        example: &[".oo./x.xx/oxo./..xo", "xxxx/.oo./.oo./...."],
    }],
};

const NO_WIN: &str = "#####";
const FIRST_CELL: &str = "(0,0)";

/// With at most four stones the programs do not search. If both sides have a line, the first one counts.
fn x_has_won_first(board: Board<Poj1568>) -> bool {
    let line = Line::of(board, Side::X);
    let is_first = Line::of(board, Side::O).is_none_or(|other| line < Some(other));
    board.empties() < 12 && line.is_some() && is_first
}

/// The answer if lines that are already complete did not count.
fn first_new_win(board: Board<Poj1568>) -> String {
    if board.empties() >= 12 {
        return NO_WIN.to_owned();
    }
    let (x, o) = (board.x(), board.o());
    let mut lines = LINES_OF_FOUR.to_vec();
    lines.retain(|line| line & !x != 0 && line & !o != 0);
    let cell = empty_cells_of(x | o, 16).find(|cell| x_wins(x | cell, o, &lines));
    cell.map_or(NO_WIN.to_owned(), |cell| {
        let cell = cell.trailing_zeros();
        format!("({},{})", cell / 4, cell % 4)
    })
}

/// Whether `x` completed one of these lines with its last move, or forces one.
fn x_wins(x: u16, o: u16, lines: &[u16]) -> bool {
    let made = |stones: u16| lines.iter().any(|line| line & !stones == 0);
    let mut replies = empty_cells_of(x | o, 16).map(|cell| o | cell).peekable();
    made(x)
        || replies.peek().is_some()
            && replies.all(|o| {
                !made(o) && empty_cells_of(x | o, 16).any(|cell| x_wins(x | cell, o, lines))
            })
}

const LINES_OF_FOUR: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];
