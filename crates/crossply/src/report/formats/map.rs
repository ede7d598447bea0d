//! A map on a page: a drawing without a script.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use quick_xml::escape::escape;

use crate::content::{Map, MapAxis};
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

/// The map with its axes and a legend.
pub(super) fn figure(map: &Map) -> String {
    let columns = map.columns.cells.len();
    let rows = map.cells.len() / columns;
    let caption = format!("Where {} {}", escape(&*map.solver), map.does);
    let across = escape(&*map.columns.part);
    let (class, down, parts) = match &map.rows {
        None => ("map", String::new(), String::new()),
        Some(axis) => {
            let parts = format!("{} downwards, {across} across. ", escape(&*axis.part));
            ("map square", ticks("down", axis), parts)
        }
    };
    let mut html = format!(
        "<figure class=\"{class}\" data-shows=\"{}\"><figcaption>{caption}</figcaption><div class=\"plot\">{down}\
         <svg role=\"img\" aria-label=\"{caption}\" viewBox=\"0 0 {columns} {rows}\" preserveAspectRatio=\"none\" \
         shape-rendering=\"crispEdges\">",
        map.does
    );
    let mut shades = BTreeSet::new();
    for (cell, &counts) in map.cells.iter().enumerate() {
        let x = cell % columns;
        let y = cell / columns;
        let shade = shade(counts);
        shades.insert(shade);
        let _ = write!(html, "<rect class=\"shade{shade}\" x=\"{x}\" y=\"{y}\"/>");
    }
    let _ = write!(
        html,
        "</svg>{}</div><p class=\"legend\">{parts}Of the inputs of a cell:",
        ticks("across", &map.columns)
    );
    for shade in shades {
        let meaning = LEGEND[shade];
        let _ = write!(
            html,
            " <span><svg viewBox=\"0 0 1 1\" aria-hidden=\"true\"><rect class=\"shade{shade}\"/>\
             </svg>{meaning}</span>"
        );
    }
    html + "</p></figure>"
}

/// Values along an axis. Each of few cells has its own, in the middle.
fn ticks(class: &str, axis: &MapAxis) -> String {
    let [first, last] = axis.ends();
    let cells = &axis.cells;
    let (few, ticks) = if cells.len() <= 8 {
        (" few", cells.iter().map(|cell| &*cell[0]).collect())
    } else {
        ("", vec![first, &cells[cells.len() / 2][0], last])
    };
    let mut html = format!("<div class=\"{class}{few}\">");
    for tick in ticks {
        html += &format!("<span>{}</span>", escape(tick));
    }
    html + "</div>"
}
