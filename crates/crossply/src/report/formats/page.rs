//! A report as a page: a single HTML file.
//!
//! The content security policy of the page forbids all requests. If scripts are disabled, the page shows everything at
//! once, and commands have no button that copies them.
//!
//! Drawings bring their own HTML, which can use two classes. A `grid` has a `row` for each line of a picture, with
//! `cell`s and, next to them, `number`s. In a `player`, the script shows the items of the list `steps` one at a time.

use std::fmt::{Display, Write};

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
    let conclusion = conclusion.lines().map(|line| linked(line, &content));
    let parts = content.iter().enumerate();
    let parts = parts.map(|(n, part)| format!("<div id=\"part{n}\">{}</div>\n", block(part)));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\"><title>{title}</title><style>{}</style></head><body><main><header><h1>{title}</h1>\
         <p class=\"verdict {class}\"><span aria-hidden=\"true\">{sign}</span> {}</p>{}</header>\n{}</main>\
         <script>{}</script></body></html>\n",
        include_str!("page.css"),
        conclusion.collect::<String>(),
        facts(about),
        parts.collect::<String>(),
        include_str!("page.js"),
    )
}

/// A line of the conclusion. If it is about a check, it leads to the last heading about it, which says what is wrong.
fn linked(line: &str, content: &[Block]) -> String {
    let check = line.split(": ").next();
    let is_about_it =
        |block: &Block| matches!(block, Block::Heading(text) if text.split(": ").next() == check);
    let text = escape(line);
    match content.iter().rposition(is_about_it) {
        Some(n) => format!("<a href=\"#part{n}\">{text}</a>\n"),
        None => text.into_owned(),
    }
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>", escape(&**text)),
        Block::Text(text) => sentences(text),
        Block::Commands { text, commands } => sentences(text) + &list_of(commands),
        Block::Code(text) => format!("<pre tabindex=\"0\">{}</pre>", escape(&**text)),
        Block::Facts(all) => facts(all),
        Block::Drawing { html, .. } => html.clone(),
        Block::Table(all) => table(all),
        Block::Map(map) => figure(map),
    }
}

fn sentences(text: &str) -> String {
    let paragraphs = text.trim_end().split("\n\n");
    let paragraphs = paragraphs.filter(|text| !text.is_empty());
    paragraphs.map(paragraph).collect()
}

/// A paragraph of a text. If the paragraph is indented, it is code.
fn paragraph(text: &str) -> String {
    if let Some(code) = text.strip_prefix("    ") {
        return block(&Block::Code(code.replace("\n    ", "\n")));
    }
    format!("<p class=\"prose\">{}</p>", escape(text))
}

/// Commands, each after what it is for.
fn list_of(commands: &[[String; 2]]) -> String {
    let mut list = String::new();
    if commands.is_empty() {
        return list;
    }
    for [purpose, command] in commands {
        let purpose = escape(&**purpose);
        let command = escape(&**command);
        let _ = writeln!(list, "{purpose} <code>{command}</code>");
    }
    format!("<p class=\"prose\">{list}</p>")
}

fn facts(facts: &[Fact]) -> String {
    let mut list = "<dl class=\"facts\">".to_owned();
    for fact in facts {
        // A wrong answer is compared with the right one, and the latter with the first wrong one.
        let other = facts.iter().find(|other| {
            let marks = [fact.mark, other.mark];
            marks.contains(&Mark::Right) && marks.contains(&Mark::Wrong)
        });
        let value = match other {
            Some(other) => compared(&fact.value, &other.value),
            None => escape(&*fact.value).into_owned(),
        };
        let value = marked(value, fact.mark);
        let name = escape(&*fact.name);
        let _ = write!(list, "<div><dt>{name}</dt><dd><code>{value}</code>");
        if !fact.note.is_empty() {
            let _ = write!(list, " <small>{}</small>", escape(&*fact.note));
        }
        list += "</dd></div>";
    }
    list + "</dl>"
}

/// An answer in which all that differs from the other is marked: what is between the common beginning and the common end.
fn compared(answer: &str, other: &str) -> String {
    let begins = |&n: &usize| answer.get(..n).is_some_and(|part| other.starts_with(part));
    let start = (0..=answer.len()).rev().find(begins).unwrap_or(0);
    let ends = |&n: &usize| {
        answer
            .get(n..)
            .is_some_and(|part| other[start..].ends_with(part))
    };
    let end = (start..=answer.len()).find(ends).unwrap_or(start);
    let [before, differs, after] =
        [&answer[..start], &answer[start..end], &answer[end..]].map(escape);
    format!("{before}<mark>{differs}</mark>{after}")
}

/// HTML in the colour for right or wrong.
fn marked(text: impl Display, mark: Mark) -> String {
    match mark {
        Mark::None => text.to_string(),
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
    if !text.ends_with("<tr>") {
        text += "</tr><tr>";
    }
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
            let cell = marked(escape(&**cell), *mark);
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
