//! Positions, each judged by one oracle.

use std::io::{self, Write};

use crossply_problems::{Entry, Position, Problem};

use crate::oracles::agreement::compare;
use crate::oracles::metamorphic;
use crate::oracles::proof::proven_answer;
use crate::{Finding, Outcome, Panel, Provenance, Selection, report};

/// The oracle that judges the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Oracle {
    /// Differential: all solvers give the same answer.
    Agreement,
    /// Property: each solver gives the proven answer.
    Proof,
    /// Metamorphic: each solver's answers satisfy the relations.
    Metamorphic,
}

/// The selected solvers, and which positions they have answered.
///
/// They answer each position once. A fuzzer returns to the same positions again and again, and the answers would be the
/// same; without this waste it runs many times as fast.
pub struct Positions<P: Problem> {
    oracle: Oracle,
    entries: Vec<&'static Entry<P>>,
    panel: Panel<P>,
    /// One bit for each index.
    answered: Vec<u64>,
    inputs: u64,
    distinct: u64,
}

impl<P: Problem> Positions<P> {
    /// The solvers that the environment variable `CROSSPLY_SOLVERS` selects, by default all. Each answers positions
    /// with as many empties as it is quick with.
    ///
    /// # Panics
    /// If the variable is no selection, or selects fewer solvers than the oracle needs.
    #[must_use]
    pub fn from_environment(oracle: Oracle) -> Self {
        let selection = Selection::from_environment().unwrap_or_else(|error| panic!("{error}"));
        Positions::new(oracle, selection.of::<P>())
    }

    /// These solvers.
    ///
    /// # Panics
    /// If there are fewer than the oracle needs.
    #[must_use]
    pub fn new(oracle: Oracle, entries: Vec<&'static Entry<P>>) -> Self {
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

    /// Checks the solvers' answers to a position that they have not answered before.
    ///
    /// Prints how many positions were judged to the standard error, less and less often, because a session that meets
    /// no new ones is a waste.
    ///
    /// # Panics
    /// With a report, if an answer is wrong.
    pub fn check(&mut self, position: Position<P>) {
        let index = P::domain().index(position);
        self.inputs += 1;
        if self.inputs >= 1 << 16 && self.inputs.is_power_of_two() {
            let (inputs, distinct, all) = (self.inputs, self.distinct, P::domain().len());
            // A full standard error must not end the session: the solvers are not at fault.
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

    /// On how many different positions enough solvers were quick to be judged, and none was wrong.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.distinct
    }

    /// Compares the answers with each other or with the right one. Returns the number of answers.
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

    /// Checks each solver's answers against the relations. Returns the number of solvers.
    fn relate(&mut self, position: Position<P>) -> usize {
        let mut answered = 0;
        for (index, entry) in self.entries.iter().enumerate() {
            if position.empties() > entry.exhaustive_max_empties {
                continue;
            }
            answered += 1;
            let outcome = self.panel.ask(index, |solver| {
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
