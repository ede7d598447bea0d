//! Reports as text for a terminal.

use super::content::{Block, Fact, Table};

/// Draws the blocks, with an empty line between them, in lines of at most so many characters where tables can be made to
/// fit. It ends with a line end, unless there are no blocks.
#[must_use]
pub fn text(blocks: &[Block], width: usize) -> String {
    let drawn = blocks.iter().map(|block| drawn(block, width));
    let drawn = drawn.filter(|text| !text.is_empty());
    let drawn = drawn.map(|text| text.trim_end().to_owned() + "\n");
    drawn.collect::<Vec<_>>().join("\n")
}

fn drawn(block: &Block, width: usize) -> String {
    match block {
        Block::Heading(text) | Block::Text(text) | Block::Drawing { text, .. } => text.clone(),
        Block::Code(text) => {
            let lines = text.lines().map(|line| format!("    {line}"));
            let lines: Vec<_> = lines.map(|line| line.trim_end().to_owned()).collect();
            lines.join("\n")
        }
        Block::Facts(facts) => facts_in_columns(facts),
        Block::Table(table) => fitting(table, width),
    }
}

fn facts_in_columns(facts: &[Fact]) -> String {
    let longest = facts.iter().map(|fact| fact.name.chars().count()).max();
    let longest = longest.unwrap_or(0);
    let lines = facts.iter().map(|fact| {
        let (name, value) = (&fact.name, &fact.value);
        let note = match &*fact.note {
            "" => String::new(),
            note => format!("   <- {note}"),
        };
        format!("    {name:longest$}   {value}{note}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The table without the fewest columns with which its lines are short enough: lines that are broken are worse.
fn fitting(table: &Table, width: usize) -> String {
    let most = table.columns.iter().map(|column| column.dispensable).max();
    let mut tables = (0..=most.unwrap_or(0))
        .rev()
        .map(|kept| table_of(table, kept));
    let fits = |text: &String| text.lines().all(|line| line.chars().count() <= width);
    tables.find(fits).unwrap_or_else(|| table_of(table, 0))
}

/// The table without columns that are more dispensable than this.
fn table_of(table: &Table, kept: u8) -> String {
    let columns = table.columns.iter().enumerate();
    let columns = columns.filter(|(_, column)| column.dispensable <= kept);
    let over = table.columns.iter().map(|column| &column.over);
    let names = table.columns.iter().map(|column| &column.name);
    let mut lines = vec![over.collect(), names.collect()];
    for row in &table.rows {
        lines.push(row.iter().map(|cell| &cell.text).collect::<Vec<_>>());
    }
    let mut texts = vec![String::new(); lines.len()];
    for (index, column) in columns {
        let lengths = lines.iter().map(|line| line[index].chars().count());
        let width = lengths.max().unwrap_or(0);
        for (text, line) in texts.iter_mut().zip(&lines) {
            let cell = line[index];
            *text += &if column.is_words {
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
