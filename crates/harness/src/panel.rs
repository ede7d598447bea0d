//! Solvers at work: one instance of each selected solver, answering blocks of positions.

use std::time::{Duration, Instant};

use crossply_problems::{Position, Problem};
use crossply_solvers::{Entry, Solver};

use crate::outcome::{Outcome, outcome_of};

/// One instance of each selected solver. Solvers may keep tables, so a panel is worth keeping.
pub struct Panel<P: Problem> {
    seats: Vec<Seat<P>>,
}

struct Seat<P: Problem> {
    entry: &'static Entry<P>,
    /// Made when it is first asked.
    solver: Option<Box<dyn Solver<P>>>,
}

/// What one solver made of a block of positions.
#[derive(Debug)]
pub(crate) struct Answers<A> {
    pub(crate) outcomes: Vec<Outcome<A>>,
    pub(crate) time: Duration,
}

impl<P: Problem> Panel<P> {
    /// A panel of these solvers.
    #[must_use]
    pub fn new(entries: &[&'static Entry<P>]) -> Self {
        let seats = entries.iter().map(|entry| Seat {
            entry,
            solver: None,
        });
        Panel {
            seats: seats.collect(),
        }
    }

    /// What each solver makes of the position, if it is practical for it.
    pub fn answer(
        &mut self,
        position: Position<P>,
    ) -> impl Iterator<Item = (&'static str, Outcome<P::Answer>)> {
        let empties = position.empties();
        self.answer_if(position, move |entry| empties <= entry.practical_empties)
    }

    /// What those solvers make of the position that are `asked`.
    pub(crate) fn answer_if(
        &mut self,
        position: Position<P>,
        asked: impl Fn(&Entry<P>) -> bool,
    ) -> impl Iterator<Item = (&'static str, Outcome<P::Answer>)> {
        self.seats
            .iter_mut()
            .filter(move |seat| asked(seat.entry))
            .map(move |seat| (seat.entry.name, seat.answer(position)))
    }

    /// What the solver with this place in the panel makes of each position.
    pub(crate) fn answer_block(
        &mut self,
        place: usize,
        positions: &[Position<P>],
    ) -> Answers<P::Answer> {
        let seat = &mut self.seats[place];
        let start = Instant::now();
        let outcomes = positions.iter().map(|&position| seat.answer(position));
        Answers {
            outcomes: outcomes.collect(),
            time: start.elapsed(),
        }
    }
}

impl<P: Problem> Seat<P> {
    fn answer(&mut self, position: Position<P>) -> Outcome<P::Answer> {
        let outcome = outcome_of(|| {
            let solver = self.solver.get_or_insert_with(self.entry.new);
            solver.solve(position)
        });
        if matches!(outcome, Outcome::Panic(_)) {
            self.solver = None;
        }
        outcome
    }
}
