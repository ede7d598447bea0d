//! Counts what a run found, from its sets: how many answers of each solver are wrong, in which ways, and in which cells of
//! the domain.

use super::compared::Compared;
use super::outcome::Outcome;
use super::pieces::Piece;
use super::statistics::{Grid, Tally};
use super::{Counts, Ended};
use crate::domain::axis::{cell_of, sizes_of_cells};
use crate::mistakes::Mistakes;

/// What a run found, in numbers. Repeated inputs count each time.
#[derive(Default)]
pub(crate) struct Census {
    /// For each solver.
    pub(crate) solvers: Vec<Answered>,
    /// For each relation, the inputs for which it was tried, and for which it does not hold.
    pub(crate) relations: Vec<Answered>,
    /// `None` if the domain has no axes.
    pub(crate) grid: Option<Grid>,
}

/// The answers of a solver.
#[derive(Clone, Default)]
pub(crate) struct Answered {
    /// The number of answers.
    pub(crate) all: Tally,
    /// The number of answers of which it is known whether they are right.
    pub(crate) judged: u64,
    /// The number of answers with each kind of mistake.
    pub(crate) kinds: Vec<u64>,
    /// The number of wrong answers in each cell of the domain.
    cells: Vec<u64>,
}

impl Census {
    /// Counts the inputs that a run compared.
    ///
    /// # Errors
    /// [`Ended::Interrupted`] if the user interrupts it.
    pub(crate) fn of(compared: &Compared<'_>, counts: &Counts) -> Result<Self, Ended> {
        let check = &compared.plan.check;
        let counted = compared.each_numbered(
            || Census::new(compared),
            |census, piece| census.see(compared, piece),
        )?;
        let mut all = Census::new(compared);
        for other in counted {
            all.merge(other);
        }
        let in_order = counts.compared.in_order;
        let is_whole = u128::from(in_order) == check.len
            && counts.compared.total() == in_order
            && !compared.outcome.is_full;
        let axes = check.axes();
        all.grid = (!axes.is_empty()).then(|| Grid {
            compared: if is_whole {
                sizes_of_cells(axes, check.len)
            } else {
                Vec::new()
            },
            wrong: all.solvers.iter().map(|one| one.cells.clone()).collect(),
        });
        Ok(all)
    }

    fn new(compared: &Compared<'_>) -> Self {
        let axes = compared.plan.check.axes().iter();
        let cells = axes.map(|axis| axis.labels.len()).product();
        let nothing = |mistakes: &Mistakes| Answered {
            kinds: vec![0; mistakes.kinds.len()],
            cells: vec![0; cells],
            ..Answered::default()
        };
        Census {
            solvers: compared.outcome.mistakes.iter().map(nothing).collect(),
            relations: compared.outcome.violations.iter().map(nothing).collect(),
            grid: None,
        }
    }

    fn see(&mut self, compared: &Compared<'_>, piece: &Piece) {
        let check = &compared.plan.check;
        let numbers = &piece.batch.numbers;
        let all = numbers.len() as u64;
        let unknown = numbers.rows_in(&compared.outcome.unknown).count() as u64;
        if piece.oracles.relations {
            self.see_related(compared.outcome, piece);
        }
        for &solver in &piece.solvers {
            let answered = &mut self.solvers[solver];
            answered.all.add(piece.choice, all);
            answered.judged += all - unknown;
            let kinds = &compared.outcome.mistakes[solver].kinds;
            for (kind, count) in kinds.iter().zip(&mut answered.kinds) {
                if !piece.admits(check, &kind.mistake) {
                    continue;
                }
                for row in numbers.rows_in(&kind.inputs) {
                    *count += 1;
                    answered.cells[cell_of(check.axes(), numbers.at(row))] += 1;
                }
            }
        }
    }

    /// Counts the inputs for which each relation was tried: those for which all relations before it hold.
    fn see_related(&mut self, outcome: &Outcome, piece: &Piece) {
        let numbers = &piece.batch.numbers;
        let mut tried = numbers.rows_in(&outcome.related).count() as u64;
        for (answered, violations) in self.relations.iter_mut().zip(&outcome.violations) {
            answered.all.add(piece.choice, tried);
            answered.judged += tried;
            for (kind, count) in violations.kinds.iter().zip(&mut answered.kinds) {
                let violated = numbers.rows_in(&kind.inputs).count() as u64;
                *count += violated;
                tried -= violated;
            }
        }
    }

    fn merge(&mut self, other: Self) {
        let others = other.solvers.into_iter().chain(other.relations);
        let own = self.solvers.iter_mut().chain(&mut self.relations);
        for (answered, other) in own.zip(others) {
            answered.merge(other);
        }
    }
}

impl Answered {
    fn merge(&mut self, other: Self) {
        self.all.merge(other.all);
        self.judged += other.judged;
        let counts = self.kinds.iter_mut().chain(&mut self.cells);
        for (count, more) in counts.zip(other.kinds.into_iter().chain(other.cells)) {
            *count += more;
        }
    }

    /// The number of wrong answers.
    pub(crate) fn wrong(&self) -> u64 {
        self.kinds.iter().sum()
    }
}
