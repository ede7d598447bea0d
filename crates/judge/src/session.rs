//! Judges a submission stage by stage, and explains its worst failure.

mod explanation;
mod result;
mod slow_boards;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::{Duration, Instant};

use crossply_problems::Problem;

use crate::answers::AnswerSummary;
use crate::batches::{BatchOptions, StageOptions, StopCondition, run_batches};
use crate::budget::BudgetedRuns;
use crate::comparison::WrongAnswers;
use crate::diagnosis::Cause;
use crate::submission::Submission;
use crate::{Boards, JudgeError, Verdict};
use crossply::program::reap_leftovers;

pub use self::result::{SAMPLES_STAGE, SessionResult, StageResult};

/// The budget for finding a hang that shows only in large batches, as a multiple of the time limit.
const LARGE_BATCH_BUDGET: u32 = 5;

/// What a program that has taken too long may still use, as a multiple of the time limit. The judge spends it on single boards,
/// to find out whether the program is also wrong.
const AFTER_A_HANG: u32 = 3;

/// How many boards with wrong answers are asked for alone.
const ASKED_ALONE: usize = 16;

/// A submission and the way it is judged.
#[derive(Clone, Debug)]
pub struct Session<P: Problem> {
    /// The submission.
    pub submission: Submission<P>,
    /// How boards are put into batches.
    pub options: BatchOptions,
}

/// A group of boards that are judged together.
#[derive(Clone, Debug)]
pub struct JudgeStage<P: Problem> {
    /// What boards they are. Stages that follow each other and have the same name are reported as one.
    pub name: &'static str,
    /// The boards.
    pub boards: Boards<P>,
    /// How large the batches are.
    pub batches: BatchSize,
    /// How long the stage may take; without end if there is none.
    pub time: Option<Duration>,
}

impl<P: Problem> JudgeStage<P> {
    /// A stage that takes as long as it takes.
    #[must_use]
    pub fn new(name: &'static str, boards: Boards<P>, batches: BatchSize) -> Self {
        JudgeStage {
            name,
            boards,
            batches,
            time: None,
        }
    }
}

/// How large the batches of a stage are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchSize {
    /// As large as the program answers quickly.
    Growing,
    /// The first has all boards, because they were chosen to be in one input.
    All,
    /// Each has one board, to find out how long it takes.
    One,
}

impl<P: Problem> Session<P> {
    /// Judges the submission. `progress` is called with the number of boards that have been judged since the
    /// last call.
    ///
    /// # Errors
    /// If the program cannot be run, or an expected answer is wrong.
    pub fn judge(
        &self,
        stages: &[JudgeStage<P>],
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<SessionResult<P>, JudgeError> {
        let start = Instant::now();
        let judged = self.judge_stages(stages, progress);
        reap_leftovers();
        let elapsed = start.elapsed();
        judged.map(|judged| SessionResult { elapsed, ..judged })
    }

    fn judge_stages(
        &self,
        stages: &[JudgeStage<P>],
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<SessionResult<P>, JudgeError> {
        let mut judged = SessionResult::default();
        // All positions of the domain below this index have been judged.
        let mut judged_below = 0;
        let mut hangs = false;
        for stage in stages {
            // Single boards cost little if the program hangs again.
            if hangs && stage.batches != BatchSize::One {
                continue;
            }
            self.judge_stage(stage, hangs, &mut judged, progress)?;
            if let Boards::Domain(Range { start: 0, .. }) = stage.boards {
                let answers = judged.stages.last().map(|stage| &stage.answers);
                judged_below = answers.map_or(0, |answers| answers.judged_below);
            }
            let total = &judged.total;
            let failed = !total.failures.is_empty();
            hangs = total.gave_up && total.failures.contains_key(&Verdict::TimeLimit);
            let ended = total.interrupted || total.gave_up && !hangs;
            if ended || failed && self.options.fail_fast {
                break;
            }
        }
        let found = self.find_slowest(&mut judged);
        judged.total.note_end(found)?;
        self.explain(&mut judged, judged_below)?;
        let recounted = self.recount(&mut judged.total);
        judged.total.note_end(recounted)?;
        let looked = self.find_state(&mut judged);
        judged.total.note_end(looked)?;
        self.explain_fault(&mut judged);
        Ok(judged)
    }

    /// Judges a stage. Batches grow as large as the program answers quickly: that is fast, and shows a lot if
    /// all answers are right. If the statement promises a number of boards, they are then judged in batches of
    /// that size. A program that hangs in an earlier stage has little time.
    fn judge_stage(
        &self,
        stage: &JudgeStage<P>,
        hangs: bool,
        judged: &mut SessionResult<P>,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), JudgeError> {
        let mut batches = self.options;
        // A time beyond the range of the clock is no limit.
        let deadline = stage.time.and_then(|time| Instant::now().checked_add(time));
        let until = match deadline {
            _ if hangs => StopCondition::Budget(self.submission.limits.time * AFTER_A_HANG),
            Some(deadline) => StopCondition::Deadline(deadline),
            None => StopCondition::Never,
        };
        let promised = P::LIMITS.boards.filter(|_| batches.batch.is_none());
        let mut start = 1;
        match stage.batches {
            BatchSize::Growing => {}
            BatchSize::All => {
                batches.jobs = NonZeroUsize::MIN;
                batches.batch = batches.batch.or(promised);
                start = stage.boards.len();
            }
            BatchSize::One => batches.batch = Some(1),
        }
        let mut options = StageOptions {
            batches,
            start,
            until,
        };
        let mut answers = run_batches(&self.submission, &stage.boards, &options, progress)?;
        if !answers.interrupted {
            let looked = self.find_hang(&mut answers);
            answers.note_end(looked)?;
        }
        let beyond = std::mem::take(&mut answers.beyond);
        let failed = !answers.failures.is_empty();
        // The judge does not wait for a hang twice.
        let ended = answers.interrupted
            || answers.gave_up
            || failed && batches.fail_fast
            || answers.failures.contains_key(&Verdict::TimeLimit);
        let judged_below = answers.judged_below;
        judged.total.merge(answers.clone());
        match judged.stages.last_mut() {
            // Each case is a stage, and together they are one.
            Some(before) if before.name == stage.name => {
                before.boards += stage.boards.len();
                before.answers.merge(answers);
            }
            _ => judged.stages.push(StageResult {
                name: stage.name.to_owned(),
                boards: stage.boards.len(),
                answers,
            }),
        }
        if beyond.is_empty() {
            return Ok(());
        }
        let Some(most) = promised.filter(|_| !ended) else {
            judged.total.inexact |= failed;
            return Ok(());
        };
        // If the program has failed, all other boards have been in smaller batches already.
        let again = if failed {
            Boards::listed(beyond.iter().flat_map(Boards::iter))
        } else {
            stage.boards.clone()
        };
        options.batches.batch = promised;
        let mut answers = run_batches(&self.submission, &again, &options, &|_| {})?;
        let is_complete = answers.judged() == again.len();
        if failed && is_complete {
            answers.judged_below = judged_below;
        }
        judged.total.correct(answers.clone());
        judged.total.inexact |= !is_complete && !judged.total.failures.is_empty();
        judged.stages.push(StageResult {
            name: format!("{} {most} at a time", stage.name),
            boards: again.len(),
            answers,
        });
        Ok(())
    }

    /// Asks again, each alone, for some of the boards that were wrong in batches. Where the program fails on a board alone, its
    /// other answers may still depend on the boards before.
    fn find_state(&self, judged: &mut SessionResult<P>) -> Result<(), JudgeError> {
        let cause = judged.diagnosis.as_ref().map(|diagnosis| diagnosis.cause);
        let total = &judged.total;
        if cause != Some(Cause::Alone) || total.interrupted || self.submission.recorded.is_some() {
            return Ok(());
        }
        // Where an answer is missing, those after it stand in other lines.
        let all_given = |wrong: &WrongAnswers<P>| wrong.iter().all(|(_, given)| given.is_ok());
        let asked = total.asked.iter().filter(|(_, wrong)| all_given(wrong));
        let wrong = asked.flat_map(|(boards, wrong)| {
            let after_others = wrong.iter().filter(|&&(index, _)| index > 0);
            after_others.map(|&(index, _)| boards.board(index))
        });
        let wrong: Vec<_> = wrong.collect();
        let runs = BudgetedRuns::new(&self.submission, self.submission.limits.time);
        for &board in wrong
            .iter()
            .step_by(wrong.len().div_ceil(ASKED_ALONE).max(1))
        {
            if runs.run(&Boards::listed([board]))?.is_right() {
                judged.right_alone = Some(board);
                judged.total.inexact = true;
                break;
            }
        }
        Ok(())
    }

    /// Checks whether a batch has as many wrong answers when it is judged in two parts. The cut is after its
    /// first wrong answer or, if that is the last, before it. If the numbers differ, the counts depend on the
    /// batches.
    fn recount(&self, total: &mut AnswerSummary<P>) -> Result<(), JudgeError> {
        let ended = total.inexact || total.gave_up || total.interrupted;
        let Some(witness) = total.witness.as_ref().filter(|_| !ended) else {
            return Ok(());
        };
        total.inexact = true;
        let patience = self.submission.limits.time * LARGE_BATCH_BUDGET;
        let runs = BudgetedRuns::new(&self.submission, patience);
        let end = witness.boards.len();
        let cut = (witness.index + 1).min(end - 1);
        let mut wrong = Some(0);
        for part in [0..cut, cut..end] {
            let result = runs.run(&witness.boards.part(part))?;
            let more = match result.verdict {
                Verdict::Accepted => Some(0),
                Verdict::PresentationError | Verdict::WrongAnswer => {
                    result.difference.and_then(|difference| difference.wrong)
                }
                _ => None,
            };
            wrong = wrong.zip(more).map(|(wrong, more)| wrong + more);
        }
        let in_one = witness.result.wrong_lines(end).map(|(_, wrong)| wrong);
        total.inexact = wrong != in_one;
        Ok(())
    }
}
