//! One instance of each solver of a check, which answer batches of inputs.

use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::definition::{Answers, Definition, Instance, NamedSolver};
use crate::failure::{Failure, FailureKind, catch_panic};

/// One instance of each solver of a check. Solvers may keep tables, so reuse a panel.
pub struct Panel {
    solvers: Vec<Arc<NamedSolver>>,
    /// None before the first use, and after a panic.
    instances: Vec<Option<Box<dyn Instance>>>,
    no_answers: fn() -> AnyVec,
}

impl Panel {
    pub(crate) fn new(check: &Definition) -> Self {
        Panel {
            solvers: check.solvers.clone(),
            instances: check.solvers.iter().map(|_| None).collect(),
            no_answers: check.no_answers,
        }
    }

    /// Calls `question` with the solver with this index, and catches its panic.
    pub(crate) fn ask<T>(
        &mut self,
        solver: usize,
        question: impl FnOnce(&mut dyn Instance) -> T,
    ) -> Result<T, Failure> {
        let instance = &mut self.instances[solver];
        let result = catch_panic(|| {
            let solver = instance.get_or_insert_with(self.solvers[solver].new.as_ref());
            question(&mut **solver)
        });
        if result.is_err() {
            *instance = None;
        }
        result
    }

    /// The answer of the solver with this index to one input.
    pub(crate) fn answer(&mut self, solver: usize, input: &dyn Item) -> Answers {
        let mut answers = Answers {
            answered: (self.no_answers)(),
            failures: Vec::new(),
        };
        self.answer_next(solver, input, &mut answers);
        answers
    }

    /// Appends the outcome of the solver for the next input of a batch.
    fn answer_next(&mut self, solver: usize, input: &dyn Item, answers: &mut Answers) {
        let row = answers.len();
        if let Err(failure) = self.ask(solver, |solver| solver.solve(input, &mut answers.answered))
        {
            answers.failures.push((row, failure));
        }
    }

    /// The answers of the solver with this index to a batch. They go into `buffer`, which is empty.
    ///
    /// A failure ends one call, and what was answered before stands. The input on which it failed is asked alone, because
    /// a solver that keeps something may have failed for another reason, and the rest goes on. If no call about a single
    /// input fails, the failure depends on earlier inputs, and still counts.
    pub(crate) fn answer_all(&mut self, solver: usize, inputs: &AnyVec, buffer: AnyVec) -> Answers {
        let all = inputs.len();
        let mut answers = Answers {
            answered: buffer,
            failures: Vec::new(),
        };
        while answers.len() < all {
            let start = answers.len();
            let result = self.ask(solver, |solver| {
                solver.solve_all(inputs, start..all, &mut answers.answered);
            });
            let failure = match result {
                Ok(()) if answers.len() == all => break,
                Ok(()) => wrong_number(&mut answers, start, all),
                Err(failure) => failure,
            };
            let row = answers.len().min(all - 1);
            if self.solvers[solver].is_stateless {
                answers.failures.push((row, failure));
                continue;
            }
            self.answer_next(solver, inputs.item(answers.len()), &mut answers);
            if answers
                .failures
                .last()
                .is_some_and(|(failed, _)| *failed == row)
            {
                continue;
            }
            // Alone it answers. A call about several inputs may have failed about a later one, so each is asked alone.
            for next in answers.len()..all {
                self.answer_next(solver, inputs.item(next), &mut answers);
            }
            if answers.failures.is_empty() {
                answers.answered.remove(row);
                answers.failures.push((row, failure));
            }
        }
        answers
    }
}

/// The failure of a solver that answered more or fewer inputs than it was asked for. Of too many answers none is known
/// to belong to its input.
fn wrong_number(answers: &mut Answers, start: usize, all: usize) -> Failure {
    let given = answers.len() - start;
    if answers.len() > all {
        answers.answered.truncate(start - answers.failures.len());
    }
    Failure {
        kind: FailureKind::NoAnswer,
        text: format!("{given} answers"),
    }
}
