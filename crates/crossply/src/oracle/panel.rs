//! Asks solvers for answers, and turns their panics into failures.

use crate::any_vec::{AnyVec, Item};
use crate::definition::{Answers, Batch, Definition, Instance, NamedSolver, Numbers};
use crate::failure::{Failure, FailureKind, catch_panic};

/// One instance of each solver of a check. Solvers may build up tables, so it is faster to reuse a panel.
pub struct Panel {
    solvers: Vec<NamedSolver>,
    /// `None` before the first use, and after a panic.
    instances: Vec<Option<Box<dyn Instance>>>,
    no_answers: fn() -> AnyVec,
    /// For each program that has answered no batch yet, how often it failed in batches. `None` once it has answered.
    failures_before_answer: Vec<Option<u32>>,
    /// Whether a solver that has stopped gets no more inputs. A search needs few answers, so it ignores stops, except after too
    /// few answers.
    pub(crate) heeds_stops: bool,
    /// Whether each call gets a fresh instance. So no solver has ever stopped.
    pub(crate) forgets: bool,
}

/// The panel gives up on a program that has failed this often and never answered: it may take seconds to fail.
const MOST_FAILURES: u32 = 3;

impl Panel {
    pub(crate) fn new(check: &Definition) -> Self {
        Panel {
            solvers: check.solvers.clone(),
            instances: check.solvers.iter().map(|_| None).collect(),
            no_answers: check.no_answers,
            failures_before_answer: vec![Some(0); check.solvers.len()],
            heeds_stops: false,
            forgets: false,
        }
    }

    /// Calls `question` with an instance of the solver, and catches its panic.
    pub(crate) fn ask<T>(
        &mut self,
        solver: usize,
        question: impl FnOnce(&mut dyn Instance) -> T,
    ) -> Result<T, Failure> {
        let kept = &mut self.instances[solver];
        if self.forgets {
            *kept = None;
        }
        let result = catch_panic(|| {
            let instance = kept.get_or_insert_with(&*self.solvers[solver].new);
            question(&mut **instance)
        });
        if result.is_err() {
            *kept = None;
        }
        result
    }

    /// The solver's answer to an input whose number is not known, as a column with one row.
    pub(crate) fn answer(&mut self, solver: usize, input: &dyn Item) -> Answers {
        self.answer_numbered(solver, input, Numbers::NONE)
    }

    /// The solver's answer to the input in this row, as a column with one row.
    pub(crate) fn answer_row(&mut self, solver: usize, batch: &Batch, row: usize) -> Answers {
        let number = batch.numbers.get(row);
        let number = number.map_or(Numbers::NONE, |number| Numbers::All(number..number + 1));
        self.answer_numbered(solver, batch.inputs.item(row), number)
    }

    fn answer_numbered(&mut self, solver: usize, input: &dyn Item, number: Numbers) -> Answers {
        // A solver in a child process asks for the number, to write it down.
        number.announce();
        let mut answers = Answers::from((self.no_answers)());
        self.answer_next(solver, input, &mut answers);
        answers
    }

    /// Appends the solver's outcome for the next input of a batch. Returns whether it is an answer.
    fn answer_next(&mut self, solver: usize, input: &dyn Item, answers: &mut Answers) -> bool {
        let row = answers.len();
        Numbers::announce_row(row);
        let solved = self.ask(solver, |instance| {
            instance.solve(input, &mut answers.answered);
        });
        let is_answer = solved.is_ok();
        let failure = solved.err().map(|failure| (row, failure));
        answers.failures.extend(failure);
        is_answer
    }

    /// Announces the numbers of a batch, then answers it like [`answer_all`](Self::answer_all).
    pub(crate) fn answer_batch(&mut self, solver: usize, batch: &Batch) -> Answers {
        batch.numbers.clone().announce();
        self.answer_all(solver, &batch.inputs)
    }

    /// The solver's answers to a batch. The caller must have announced the numbers of the inputs.
    ///
    /// If a call panics, the answers before the panic count. The panel asks for the failing input again, alone, because an
    /// earlier input may be the cause, and then continues with the next input. If no single input fails again, the failure
    /// depends on earlier inputs, and still counts. So does a wrong number of answers, in the row where they ended. A solver that
    /// fails with its own [`Failure`], as programs do, is not asked again. Outcomes are missing at the end if the solver has
    /// stopped, or the panel has given up on it.
    pub(crate) fn answer_all(&mut self, solver: usize, inputs: &AnyVec) -> Answers {
        let mut answers = Answers::from((self.no_answers)());
        while answers.len() < inputs.len() && !(self.heeds_stops && self.has_stopped(solver, None))
        {
            match self.answer_rest(solver, inputs, &mut answers) {
                Next::Call => {}
                Next::OneByOne(failed, failure) => {
                    let failures = answers.failures.len();
                    for row in answers.len()..inputs.len() {
                        self.answer_next(solver, inputs.item(row), &mut answers);
                    }
                    if answers.failures.len() == failures
                        && let Ok(index) = answers.place(failed)
                    {
                        answers.answered.remove(index);
                        answers.failures.push((failed, failure));
                    }
                }
                Next::Stop => break,
            }
        }
        answers
    }

    /// Asks for all inputs without an outcome in one call. Appends the outcomes up to the first failure.
    fn answer_rest(&mut self, solver: usize, inputs: &AnyVec, answers: &mut Answers) -> Next {
        let (start, all) = (answers.len(), inputs.len());
        Numbers::announce_row(start);
        let result = self.ask(solver, |instance| {
            instance.solve_all(inputs, start..all, &mut answers.answered);
        });
        if answers.answered.len() > 0 {
            self.failures_before_answer[solver] = None;
        }
        let end = answers.len();
        let failure = match result {
            Ok(()) if end == all || self.has_stopped(solver, None) => return Next::Stop,
            Ok(()) => wrong_count(end - start, all - start),
            // It failed after the last answer.
            Err(failure) if end >= all => failure,
            Err(failure) if failure.kind == FailureKind::Panic => {
                let is_answered = self.answer_next(solver, inputs.item(end), answers);
                return if is_answered {
                    Next::OneByOne(end, failure)
                } else {
                    Next::Call
                };
            }
            // Its own failure.
            Err(failure) => {
                let has_stopped = self.heeds_stops && self.has_stopped(solver, Some(&failure));
                answers.failures.push((end, failure));
                let is_over = has_stopped || self.is_program(solver) && self.gives_up(solver);
                return if is_over { Next::Stop } else { Next::Call };
            }
        };
        // It is unknown which answer belongs to which input.
        answers.truncate(start);
        Next::OneByOne(end.min(all - 1), failure)
    }

    /// Whether the solver takes no more inputs. `failure` is the one that it has just raised, if any.
    fn has_stopped(&mut self, solver: usize, failure: Option<&Failure>) -> bool {
        let asked = self.ask(solver, |instance| instance.has_stopped(failure));
        asked.unwrap_or(false)
    }

    /// Whether the solver is a program. Makes an instance if there is none: `false` if that panics.
    pub(crate) fn is_program(&mut self, solver: usize) -> bool {
        self.ask(solver, |instance| instance.is_program())
            .unwrap_or(false)
    }

    /// Counts a failure. Returns whether the solver has failed too often without any answer.
    fn gives_up(&mut self, solver: usize) -> bool {
        let failures = self.failures_before_answer[solver].as_mut();
        failures.is_some_and(|failures| {
            *failures += 1;
            *failures >= MOST_FAILURES
        })
    }
}

/// What follows after a call for all inputs without an outcome.
enum Next {
    /// Another such call.
    Call,
    /// A call for each of them. If none of these fails, the row has this failure.
    OneByOne(usize, Failure),
    /// Nothing.
    Stop,
}

/// The failure of a solver that appends the wrong number of answers.
fn wrong_count(answers: usize, inputs: usize) -> Failure {
    let text = format!("number of answers: {answers}, expected {inputs}");
    Failure::new(FailureKind::MalformedAnswer, text)
}

#[cfg(test)]
mod tests {
    use crate::{CrossCheck, domain};

    #[test]
    fn a_failure_that_depends_on_history_counts_beside_another() {
        let check = CrossCheck::new("two panics", domain::range(0..8_u32));
        let check = check.stateful("counting", || {
            let mut asked = 0;
            move |&n: &u32| {
                asked += 1;
                assert!(n != 2 && (n != 6 || asked == 1), "at {n}");
                n
            }
        });
        let inputs = check.definition.inputs(&[0, 1, 2, 3, 4, 5, 6, 7]);
        let answers = check.panel().answer_all(0, &inputs);
        let failed: Vec<usize> = answers.failures.iter().map(|(row, _)| *row).collect();
        assert_eq!(failed, [2, 6]);
        assert_eq!(*answers.answered.values::<u32>(), [0, 1, 3, 4, 5, 7]);
    }
}
