//! Positions, each judged by one oracle.

use std::io::{self, Write};

use crossply_problems::{Entry, Position, Problem};

use crate::oracles::agreement::compare;
use crate::oracles::metamorphic;
use crate::oracles::proof::proven_answer;
use crate::{Finding, Outcome, Panel, Provenance, Selection, report};

/// Who judges the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// Differential: all solvers give one answer.
    Agreement,
    /// Property: each solver gives the answer that is proven.
    Proof,
    /// Metamorphic: each solver's answers fit together.
    Metamorphic,
}

/// The selected solvers at work, and which positions they have answered.
///
/// A position is answered once. A fuzzer comes back to the same positions again and again, and
/// the solvers would say the same again: with that waste gone, it runs many times as fast.
pub struct Positions<P: Problem> {
    oracle: Oracle,
    entries: Vec<&'static Entry<P>>,
    panel: Panel<P>,
    /// A bit for each index.
    answered: Vec<u64>,
    inputs: u64,
    distinct: u64,
}

impl<P: Problem> Positions<P> {
    /// The solvers selected by the environment variable `CROSSPLY_SOLVERS`, by default all. Each
    /// is asked for positions with as many empties as it is quick with.
    ///
    /// # Panics
    /// If the variable is no selection, or selects fewer than the oracle needs.
    #[must_use]
    pub fn from_environment(oracle: Oracle) -> Self {
        let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
        let entries = selection.of::<P>();
        let needed = oracle.least_solvers();
        assert!(
            entries.len() >= needed,
            "{}: {needed} solvers are needed, {} are selected",
            P::NAME,
            entries.len()
        );
        Positions {
            oracle,
            panel: Panel::new(&entries),
            entries,
            answered: vec![0; P::domain().len().div_ceil(64) as usize],
            inputs: 0,
            distinct: 0,
        }
    }

    /// Asks the solvers, unless they were asked for this position before.
    ///
    /// Says on the standard error how many positions were judged, more and more rarely: a session
    /// that meets no new ones is a waste.
    ///
    /// # Panics
    /// With a report, if an answer is wrong.
    pub fn check(&mut self, position: Position<P>) {
        let index = P::domain().index(position);
        self.inputs += 1;
        if self.inputs >= 1 << 16 && self.inputs.is_power_of_two() {
            let (inputs, distinct, all) = (self.inputs, self.distinct, P::domain().len());
            // A session whose standard error is full goes on: nothing is wrong with the solvers.
            let _ = writeln!(
                io::stderr(),
                "{inputs} inputs: {distinct} of {all} positions judged"
            );
        }
        let (word, bit) = (&mut self.answered[(index / 64) as usize], 1 << (index % 64));
        if *word & bit != 0 {
            return;
        }
        *word |= bit;
        let answered = match self.oracle {
            Oracle::Agreement | Oracle::Proof => self.compare(position),
            Oracle::Metamorphic => self.relate(position),
        };
        self.distinct += u64::from(answered >= self.oracle.least_solvers());
    }

    /// Compares the answers with each other or with the right one, and counts them.
    fn compare(&mut self, position: Position<P>) -> usize {
        let quick = |entry: &Entry<P>| position.empties() <= entry.exhaustive_max_empties;
        let outcomes: Vec<_> = self.panel.answer_if(position, quick).collect();
        let answered = outcomes.len();
        let all_right = if self.oracle == Oracle::Proof {
            let right = proven_answer(position).unwrap_or_else(|unproven| panic!("{unproven}"));
            let right = Outcome::Answer(right);
            outcomes.iter().all(|(_, outcome)| *outcome == right)
        } else {
            compare(position, outcomes.clone()).is_ok()
        };
        if !all_right {
            let found = Finding::new(position, outcomes);
            panic!("{}", report::disagreement(&found, Provenance::Seen));
        }
        answered
    }

    /// Compares the answers of each solver with each other, and counts the solvers.
    fn relate(&mut self, position: Position<P>) -> usize {
        let mut answered = 0;
        for (place, entry) in self.entries.iter().enumerate() {
            if position.empties() > entry.exhaustive_max_empties {
                continue;
            }
            answered += 1;
            let outcome = self.panel.ask(place, |solver| {
                metamorphic::check(position, &mut |position| solver.solve(position))
            });
            match outcome {
                Outcome::Answer(Ok(())) => {}
                Outcome::Answer(Err(violation)) => {
                    panic!("{}", report::violation(entry.name, &violation));
                }
                Outcome::Panic(message) => {
                    panic!(
                        "{} panics on {position:?} or what follows: {message}",
                        entry.name
                    );
                }
            }
        }
        answered
    }
}

impl Oracle {
    fn least_solvers(self) -> usize {
        match self {
            Oracle::Agreement => 2,
            Oracle::Proof | Oracle::Metamorphic => 1,
        }
    }
}
