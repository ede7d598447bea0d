//! Where in the domain solvers are wrong. The counts follow from the sets of a run.

use super::{Counts, RunOutcome};
use crate::definition::Definition;
use crate::domain::axis::{cell_of, sizes_of_cells};

/// Where in the domain solvers are wrong: counts for the cells of one axis, or of two axes in row-major order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Grid {
    /// For each cell, the number of inputs compared. Empty unless the run compared all inputs of the domain.
    pub compared: Vec<u64>,
    /// For each solver and cell, the number of inputs on which the solver is wrong, fails or differs.
    pub wrong: Vec<Vec<u64>>,
}

impl Grid {
    /// The cells of a run of this check. `None` if the domain has no axes.
    pub(crate) fn of(check: &Definition, outcome: &RunOutcome, counts: &Counts) -> Option<Self> {
        let axes = check.axes();
        if axes.is_empty() {
            return None;
        }
        let in_order = counts.compared.in_order;
        let is_whole = u128::from(in_order) == check.len
            && counts.compared.total() == in_order
            && !outcome.is_full;
        let cells = axes.iter().map(|axis| axis.labels.len()).product();
        let wrong = outcome.mistakes.iter().map(|mistakes| {
            let mut wrong = vec![0; cells];
            for number in mistakes.inputs().from(0) {
                wrong[cell_of(axes, number)] += 1;
            }
            wrong
        });
        Some(Grid {
            wrong: wrong.collect(),
            compared: if is_whole {
                sizes_of_cells(axes, check.len)
            } else {
                Vec::new()
            },
        })
    }
}
