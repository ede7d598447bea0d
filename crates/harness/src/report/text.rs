//! Reports as text for a terminal.

use super::content::{Block, Fact, Mark, Table};
use super::demonstration::{Demonstration, Ply};

/// The most characters that boards side by side take.
const WIDTH: usize = 80;

/// Draws the blocks, with an empty line between them, in lines of at most so many characters where tables can be made to
/// fit. It ends with a line end, unless there are no blocks.
#[must_use]
pub fn text(blocks: &[Block], width: usize) -> String {
    let mut text = String::new();
    for block in blocks {
        let drawn = drawn(block, width);
        if drawn.is_empty() {
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text += drawn.trim_end();
        text.push('\n');
    }
    text
}

fn drawn(block: &Block, width: usize) -> String {
    match block {
        Block::Heading(text) | Block::Text(text) => text.clone(),
        Block::Code(text) => indented(text.lines()),
        Block::Facts(facts) => facts_in_columns(facts),
        Block::Board(notation) => indented(notation.split('/')),
        Block::Game(game) => game.to_string(),
        Block::Table(table) => fitting(table, width),
    }
}

/// The lines, four characters from the left.
fn indented<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines = lines.map(|line| format!("    {line}").trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

fn facts_in_columns(facts: &[Fact]) -> String {
    let longest = facts.iter().map(|fact| fact.name.chars().count()).max();
    let longest = longest.unwrap_or(0);
    let line = |Fact { name, value, mark }: &Fact| {
        let mark = match mark {
            Mark::None => "",
            Mark::Right => "   <- proven right",
            Mark::Wrong => "   <- proven wrong",
        };
        format!("    {name:longest$}   {value}{mark}")
    };
    facts.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The table without the fewest columns with which its lines are short enough: lines that are broken are worse.
fn fitting(table: &Table, width: usize) -> String {
    let least = table.columns.iter().map(|column| column.dispensable).max();
    let mut drawn = String::new();
    for kept in (0..=least.unwrap_or(0)).rev() {
        drawn = table_of(table, kept);
        let mut lines = drawn.lines();
        if lines.all(|line| line.chars().count() <= width) {
            break;
        }
    }
    drawn
}

/// The table without columns that are more dispensable than this.
fn table_of(table: &Table, kept: u8) -> String {
    let columns = table.columns.iter().enumerate();
    let columns: Vec<_> = columns
        .filter(|(_, column)| column.dispensable <= kept)
        .collect();
    let has_over = columns.iter().any(|(_, column)| !column.over.is_empty());
    let head = |of: &dyn Fn(usize) -> String| -> Vec<String> {
        columns.iter().map(|&(index, _)| of(index)).collect()
    };
    let mut lines = Vec::new();
    if has_over {
        lines.push(head(&|index| table.columns[index].over.to_owned()));
    }
    lines.push(head(&|index| table.columns[index].name.clone()));
    for row in &table.rows {
        lines.push(head(&|index| row[index].text.clone()));
    }
    let length = |text: &String| text.chars().count();
    let widths: Vec<usize> = (0..columns.len())
        .map(|n| lines.iter().map(|line| length(&line[n])).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for line in lines {
        let mut drawn = String::new();
        for ((&(_, column), width), cell) in columns.iter().zip(&widths).zip(line) {
            drawn += &if column.is_words {
                format!(" {cell:<width$} ")
            } else {
                format!(" {cell:>width$} ")
            };
        }
        text += drawn.trim_end();
        text.push('\n');
    }
    text
}

/// A sentence, the boards side by side, each below the move that led to it, and how the game ends.
impl std::fmt::Display for Demonstration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:", self.reason.trim_end_matches('.'))?;
        let column = 9;
        let start = (String::new(), &self.board);
        let plies = self.line.iter();
        let plies = plies.map(|Ply { side, cell, board }| (format!("{side} {cell}"), board));
        let boards: Vec<_> = [start].into_iter().chain(plies).collect();
        for some in boards.chunks((WIDTH - 4) / column) {
            let mut rows = vec![String::new(); 1 + some[0].1.split('/').count()];
            for (title, board) in some {
                for (row, text) in rows
                    .iter_mut()
                    .zip([&**title].into_iter().chain(board.split('/')))
                {
                    *row += &format!("{text:column$}");
                }
            }
            if rows[0].trim().is_empty() {
                rows.remove(0);
            }
            write!(f, "\n\n{}", indented(rows.iter().map(String::as_str)))?;
        }
        if self.ending.is_empty() {
            return Ok(());
        }
        write!(f, "\n\n    {}", self.ending)
    }
}
