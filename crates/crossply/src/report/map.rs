//! Maps of where in a domain a solver is wrong. A person sees at once a stripe, a corner or every eighth column.
//!
//! A shade gives the share of wrong inputs in a cell, so that cells of different sizes can be compared. If the solver did
//! not answer all inputs, a map only says in which cells wrong ones were found.

use std::fmt::Write as _;
use std::iter;

use super::Checked;
use crate::content::{Block, Map, MapAxis};

/// The maximum number of lines of a map in a terminal.
const LINES: usize = 16;

/// The minimum number of cells in a line.
const LEAST: usize = 8;

/// The shades of cells, by [`shade`]: none found, none wrong, up to a quarter, up to a half, more, all wrong, and some found.
const SHADES: [char; 7] = [' ', '·', '░', '▒', '▓', '█', '×'];

impl Checked {
    /// A map of the inputs on which the solver with this name is wrong or differs. `None` if that is true of only one
    /// cell or of all, because sentences can say that.
    pub(super) fn map_block(&self, name: &str) -> Option<Block> {
        let counts = &self.scope.counts;
        let grid = counts.grid.as_ref()?;
        let solver = counts.solvers.iter().position(|one| one.solver == name)?;
        let wrong = grid.wrong.get(solver)?;
        let (rows, columns) = match &self.scope.axes[..] {
            [columns] => (None, columns),
            [rows, columns] => (Some(rows), columns),
            _ => return None,
        };
        let answered_all = counts.solvers[solver].inputs() == counts.compared.total();
        let sizes = grid.compared.iter().filter(|_| answered_all);
        let sizes = sizes.copied().chain(iter::repeat(0));
        let map = Map {
            solver: name.to_owned(),
            does: if self.truth.is_some() {
                "is wrong"
            } else {
                "differs"
            },
            rows: rows.cloned(),
            columns: columns.clone(),
            cells: wrong
                .iter()
                .zip(sizes)
                .map(|(&wrong, all)| [wrong, all])
                .collect(),
        };
        let is_shown = 1 < map.marked() && map.marked() < map.cells.len();
        is_shown.then_some(Block::Map(map))
    }
}

impl Map {
    /// The number of cells with wrong inputs.
    pub(crate) fn marked(&self) -> usize {
        self.cells.iter().filter(|cell| cell[0] > 0).count()
    }

    /// The map as text: lines of cells, labelled with the ends of the axes. If a line would have more than `width`
    /// characters, neighbours share a cell.
    pub(super) fn text(&self, width: usize) -> String {
        let columns = self.columns.cells.len();
        let rows = self.cells.len() / columns;
        let [left, right] = self.columns.ends();
        // A single line has the ends of its axis on both sides.
        let ([top, bottom], after) = match &self.rows {
            Some(axis) => (axis.ends(), String::new()),
            None => ([left; 2], format!(" {right}")),
        };
        let label = top.chars().count().max(bottom.chars().count());
        let labels = label + after.chars().count() + "     ||".len();
        let wide = columns.div_ceil(width.saturating_sub(labels).max(LEAST));
        // If there are too many rows, adjacent ones share a line.
        let height = rows.div_ceil(LINES);
        let mut text = String::new();
        for first in (0..rows).step_by(height) {
            let mut line = String::new();
            for column in (0..columns).step_by(wide) {
                let mut sum = [0, 0];
                for row in first..rows.min(first + height) {
                    for column in column..columns.min(column + wide) {
                        let [wrong, all] = self.cells[row * columns + column];
                        sum = [sum[0] + wrong, sum[1] + all];
                    }
                }
                line.push(SHADES[shade(sum)]);
            }
            let name = match first {
                0 => top,
                _ if first + height >= rows => bottom,
                _ => "",
            };
            let _ = writeln!(text, "    {name:>label$} |{line}|{after}");
        }
        if let Some(axis) = &self.rows {
            let space = columns
                .div_ceil(wide)
                .saturating_sub(left.chars().count() + 1);
            let _ = writeln!(text, "    {:label$}  {left} {right:>space$}", "");
            let (down, across) = (&axis.part, &self.columns.part);
            let _ = writeln!(text, "    {:label$}  {down} downwards, {across} across", "");
        }
        text
    }
}

impl MapAxis {
    /// The first and the last input.
    pub(crate) fn ends(&self) -> [&str; 2] {
        let first = self.cells.first().map_or("", |cell| &cell[0]);
        let last = self.cells.last().map_or("", |cell| &cell[1]);
        [first, last]
    }
}

/// The index of the shade for a cell with this many wrong inputs, of this many.
pub(crate) fn shade([wrong, all]: [u64; 2]) -> usize {
    match wrong {
        0 if all == 0 => 0,
        0 => 1,
        _ if all == 0 => 6,
        _ if wrong >= all => 5,
        _ if wrong <= all / 4 => 2,
        _ if wrong <= all / 2 => 3,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shade_is_the_share_of_wrong_inputs() {
        let cells = [
            [0, 0],
            [3, 0],
            [0, 9],
            [1, 4],
            [1, 3],
            [2, 4],
            [3, 5],
            [8, 9],
            [9, 9],
        ];
        assert_eq!(cells.map(shade), [0, 6, 1, 2, 3, 3, 4, 4, 5]);
    }
}
