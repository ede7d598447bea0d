//! Fuzzing for a planted fault, with any engine.

use std::env;

use crossply_harness::targets::{Oracle, Positions};
use crossply_harness::{Outcome, outcome_of};
use crossply_problems::{Entry, Position, Problem};

use crate::in_place_of_fast;

/// The judge of a session that looks for a planted fault, and ends when it finds it or after a number of executions.
///
/// It counts executions itself: the engine's number has to agree.
pub struct Planted<P: Problem> {
    positions: Positions<P>,
    executions: u64,
    cap: u64,
}

impl<P: Problem> Planted<P> {
    /// `CROSSPLY_FAULT` names one of these faults; without the variable no solver is wrong. `CROSSPLY_CAP` is the number of
    /// executions; without the variable there is no limit.
    ///
    /// # Panics
    /// If there is no such fault, or the limit is no number.
    #[must_use]
    pub fn from_environment(faults: &'static [Entry<P>]) -> Self {
        let fault = match env::var("CROSSPLY_FAULT") {
            Ok(name) => faults.iter().find(|fault| fault.name == name),
            Err(_) => Some(P::FAST),
        };
        let fault = fault.expect("CROSSPLY_FAULT names a planted fault of the problem");
        let cap = env::var("CROSSPLY_CAP").map_or(Ok(u64::MAX), |cap| cap.parse());
        Planted {
            positions: Positions::new(Oracle::Agreement, in_place_of_fast(fault)),
            executions: 0,
            cap: cap.expect("CROSSPLY_CAP is a number"),
        }
    }

    /// Checks the solvers' answers to a position. Returns whether the session had met all before.
    ///
    /// # Panics
    /// If an answer is wrong, and otherwise at the last execution: that ends a session of any engine. The message has
    /// the number of executions, that of the positions judged, and what was found.
    pub fn check(&mut self, position: Position<P>) -> bool {
        self.executions += 1;
        let (has_met_all, mut end) = match outcome_of(|| self.positions.check(position)) {
            Outcome::Answer(has_met_all) => (has_met_all, None),
            Outcome::Panic(report) => (false, Some(report)),
        };
        if self.executions >= self.cap {
            end = end.or_else(|| Some("the session ends without a find".to_owned()));
        }
        if let Some(end) = end {
            let (executions, judged) = (self.executions, self.positions.judged());
            panic!("after {executions} executions, {judged} positions judged:\n{end}");
        }
        has_met_all
    }
}
