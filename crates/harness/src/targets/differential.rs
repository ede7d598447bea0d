//! Differential: all solvers give one answer for a position.

use crossply_problems::Position;
use crossply_solvers::{Entry, Solved};

use crate::agreement::compare;
use crate::{Panel, Provenance, Selection, report};

/// The selected solvers at work, and which positions they have answered.
///
/// A position is answered once. A fuzzer comes back to the same positions again and again, and
/// the solvers would say the same again: with that waste gone, it runs many times as fast.
pub struct Differential<P: Solved> {
    panel: Panel<P>,
    /// A bit for each index.
    answered: Vec<u64>,
    inputs: u64,
    distinct: u64,
}

impl<P: Solved> Differential<P> {
    /// The solvers selected by the environment variable `CROSSPLY_SOLVERS`, by default all. Each
    /// is asked for positions with as many empties as it is quick with.
    ///
    /// # Panics
    /// If the variable is no selection, or selects fewer than two.
    #[must_use]
    pub fn from_environment() -> Self {
        let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
        let solvers = selection.of::<P>();
        assert!(
            solvers.len() >= 2,
            "{} needs two solvers to compare",
            P::NAME
        );
        Differential {
            panel: Panel::new(&solvers),
            answered: vec![0; P::domain().len().div_ceil(64) as usize],
            inputs: 0,
            distinct: 0,
        }
    }

    /// Asks the solvers, unless they were asked for this position before.
    ///
    /// Says on the standard error how many positions at least two solvers answered, more and more rarely: a session
    /// that meets no new ones is a waste.
    ///
    /// # Panics
    /// With a report, if they disagree.
    pub fn check(&mut self, position: Position<P>) {
        let index = P::domain().index(position);
        self.inputs += 1;
        if self.inputs >= 1 << 16 && self.inputs.is_power_of_two() {
            let (inputs, distinct, all) = (self.inputs, self.distinct, P::domain().len());
            eprintln!("{inputs} inputs: {distinct} of {all} positions compared");
        }
        let (word, bit) = (&mut self.answered[(index / 64) as usize], 1 << (index % 64));
        if *word & bit != 0 {
            return;
        }
        *word |= bit;
        let quick = |entry: &Entry<P>| position.empties() <= entry.quick_empties;
        let outcomes: Vec<_> = self.panel.answer_if(position, quick).collect();
        self.distinct += u64::from(outcomes.len() >= 2);
        if let Err(disagreement) = compare(position, outcomes) {
            panic!("{}", report::disagreement(&disagreement, Provenance::Seen));
        }
    }
}
