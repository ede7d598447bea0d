//! Boards as drawings, and games to step through.

use crossply_harness::report::demonstration::{Demonstration, Ply};
use maud::{Markup, html};

use crate::page::{count, number};

/// Draws a board from its notation: `x`, `o` and `.`, rows joined by slashes. `last` is the name of the cell with the
/// last move.
pub(crate) fn board(notation: &str, last: Option<&str>) -> Markup {
    let rows = notation.split('/').map(|row| {
        let cells = row.chars().map(|cell| {
            if cell == '.' {
                "empty".to_owned()
            } else {
                cell.to_string()
            }
        });
        cells.collect::<Vec<_>>().join(" ")
    });
    let in_words = rows.collect::<Vec<_>>().join("; ");
    html! {
        span.board role="img" aria-label=(format!("board: {in_words}")) {
            @for (row, cells) in notation.split('/').enumerate() {
                span.row {
                    @for (column, cell) in cells.chars().enumerate() {
                        @let is_last = last == Some(&*format!("({row},{column})"));
                        @let empty = cell == '.';
                        span.cell.last[is_last].empty[empty] {
                            @if !empty { (cell) }
                        }
                    }
                }
            }
        }
    }
}

/// The most boards of a run or a batch that a page shows.
const SHOWN: usize = 24;

/// Boards in order under a title, collapsed.
pub(crate) fn boards(title: &str, boards: &[String]) -> Markup {
    html! {
        details {
            summary { (title) ": " (count(boards.len() as u64, "board")) }
            ol.game { @for one in boards.iter().take(SHOWN) { li { (board(one, None)) } } }
            @if boards.len() > SHOWN { p { "And " (number((boards.len() - SHOWN) as u64)) " more." } }
        }
    }
}

/// A board and the game that follows. With the script it shows one board at a time; without it, all boards.
pub(crate) fn player(start: &str, proof: &Demonstration) -> Markup {
    html! {
        div.player {
            p { "The right answer is " strong { (proof.right) } ". " (proof.reason) }
            ol.game {
                li { p.move { "the position" } (board(start, None)) }
                @for Ply { side, cell, board: after } in &proof.line {
                    li {
                        p.move { (side) " " (cell) }
                        (board(after, Some(cell)))
                    }
                }
            }
            p.ending { (proof.ending) }
        }
    }
}
