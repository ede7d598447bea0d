//! Finds slow boards in large batches: the slowest, and one that makes the program hang.

use std::time::Duration;

use crossply_problems::Problem;

use super::{LARGE_BATCH_BUDGET, Session, SessionResult};
use crate::answers::{AnswerSummary, Failure};
use crate::budget::BudgetedRuns;
use crate::first_failure::first_failure;
use crate::limits::promised;
use crate::run_result::RunResult;
use crate::{Boards, JudgeError, Verdict};

/// In how many parts the slowest batch is cut, to find the slowest board.
const PARTS: u64 = 16;
/// How often the slowest part is cut at most: the budget is so many times what the batch took.
const DEPTH: u32 = 6;
/// The part of the time limit below which a board is not slow.
const NOTICEABLE: u32 = 10;
/// The shortest time that is taken for a hang.
const LEAST_HANG: Duration = Duration::from_millis(200);

impl<P: Problem> Session<P> {
    /// Looks for a slow board in the batch in which the program stood still longest: it runs in parts, and so does the
    /// slowest of them, down to one board. A part in which no board can be slow ends that.
    pub(super) fn find_slowest(&self, judged: &mut SessionResult<P>) -> Result<(), JudgeError> {
        let total = &mut judged.total;
        let limit = self.submission.limits.time;
        let ended = total.gave_up || total.interrupted || self.options.fail_fast;
        let is_known = ended || total.failures.contains_key(&Verdict::TimeLimit);
        let Some((mut batch, run)) = total.longest.clone().filter(|_| !is_known) else {
            return Ok(());
        };
        let runs = BudgetedRuns::new(&self.submission, (run.time() * DEPTH).max(limit));
        let mut stall = run.stall;
        // Each run starts the program anew. What that takes must not use up the budget.
        let mut start = Duration::MAX;
        while stall >= limit / NOTICEABLE && batch.len() > 1 {
            let mut slowest: Option<(Duration, Boards<P>)> = None;
            for boards in batch.parts(batch.len().div_ceil(PARTS)) {
                let result = runs.run(&boards)?;
                total.add_run(&boards, &result.execution);
                start = start.min(result.execution.time());
                runs.left.update(|left| left + start);
                if boards.len() == 1 && result.verdict == Verdict::TimeLimit {
                    let failure = Failure::on_last(boards, result);
                    judged.correct_one("the slowest board alone", failure);
                    return Ok(());
                }
                let here = result.execution.stall;
                if slowest.as_ref().is_none_or(|&(longest, _)| here > longest) {
                    slowest = Some((here, boards));
                }
                // This is the board, or all others together take less.
                if here > stall / 2 {
                    break;
                }
            }
            let Some(slowest) = slowest else { break };
            (stall, batch) = slowest;
        }
        Ok(())
    }

    /// Looks for a hang in a batch that took too long although all its boards are quick.
    pub(super) fn find_hang(&self, total: &mut AnswerSummary<P>) -> Result<(), JudgeError> {
        let Some(oversized) = &total.oversized else {
            return Ok(());
        };
        let known = total.failures.contains_key(&Verdict::TimeLimit);
        if known || oversized.verdict != Verdict::TimeLimit {
            return Ok(());
        }
        let mut batch = oversized.boards.clone();
        let patience = self.submission.limits.time * LARGE_BATCH_BUDGET;
        let runs = BudgetedRuns::new(&self.submission, patience);
        while batch.len() > 1 {
            let middle = batch.len() / 2;
            let halves = [batch.part(0..middle), batch.part(middle..batch.len())];
            let mut took = Duration::ZERO;
            let mut slow = None;
            for half in halves {
                let result = runs.run(&half)?;
                took += result.execution.time();
                if result.verdict == Verdict::TimeLimit {
                    slow = Some(half);
                    break;
                }
            }
            if let Some(half) = slow {
                batch = half;
                continue;
            }
            // Without a hang, boards take together about what their parts take.
            if took * 4 > self.submission.limits.time {
                return Ok(());
            }
            let result = runs.run(&batch)?;
            if result.verdict != Verdict::TimeLimit {
                if let Some(oversized) = &mut total.oversized {
                    oversized.once = true;
                }
                return Ok(());
            }
            // A shorter limit is enough to see whether fewer boards make it hang.
            let mut impatient = self.submission.clone();
            impatient.limits.time = (took * 8).max(LEAST_HANG);
            let runs = BudgetedRuns::new(&impatient, patience);
            // Wrong answers to these boards have been counted already.
            let hangs = |result: &RunResult| result.verdict == Verdict::TimeLimit;
            let (failure, _) = first_failure(&batch, result, hangs, |part| runs.run(part))?;
            if failure.boards.len() > promised::<P>() {
                total.beyond_promise.get_or_insert(failure);
            } else {
                total.correct(AnswerSummary::of_one(failure));
            }
            return Ok(());
        }
        let result = self.submission.run(&batch)?;
        if result.verdict == Verdict::TimeLimit {
            let failure = Failure::on_last(batch, result);
            total.correct(AnswerSummary::of_one(failure));
        }
        Ok(())
    }
}
