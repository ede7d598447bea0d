//! Judges a submission stage by stage, and explains its worst failure.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::time::{Duration, Instant};

use crossply_harness::Threads;
use crossply_harness::fault::{Explanation, Fault, Judged};
use crossply_harness::oracles::proof::proven_answer;
use crossply_problems::{Board, Position, Problem};

use crate::answers::{AnswerSummary, Failure};
use crate::batches::{BatchOptions, StopCondition, first_failure, run_batches};
use crate::board_times::LongestBatch;
use crate::budget::BudgetedRuns;
use crate::expected_answers::{AnswersAlone, ExpectedAnswers};
use crate::investigation::{Cause, Finding, investigate};
use crate::processes::reap_leftovers;
use crate::source::CompileError;
use crate::submission::{RunResult, Submission};
use crate::verdict::OracleError;
use crate::{Boards, JudgeError, Verdict};

/// The name of the stage with the samples of the statement.
pub const SAMPLES_STAGE: &str = "the samples";

/// How many failing boards are named beside the simplest.
const ALSO: usize = 3;

/// The budget for finding a hang that shows only in large batches, as a multiple of the time limit.
const PATIENCE: u32 = 5;

/// In how many parts the slowest batch is cut, to find the slowest board.
const PARTS: u64 = 16;
/// How often the slowest part is cut at most: the budget is so many times what the batch took.
const DEPTH: u32 = 6;
/// The part of the time limit below which a board is not slow.
const NOTICEABLE: u32 = 10;

/// How many boards must have been judged before the judge looks for what the wrong ones have in common.
const ENOUGH: usize = 20;

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

/// The result of a stage.
#[derive(Clone, Debug)]
pub struct StageResult<P: Problem> {
    /// What boards they are.
    pub name: String,
    /// The number of boards in the stage.
    pub boards: u64,
    /// The answers to them.
    pub answers: AnswerSummary<P>,
}

/// The result of a session.
#[derive(Clone, Debug)]
pub struct SessionResult<P: Problem> {
    /// The results of the stages, in order.
    pub stages: Vec<StageResult<P>>,
    /// The answers of all stages.
    pub total: AnswerSummary<P>,
    /// The worst failure, explained; none if there is none.
    pub finding: Option<Finding<P>>,
    /// What is wrong with the program, by all answers that count. None if it gave no wrong answer, or only by chance,
    /// or if there are few answers.
    pub fault: Option<Fault>,
    /// Why a program fails in batches larger than the statement promises, if it is right in all others.
    pub beyond_promise: Option<Finding<P>>,
    /// Why the program does not compile; then nothing was judged.
    pub compile_error: Option<CompileError>,
    /// The duration of the session.
    pub elapsed: Duration,
}

impl<P: Problem> Default for SessionResult<P> {
    fn default() -> Self {
        SessionResult {
            stages: Vec::new(),
            total: AnswerSummary::default(),
            finding: None,
            fault: None,
            beyond_promise: None,
            compile_error: None,
            elapsed: Duration::ZERO,
        }
    }
}

impl<P: Problem> SessionResult<P> {
    /// The worst failure on a sample of the statement; none if the program is right about the samples.
    #[must_use]
    pub fn failing_sample(&self) -> Option<&Failure<P>> {
        let mut stages = self.stages.iter();
        let samples = stages.find(|stage| stage.name == SAMPLES_STAGE)?;
        samples.answers.failures.values().next_back()
    }

    /// A few boards with the verdict that the finding explains, beside its own: the simplest that were met. None if the
    /// program does not fail on boards alone.
    #[must_use]
    pub fn also_failing(&self) -> Vec<Position<P>> {
        let Some(finding) = self
            .finding
            .as_ref()
            .filter(|finding| finding.cause == Cause::Alone)
        else {
            return Vec::new();
        };
        let failing = self.total.failing.get(&finding.result.verdict);
        let others = failing.into_iter().flatten();
        let others = others.filter(|&&index| Some(index) != finding.domain_index());
        others
            .take(ALSO)
            .map(|&index| P::domain().position(index))
            .collect()
    }

    /// The result of a session about a source that does not compile.
    #[must_use]
    pub fn of_compile_error(error: CompileError, elapsed: Duration) -> Self {
        SessionResult {
            compile_error: Some(error),
            elapsed,
            ..SessionResult::default()
        }
    }

    /// The verdict; none if nothing was judged.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        match self.compile_error {
            Some(_) => Some(Verdict::CompileError),
            None => self.total.verdict(),
        }
    }

    /// Whether the counts of failing boards do not depend on the batches.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let total = &self.total;
        let cause = self.finding.as_ref().map(|finding| finding.cause);
        let is_cut = total.gave_up || total.interrupted;
        !is_cut && !total.inexact && matches!(cause, None | Some(Cause::Alone))
    }
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
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<SessionResult<P>, JudgeError> {
        let start = Instant::now();
        let judged = self.judge_stages(stages, progress);
        reap_leftovers();
        let mut judged = judged?;
        judged.elapsed = start.elapsed();
        Ok(judged)
    }

    fn judge_stages(
        &self,
        stages: &[JudgeStage<P>],
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<SessionResult<P>, JudgeError> {
        let mut judged = SessionResult::default();
        // All positions of the domain below this index have been judged.
        let mut judged_below = 0;
        for stage in stages {
            self.judge_stage(stage, &mut judged, progress)?;
            if let Boards::Domain(Range { start: 0, .. }) = stage.boards {
                let answers = judged.stages.last().map(|stage| &stage.answers);
                judged_below = answers.map_or(0, |answers| answers.judged_below);
            }
            let total = &judged.total;
            let failed = !total.failures.is_empty();
            if total.interrupted || total.gave_up || failed && self.options.fail_fast {
                break;
            }
        }
        match self.find_slowest(&mut judged.total) {
            Err(JudgeError::Interrupted) => judged.total.interrupted = true,
            Err(JudgeError::TimeUp) => {}
            found => found?,
        }
        self.explain(&mut judged, judged_below)?;
        self.recount(&mut judged.total)?;
        self.explain_fault(&mut judged);
        Ok(judged)
    }

    /// Judges a stage. Batches grow as large as the program answers quickly: that is fast, and shows a lot if
    /// all answers are right. If the statement promises a number of boards, they are then judged in batches of
    /// that size.
    fn judge_stage(
        &self,
        stage: &JudgeStage<P>,
        judged: &mut SessionResult<P>,
        progress: &(impl Fn(u64) + Sync),
    ) -> Result<(), JudgeError> {
        let mut options = self.options;
        // A time beyond the range of the clock is no limit.
        let deadline = stage.time.and_then(|time| Instant::now().checked_add(time));
        let until = deadline.map_or(StopCondition::Never, StopCondition::Deadline);
        let promised = P::LIMITS.boards.filter(|_| options.batch.is_none());
        let mut begin = 1;
        match stage.batches {
            BatchSize::Growing => {}
            BatchSize::All => {
                options.jobs = NonZeroUsize::MIN;
                options.batch = options.batch.or(promised);
                begin = stage.boards.len();
            }
            BatchSize::One => options.batch = Some(1),
        }
        let mut answers = run_batches(
            &self.submission,
            &stage.boards,
            begin,
            &options,
            until,
            progress,
        )?;
        if !answers.interrupted {
            match self.find_hang(&mut answers) {
                Err(JudgeError::Interrupted) => answers.interrupted = true,
                Err(JudgeError::TimeUp) => {}
                looked => looked?,
            }
        }
        let beyond = std::mem::take(&mut answers.beyond);
        let failed = !answers.failures.is_empty();
        // The judge does not wait for a hang twice.
        let ended = answers.interrupted
            || answers.gave_up
            || failed && options.fail_fast
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
        options.batch = promised;
        let mut answers = run_batches(&self.submission, &again, begin, &options, until, &|_| {})?;
        let is_complete = answers.judged == again.len();
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

    /// Explains the worst failure; or, if there is none, a failure in batches larger than the statement
    /// promises.
    fn explain(&self, judged: &mut SessionResult<P>, judged_below: u64) -> Result<(), JudgeError> {
        let expected = |board| ExpectedAnswers::new(AnswersAlone::default()).answer(board);
        let worst = judged.verdict();
        let worst = worst.and_then(|verdict| judged.total.failures.get(&verdict));
        if let Some(failure) = worst {
            let (finding, interrupted) = investigate(&self.submission, failure, judged_below)?;
            judged.total.interrupted |= interrupted;
            verify_expected_answer(&finding, expected)?;
            judged.finding = Some(finding);
            return Ok(());
        }
        let Some(failure) = &judged.total.beyond_promise else {
            return Ok(());
        };
        let (finding, interrupted) = investigate(&self.submission, failure, 0)?;
        judged.total.interrupted |= interrupted;
        verify_expected_answer(&finding, expected)?;
        if Some(finding.boards.len()) > P::LIMITS.boards {
            judged.beyond_promise = Some(finding);
            return Ok(());
        }
        // It was found in a large batch, but a small one is enough.
        judged.total.correct_one(Failure {
            boards: finding.boards.clone(),
            index: finding.index,
            result: finding.result.clone(),
        });
        judged.finding = Some(finding);
        Ok(())
    }

    /// Says what the wrong answers have in common.
    fn explain_fault(&self, judged: &mut SessionResult<P>) {
        let cause = judged.finding.as_ref().map(|finding| finding.cause);
        let by_chance = matches!(cause, Some(Cause::Flaky { .. }));
        let asked = std::mem::take(&mut judged.total.asked);
        let is_right = asked.iter().all(|run| run.wrong.is_empty());
        if by_chance || is_right || judged.total.interrupted {
            return;
        }
        let mut answers = Judged::<P>::of_program();
        let mut fast = (P::FAST.new)();
        let mut right = Vec::new();
        for run in asked {
            let positions = run
                .boards
                .iter()
                .map(|board| Position::try_from(board).ok());
            // Nobody knows the right answers to illegal boards.
            let Some(positions) = positions.collect::<Option<Vec<_>>>() else {
                continue;
            };
            right.clear();
            fast.solve_all(&positions, &mut right);
            let mut wrong = run.wrong.into_iter().peekable();
            let asked = (0..).zip(positions).zip(&right);
            answers.add_run(asked.map(|((index, position), &right)| {
                let given = wrong.next_if(|&(wrong, _)| wrong == index);
                (position, right, given.map_or(Ok(right), |(_, given)| given))
            }));
        }
        if answers.len() < ENOUGH {
            return;
        }
        let threads = Threads {
            jobs: self.options.jobs,
            interrupt: self.submission.interrupt,
        };
        match answers.explain(threads) {
            // A program that fails everywhere is given up early: what it fails on says nothing.
            Ok(fault) => {
                let says_something = |fault: &Fault| {
                    !judged.total.gave_up || fault.explanation != Explanation::Everything
                };
                judged.fault = fault.filter(says_something);
            }
            Err(_) => judged.total.interrupted = true,
        }
    }

    /// Checks whether a batch has as many wrong answers when it is judged in two parts. The cut is after its
    /// first wrong answer or, if that is the last, before it. If the numbers differ, the counts depend on the
    /// batches.
    fn recount(&self, total: &mut AnswerSummary<P>) -> Result<(), JudgeError> {
        let ended = total.inexact || total.gave_up || total.interrupted;
        let Some(witness) = total.witness.as_ref().filter(|_| !ended) else {
            return Ok(());
        };
        let patience = self.submission.limits.time_here() * PATIENCE;
        let runs = BudgetedRuns::new(&self.submission, patience);
        let end = witness.boards.len();
        let cut = (witness.index + 1).min(end - 1);
        let mut wrong = Some(0);
        for part in [0..cut, cut..end] {
            let result = match runs.run(&witness.boards.part(part)) {
                Ok(result) => result,
                Err(JudgeError::TimeUp) => break,
                Err(JudgeError::Interrupted) => {
                    total.interrupted = true;
                    return Ok(());
                }
                Err(error) => return Err(error),
            };
            let difference = result.difference.as_ref();
            let more = match result.verdict {
                Verdict::Accepted => Some(0),
                Verdict::PresentationError | Verdict::WrongAnswer => {
                    difference.and_then(|difference| difference.wrong)
                }
                _ => None,
            };
            wrong = wrong.zip(more).map(|(wrong, more)| wrong + more);
        }
        total.inexact = wrong != Some(witness.wrong);
        Ok(())
    }

    /// Looks for a slow board in the batch that took longest: it runs in parts, and so does the slowest of them, down to
    /// one board. A part in which no board can be slow ends that.
    fn find_slowest(&self, total: &mut AnswerSummary<P>) -> Result<(), JudgeError> {
        let limit = self.submission.limits.time_here();
        let ended = total.gave_up || total.interrupted || self.options.fail_fast;
        let is_known = ended || total.failures.contains_key(&Verdict::TimeLimit);
        let Some(mut batch) = total.longest.clone().filter(|_| !is_known) else {
            return Ok(());
        };
        let runs = BudgetedRuns::new(&self.submission, (batch.time * DEPTH).max(limit));
        while batch.time >= limit / NOTICEABLE && batch.boards.len() > 1 {
            let mut slowest: Option<LongestBatch<P>> = None;
            for boards in batch.boards.parts(batch.boards.len().div_ceil(PARTS)) {
                let result = runs.run(&boards)?;
                total.add_run(&boards, &result.execution);
                let time = result.execution.time();
                if boards.len() == 1 && result.verdict == Verdict::TimeLimit {
                    let index = 0;
                    total.correct_one(Failure {
                        boards,
                        index,
                        result,
                    });
                    return Ok(());
                }
                if slowest.as_ref().is_none_or(|slowest| time > slowest.time) {
                    slowest = Some(LongestBatch { boards, time });
                }
                // All others together take less.
                if time > batch.time / 2 {
                    break;
                }
            }
            let Some(slowest) = slowest else { break };
            batch = slowest;
        }
        Ok(())
    }

    /// Looks for a hang in a batch that took too long although all its boards are quick.
    fn find_hang(&self, total: &mut AnswerSummary<P>) -> Result<(), JudgeError> {
        let Some(oversized) = &total.oversized else {
            return Ok(());
        };
        let known = total.failures.contains_key(&Verdict::TimeLimit);
        if known || oversized.verdict != Verdict::TimeLimit {
            return Ok(());
        }
        let mut batch = oversized.boards.clone();
        let patience = self.submission.limits.time_here() * PATIENCE;
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

/// Proves the expected answer, before the judge calls the program wrong.
fn verify_expected_answer<P: Problem>(
    finding: &Finding<P>,
    expected: impl FnOnce(Board<P>) -> String,
) -> Result<(), JudgeError> {
    let Ok(position) = Position::try_from(finding.board()) else {
        return Ok(());
    };
    let expected = expected(finding.board());
    match proven_answer(position) {
        Ok(proven) if proven.to_string() == expected => Ok(()),
        Ok(proven) => {
            let error = OracleError::WrongAnswer {
                position: format!("{position:?}"),
                expected,
                proven: proven.to_string(),
            };
            Err(error.into())
        }
        Err(unproven) => Err(OracleError::Unproven(Box::new(unproven)).into()),
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;

    #[test]
    fn what_is_quick_in_parts_and_takes_many_times_as_long_is_a_hang() {
        let ms = Duration::from_millis;
        assert!(!is_slow(ms(25), ms(100)));
        assert!(is_slow(ms(26), ms(100)));
        assert_eq!(hang_limit(ms(1)), ms(200));
        assert_eq!(hang_limit(ms(100)), ms(800));
    }

    #[test]
    fn nobody_is_wrong_who_is_not_proven_wrong() {
        let board = |board: &str| Finding::<Ccf201803_4> {
            boards: Boards::listed([board.parse().expect("a board")]),
            index: 0,
            result: RunResult::with(Verdict::WrongAnswer),
            cause: Cause::Alone,
            simplest: true,
        };
        let empty = board(".../.../...");
        verify_expected_answer(&empty, |_| "0".to_owned()).expect("a draw");
        let error = verify_expected_answer(&empty, |_| "5".to_owned()).expect_err("it is a draw");
        let error = error.to_string();
        assert!(
            error.contains("expects 5") && error.contains("0 is proven"),
            "{error}"
        );
        // An illegal board has no answer that could be proven.
        verify_expected_answer(&board("XXX/OOO/..."), |_| unreachable!()).expect("it is not legal");
    }
}
