//! Counts what a run found, from its sets: how many answers of each solver are wrong, in which ways, and in which cells of
//! the domain.

use std::mem;

use super::compared::Compared;
use super::grid::{Grid, cells};
use super::pieces::Piece;
use super::{Counts, Ended};

/// What a run found, in numbers. Repeated inputs count each time.
#[derive(Default)]
pub(crate) struct Census {
    /// For each solver.
    pub(crate) solvers: Vec<Answered>,
    pub(crate) grids: Vec<Grid>,
}

/// The answers of a solver.
#[derive(Clone, Default)]
pub(crate) struct Answered {
    /// The number of answers.
    pub(crate) all: u64,
    /// The number of answers of which it is known whether they are right.
    pub(crate) judged: u64,
    /// The number of answers with each kind of mistake.
    pub(crate) kinds: Vec<u64>,
}

impl Compared<'_> {
    /// The grids of an interrupted run. Empty if they take more than a look at the numbers of inputs.
    pub(crate) fn grids_at_once(&self, counts: &Counts) -> Vec<Grid> {
        let check = &self.plan.check;
        let has_property = check.only.is_some() || check.representatives.is_some();
        if has_property || !self.outcome.has_mistakes() {
            return Vec::new();
        }
        let compared = Compared {
            interrupt: None,
            ..*self
        };
        Census::of(&compared, counts).map_or_else(|_| Vec::new(), |census| census.grids)
    }
}

impl Census {
    /// Counts the inputs that a run compared.
    ///
    /// # Errors
    /// [`Ended::Interrupted`] if the user interrupts it.
    pub(crate) fn of(compared: &Compared<'_>, counts: &Counts) -> Result<Self, Ended> {
        let axes = compared.plan.check.axes();
        let new = || Census::new(compared);
        let counted = compared.each_numbered(new, |census, piece| census.see(compared, piece))?;
        let mut all = Census::new(compared);
        for other in counted {
            all.merge(other);
        }
        let in_order = counts.compared.in_order;
        let is_whole = u128::from(in_order) == compared.plan.check.len
            && counts.compared.total() == in_order
            && !compared.outcome.is_full;
        for grid in &mut all.grids {
            if is_whole && grid.compared.is_empty() {
                grid.complete(axes);
            }
        }
        Ok(all)
    }

    fn new(compared: &Compared<'_>) -> Self {
        let mistakes = &compared.outcome.mistakes;
        let solvers = mistakes.iter().map(|mistakes| Answered {
            kinds: vec![0; mistakes.kinds.len()],
            ..Answered::default()
        });
        Census {
            solvers: solvers.collect(),
            grids: Grid::of(compared.plan.check.axes(), mistakes.len()),
        }
    }

    fn see(&mut self, compared: &Compared<'_>, piece: &Piece) {
        let check = &compared.plan.check;
        let axes = check.axes();
        let numbers = &piece.batch.numbers;
        let all = numbers.len() as u64;
        let unknown = numbers.rows_in(&compared.outcome.unknown).count() as u64;
        for grid in &mut self.grids {
            grid.add_compared(axes, numbers);
        }
        for &solver in &piece.solvers {
            let answered = &mut self.solvers[solver];
            answered.all += all;
            answered.judged += all - unknown;
            let kinds = &compared.outcome.mistakes[solver].kinds;
            for (kind, count) in kinds.iter().zip(&mut answered.kinds) {
                if !piece.admits(check, &kind.mistake) {
                    continue;
                }
                for row in numbers.rows_in(&kind.inputs) {
                    *count += 1;
                    let cells = cells(axes, numbers.at(row));
                    for grid in &mut self.grids {
                        grid.add_wrong(axes, &cells, solver);
                    }
                }
            }
        }
    }

    fn merge(&mut self, other: Self) {
        for (answered, mut other) in self.solvers.iter_mut().zip(other.solvers) {
            answered.all += other.all;
            answered.judged += other.judged;
            for (count, more) in answered.kinds.iter_mut().zip(mem::take(&mut other.kinds)) {
                *count += more;
            }
        }
        for (grid, other) in self.grids.iter_mut().zip(&other.grids) {
            grid.merge(other);
        }
    }
}

impl Answered {
    /// The number of wrong answers.
    pub(crate) fn wrong(&self) -> u64 {
        self.kinds.iter().sum()
    }
}
