//! Solvers at work: one instance of each selected solver, answering blocks of positions.

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers<A> {
    /// It answered every one.
    All(Vec<A>),
    /// It panicked on some.
    Outcomes(Vec<Outcome<A>>),
}

impl<A: Copy> Answers<A> {
    /// What it made of the position with this place in the block.
    ///
    /// # Panics
    /// If the block has no such place.
    #[must_use]
    pub fn outcome(&self, place: usize) -> Outcome<A> {
        match self {
            Answers::All(answers) => Outcome::Answer(answers[place]),
            Answers::Outcomes(outcomes) => outcomes[place].clone(),
        }
    }
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
    ///
    /// # Panics
    /// If there is no such solver.
    pub fn answer_block(&mut self, place: usize, positions: &[Position<P>]) -> Answers<P::Answer> {
        let seat = &mut self.seats[place];
        let mut answers = Vec::with_capacity(positions.len());
        let outcome = seat.ask(|solver| solver.solve_all(positions, &mut answers));
        match outcome {
            Outcome::Answer(()) if answers.len() == positions.len() => Answers::All(answers),
            // Asked one by one, it is clear which answer, or which panic, belongs where.
            _ => Answers::Outcomes(
                positions
                    .iter()
                    .map(|&position| seat.answer(position))
                    .collect(),
            ),
        }
    }
}

impl<P: Problem> Seat<P> {
    fn answer(&mut self, position: Position<P>) -> Outcome<P::Answer> {
        self.ask(|solver| solver.solve(position))
    }

    fn ask<A>(&mut self, question: impl FnOnce(&mut dyn Solver<P>) -> A) -> Outcome<A> {
        let outcome = outcome_of(|| {
            let solver = self.solver.get_or_insert_with(self.entry.new);
            question(&mut **solver)
        });
        if matches!(outcome, Outcome::Panic(_)) {
            self.solver = None;
        }
        outcome
    }
}
