//! Maps of where in a domain a solver is wrong. A person sees at once a stripe, a corner or every eighth column.
//!
//! A shade gives the share of wrong inputs in a cell, so that cells of different sizes can be compared.

use std::fmt::Write as _;

use super::Checked;
use crate::content::{Axis, Block, Map};
use crate::run::Grid;

/// The maximum number of lines of a map in a terminal.
const LINES: usize = 16;

/// The minimum number of cells in a line.
const LEAST: usize = 8;

/// The shades of cells, by [`shade`]: nothing compared, none wrong, up to a quarter, up to a half, more, and all wrong.
pub(super) const SHADES: [char; 6] = [' ', '·', '░', '▒', '▓', '█'];

/// The same shades for terminals without Unicode.
#[cfg(feature = "cli")]
pub(crate) const PLAIN_SHADES: [char; 6] = [' ', '.', '-', '+', '*', '#'];

impl Checked {
    /// A map of the inputs on which the solver with this name is wrong or differs. `None` if that is true of only one
    /// cell or of all, because sentences can say that. `None` also if the solver answered fewer inputs than were
    /// compared.
    pub(super) fn map_block(&self, name: &str) -> Option<Block> {
        let solvers = &self.scope.counts.solvers;
        let solver = solvers.iter().position(|solver| solver.solver == name)?;
        if solvers[solver].inputs() != self.scope.counts.compared.total() {
            return None;
        }
        let maps = self
            .scope
            .counts
            .grids
            .iter()
            .filter_map(|grid| self.map_of(grid, solver));
        let map = maps.max_by(|one, other| dependence(one).total_cmp(&dependence(other)))?;
        let compared = map.cells.iter().filter(|cell| cell[1] > 0).count();
        let is_shown = 1 < map.marked() && map.marked() < compared;
        is_shown.then_some(Block::Map(map))
    }

    fn map_of(&self, grid: &Grid, solver: usize) -> Option<Map> {
        let wrong = grid.wrong.get(solver)?;
        // Some grids have no counts of compared inputs unless the run compared all inputs.
        if wrong.len() != grid.compared.len() {
            return None;
        }
        let cells = wrong.iter().zip(&grid.compared);
        let mut axes = grid.axes.iter().map(|place| self.scope.axes.get(*place));
        let columns = axes.next_back()??;
        let [_, nouns] = &self.scope.inputs_are;
        Some(Map {
            solver: self.scope.counts.solvers[solver].solver.clone(),
            does: if self.truth.is_some() {
                "is wrong"
            } else {
                "differs"
            },
            nouns: nouns.clone(),
            rows: axes.next().flatten().cloned(),
            columns: columns.clone(),
            cells: cells.map(|(&wrong, &compared)| [wrong, compared]).collect(),
        })
    }
}

/// How much the share of wrong inputs depends on the cell: the sum of the squared shares, weighted by the inputs
/// compared.
fn dependence(map: &Map) -> f64 {
    let compared = map.cells.iter().filter(|cell| cell[1] > 0);
    let squares = compared.map(|&[wrong, all]| (wrong as f64).powi(2) / all as f64);
    squares.sum()
}

impl Map {
    /// The number of cells with wrong inputs.
    pub(crate) fn marked(&self) -> usize {
        self.cells.iter().filter(|cell| cell[0] > 0).count()
    }

    /// The map as text: lines of cells, labelled with the ends of the axes. If a line would have more than `width`
    /// characters, neighbours share a cell.
    pub(super) fn text(&self, width: usize, shades: [char; 6]) -> String {
        let columns = self.columns.cells.len();
        let wide = columns.div_ceil(width.saturating_sub(self.width_of_labels()).max(LEAST));
        let rows = self.cells.len() / columns;
        // If there are too many rows, adjacent ones share a line.
        let height = rows.div_ceil(LINES);
        let mut lines = Vec::new();
        for first in (0..rows).step_by(height) {
            let mut line = String::new();
            for column in (0..columns).step_by(wide) {
                let mut sum = [0, 0];
                for row in first..rows.min(first + height) {
                    for column in column..columns.min(column + wide) {
                        let [wrong, compared] = self.cells[row * columns + column];
                        sum = [sum[0] + wrong, sum[1] + compared];
                    }
                }
                line.push(shades[shade(sum)]);
            }
            lines.push(line);
        }
        let [left, right] = self.columns.ends();
        let Some(axis) = &self.rows else {
            return format!("    {left} |{}| {right}\n", lines[0]);
        };
        let [top, bottom] = axis.ends();
        let width = top.chars().count().max(bottom.chars().count());
        let mut text = String::new();
        for (n, line) in lines.iter().enumerate() {
            let name = match n {
                0 => top,
                n if n + 1 == lines.len() => bottom,
                _ => "",
            };
            let _ = writeln!(text, "    {name:>width$} |{line}|");
        }
        let space = columns
            .div_ceil(wide)
            .saturating_sub(left.chars().count() + 1);
        let _ = writeln!(text, "    {:width$}  {left} {right:>space$}", "");
        let down = &axis.part;
        let across = &self.columns.part;
        let _ = writeln!(text, "    {:width$}  {down} downwards, {across} across", "");
        text
    }
}

impl Map {
    /// How many characters of a line of the map as text show no cells.
    fn width_of_labels(&self) -> usize {
        let [left, right] = self.columns.ends().map(|end| end.chars().count());
        let labels = match &self.rows {
            None => left + right + 1,
            Some(axis) => {
                let [top, bottom] = axis.ends().map(|end| end.chars().count());
                top.max(bottom)
            }
        };
        labels + "     ||".len()
    }
}

impl Axis {
    /// The first and the last input.
    pub(crate) fn ends(&self) -> [&str; 2] {
        let first = self.cells.first().map_or("", |cell| &cell[0]);
        let last = self.cells.last().map_or("", |cell| &cell[1]);
        [first, last]
    }
}

/// The index of the shade for a cell with this many wrong and compared inputs.
pub(crate) fn shade([wrong, compared]: [u64; 2]) -> usize {
    if compared == 0 {
        0
    } else if wrong == 0 {
        1
    } else if wrong >= compared {
        5
    } else if wrong <= compared / 4 {
        2
    } else if wrong <= compared / 2 {
        3
    } else {
        4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shade_is_the_share_of_wrong_inputs() {
        let cells = [
            [0, 0],
            [0, 9],
            [1, 4],
            [1, 3],
            [2, 4],
            [3, 5],
            [8, 9],
            [9, 9],
        ];
        assert_eq!(cells.map(shade), [0, 1, 2, 3, 3, 4, 4, 5]);
    }
}
