//! Judges many boards in batches, which grow while the program is quick.
//!
//! Starting a process for each board would cost a thousand times what the answer costs. One process for all
//! boards suits a fast program, but a slow one cannot finish within the time of one test. So batches begin with
//! one board and grow while they take a small part of the time limit. A batch that exceeds a limit of time or
//! memory, or that is larger than the statement promises, does not count against the program: its boards are
//! judged again in smaller batches. A limit counts only for as many boards as the statement promises, or for
//! one.

mod failing;

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossply_problems::Problem;

use crate::answers::{AnswerSummary, Failure, OversizedBatch};
use crate::budget::{STARTING_TIME, end_on_the_clock};
use crate::comparison::WrongAnswers;
use crate::limits::{are_judged_together, promised};
use crate::run_result::RunResult;
use crate::submission::Submission;
use crate::{Boards, JudgeError, Verdict};
use crossply::program::RunLimits;

/// The factor by which batches grow and are split.
const FACTOR: u64 = 16;

/// How many answers a program may keep in its output buffer.
const BUFFERED: u64 = 1024;

/// The extra time after the end of a stage, as a multiple of the time limit. The judge spends it on boards that
/// may make the program hang, and on finding the first failure in a failing batch.
const OVERTIME: u32 = 3;

/// How boards are put into batches.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// The largest batch. By default as many boards as the program answers quickly; then, if the statement
    /// promises a number, at most that many.
    pub batch: Option<u64>,
    /// How many runs go on at the same time.
    pub jobs: NonZeroUsize,
    /// Whether judging ends at the first failure.
    pub fail_fast: bool,
}

/// How the boards of a stage are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StageOptions {
    /// How they are put into batches.
    pub(crate) batches: BatchOptions,
    /// The size of the first batch.
    pub(crate) start: u64,
    /// When to stop before all of them have been judged.
    pub(crate) until: StopCondition,
}

/// When to stop before all boards have been judged.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StopCondition {
    /// Not before all boards have been judged.
    Never,
    /// At this time.
    Deadline(Instant),
    /// When the program has used so much time, or after many times as long on the clock.
    Budget(Duration),
}

/// Judges the boards. `progress` is called with the number of boards that have been judged since the last call.
///
/// # Errors
/// If the program cannot be run.
pub(crate) fn run_batches<P: Problem>(
    submission: &Submission<P>,
    boards: &Boards<P>,
    options: &StageOptions,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<AnswerSummary<P>, JudgeError> {
    let scheduler = Scheduler::new(submission, boards, options, progress);
    thread::scope(|scope| {
        for _ in 0..options.batches.jobs.get() {
            scope.spawn(|| scheduler.work());
        }
    });
    let queue = scheduler.queue.into_inner();
    queue
        .unwrap_or_else(PoisonError::into_inner)
        .conclude(boards)
}

struct Scheduler<'a, P: Problem> {
    submission: &'a Submission<P>,
    options: &'a StageOptions,
    progress: &'a (dyn Fn(u64) + Sync),
    whole: &'a Boards<P>,
    /// When it stops at the latest.
    end: Option<Instant>,
    queue: Mutex<Queue<P>>,
}

/// The batches that are left to run, and the results so far.
#[derive(Default)]
struct Queue<P: Problem> {
    /// The index of the first board that has not been in a batch.
    next: u64,
    /// Parts of batches to run again.
    retries: Vec<Retry<P>>,
    /// Boards for which there was no time.
    left_out: Vec<Boards<P>>,
    /// The size of the next batch.
    size: u64,
    /// The largest size that it may grow to.
    most: u64,
    answers: AnswerSummary<P>,
    error: Option<JudgeError>,
    /// The number of failed runs whose failing board had to be searched for.
    failed: u32,
    /// The time that the program used in these runs.
    failing: Duration,
    /// When the first of them was searched for.
    failing_since: Option<Instant>,
    /// The time that the program has used, and what it may still use after the end of the stage.
    used: Duration,
    overtime: Duration,
    ended: bool,
}

/// Boards to run again.
struct Retry<P: Problem> {
    boards: Boards<P>,
    /// Whether the program may hang on one of them. Such boards are run even after the end of the stage.
    suspect: bool,
}

impl<'a, P: Problem> Scheduler<'a, P> {
    fn new(
        submission: &'a Submission<P>,
        whole: &'a Boards<P>,
        options: &'a StageOptions,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> Self {
        let most = options.batches.batch.unwrap_or(u64::MAX).max(1);
        Scheduler {
            submission,
            options,
            progress,
            whole,
            end: match options.until {
                StopCondition::Never => None,
                StopCondition::Deadline(deadline) => Some(deadline),
                StopCondition::Budget(budget) => end_on_the_clock(budget),
            },
            queue: Mutex::new(Queue {
                size: options.start.clamp(1, most),
                most,
                overtime: submission.limits.time * OVERTIME,
                ..Queue::default()
            }),
        }
    }

    fn work(&self) {
        while let Some((batch, suspect)) = self.take() {
            match self.judge(&batch, suspect) {
                Ok(()) => {}
                Err(JudgeError::Interrupted) => self.queue().answers.interrupted = true,
                Err(error) => {
                    let mut queue = self.queue();
                    queue.ended = true;
                    queue.error.get_or_insert(error);
                }
            }
        }
    }

    fn queue(&self) -> std::sync::MutexGuard<'_, Queue<P>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the stop condition holds.
    fn is_late(&self, queue: &Queue<P>) -> bool {
        let is_used_up =
            matches!(self.options.until, StopCondition::Budget(budget) if queue.used >= budget);
        is_used_up || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The next batch, if one is left, and whether the program may hang on it.
    fn take(&self) -> Option<(Boards<P>, bool)> {
        let mut queue = self.queue();
        let interrupted = self.submission.interrupt.load(Ordering::Relaxed);
        queue.answers.interrupted |= interrupted;
        if queue.ended || interrupted {
            return None;
        }
        let is_late = self.is_late(&queue);
        while let Some(Retry { boards, suspect }) = queue.retries.pop() {
            if !is_late || suspect && !queue.overtime.is_zero() {
                return Some((boards, suspect));
            }
            queue.left_out.push(boards);
        }
        if is_late {
            return None;
        }
        let left = self.whole.len() - queue.next;
        // All threads should have work until the end, but no tiny batches.
        let share = left.div_ceil(self.options.batches.jobs.get() as u64);
        let size = queue.size.min(share.max(queue.size / FACTOR)).min(left);
        let batch = queue.next..queue.next + size;
        queue.next = batch.end;
        (!batch.is_empty()).then(|| (self.whole.part(batch), false))
    }

    /// The limits of a run on this many boards.
    fn run_limits(&self, boards: u64, suspect: bool) -> RunLimits {
        let mut run_limits = self.submission.run_limits(boards);
        if are_judged_together::<P>(boards) {
            return run_limits;
        }
        if suspect {
            // The judge has waited for this hang once; a shorter time is enough now. The boards run again in ever smaller
            // parts, and with the whole time these would use up the overtime before a board runs alone.
            run_limits.stall /= 4;
            return run_limits;
        }
        run_limits.deadline = self.end;
        if let StopCondition::Budget(budget) = self.options.until {
            run_limits.budget = budget.saturating_sub(self.queue().used);
        }
        run_limits
    }

    /// Runs the program and adds to the time that it has used.
    fn run(
        &self,
        boards: &Boards<P>,
        run_limits: &RunLimits,
    ) -> Result<(RunResult, WrongAnswers<P>), JudgeError> {
        let began_late = self.is_late(&self.queue());
        let (result, wrong_answers) = self.submission.run_within(boards, run_limits)?;
        let time = STARTING_TIME + result.execution.time();
        let mut queue = self.queue();
        queue.used += time;
        if began_late {
            queue.overtime = queue.overtime.saturating_sub(time);
        }
        Ok((result, wrong_answers))
    }

    fn judge(&self, batch: &Boards<P>, suspect: bool) -> Result<(), JudgeError> {
        let boards = batch.len();
        let (result, wrong_answers) = self.run(batch, &self.run_limits(boards, suspect))?;
        let mut queue = self.queue();
        queue.answers.runs += 1;
        queue.answers.batch_sizes.insert(boards);
        queue.answers.add_run(batch, &result.execution);
        drop(queue);
        let promised = promised::<P>();
        match result.verdict {
            Verdict::Accepted => {
                self.accept(batch, boards);
                self.remember(batch, boards, Vec::new());
                self.grow(boards, result.execution.time());
            }
            Verdict::TimeLimit | Verdict::MemoryLimit if !are_judged_together::<P>(boards) => {
                self.retry(batch, result, &wrong_answers);
            }
            _ if boards > promised => {
                let failure = Failure::on_last(batch.clone(), result);
                let mut queue = self.queue();
                queue.answers.beyond_promise.get_or_insert(failure);
                queue.cut(batch, promised, false);
            }
            _ => self.fail(batch, result, wrong_answers)?,
        }
        Ok(())
    }

    /// Counts boards with this verdict.
    fn count(&self, verdict: Verdict, boards: u64) {
        self.queue().answers.count(verdict, boards);
        (self.progress)(boards);
    }

    /// Counts the first `good` boards of a batch as accepted.
    fn accept(&self, batch: &Boards<P>, good: u64) {
        self.count(Verdict::Accepted, good);
        if good > 0 && batch.len() > promised::<P>() {
            self.queue().answers.beyond.push(batch.part(0..good));
        }
    }

    /// Remembers the answers to the first `boards` of a batch, if it is not larger than the statement promises.
    fn remember(&self, batch: &Boards<P>, boards: u64, wrong: WrongAnswers<P>) {
        if boards > 0 && batch.len() <= promised::<P>() {
            let asked = (batch.part(0..boards), wrong);
            self.queue().answers.asked.push(asked);
        }
    }

    /// Lets batches grow while they take a small part of the time limit; without a deadline, a small part of the
    /// time after which a run counts as hanging.
    fn grow(&self, boards: u64, time: Duration) {
        let limit = self.submission.limits.time;
        let affordable = match self.options.until {
            StopCondition::Never => limit * 3,
            _ => limit / 3,
        };
        let mut queue = self.queue();
        if boards >= queue.size {
            let growth = (affordable.as_micros() / time.as_micros().max(1)) as u64;
            // A program that starts slowly takes hardly longer for two boards than for one.
            let growth = if growth == 1 { 2 } else { growth };
            queue.size = (boards * growth.clamp(1, FACTOR)).min(queue.most);
        }
    }

    /// Handles a batch that was stopped. Answers printed before that count, except a wrong one in a batch larger
    /// than the statement promises: that board is judged alone. If the time was up, the rest is left out. If a
    /// limit was exceeded, the rest is run again in parts; the first part is small, because that is where the
    /// program stopped.
    fn retry(&self, batch: &Boards<P>, result: RunResult, wrong_answers: &WrongAnswers<P>) {
        let boards = batch.len();
        let difference = result.difference.as_ref();
        let lines = difference.map_or(0, |difference| difference.lines.min(boards));
        let first_wrong = &wrong_answers[..wrong_answers.len().min(1)];
        let good = first_wrong.first().map_or(lines, |&(index, _)| index);
        self.accept(batch, good);
        let done = lines.min(good + 1);
        let wrong = batch.part(good..done);
        let counts = boards <= promised::<P>();
        if counts {
            self.count(Verdict::WrongAnswer, wrong.len());
            self.remember(batch, done, first_wrong.to_vec());
        }
        let mut queue = self.queue();
        if result.is_cut_off() {
            queue.left_out.push(batch.part(done..boards));
        } else {
            queue.answers.keep_oversized(OversizedBatch {
                boards: batch.clone(),
                verdict: result.verdict,
                once: false,
            });
            queue.cut(&batch.part(done..boards), boards.div_ceil(FACTOR), true);
        }
        if wrong.is_empty() {
        } else if counts {
            let result = RunResult {
                verdict: Verdict::WrongAnswer,
                ..result
            };
            let failure = Failure::on_last(batch.part(0..done), result);
            queue.answers.keep(failure);
            queue.ended |= self.options.batches.fail_fast;
        } else {
            queue.retries.push(Retry {
                boards: wrong,
                suspect: true,
            });
        }
    }
}

impl<P: Problem> Queue<P> {
    /// The summary of all answers.
    fn conclude(self, boards: &Boards<P>) -> Result<AnswerSummary<P>, JudgeError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut answers = self.answers;
        let retries = self.retries.iter().map(|retry| &retry.boards);
        let undone = retries.chain(&self.left_out);
        if !self.ended {
            answers.cut_off = undone.clone().map(Boards::len).sum();
        }
        if let Boards::Domain(indices) = boards {
            let starts = undone.filter_map(|boards| match boards {
                Boards::Domain(indices) => Some(indices.start),
                Boards::Listed(..) => None,
            });
            let next = indices.start + self.next;
            answers.judged_below = starts.fold(next, u64::min);
        }
        Ok(answers)
    }

    /// Puts the batch back into the queue, in parts of at most `most` boards.
    fn cut(&mut self, batch: &Boards<P>, most: u64, suspect: bool) {
        if batch.is_empty() {
            return;
        }
        self.size = self.size.min(most);
        self.most = self.most.min(most);
        let first = batch.len().min(most).min(BUFFERED);
        // The part pushed last is run first.
        let rest = batch.part(first..batch.len());
        let parts = rest.parts(most).rev().chain([batch.part(0..first)]);
        self.retries
            .extend(parts.map(|boards| Retry { boards, suspect }));
    }
}

#[cfg(test)]
mod tests;
