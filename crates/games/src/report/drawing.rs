//! Boards and games as parts of a report, in their two forms: characters for a terminal, HTML for a page.

use std::fmt::Write;

use crossply::content::Block;
use quick_xml::escape::escape;

use super::demonstration::{Demonstration, Ply};

/// A board, from its notation.
pub fn board_block(notation: &str) -> Block {
    let rows = notation.split('/').map(|row| format!("    {row}"));
    Block::Drawing {
        text: rows.collect::<Vec<_>>().join("\n"),
        html: board(notation, None),
    }
}

/// A board, and the game that shows why an answer to it is right. With the page's script it shows one board at a time;
/// without it, all boards.
pub fn game_block(game: &Demonstration) -> Block {
    let mut html = format!(
        "<div class=\"player\"><p>The right answer is <strong>{}</strong>. {}</p><ol class=\"steps\"><li><p class=\"step\">\
         the position</p>{}</li>",
        escape(&*game.right),
        escape(&*game.reason),
        board(&game.board, None)
    );
    for Ply {
        side,
        cell,
        board: after,
    } in &game.line
    {
        let after = board(after, Some(cell));
        let _ = write!(html, "<li><p class=\"step\">{side} {cell}</p>{after}</li>");
    }
    html += &format!(
        "</ol><p class=\"ending\">{}</p></div>",
        escape(&*game.ending)
    );
    let text = game.to_string();
    Block::Drawing { text, html }
}

/// Draws a board from its notation, with numbers of rows and columns as in answers. `last` is the name of the cell with the
/// last move.
fn board(notation: &str, last: Option<&str>) -> String {
    let words = |row: &str| {
        let cells = row.chars().map(|cell| match cell {
            '.' => "empty".to_owned(),
            stone => stone.to_string(),
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    let rows: Vec<_> = notation.split('/').map(words).collect();
    let label = rows.join("; ");
    let mut drawn = format!("<span class=\"grid\" role=\"img\" aria-label=\"board: {label}\">");
    let number = |number: &str| format!("<span class=\"number\">{number}</span>");
    let columns = 0..notation.find('/').unwrap_or(notation.len());
    let columns = columns.map(|column| number(&column.to_string()));
    let _ = write!(
        drawn,
        "<span class=\"row\">{}{}</span>",
        number(""),
        columns.collect::<String>()
    );
    for (row, cells) in notation.split('/').enumerate() {
        let _ = write!(drawn, "<span class=\"row\">{}", number(&row.to_string()));
        for (column, cell) in cells.chars().enumerate() {
            let is_last = last == Some(&*format!("({row},{column})"));
            let class = if is_last { "cell last" } else { "cell" };
            let stone = if cell == '.' { ' ' } else { cell };
            let _ = write!(drawn, "<span class=\"{class}\">{stone}</span>");
        }
        drawn += "</span>";
    }
    drawn + "</span>"
}
