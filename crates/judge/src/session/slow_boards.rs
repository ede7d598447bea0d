//! Finds slow boards in large batches: the slowest, and one that makes the program hang.

use std::time::Duration;

use crossply_problems::Problem;

use super::{LARGE_BATCH_BUDGET, Session, SessionResult};
use crate::answers::{AnswerSummary, Failure};
use crate::board_times::LongestBatch;
use crate::budget::BudgetedRuns;
use crate::first_failure::first_failure;
use crate::run_result::RunResult;
use crate::{JudgeError, Verdict};

/// In how many parts the slowest batch is cut, to find the slowest board.
const PARTS: u64 = 16;
/// How often the slowest part is cut at most: the budget is so many times what the batch took.
const DEPTH: u32 = 6;
/// The part of the time limit below which a board is not slow.
const NOTICEABLE: u32 = 10;

impl<P: Problem> Session<P> {
    /// Looks for a slow board in the batch in which the program stood still longest: it runs in parts, and so does the
    /// slowest of them, down to one board. A part in which no board can be slow ends that.
    pub(super) fn find_slowest(&self, judged: &mut SessionResult<P>) -> Result<(), JudgeError> {
        let total = &mut judged.total;
        let limit = self.submission.limits.time_here();
        let ended = total.gave_up || total.interrupted || self.options.fail_fast;
        let is_known = ended || total.failures.contains_key(&Verdict::TimeLimit);
        let Some(mut batch) = total.longest.clone().filter(|_| !is_known) else {
            return Ok(());
        };
        let runs = BudgetedRuns::new(&self.submission, (batch.time * DEPTH).max(limit));
        // Each run starts the program anew. What that takes must not use up the budget.
        let mut start = Duration::MAX;
        while batch.stall >= limit / NOTICEABLE && batch.boards.len() > 1 {
            let mut slowest: Option<LongestBatch<P>> = None;
            for boards in batch.boards.parts(batch.boards.len().div_ceil(PARTS)) {
                let result = runs.run(&boards)?;
                total.add_run(&boards, &result.execution);
                let (time, stall) = (result.execution.time(), result.execution.stall);
                start = start.min(time);
                runs.refund(start);
                if boards.len() == 1 && result.verdict == Verdict::TimeLimit {
                    let index = 0;
                    let failure = Failure {
                        boards,
                        index,
                        result,
                    };
                    judged.correct_one("the slowest board alone", failure);
                    return Ok(());
                }
                let is_slowest = slowest.as_ref().is_none_or(|slowest| stall > slowest.stall);
                if is_slowest {
                    slowest = Some(LongestBatch {
                        boards,
                        time,
                        stall,
                    });
                }
                // This is the board, or all others together take less.
                if stall > batch.stall / 2 {
                    break;
                }
            }
            let Some(slowest) = slowest else { break };
            batch = slowest;
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
        let patience = self.submission.limits.time_here() * LARGE_BATCH_BUDGET;
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
            if is_slow(took, self.submission.limits.time_here()) {
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
            impatient.limits.time = hang_limit(took);
            impatient.limits.scale = 1.0;
            let runs = BudgetedRuns::new(&impatient, patience);
            // Wrong answers to these boards have been counted already.
            let hangs = |result: &RunResult| result.verdict == Verdict::TimeLimit;
            let (failure, _) = first_failure(&batch, result, hangs, |part| runs.run(part))?;
            if P::LIMITS
                .boards
                .is_some_and(|promised| failure.boards.len() > promised)
            {
                total.beyond_promise.get_or_insert(failure);
            } else {
                total.correct_one(failure);
            }
            return Ok(());
        }
        let result = self.submission.run(&batch)?;
        if result.verdict == Verdict::TimeLimit {
            total.correct_one(Failure {
                boards: batch,
                index: 0,
                result,
            });
        }
        Ok(())
    }
}

/// Whether boards may take too long together, without a hang, if their parts took this time.
fn is_slow(took: Duration, limit: Duration) -> bool {
    took * 4 > limit
}

/// A time limit that only a hang exceeds, for boards whose parts took this time.
fn hang_limit(took: Duration) -> Duration {
    (took * 8).max(Duration::from_millis(200))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quick_in_parts_and_takes_many_times_as_long_is_a_hang() {
        let ms = Duration::from_millis;
        assert!(!is_slow(ms(25), ms(100)));
        assert!(is_slow(ms(26), ms(100)));
        assert_eq!(hang_limit(ms(1)), ms(200));
        assert_eq!(hang_limit(ms(100)), ms(800));
    }
}
