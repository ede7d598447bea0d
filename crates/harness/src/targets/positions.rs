//! Positions, each judged by one oracle.

use std::io::{self, Write};

use crossply_problems::{Entry, Position, Problem, Solver};

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
    /// For metamorphic relations, by the index of the solver.
    remembered: Vec<Remembered<P>>,
    /// One bit for each index.
    answered: Vec<u64>,
    inputs: u64,
    /// How many bits are set.
    met: u64,
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
            remembered: entries.iter().map(|_| Remembered::new()).collect(),
            entries,
            answered: vec![0; P::domain().len().div_ceil(64) as usize],
            inputs: 0,
            met: 0,
            distinct: 0,
        }
    }

    /// Checks the solvers' answers to a position that they have not answered before. Returns whether the session had
    /// met all positions before: then the engine need not look at inputs any more.
    ///
    /// Prints how many positions were judged to the standard error, less and less often, because a session that meets
    /// no new ones is a waste.
    ///
    /// # Panics
    /// With a report, if an answer is wrong.
    pub fn check(&mut self, position: Position<P>) -> bool {
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
        let has_met_all = self.met == P::domain().len();
        let (word, bit) = (&mut self.answered[(index / 64) as usize], 1 << (index % 64));
        if *word & bit != 0 {
            return has_met_all;
        }
        *word |= bit;
        self.met += 1;
        let answered = match self.oracle {
            Oracle::Agreement | Oracle::Proof => self.compare(position),
            Oracle::Metamorphic => self.relate(position),
        };
        self.distinct += u64::from(answered >= self.oracle.least_solvers());
        has_met_all
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
            let remembered = &mut self.remembered[index];
            let outcome = self.panel.ask(index, |solver| {
                let is_slow =
                    |position: Position<P>| position.empties() > entry.instant_max_empties;
                if is_slow(position) {
                    remembered.ask(solver, position);
                }
                metamorphic::check(position, &mut |position| {
                    if is_slow(position) {
                        remembered.recall(solver, position)
                    } else {
                        solver.solve(position)
                    }
                })
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

/// A solver's answers to positions that take it longer than looking an answer up.
///
/// The images and successors of a position are those of other positions, too: without this a slow solver answers each of
/// them a dozen times. A position is asked about anew when it is judged itself.
struct Remembered<P: Problem> {
    /// By index, in pages that are empty until an answer comes.
    pages: Vec<Vec<Option<P::Answer>>>,
}

impl<P: Problem> Remembered<P> {
    const PAGE: usize = 1 << 12;

    fn new() -> Self {
        let pages = (P::domain().len() as usize).div_ceil(Self::PAGE);
        Remembered {
            pages: vec![Vec::new(); pages],
        }
    }

    /// The solver's answer, which is then remembered.
    fn ask(&mut self, solver: &mut dyn Solver<P>, position: Position<P>) -> P::Answer {
        let answer = solver.solve(position);
        let index = P::domain().index(position) as usize;
        let page = &mut self.pages[index / Self::PAGE];
        if page.is_empty() {
            page.resize(Self::PAGE, None);
        }
        page[index % Self::PAGE] = Some(answer);
        answer
    }

    /// The answer that the solver gave, or gives now.
    fn recall(&mut self, solver: &mut dyn Solver<P>, position: Position<P>) -> P::Answer {
        let index = P::domain().index(position) as usize;
        let known = self.pages[index / Self::PAGE].get(index % Self::PAGE);
        match known {
            Some(&Some(answer)) => answer,
            _ => self.ask(solver, position),
        }
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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use crossply_problems::Ccf201803_4;
    use crossply_problems::ccf201803_4::Score;
    use crossply_proof::right_answer;

    use super::*;
    use crate::outcome::outcome_of;
    use crate::planted::{By, wrong_answer};

    /// The position that gets a wrong answer.
    const FAULTY: u64 = 1000;

    thread_local! {
        /// How often each position was asked about.
        static ASKED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    }

    /// A slow solver, which is wrong about a position when it is asked for the nth time.
    fn wrong_the_nth_time(nth: u32) -> impl FnMut(Position<Ccf201803_4>) -> Score {
        ASKED.set(vec![0; Ccf201803_4::domain().len() as usize]);
        move |position| {
            let index = Ccf201803_4::domain().index(position);
            let asked = ASKED.with_borrow_mut(|asked| {
                asked[index as usize] += 1;
                asked[index as usize]
            });
            if (index, asked) == (FAULTY, nth) {
                wrong_answer(position)
            } else {
                right_answer(position)
            }
        }
    }

    fn slow(new: fn() -> Box<dyn Solver<Ccf201803_4>>) -> &'static Entry<Ccf201803_4> {
        Box::leak(Box::new(Entry {
            name: "slow",
            summary: "for tests",
            max_empties: 9,
            exhaustive_max_empties: 9,
            instant_max_empties: 0,
            new,
        }))
    }

    /// Judges all positions by relations.
    fn relate_all(new: fn() -> Box<dyn Solver<Ccf201803_4>>) -> Outcome<()> {
        let mut judge = Positions::new(Oracle::Metamorphic, vec![slow(new)]);
        let domain = Ccf201803_4::domain();
        outcome_of(|| {
            for position in domain.positions(0..domain.len()) {
                assert!(!judge.check(position), "it is new");
                judge.check(position);
            }
            assert!(judge.check(domain.position(0)), "all were met");
        })
    }

    #[test]
    fn a_slow_solver_is_asked_as_a_relative_once_and_once_more_when_judged() {
        let outcome = relate_all(|| Box::new(By(wrong_the_nth_time(0))));
        assert_eq!(outcome, Outcome::Answer(()));
        ASKED.with_borrow(|asked| {
            assert!(
                asked.iter().all(|&times| times == 1 || times == 2),
                "{asked:?}"
            );
            assert!(asked.contains(&2));
        });
    }

    #[test]
    fn a_wrong_answer_is_found_whether_or_not_one_was_remembered() {
        let first = relate_all(|| Box::new(By(wrong_the_nth_time(1))));
        let second = relate_all(|| Box::new(By(wrong_the_nth_time(2))));
        for outcome in [first, second] {
            let Outcome::Panic(message) = outcome else {
                panic!("the fault was not found");
            };
            assert!(message.contains("slow"), "{message}");
        }
    }
}
