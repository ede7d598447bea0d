//! Boards and games as blocks of a report: as characters for a terminal, and as HTML for a page.

use std::fmt::Write;

use crossply::content::Block;
use quick_xml::escape::escape;

use super::demonstration::{Demonstration, Ply};

/// A board, from its notation.
pub fn board_block(notation: &str) -> Block {
    let rows = notation.split('/').map(|row| format!("    {row}"));
    Block::Drawing {
        text: rows.collect::<Vec<_>>().join("\n"),
        html: board_html(notation, None),
    }
}

/// A board, and the game that shows why its answer is right. A page shows one board at a time with its script, and all
/// boards without it.
pub fn game_block(game: &Demonstration) -> Block {
    let mut html = format!(
        "<div class=\"player\"><p>The right answer is <strong>{}</strong>. {}</p><ol class=\"steps\"><li><p class=\"step\">\
         the position</p>{}</li>",
        escape(&*game.right),
        escape(&*game.reason),
        board_html(&game.board, None)
    );
    for Ply { side, cell, board } in &game.line {
        let drawing = board_html(board, Some(cell));
        let _ = write!(
            html,
            "<li><p class=\"step\">{side} {cell}</p>{drawing}</li>"
        );
    }
    html += &format!(
        "</ol><p class=\"ending\">{}</p></div>",
        escape(&*game.ending)
    );
    let text = game.to_string();
    Block::Drawing { text, html }
}

/// Draws a board from its notation, and numbers the rows and columns as answers do. `last_move` is the name of the cell
/// with the last move.
fn board_html(notation: &str, last_move: Option<&str>) -> String {
    let rows: Vec<_> = notation
        .split('/')
        .map(|row| {
            let cells = row.chars().map(|cell| match cell {
                '.' => "empty".to_owned(),
                stone => stone.to_string(),
            });
            cells.collect::<Vec<_>>().join(" ")
        })
        .collect();
    let label = rows.join("; ");
    let mut html = format!("<span class=\"grid\" role=\"img\" aria-label=\"board: {label}\">");
    let column_count = notation.find('/').unwrap_or(notation.len());
    let column_numbers = (0..column_count).map(|column| number_html(&column.to_string()));
    let _ = write!(
        html,
        "<span class=\"row\">{}{}</span>",
        number_html(""),
        column_numbers.collect::<String>()
    );
    for (row, cells) in notation.split('/').enumerate() {
        let row_number = number_html(&row.to_string());
        let _ = write!(html, "<span class=\"row\">{row_number}");
        for (column, cell) in cells.chars().enumerate() {
            let is_last = last_move == Some(&*format!("({row},{column})"));
            let class = if is_last { "cell last" } else { "cell" };
            let stone = if cell == '.' { ' ' } else { cell };
            let _ = write!(html, "<span class=\"{class}\">{stone}</span>");
        }
        html += "</span>";
    }
    html + "</span>"
}

fn number_html(number: &str) -> String {
    format!("<span class=\"number\">{number}</span>")
}
