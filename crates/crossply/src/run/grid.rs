//! Grids: they divide a domain into cells, and count for each cell the inputs on which solvers are wrong.
//!
//! The inputs compared are counted by whole ranges, which is faster than one by one.

use std::ops::Range;

use crate::definition::Numbers;
use crate::domain::{Axis, MAX_AXES};

/// Counts for the cells of one axis, or of two axes in row-major order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Grid {
    /// The indices of the row axis (if there are two axes) and of the column axis, among the axes of the domain.
    pub axes: Vec<usize>,
    /// For each cell, the number of inputs compared. Empty if these are not counted.
    pub compared: Vec<u64>,
    /// For each solver and cell, the number of inputs on which the solver is wrong, fails or differs.
    pub wrong: Vec<Vec<u64>>,
}

impl Grid {
    /// The grids of a domain with these axes: one for a single axis, otherwise one for each pair of axes.
    pub(crate) fn of(axes: &[Axis], solvers: usize) -> Vec<Self> {
        let mut all = Vec::new();
        for column in 0..axes.len() {
            for row in 0..column {
                all.push(vec![row, column]);
            }
        }
        if axes.len() == 1 {
            all.push(vec![0]);
        }
        all.into_iter()
            .map(|pair| {
                let cells = pair.iter().map(|&axis| axes[axis].cells()).product();
                let is_counted = axes.len() <= 2;
                Grid {
                    axes: pair,
                    compared: vec![0; if is_counted { cells } else { 0 }],
                    wrong: vec![vec![0; cells]; solvers],
                }
            })
            .collect()
    }

    /// Counts inputs as compared.
    pub(crate) fn add_compared(&mut self, axes: &[Axis], numbers: &Numbers) {
        if self.compared.is_empty() {
            return;
        }
        match (numbers, axes) {
            (Numbers::All(numbers), [axis]) => {
                axis.count(numbers.clone(), |cell, count| {
                    self.compared[cell] += count as u64;
                });
            }
            (Numbers::All(numbers), [rows, columns]) => {
                self.add_rows(rows, columns, numbers.clone());
            }
            (Numbers::Listed(numbers), _) => {
                for &number in numbers {
                    let cell = self.cell(axes, &cells(axes, number));
                    self.compared[cell] += 1;
                }
            }
            _ => {}
        }
    }

    /// Counts all inputs with these numbers: the rest of the first row, whole rows, and the start of the last one.
    fn add_rows(&mut self, rows: &Axis, columns: &Axis, numbers: Range<u128>) {
        let width = columns.len;
        let first = numbers.start / width;
        let from = numbers.start % width;
        let last = numbers.end / width;
        let to = numbers.end % width;
        if first == last {
            return self.add_area(rows, first..first + 1, columns, from..to);
        }
        self.add_area(rows, first..first + 1, columns, from..width);
        self.add_area(rows, first + 1..last, columns, 0..width);
        if to > 0 {
            self.add_area(rows, last..last + 1, columns, 0..to);
        }
    }

    /// Counts all inputs in these rows and columns.
    fn add_area(
        &mut self,
        rows: &Axis,
        rows_of: Range<u128>,
        columns: &Axis,
        columns_of: Range<u128>,
    ) {
        rows.count(rows_of, |row, times| {
            columns.count(columns_of.clone(), |column, count| {
                self.compared[row * columns.cells() + column] += (times * count) as u64;
            });
        });
    }

    /// Counts a failing input, given its cell on each axis.
    pub(crate) fn add_wrong(&mut self, axes: &[Axis], cells: &[usize], solver: usize) {
        let cell = self.cell(axes, cells);
        self.wrong[solver][cell] += 1;
    }

    /// Counts all inputs as compared.
    pub(crate) fn complete(&mut self, axes: &[Axis]) {
        let others = (0..axes.len()).filter(|axis| !self.axes.contains(axis));
        let others: u128 = others.map(|axis| axes[axis].len).product();
        let mut sizes = vec![others];
        for &axis in &self.axes {
            let axis = &axes[axis];
            sizes = sizes
                .iter()
                .flat_map(|size| {
                    (0..axis.cells())
                        .map(|cell| size * axis.size(cell))
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        self.compared = sizes.into_iter().map(|size| size as u64).collect();
    }

    fn cell(&self, axes: &[Axis], cells: &[usize]) -> usize {
        let mut cell = 0;
        for &axis in &self.axes {
            cell = cell * axes[axis].cells() + cells[axis];
        }
        cell
    }

    /// Adds the counts of other blocks.
    pub(crate) fn merge(&mut self, other: &Self) {
        add(&mut self.compared, &other.compared);
        for (wrong, others) in self.wrong.iter_mut().zip(&other.wrong) {
            add(wrong, others);
        }
    }
}

/// The cell on each axis of the input with this number.
pub(crate) fn cells(axes: &[Axis], number: u128) -> [usize; MAX_AXES] {
    let mut cells = [0; MAX_AXES];
    let mut rest = number;
    for (place, axis) in axes.iter().enumerate().rev() {
        cells[place] = axis.cell(rest % axis.len);
        rest /= axis.len;
    }
    cells
}

fn add(counts: &mut [u64], others: &[u64]) {
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{self, Domain};

    #[test]
    fn whole_ranges_count_like_their_inputs() {
        let pairs = [
            domain::of((domain::range(-3..=30_i8), domain::range(-20..=100_i8))),
            domain::of((domain::range(-100..=100_i8), domain::range(0..=2_i8))),
        ];
        for axes in pairs.map(|pairs| pairs.axes()) {
            let len = axes[0].len * axes[1].len;
            for (start, end) in [(0, len), (5, 7), (1, 200), (len / 3, len - 1), (121, 242)] {
                let [mut ranges, mut listed] = [(); 2].map(|()| Grid::of(&axes, 1).remove(0));
                ranges.add_compared(&axes, &Numbers::All(start..end));
                listed.add_compared(&axes, &Numbers::Listed((start..end).collect()));
                assert_eq!(ranges, listed, "{start} to {end}");
            }
            let [mut counted, mut complete] = [(); 2].map(|()| Grid::of(&axes, 0).remove(0));
            counted.add_compared(&axes, &Numbers::All(0..len));
            complete.complete(&axes);
            assert_eq!(counted, complete);
        }
    }
}
