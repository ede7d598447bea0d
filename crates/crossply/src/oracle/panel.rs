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
    /// How often each solver has failed with a failure of its own, if it has never answered.
    silent: Vec<Option<u32>>,
    /// Whether it asks a solver no more that has stopped. A search asks on: it needs few answers.
    pub(crate) heeds_stops: bool,
}

/// After how many failures a solver is given up that has never answered: a program may take seconds for each.
const GIVEN_UP: u32 = 3;

impl Panel {
    pub(crate) fn new(check: &Definition) -> Self {
        Panel {
            solvers: check.solvers.clone(),
            instances: check.solvers.iter().map(|_| None).collect(),
            no_answers: check.no_answers,
            silent: vec![Some(0); check.solvers.len()],
            heeds_stops: false,
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
    /// If a call panics, what it had answered stands, and it is asked alone about the input on which it failed: a solver that
    /// keeps something may have failed for another reason. Then the rest goes on. If no call about a single input fails, the
    /// failure depends on earlier inputs, and still counts. A solver that keeps nothing, or fails with a [`Failure`] of its
    /// own as a program does, need not be asked again. One that has never answered is given up after a few failures, and one
    /// that has stopped at once; then outcomes are missing.
    pub(crate) fn answer_all(&mut self, solver: usize, inputs: &AnyVec, buffer: AnyVec) -> Answers {
        let all = inputs.len();
        let mut answers = Answers {
            answered: buffer,
            failures: Vec::new(),
        };
        while answers.len() < all {
            if self.has_stopped(solver, None) {
                return answers;
            }
            let start = answers.len();
            let result = self.ask(solver, |solver| {
                solver.solve_all(inputs, start..all, &mut answers.answered);
            });
            let failed = answers.len().min(all - 1);
            let (failure, stands) = match result {
                Ok(()) if answers.len() == all => break,
                Ok(()) if self.is_interrupted(solver) => return answers,
                Ok(()) => (wrong_number(answers.len() - start, all - start), false),
                Err(failure) if answers.len() < all => {
                    if self.solvers[solver].is_stateless || failure.kind != FailureKind::Panic {
                        let is_its_own = failure.kind != FailureKind::Panic;
                        let is_program = is_its_own && self.is_recorded(solver);
                        let has_stopped = is_its_own && self.has_stopped(solver, Some(&failure));
                        answers.failures.push((failed, failure));
                        if has_stopped || is_program && self.gives_up(solver, &answers) {
                            return answers;
                        }
                        continue;
                    }
                    self.answer_next(solver, inputs.item(failed), &mut answers);
                    if answers
                        .failures
                        .last()
                        .is_some_and(|(row, _)| *row == failed)
                    {
                        continue;
                    }
                    (failure, true)
                }
                Err(failure) => (failure, false),
            };
            // Which answer belongs to which input is not known, or a later input may be at fault: each is asked alone.
            if !stands {
                answers.answered.truncate(start - answers.failures.len());
            }
            for next in answers.len()..all {
                self.answer_next(solver, inputs.item(next), &mut answers);
            }
            if answers.failures.is_empty() {
                answers.answered.remove(failed);
                answers.failures.push((failed, failure));
            }
        }
        if answers.answered.len() > 0 {
            self.silent[solver] = None;
        }
        answers
    }

    /// Whether the solver, which has failed so, is to be asked no more.
    fn has_stopped(&mut self, solver: usize, failure: Option<&Failure>) -> bool {
        self.heeds_stops
            && self
                .ask(solver, |solver| solver.has_stopped(failure))
                .unwrap_or(false)
    }

    /// Whether the solver, which has given too few answers, has done so because it is to be asked no more.
    fn is_interrupted(&mut self, solver: usize) -> bool {
        self.ask(solver, |solver| solver.has_stopped(None))
            .unwrap_or(false)
    }

    /// Whether the outcomes of the solver are recorded.
    pub(crate) fn is_recorded(&mut self, solver: usize) -> bool {
        self.ask(solver, |solver| solver.is_recorded())
            .unwrap_or(false)
    }

    /// Counts a failure, and says whether the solver has failed too often without any answer.
    fn gives_up(&mut self, solver: usize, answers: &Answers) -> bool {
        let silent = &mut self.silent[solver];
        if answers.answered.len() > 0 {
            *silent = None;
        }
        silent.as_mut().is_some_and(|times| {
            *times += 1;
            *times >= GIVEN_UP
        })
    }
}

/// The failure of a solver that gives so many answers to so many inputs.
fn wrong_number(answers: usize, inputs: usize) -> Failure {
    Failure {
        kind: FailureKind::MalformedAnswer,
        text: format!("number of answers: {answers}, expected {inputs}"),
    }
}
