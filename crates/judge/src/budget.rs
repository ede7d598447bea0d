//! A budget for repeated runs of a program.
//!
//! The budget counts the time that the program uses, not time on the clock: so the judge finds the same on a
//! busy machine, only later.

use std::cell::Cell;
use std::time::Duration;

use crossply_problems::Problem;

use crate::run_result::RunResult;
use crate::submission::Submission;
use crate::{Boards, JudgeError};

/// Runs the program until a budget of its own time is used up.
pub(crate) struct BudgetedRuns<'a, P: Problem> {
    pub(crate) submission: &'a Submission<P>,
    /// The budget that is left.
    pub(crate) left: Cell<Duration>,
}

/// Roughly what it costs to start a program, apart from what the program uses itself.
pub(crate) const STARTING_TIME: Duration = Duration::from_millis(1);

impl<'a, P: Problem> BudgetedRuns<'a, P> {
    pub(crate) fn new(submission: &'a Submission<P>, budget: Duration) -> Self {
        BudgetedRuns {
            submission,
            left: Cell::new(budget),
        }
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// [`JudgeError::TimeUp`] if the budget is too small; and those of [`Submission::run`].
    pub(crate) fn run(&self, boards: &Boards<P>) -> Result<RunResult, JudgeError> {
        let left = self.left.get();
        if left.is_zero() {
            return Err(JudgeError::TimeUp);
        }
        let mut run_limits = self.submission.run_limits(boards.len());
        run_limits.budget = left;
        let (result, _) = self.submission.run_within(boards, &run_limits)?;
        let used = STARTING_TIME + result.execution.time();
        self.left.set(left.saturating_sub(used));
        if result.is_cut_off() {
            return Err(JudgeError::TimeUp);
        }
        Ok(result)
    }
}
