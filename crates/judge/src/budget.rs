//! A budget for repeated runs of a program.
//!
//! The budget counts the time that the program uses, not time on the clock: so the judge finds the same on a
//! busy machine, only later.

use std::cell::Cell;
use std::time::Duration;

use crossply_problems::Problem;

use crate::input::InputForm;
use crate::run_result::RunResult;
use crate::submission::Submission;
use crate::{Boards, JudgeError};

/// Runs the program until a budget of its own time is used up.
#[derive(Debug)]
pub(crate) struct BudgetedRuns<'a, P: Problem> {
    submission: &'a Submission<P>,
    left: Cell<Duration>,
}

/// Roughly what it costs to start a program, apart from what the program uses itself.
pub(crate) const START: Duration = Duration::from_millis(1);

impl<'a, P: Problem> BudgetedRuns<'a, P> {
    pub(crate) fn new(submission: &'a Submission<P>, budget: Duration) -> Self {
        BudgetedRuns {
            submission,
            left: Cell::new(budget),
        }
    }

    /// The budget that is left.
    pub(crate) fn left(&self) -> Duration {
        self.left.get()
    }

    /// Takes time from the budget.
    pub(crate) fn spend(&self, time: Duration) {
        self.left.set(self.left().saturating_sub(time));
    }

    /// Gives time back to the budget.
    pub(crate) fn refund(&self, time: Duration) {
        self.left.set(self.left() + time);
    }

    /// The program that is run.
    pub(crate) fn submission(&self) -> &'a Submission<P> {
        self.submission
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// [`JudgeError::TimeUp`] if the budget is too small; and those of [`Submission::run`].
    pub(crate) fn run(&self, boards: &Boards<P>) -> Result<RunResult, JudgeError> {
        if self.left().is_zero() {
            return Err(JudgeError::TimeUp);
        }
        let mut run_limits = self.submission.run_limits(boards.len());
        run_limits.budget = self.left();
        let result = self
            .submission
            .run_within(boards, &run_limits, InputForm::Usual)?;
        self.spend(START + result.time());
        if result.is_cut_off() {
            return Err(JudgeError::TimeUp);
        }
        Ok(result)
    }
}
