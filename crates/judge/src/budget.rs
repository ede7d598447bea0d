//! A budget for repeated runs of a program.
//!
//! The budget counts the time that the program uses, not time on the clock: so the judge finds the same on a
//! busy machine, only later. But nobody waits for ever: on the clock it ends after many times as long, with what is
//! known then.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crossply_problems::Problem;

use crate::run_result::RunResult;
use crate::submission::Submission;
use crate::{Boards, JudgeError};

/// Runs the program until a budget of its own time is used up.
pub(crate) struct BudgetedRuns<'a, P: Problem> {
    pub(crate) submission: &'a Submission<P>,
    /// The budget that is left.
    pub(crate) left: Cell<Duration>,
    /// When it ends, however much is left. None for a time that no clock reaches.
    pub(crate) end: Option<Instant>,
}

/// How many times as long as its budget the program may take on the clock. Ten busy processes for each core of the
/// machine take that much from it.
pub(crate) const CLOCK: u32 = 10;

/// Roughly what it costs to start a program, apart from what the program uses itself.
pub(crate) const STARTING_TIME: Duration = Duration::from_millis(1);

/// When a budget that begins now ends at the latest.
pub(crate) fn end_on_the_clock(budget: Duration) -> Option<Instant> {
    Instant::now().checked_add(budget.saturating_mul(CLOCK))
}

impl<'a, P: Problem> BudgetedRuns<'a, P> {
    pub(crate) fn new(submission: &'a Submission<P>, budget: Duration) -> Self {
        BudgetedRuns {
            submission,
            left: Cell::new(budget),
            end: end_on_the_clock(budget),
        }
    }

    /// Runs the program on the boards.
    ///
    /// # Errors
    /// [`JudgeError::TimeUp`] if the budget is used up, or its time on the clock; and those of [`Submission::run`].
    pub(crate) fn run(&self, boards: &Boards<P>) -> Result<RunResult, JudgeError> {
        let left = self.left.get();
        if left.is_zero() || self.end.is_some_and(|end| Instant::now() >= end) {
            return Err(JudgeError::TimeUp);
        }
        let mut run_limits = self.submission.run_limits(boards.len());
        run_limits.budget = left;
        run_limits.deadline = self.end;
        let (result, _) = self.submission.run_within(boards, &run_limits)?;
        let used = STARTING_TIME + result.execution.time();
        self.left.set(left.saturating_sub(used));
        if result.is_cut_off() {
            return Err(JudgeError::TimeUp);
        }
        Ok(result)
    }
}
