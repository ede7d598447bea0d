//! A map on a page: a drawing without a script.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use crate::content::{Axis, Map};
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
    let sentence = map.sentence();
    let sentence = escape(&*sentence);
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
        let title = format!("{}: {}", map.place(cell), map.counts(cell));
        let _ = write!(
            html,
            "<rect class=\"shade{shade}\" x=\"{x}\" y=\"{y}\"><title>{}</title></rect>",
            escape(&title)
        );
    }
    html += "</svg>";
    html += &ticks("across", &map.columns);
    let _ = write!(
        html,
        "</div><p class=\"legend\">{parts}Inputs of a cell on which {} {}:",
        escape(&*map.solver),
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
fn ticks(class: &str, axis: &Axis) -> String {
    let [first, last] = axis.ends();
    let middle = axis.cells.get(axis.cells.len() / 2);
    let mut html = format!("<div class=\"{class}\">");
    for tick in [first, middle.map_or("", |cell| &cell[0]), last] {
        html += &format!("<span>{}</span>", escape(tick));
    }
    html + "</div>"
}

impl Map {
    /// What the map shows, in a sentence.
    fn sentence(&self) -> String {
        let Map { solver, does, .. } = self;
        let marked = count(self.marked() as u64);
        let all = count(self.cells.len() as u64);
        if self.cells.iter().any(|cell| cell[1] == 0) {
            return format!("{solver} {does} on inputs of at least {marked} of {all} cells.");
        }
        let share = |cell: &usize| self.cells[*cell][0] as f64 / self.cells[*cell][1] as f64;
        // `max_by` takes the last of several, which is the first one in reverse.
        let cells = (0..self.cells.len()).rev();
        let most = cells.max_by(|one, other| share(one).total_cmp(&share(other)));
        let most = most.unwrap_or(0);
        let counts = self.counts(most);
        let place = self.place(most);
        format!(
            "{solver} {does} on inputs of {marked} of {all} cells. The first with the greatest share, {counts}, is the one \
             where {place}."
        )
    }

    /// Which inputs are in a cell.
    fn place(&self, cell: usize) -> String {
        let columns = self.columns.cells.len();
        let across = self.columns.place(cell % columns);
        match &self.rows {
            Some(rows) => format!("{} and {across}", rows.place(cell / columns)),
            None => across,
        }
    }

    /// How many inputs in a cell are wrong.
    fn counts(&self, cell: usize) -> String {
        match self.cells[cell] {
            [0, 0] => "none found".to_owned(),
            [_, 0] => format!("some {}", self.nouns),
            [wrong, all] => format!("{} of {} {}", count(wrong), count(all), self.nouns),
        }
    }
}

impl Axis {
    /// Which inputs are in a cell.
    fn place(&self, cell: usize) -> String {
        let part = match &*self.part {
            "" => "the input",
            part => part,
        };
        match &self.cells[cell] {
            [first, last] if first == last => format!("{part} is {first}"),
            [first, last] => format!("{part} is from {first} to {last}"),
        }
    }
}
