//! Reports as text for a terminal.

use std::ops::Range;

use crate::content::{Block, Fact, Table};

/// Draws the blocks, separated by empty lines. Lines of sentences, tables and maps have at most `width` characters where
/// possible. Control characters, which could change what a terminal shows, are escaped. The text ends with a newline unless it
/// is empty.
pub fn text(blocks: &[Block], width: usize) -> String {
    let drawn = blocks.iter().map(|block| escaped(draw_block(block, width)));
    let drawn = drawn.filter(|text| !text.is_empty());
    let drawn = drawn.map(|text| text.trim_end().to_owned() + "\n");
    drawn.collect::<Vec<_>>().join("\n")
}

fn draw_block(block: &Block, width: usize) -> String {
    match block {
        Block::Heading(text) | Block::Text(text) => {
            join_lines(text.lines().map(|line| wrap(line, width)))
        }
        Block::Drawing { text, .. } => text.clone(),
        Block::Code(text) => {
            let lines = text.lines().map(|line| format!("    {line}"));
            join_lines(lines.map(|line| line.trim_end().to_owned()))
        }
        Block::Facts(facts) => facts_in_columns(facts),
        Block::Map(map) => map.text(width),
        Block::Source(_) => String::new(),
        Block::Table(table) => fit_table(table, 1..table.columns.len(), width),
    }
}

/// Escapes control characters other than line ends and tabs.
fn escaped(text: String) -> String {
    let is_shown = |letter: char| !letter.is_control() || letter == '\n' || letter == '\t';
    if text.chars().all(is_shown) {
        return text;
    }
    let mut escaped = String::new();
    for letter in text.chars() {
        if is_shown(letter) {
            escaped.push(letter);
        } else {
            escaped.extend(letter.escape_default());
        }
    }
    escaped
}

fn join_lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

/// Breaks a line between words. A line with several spaces in a row contains something to copy, so it stays as it is.
fn wrap(line: &str, width: usize) -> String {
    if line.contains("  ") {
        return line.to_owned();
    }
    let mut lines: Vec<String> = Vec::new();
    for word in line.split(' ') {
        match lines.last_mut() {
            Some(last) if last.chars().count() + 1 + word.chars().count() <= width => {
                last.push(' ');
                *last += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

/// Values up to this width have their notes aligned in a column.
const COLUMN: usize = 40;

fn facts_in_columns(facts: &[Fact]) -> String {
    let longest = facts.iter().map(|fact| fact.name.chars().count()).max();
    let longest = longest.unwrap_or(0);
    // Notes are aligned, except for those of long values.
    let noted = facts.iter().filter(|fact| !fact.note.is_empty());
    let values = noted.flat_map(|fact| fact.value.lines());
    let values = values.map(|line| line.chars().count());
    let column = values.filter(|value| *value <= COLUMN).max().unwrap_or(0);
    let indent = format!("\n{:1$}", "", longest + 7);
    let lines = facts.iter().map(|fact| {
        let name = &fact.name;
        let value = fact.value.replace('\n', &indent);
        match &*fact.note {
            "" => format!("    {name:longest$}   {value}"),
            note => format!("    {name:longest$}   {value:column$}   <- {note}"),
        }
    });
    join_lines(lines)
}

/// Draws the first column of a table and the given ones. If the lines are too long, the result is two tables, split
/// before a group of columns or in the middle.
fn fit_table(table: &Table, columns: Range<usize>, width: usize) -> String {
    let text = draw_table(table, columns.clone());
    let fits = text.lines().all(|line| line.chars().count() <= width);
    if fits || columns.len() < 2 {
        return text;
    }
    let mut cuts = columns.clone().skip(1).rev();
    let cut = cuts.find(|&index| table.columns[index].over != table.columns[index - 1].over);
    let cut = cut.unwrap_or(columns.start + columns.len() / 2);
    let [left, right] =
        [columns.start..cut, cut..columns.end].map(|columns| fit_table(table, columns, width));
    format!("{left}\n{right}")
}

fn draw_table(table: &Table, columns: Range<usize>) -> String {
    let mut over = vec![""; table.columns.len()];
    let mut last = "";
    for index in columns.clone() {
        let group = &*table.columns[index].over;
        over[index] = if group == last { "" } else { group };
        last = group;
    }
    let names = table.columns.iter().map(|column| &*column.name);
    let mut lines = vec![over, names.collect()];
    for row in &table.rows {
        lines.push(row.iter().map(|cell| &*cell.text).collect());
    }
    let mut texts = vec![String::new(); lines.len()];
    for index in [0].into_iter().chain(columns) {
        let lengths = lines.iter().map(|line| line[index].chars().count());
        let width = lengths.max().unwrap_or(0);
        for (text, line) in texts.iter_mut().zip(&lines) {
            let cell = line[index];
            *text += &if table.columns[index].is_words {
                format!(" {cell:<width$} ")
            } else {
                format!(" {cell:>width$} ")
            };
        }
    }
    if texts[0].trim_end().is_empty() {
        texts.remove(0);
    }
    let lines = texts.iter().map(|text| text.trim_end().to_owned() + "\n");
    lines.collect()
}
