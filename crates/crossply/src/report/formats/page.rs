//! A report as a page: a single HTML file.
//!
//! The content security policy of the page forbids all requests. If scripts are disabled, the page shows everything at
//! once.
//!
//! Drawings bring their own HTML, which can use two classes. A `grid` has a `row` for each line of a picture, with
//! `cell`s and, next to them, `number`s. In a `player`, the script shows the items of the list `steps` one at a time.

use std::fmt::Write;

use quick_xml::escape::escape;

use super::map::figure;
use super::{Banner, Report};
use crate::content::{Block, Cell, Column, Fact, Mark, Table};
use crate::report::Detail;

/// Renders the report as a page. `about` says where the page comes from.
pub fn page(report: &impl Report, about: &[Fact]) -> String {
    let title = report.title();
    let title = escape(&*title);
    let (banner, conclusion) = report.conclusion();
    let (class, sign) = match banner {
        Banner::Right => ("right", '\u{2713}'),
        Banner::Wrong => ("wrong", '\u{2717}'),
        Banner::Open => ("open", '\u{2026}'),
    };
    let mut content = report.content(Detail::Everything);
    // The conclusion is on top of the page already.
    content.retain(
        |block| !matches!(block, Block::Text(text) if text.is_empty() || *text == conclusion),
    );
    let content: Vec<_> = content.iter().map(block).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\"><title>{title}</title><style>{}</style></head><body><main><h1>{title}</h1>\
         <p class=\"verdict {class}\"><span aria-hidden=\"true\">{sign}</span> {}</p>{}\n{}</main>\
         <script>{}</script></body></html>\n",
        include_str!("page.css"),
        escape(&*conclusion),
        facts(about),
        content.join("\n"),
        include_str!("player.js"),
    )
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>", escape(&**text)),
        Block::Text(text) => text.split("\n\n").map(paragraph).collect(),
        Block::Code(text) => format!("<pre tabindex=\"0\">{}</pre>", escape(&**text)),
        Block::Facts(all) => facts(all),
        Block::Drawing { html, .. } => html.clone(),
        Block::Table(all) => table(all),
        Block::Map(map) => figure(map),
    }
}

/// A paragraph of a text. If the paragraph is indented, it is code.
fn paragraph(text: &str) -> String {
    match text.strip_prefix("    ") {
        Some(code) => block(&Block::Code(code.replace("\n    ", "\n"))),
        None => format!("<p class=\"prose\">{}</p>", escape(text)),
    }
}

fn facts(facts: &[Fact]) -> String {
    let mut list = "<dl class=\"facts\">".to_owned();
    for fact in facts {
        let value = marked(&fact.value, fact.mark);
        let _ = write!(list, "<div><dt>{}</dt><dd>{value}", escape(&*fact.name));
        if !fact.note.is_empty() {
            let _ = write!(list, " <small>{}</small>", escape(&*fact.note));
        }
        list += "</dd></div>";
    }
    list + "</dl>"
}

/// Text in the colour for right or wrong.
fn marked(text: &str, mark: Mark) -> String {
    let text = escape(text);
    match mark {
        Mark::None => text.into_owned(),
        Mark::Right => format!("<span class=\"right\">{text}</span>"),
        Mark::Wrong => format!("<span class=\"wrong\">{text}</span>"),
    }
}

/// A table whose first row and column are headers. A wide table can be scrolled, even with the keyboard.
fn table(table: &Table) -> String {
    let caption = escape(&*table.caption);
    let mut text = format!(
        "<div class=\"scrolled\" role=\"group\" aria-label=\"{caption}\" tabindex=\"0\"><table><caption><span>{caption}\
         </span></caption><thead><tr>"
    );
    let groups = table.columns.chunk_by(|one, next| one.over == next.over);
    for group in groups.filter(|group| group.len() < table.columns.len()) {
        let length = group.len();
        let over = escape(&*group[0].over);
        let _ = match &*over {
            "" => write!(text, "<td colspan=\"{length}\"></td>"),
            _ => write!(
                text,
                "<th scope=\"colgroup\" colspan=\"{length}\">{over}</th>"
            ),
        };
    }
    text += "</tr><tr>";
    for column in &table.columns {
        let class = class(column);
        let name = escape(&*column.name);
        let _ = write!(text, "<th scope=\"col\" class=\"{class}\">{name}</th>");
    }
    text += "</tr></thead><tbody>";
    for row in &table.rows {
        text += "<tr>";
        for (index, (Cell { text: cell, mark }, column)) in
            row.iter().zip(&table.columns).enumerate()
        {
            let cell = marked(cell, *mark);
            let _ = match index {
                0 => write!(text, "<th scope=\"row\">{cell}</th>"),
                _ => write!(text, "<td class=\"{}\">{cell}</td>", class(column)),
            };
        }
        text += "</tr>";
    }
    text + "</tbody></table></div>"
}

fn class(column: &Column) -> &'static str {
    if column.is_words { "text" } else { "number" }
}
