//! Boards, drawn, and games that can be stepped through.

use crossply_harness::report::demonstration::{Demonstration, Ply};
use maud::{Markup, html};

use crate::page::{count, number};

/// The board in its notation: `x`, `o` and `.`, rows joined by slashes. The cell with the name `last` is
/// where a stone was put.
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

/// How many boards of a run or a batch are shown.
const SHOWN: usize = 24;

/// Boards in order, folded up, under a title.
pub(crate) fn boards(title: &str, boards: &[String]) -> Markup {
    html! {
        details {
            summary { (title) ": " (count(boards.len() as u64, "board")) }
            ol.game { @for one in boards.iter().take(SHOWN) { li { (board(one, None)) } } }
            @if boards.len() > SHOWN { p { "And " (number((boards.len() - SHOWN) as u64)) " more." } }
        }
    }
}

/// A board, and how the game goes on from it. The script shows one board after the other; without it all
/// are there.
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
