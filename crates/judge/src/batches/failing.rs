//! Accounts for a batch that failed: how many of its boards are wrong, which failure is kept, and what runs again.
//!
//! If the lines of the batch tell which answers are wrong, all of these count at once. Otherwise the first failure is
//! searched for and counts, and the boards after it run again. Each search takes some runs, so a program that fails
//! often enough is given up.

use std::ops::Range;
use std::time::Instant;

use crossply_games::fault::{NoAnswer, Response};
use crossply_problems::Problem;

use super::{Retry, Scheduler, StopCondition};
use crate::answers::{FAILING_KEPT, Failure};
use crate::boards::index_of;
use crate::budget::CLOCK;
use crate::comparison::{Difference, WrongAnswers, read_answer};
use crate::first_failure::first_failure;
use crate::run_result::RunResult;
use crate::{Boards, JudgeError, Verdict};

/// The largest batch of which the judge remembers which boards got no answer.
const SMALL_BATCH: u64 = 256;

/// The number of failed runs after which the judge gives up, and their time as a multiple of the time limit. On a busy
/// machine, where each run takes long on the clock, it also ends as budgets do.
const ENOUGH_FAILURES: u32 = 20;
const ENOUGH_TIME: u32 = 2;

impl<P: Problem> Scheduler<'_, P> {
    /// Counts the boards of a batch that failed, and puts those that are left into the queue.
    pub(super) fn fail(
        &self,
        batch: &Boards<P>,
        result: RunResult,
        wrong_answers: WrongAnswers<P>,
    ) -> Result<(), JudgeError> {
        // The failure, how many boards have its verdict, and how many before it have right answers.
        let lines = result.wrong_lines(batch.len());
        let (failure, wrong, good) = if let Some((index, wrong)) = lines {
            let failure = self.take_lines(batch, result, wrong_answers, index);
            (failure, wrong, batch.len() - wrong)
        } else {
            let (failure, good) = self.search(batch, result)?;
            (failure, 1, good)
        };
        let done = failure.boards.len();
        self.count(failure.result.verdict, wrong);
        self.count(Verdict::Accepted, good);
        let mut queue = self.queue();
        if good + wrong < done {
            queue.left_out.push(batch.part(good..done - wrong));
        }
        queue.answers.keep(failure);
        if done < batch.len() {
            queue.retries.push(Retry {
                boards: batch.part(done..batch.len()),
                suspect: false,
            });
        }
        queue.ended |= self.options.batches.fail_fast;
        Ok(())
    }

    /// The failure of a batch whose lines tell which answers are wrong, the first at `index`.
    fn take_lines(
        &self,
        batch: &Boards<P>,
        result: RunResult,
        wrong_answers: WrongAnswers<P>,
        index: u64,
    ) -> Failure<P> {
        let boards = batch.len();
        let is_wrong = result.verdict == Verdict::WrongAnswer;
        let wrong_answers = if is_wrong { wrong_answers } else { Vec::new() };
        // Which boards are named must not depend on how the boards were put into batches.
        let failing = wrong_answers.iter().take(FAILING_KEPT);
        let failing = failing.filter_map(|&(index, _)| index_of::<P>(batch.board(index)));
        let failing: Vec<u64> = failing.collect();
        self.remember(batch, boards, wrong_answers);
        self.grow(boards, result.execution.time());
        let failure = Failure {
            boards: batch.clone(),
            index,
            result,
        };
        let answers = &mut self.queue().answers;
        answers.keep_failing(failure.result.verdict, failing);
        answers.keep_witness(failure.clone());
        failure
    }

    /// Searches for the first failure of a batch. Also returns how many boards before it have right answers. Notes whether
    /// the program has failed often enough.
    fn search(
        &self,
        batch: &Boards<P>,
        result: RunResult,
    ) -> Result<(Failure<P>, u64), JudgeError> {
        let missing = missing(&result, batch.len());
        let fails = |result: &RunResult| !result.is_right();
        let (failure, good) = first_failure(batch, result, fails, |part| self.run_up_to(part))?;
        let depends = self.depends_on_others(&failure)?;
        self.remember_failure(batch, missing, &failure, good);
        let mut queue = self.queue();
        queue.answers.inexact |= depends;
        queue.failed += 1;
        queue.failing += failure.result.execution.time();
        // The judge does not wait for a hang twice.
        let hangs = failure.result.verdict == Verdict::TimeLimit;
        let enough = self.submission.limits.time * ENOUGH_TIME;
        let since = *queue.failing_since.get_or_insert_with(Instant::now);
        let too_long = queue.failing > enough || since.elapsed() >= enough.saturating_mul(CLOCK);
        if hangs || too_long || queue.failed >= ENOUGH_FAILURES {
            queue.ended = true;
            queue.answers.gave_up = true;
        }
        Ok((failure, good))
    }

    /// Remembers what is known of a batch whose first failure was searched for: which boards got no answer; or the
    /// answers up to the failure. The first `good` boards got right answers.
    fn remember_failure(
        &self,
        batch: &Boards<P>,
        missing: Option<Range<u64>>,
        failure: &Failure<P>,
        good: u64,
    ) {
        let verdict = failure.result.verdict;
        let by_answer = matches!(verdict, Verdict::WrongAnswer | Verdict::RuntimeError);
        let fails_last = good == failure.index && good + 1 == failure.boards.len();
        if let Some(missing) = missing {
            let wrong = missing.map(|index| (index, Err(NoAnswer::Nothing)));
            self.remember(batch, batch.len(), wrong.collect());
        } else if by_answer && fails_last {
            let given = self.given(failure);
            self.remember(&failure.boards, good + 1, vec![(good, given)]);
        } else {
            self.remember(batch, good, Vec::new());
        }
    }

    /// What the program gave instead of the answer to the board that failed.
    fn given(&self, failure: &Failure<P>) -> Response<P> {
        if failure.result.verdict == Verdict::RuntimeError {
            return Err(NoAnswer::Error);
        }
        match &failure.result.difference {
            Some(Difference {
                given: Some(given),
                index,
                ..
            }) => {
                index.ok_or(NoAnswer::Followed)?;
                let expected = self.submission.expected_answer(failure.board());
                read_answer::<P>(given.trim_ascii(), expected.as_bytes())
            }
            _ => Err(NoAnswer::Nothing),
        }
    }

    /// Whether the program, which failed on a board after others, may be right about that board alone.
    fn depends_on_others(&self, failure: &Failure<P>) -> Result<bool, JudgeError> {
        let hangs = failure.result.verdict == Verdict::TimeLimit;
        if hangs || failure.boards.len() == 1 {
            return Ok(false);
        }
        let alone = failure.boards.part(failure.index..failure.index + 1);
        match self.run_up_to(&alone) {
            Ok(result) => Ok(result.is_right() || result.is_cut_off()),
            Err(JudgeError::TimeUp | JudgeError::Interrupted) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Runs the program on part of a failing batch, if there is time left for it.
    fn run_up_to(&self, part: &Boards<P>) -> Result<RunResult, JudgeError> {
        let mut run_limits = self.submission.run_limits(part.len());
        if !matches!(self.options.until, StopCondition::Never) {
            run_limits.budget = self.queue().overtime;
        }
        if run_limits.budget.is_zero() {
            return Err(JudgeError::TimeUp);
        }
        Ok(self.run(part, &run_limits)?.0)
    }
}

/// Which boards of a small batch got no answer, if all answers before are right and the program ended by itself.
fn missing(result: &RunResult, boards: u64) -> Option<Range<u64>> {
    let difference = result.difference.as_ref()?;
    let ends = difference.given.is_none() && result.verdict == Verdict::WrongAnswer;
    let missing = difference.lines..boards;
    (ends && !missing.is_empty() && boards <= SMALL_BATCH).then_some(missing)
}

#[cfg(test)]
mod tests;
