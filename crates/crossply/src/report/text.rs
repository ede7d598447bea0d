//! Reports as text for a terminal.

use std::ops::Range;

use crate::content::{Block, Cell, Fact, Mark, Table};
use crate::cut::escaped;

/// Draws the blocks as text without colours. Lines of sentences, tables and maps have at most `width` characters where
/// possible.
pub fn text(blocks: &[Block], width: usize) -> String {
    Canvas::plain(width).draw(blocks)
}

/// What text is drawn on.
#[derive(Clone, Copy, Debug)]
pub struct Canvas {
    /// How many characters a line has at most, where possible.
    pub width: usize,
    /// Colours a text that is right or wrong.
    pub paint: fn(&str, Mark) -> String,
}

impl Canvas {
    /// A canvas without colours.
    pub fn plain(width: usize) -> Self {
        Canvas {
            width,
            paint: |text, _| text.to_owned(),
        }
    }

    /// Draws the blocks, separated by empty lines. Control characters, which could change what a terminal shows, are escaped.
    /// The text ends with a newline unless it is empty.
    pub fn draw(&self, blocks: &[Block]) -> String {
        let drawn = blocks.iter().map(|block| self.draw_block(block));
        let drawn = drawn.filter(|text| !text.is_empty());
        let drawn = drawn.map(|text| text.trim_end().to_owned() + "\n");
        drawn.collect::<Vec<_>>().join("\n")
    }

    fn draw_block(&self, block: &Block) -> String {
        match block {
            Block::Heading(text) | Block::Text(text) => {
                let text = escaped(text);
                join_lines(text.lines().map(|line| wrap(line, self.width)))
            }
            Block::Commands { text, commands } => {
                let mut lines = Vec::new();
                if !text.is_empty() {
                    // An empty line may be the last.
                    lines.extend(text.split('\n').map(str::to_owned));
                }
                lines.extend(
                    commands
                        .iter()
                        .map(|[purpose, command]| format!("{purpose:<15} {command}")),
                );
                join_lines(lines.iter().map(|line| wrap(&escaped(line), self.width)))
            }
            Block::Drawing { text, .. } => escaped(text),
            Block::Code(text) => {
                let text = escaped(text);
                let lines = text.lines().map(|line| format!("    {line}"));
                join_lines(lines.map(|line| line.trim_end().to_owned()))
            }
            Block::Facts(facts) => self.facts_in_columns(facts),
            Block::Map(map) => escaped(&map.text(self.width)),
            Block::Table(table) => self.fit_table(table, 1..table.columns.len()),
        }
    }

    fn facts_in_columns(&self, facts: &[Fact]) -> String {
        let longest = facts.iter().map(|fact| fact.name.chars().count()).max();
        let longest = longest.unwrap_or(0);
        // Notes are aligned, except for those of long values.
        let noted = facts.iter().filter(|fact| !fact.note.is_empty());
        let values = noted.flat_map(|fact| fact.value.lines());
        let values = values.map(|line| line.chars().count());
        let column = values.filter(|value| *value <= COLUMN).max().unwrap_or(0);
        let indent = format!("\n{:1$}", "", longest + 7);
        let lines = facts.iter().map(|fact| {
            let name = escaped(&fact.name);
            let value = escaped(&fact.value).replace('\n', &indent);
            if fact.note.is_empty() {
                return format!("    {name:longest$}   {value}");
            }
            let note = (self.paint)(&format!("<- {}", escaped(&fact.note)), fact.mark);
            format!("    {name:longest$}   {value:column$}   {note}")
        });
        join_lines(lines)
    }

    /// Draws the first column of a table and the given ones. If the lines are too long, the result is two tables, split
    /// before a group of columns or in the middle.
    fn fit_table(&self, table: &Table, columns: Range<usize>) -> String {
        let text = Canvas::plain(self.width).draw_table(table, columns.clone());
        let fits = text.lines().all(|line| line.chars().count() <= self.width);
        if fits || columns.len() < 2 {
            return self.draw_table(table, columns);
        }
        let mut cuts = columns.clone().skip(1).rev();
        let cut = cuts.find(|&index| table.columns[index].over != table.columns[index - 1].over);
        let cut = cut.unwrap_or(columns.start + columns.len() / 2);
        let left = self.fit_table(table, columns.start..cut);
        let right = self.fit_table(table, cut..columns.end);
        format!("{left}\n{right}")
    }

    fn draw_table(&self, table: &Table, columns: Range<usize>) -> String {
        let mut over = vec![Cell::default(); table.columns.len()];
        let mut last = "";
        for index in columns.clone() {
            let group = &*table.columns[index].over;
            if group != last {
                over[index] = group.into();
            }
            last = group;
        }
        let names = table.columns.iter().map(|column| Cell::from(&*column.name));
        let mut lines = vec![over, names.collect()];
        lines.extend(table.rows.iter().cloned());
        for cell in lines.iter_mut().flatten() {
            cell.text = escaped(&cell.text);
        }
        let mut texts = vec![String::new(); lines.len()];
        for index in [0].into_iter().chain(columns) {
            let lengths = lines.iter().map(|line| line[index].text.chars().count());
            let width = lengths.max().unwrap_or(0);
            for (text, line) in texts.iter_mut().zip(&lines) {
                let cell = &line[index];
                let space = " ".repeat(width - cell.text.chars().count());
                let shown = (self.paint)(&cell.text, cell.mark);
                *text += &if table.columns[index].is_words {
                    format!(" {shown}{space} ")
                } else {
                    format!(" {space}{shown} ")
                };
            }
        }
        if texts[0].trim_end().is_empty() {
            texts.remove(0);
        }
        let lines = texts.iter().map(|text| text.trim_end().to_owned() + "\n");
        lines.collect()
    }
}

/// Values up to this width have their notes aligned in a column.
const COLUMN: usize = 40;

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
