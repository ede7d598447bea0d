//! What the fuzz targets share.

use std::cell::RefCell;

use crossply_harness::{Panel, Provenance, Selection, agreement, report};
use crossply_problems::Position;
use crossply_solvers::Solved;

/// A differential target's work: all selected solvers give one answer.
pub struct Differential<P: Solved> {
    panel: RefCell<Panel<P>>,
}

impl<P: Solved> Differential<P> {
    /// The solvers selected by the environment variable `CROSSPLY_SOLVERS`, by default all.
    ///
    /// # Panics
    /// If the variable names an unknown solver, or leaves fewer than two.
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
            panel: RefCell::new(Panel::new(&solvers)),
        }
    }

    /// Asks all of them that are practical for the position.
    ///
    /// # Panics
    /// With a report, if they disagree.
    pub fn check(&self, position: Position<P>) {
        let outcomes: Vec<_> = self.panel.borrow_mut().answer(position).collect();
        if let Err(disagreement) = agreement::compare(position, outcomes) {
            panic!("{}", report::disagreement(&disagreement, Provenance::Seen));
        }
    }
}
