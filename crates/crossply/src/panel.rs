//! One instance of each solver of a check, which answer batches of inputs.

use std::sync::Arc;

use crate::outcome::{Outcome, outcome_of};
use crate::solver::{Entry, Solver};

/// One instance of each solver of a check. Solvers may keep tables, so reuse a panel. Their indices follow the order in
/// which the check names them.
pub struct Panel<I, A> {
    entries: Vec<Arc<Entry<I, A>>>,
    /// None before the first use, and after a panic.
    solvers: Vec<Option<Box<dyn Solver<I, A>>>>,
}

/// One solver's answers to a batch of inputs.
pub enum Answers<A> {
    /// It answered all of them.
    All(Vec<A>),
    /// It panicked on at least one.
    Outcomes(Vec<Outcome<A>>),
}

impl<A> Answers<A> {
    /// The outcome for the input at this place in the batch.
    ///
    /// # Panics
    /// If there is no such input.
    #[must_use]
    pub fn outcome(&self, row: usize) -> Outcome<&A> {
        match self {
            Answers::All(answers) => Outcome::Answer(&answers[row]),
            Answers::Outcomes(outcomes) => outcomes[row].as_ref(),
        }
    }

    /// How many answers are panics.
    pub(crate) fn panics(&self) -> u64 {
        let is_panic = |outcome: &&Outcome<A>| matches!(outcome, Outcome::Panic(_));
        match self {
            Answers::All(_) => 0,
            Answers::Outcomes(outcomes) => outcomes.iter().filter(is_panic).count() as u64,
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Answers::All(answers) => answers.len(),
            Answers::Outcomes(outcomes) => outcomes.len(),
        }
    }

    /// The memory that the answers took.
    pub(crate) fn into_buffer(self) -> Vec<A> {
        match self {
            Answers::All(mut answers) => {
                answers.clear();
                answers
            }
            Answers::Outcomes(_) => Vec::new(),
        }
    }
}

impl<I, A> Panel<I, A> {
    pub(crate) fn new(entries: &[Arc<Entry<I, A>>]) -> Self {
        Panel {
            entries: entries.to_vec(),
            solvers: entries.iter().map(|_| None).collect(),
        }
    }

    /// Calls `question` with the solver with this index, and catches its panic.
    ///
    /// # Panics
    /// If there is no such solver.
    pub fn ask<T>(
        &mut self,
        solver: usize,
        question: impl FnOnce(&mut dyn Solver<I, A>) -> T,
    ) -> Outcome<T> {
        let instance = &mut self.solvers[solver];
        let outcome = outcome_of(|| {
            let solver = instance.get_or_insert_with(self.entries[solver].new.as_ref());
            question(&mut **solver)
        });
        if matches!(outcome, Outcome::Panic(_)) {
            *instance = None;
        }
        outcome
    }

    /// The answer of the solver with this index.
    ///
    /// # Panics
    /// If there is no such solver.
    pub fn answer(&mut self, solver: usize, input: &I) -> Outcome<A> {
        self.ask(solver, |solver| solver.solve(input))
    }

    /// The answers of the solver with this index to a batch. They go into `buffer`, which is empty.
    ///
    /// # Panics
    /// If there is no such solver.
    pub fn answer_all(&mut self, solver: usize, inputs: &[I], mut buffer: Vec<A>) -> Answers<A> {
        let outcome = self.ask(solver, |solver| solver.solve_all(inputs, &mut buffer));
        let failure = match outcome {
            Outcome::Answer(()) if buffer.len() == inputs.len() => return Answers::All(buffer),
            Outcome::Answer(()) => format!("{} answers", buffer.len()),
            Outcome::Panic(message) => message,
        };
        // One input at a time shows which answer or panic belongs to which input. If no call fails then, the failure
        // depends on earlier inputs, and still counts.
        let alone = inputs.iter().map(|input| self.answer(solver, input));
        let mut outcomes: Vec<_> = alone.collect();
        let went_well = |outcome: &Outcome<_>| matches!(outcome, Outcome::Answer(_));
        if outcomes.iter().all(went_well) {
            let row = buffer.len().min(inputs.len().saturating_sub(1));
            if let Some(outcome) = outcomes.get_mut(row) {
                *outcome = Outcome::Panic(failure);
            }
        }
        Answers::Outcomes(outcomes)
    }
}
