//! The tables in a page: they are read before they are renewed, because what was not measured again stays.

use anyhow::Context;

/// A table between the comments `<!-- NAME -->` and `<!-- /NAME -->` of a page.
pub(crate) struct Table {
    name: &'static str,
    /// The first one names the columns.
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(name: &'static str, columns: Vec<String>) -> Self {
        Table {
            name,
            rows: vec![columns],
        }
    }

    /// The table with this name.
    pub(crate) fn read(page: &str, name: &'static str) -> anyhow::Result<Self> {
        let [_, table, _] = around(page, name)?;
        let rows = table.lines().map(|line| {
            let line = line.trim_matches('|').split('|');
            line.map(|cell| cell.trim().to_owned()).collect()
        });
        let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell == "---");
        let rows = rows.filter(|row| !is_rule(row)).collect();
        Ok(Table { name, rows })
    }

    pub(crate) fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The row that begins with this cell.
    pub(crate) fn row(&self, first: &str) -> Option<&[String]> {
        let row = self.rows[1..].iter().find(|row| row[0] == first)?;
        Some(row)
    }

    /// The cell in this column of the row that begins with `first`.
    pub(crate) fn cell(&self, first: &str, column: &str) -> Option<&str> {
        let column = self.rows[0].iter().position(|name| name == column)?;
        self.row(first)?.get(column).map(String::as_str)
    }

    /// The page with this table in place of the one with the same name.
    pub(crate) fn written(&self, page: &str) -> anyhow::Result<String> {
        let [before, _, after] = around(page, self.name)?;
        let lines = self.rows.iter().map(|row| row.join(" | "));
        let mut lines: Vec<_> = lines.map(|row| format!("| {row} |\n")).collect();
        lines.insert(1, format!("|{}\n", " --- |".repeat(self.rows[0].len())));
        Ok([before, &lines.concat(), after].concat())
    }
}

/// The page before, in and after the table with this name. The comments belong to what is before and after.
fn around<'a>(page: &'a str, name: &str) -> anyhow::Result<[&'a str; 3]> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let from = page.find(&start).context("the first comment")? + start.len();
    let to = page.find(&end).context("the second comment")?;
    let table = page.get(from..to).context("the comments in order")?;
    Ok([&page[..from], table, &page[to..]])
}
