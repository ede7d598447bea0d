//! A map on a page: a drawing without a script.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use crate::content::{Map, MapAxis};
use crate::report::count;
use crate::report::map::shade;

/// What each shade means.
const LEGEND: [&str; 7] = [
    "none found",
    "none",
    "up to a quarter",
    "up to a half",
    "more than a half",
    "all",
    "some",
];

/// The map with its axes, a legend, and a sentence that says what it shows.
pub(super) fn figure(map: &Map) -> String {
    let columns = map.columns.cells.len();
    let rows = map.cells.len() / columns;
    let solver = escape(&*map.solver);
    let marked = count(map.marked() as u64);
    let all = count(map.cells.len() as u64);
    let is_part = map.cells.iter().any(|cell| cell[1] == 0);
    let least = if is_part { "at least " } else { "" };
    let sentence = format!(
        "{solver} {} on inputs of {least}{marked} of {all} cells.",
        map.does
    );
    let across = escape(&*map.columns.part);
    let (class, down, parts) = match &map.rows {
        None => ("map", String::new(), String::new()),
        Some(axis) => {
            let parts = format!("{} downwards, {across} across. ", escape(&*axis.part));
            ("map square", ticks("down", axis), parts)
        }
    };
    let mut html = format!(
        "<figure class=\"{class}\"><figcaption>{sentence}</figcaption><div class=\"plot\">{down}"
    );
    let _ = write!(
        html,
        "<svg role=\"img\" aria-label=\"{sentence}\" viewBox=\"0 0 {columns} {rows}\" preserveAspectRatio=\"none\" \
         shape-rendering=\"crispEdges\">"
    );
    let mut shades = [false; LEGEND.len()];
    for (cell, &counts) in map.cells.iter().enumerate() {
        let x = cell % columns;
        let y = cell / columns;
        let shade = shade(counts);
        shades[shade] = true;
        let _ = write!(html, "<rect class=\"shade{shade}\" x=\"{x}\" y=\"{y}\"/>");
    }
    html += "</svg>";
    html += &ticks("across", &map.columns);
    let _ = write!(
        html,
        "</div><p class=\"legend\">{parts}Inputs of a cell on which {solver} {}:",
        map.does
    );
    for (shade, meaning) in LEGEND
        .iter()
        .enumerate()
        .filter(|&(shade, _)| shades[shade])
    {
        let _ = write!(
            html,
            " <span><svg viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect class=\"shade{shade}\"/>\
             </svg>{meaning}</span>"
        );
    }
    html + "</p></figure>"
}

/// Values along an axis.
fn ticks(class: &str, axis: &MapAxis) -> String {
    let [first, last] = axis.ends();
    let middle = axis.cells.get(axis.cells.len() / 2);
    let mut html = format!("<div class=\"{class}\">");
    for tick in [first, middle.map_or("", |cell| &cell[0]), last] {
        html += &format!("<span>{}</span>", escape(tick));
    }
    html + "</div>"
}
