//! Grids: they divide a domain into cells, and count for each cell the inputs on which solvers are wrong.

use crate::domain::Axis;

/// Counts for the cells of one axis, or of two axes in row-major order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Grid {
    /// For each cell, the number of inputs compared. Empty unless the run compared all inputs of the domain.
    pub compared: Vec<u64>,
    /// For each solver and cell, the number of inputs on which the solver is wrong, fails or differs.
    pub wrong: Vec<Vec<u64>>,
}

impl Grid {
    /// The grid of a domain with these axes. `None` if there are none.
    pub(crate) fn of(axes: &[Axis], solvers: usize) -> Option<Self> {
        let cells = axes.iter().map(Axis::cells).product();
        (!axes.is_empty()).then(|| Grid {
            compared: Vec::new(),
            wrong: vec![vec![0; cells]; solvers],
        })
    }

    /// Counts the input with this number as failing.
    pub(crate) fn add_wrong(&mut self, axes: &[Axis], number: u128, solver: usize) {
        let cell = axes
            .iter()
            .fold(0, |cell, axis| cell * axis.cells() + axis.cell(number));
        self.wrong[solver][cell] += 1;
    }

    /// Counts all inputs of the domain, of which there are `len`, as compared.
    pub(crate) fn complete(&mut self, axes: &[Axis], len: u128) {
        let shown: u128 = axes.iter().map(|axis| axis.len).product();
        let mut sizes = vec![len / shown];
        for axis in axes {
            let sizes_of_cells = |size| (0..axis.cells()).map(move |cell| size * axis.size(cell));
            sizes = sizes.into_iter().flat_map(sizes_of_cells).collect();
        }
        self.compared = sizes.into_iter().map(|size| size as u64).collect();
    }

    /// Adds the counts of other blocks.
    pub(crate) fn merge(&mut self, other: &Self) {
        let others = other.wrong.iter().flatten();
        for (count, other) in self.wrong.iter_mut().flatten().zip(others) {
            *count += other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Domain, all, of, range, words};

    fn assert_counts(inputs: &impl Domain) {
        let axes = inputs.axes();
        let mut grid = Grid::of(&axes, 1).expect("an axis");
        (0..inputs.len()).for_each(|number| grid.add_wrong(&axes, number, 0));
        grid.complete(&axes, inputs.len());
        assert_eq!(grid.wrong[0], grid.compared);
    }

    #[test]
    fn each_cell_has_its_inputs() {
        assert_counts(&all::<i16>());
        assert_counts(&words("ab", 0..=9));
        assert_counts(&of((range(-3..=8), all::<i8>(), all::<bool>())));
        assert_counts(&of((of((range(0..=69),)), all::<[bool; 3]>())));
    }
}
