//! Reports as text for a terminal.

use super::content::{Block, Fact, Table};

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
        Block::Heading(text) | Block::Text(text) | Block::Drawing { text, .. } => text.clone(),
        Block::Code(text) => indented(text.lines()),
        Block::Facts(facts) => facts_in_columns(facts),
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
    let line = |fact: &Fact| {
        let Fact {
            name, value, note, ..
        } = fact;
        let note = if note.is_empty() {
            String::new()
        } else {
            format!("   <- {note}")
        };
        format!("    {name:longest$}   {value}{note}")
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
        lines.push(head(&|index| table.columns[index].over.clone()));
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
