//! Asks a program about many boards, in batches that grow while it is quick.
//!
//! A process for each board would cost a thousand times what the answer costs; one process for all is
//! what a fast program deserves and a slow one cannot do within the time of one test. So batches begin
//! with one board and grow while they take a small part of the time limit. A batch that exceeds a limit of
//! time or memory, or that is larger than the statement promises, says nothing against the program: it is
//! done again in smaller ones. Only what happens within the promise counts, and a limit only for a
//! board alone.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::answers::{Answers, Failure, Outgrown, Witness};
use crate::attempt::{Attempt, Candidate, Form, START};
use crate::execution::Bounds;
use crate::limits::are_judged_together;
use crate::{Boards, Slowest, Trouble, Verdict};
use crossply_problems::Problem;

/// By how much batches grow and are cut.
const FACTOR: u64 = 16;

/// How many answers a program may have made without having printed them.
const BUFFERED: u64 = 1024;

/// For what multiple of the time limit boards are asked about, after all time is up, that a program may hang
/// on; and failures are looked for in batches that fail.
const OVERTIME: u32 = 3;

/// After how many runs that did not come to a good end a program has failed often enough; or after what
/// multiple of the time limit.
const ENOUGH_FAILURES: u32 = 20;
const ENOUGH_TIME: u32 = 2;

/// How boards are asked about.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How many boards a run has at most. By default as many as the program answers quickly, and then, if
    /// the statement promises a number, no more than that.
    pub batch: Option<u64>,
    /// How many runs go on at once.
    pub jobs: NonZeroUsize,
    /// Whether the first failure ends it.
    pub fail_fast: bool,
}

/// For how long boards are asked about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Until {
    /// As long as there are any.
    TheEnd,
    /// Up to this time.
    Time(Instant),
    /// Until the program has used so much time.
    Used(Duration),
}

/// Asks the program about the boards. `start` is how many the first batch has; `progress` is called with
/// how many boards more have been judged.
///
/// # Errors
/// If the program cannot be run.
pub(crate) fn ask<P: Problem>(
    candidate: &Candidate<P>,
    boards: &Boards<P>,
    start: u64,
    manner: &Manner,
    until: Until,
    progress: &(impl Fn(u64) + Sync),
) -> Result<Answers<P>, Trouble> {
    let asking = Asking::new(candidate, boards, start, manner, until, progress);
    thread::scope(|scope| {
        for _ in 0..manner.jobs.get() {
            scope.spawn(|| asking.work());
        }
    });
    let agenda = asking.agenda.into_inner();
    agenda
        .unwrap_or_else(PoisonError::into_inner)
        .conclude(boards)
}

struct Asking<'a, P: Problem, F> {
    candidate: &'a Candidate<P>,
    manner: &'a Manner,
    until: Until,
    progress: &'a F,
    whole: &'a Boards<P>,
    agenda: Mutex<Agenda<P>>,
}

/// What is to be done, and what came of what has been done.
struct Agenda<P: Problem> {
    /// The place of the first board that no batch has had.
    next: u64,
    /// What is to be done again, smaller.
    again: Vec<Again<P>>,
    /// What there was no time for.
    left_out: Vec<Boards<P>>,
    /// How many boards the next batch has.
    size: u64,
    /// How many it may have.
    most: u64,
    answers: Answers<P>,
    trouble: Option<Trouble>,
    /// How many runs have come to no good end.
    failed: u32,
    /// How long those took.
    failing: Duration,
    /// How much time the program has used; and how much it may use when the time is up.
    used: Duration,
    overtime: Duration,
    ended: bool,
}

/// Boards that are asked about again.
struct Again<P: Problem> {
    boards: Boards<P>,
    /// Whether the program may fail on one of them, so that they are asked about even if the time is up.
    suspect: bool,
}

impl<'a, P: Problem, F: Fn(u64) + Sync> Asking<'a, P, F> {
    fn new(
        candidate: &'a Candidate<P>,
        whole: &'a Boards<P>,
        start: u64,
        manner: &'a Manner,
        until: Until,
        progress: &'a F,
    ) -> Self {
        let most = manner.batch.unwrap_or(u64::MAX).max(1);
        Asking {
            candidate,
            manner,
            until,
            progress,
            whole,
            agenda: Mutex::new(Agenda {
                next: 0,
                again: Vec::new(),
                left_out: Vec::new(),
                size: start.clamp(1, most),
                most,
                answers: Answers::default(),
                trouble: None,
                failed: 0,
                failing: Duration::ZERO,
                used: Duration::ZERO,
                overtime: candidate.limits.time * OVERTIME,
                ended: false,
            }),
        }
    }

    fn work(&self) {
        while let Some((batch, suspect)) = self.take() {
            match self.judge(&batch, suspect) {
                Ok(()) => {}
                Err(Trouble::Interrupted) => self.agenda().answers.interrupted = true,
                Err(trouble) => {
                    let mut agenda = self.agenda();
                    agenda.ended = true;
                    agenda.trouble.get_or_insert(trouble);
                }
            }
        }
    }

    fn agenda(&self) -> std::sync::MutexGuard<'_, Agenda<P>> {
        self.agenda.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the time is up.
    fn is_late(&self, agenda: &Agenda<P>) -> bool {
        match self.until {
            Until::TheEnd => false,
            Until::Time(deadline) => Instant::now() >= deadline,
            Until::Used(budget) => agenda.used >= budget,
        }
    }

    /// The next batch, if there is any left to do; and whether the program may hang on it.
    fn take(&self) -> Option<(Boards<P>, bool)> {
        let mut agenda = self.agenda();
        let interrupted = self.candidate.interrupt.load(Ordering::Relaxed);
        agenda.answers.interrupted |= interrupted;
        if agenda.ended || interrupted {
            return None;
        }
        let is_late = self.is_late(&agenda);
        while let Some(Again { boards, suspect }) = agenda.again.pop() {
            if !is_late || suspect && !agenda.overtime.is_zero() {
                return Some((boards, suspect));
            }
            agenda.left_out.push(boards);
        }
        if is_late {
            return None;
        }
        let left = self.whole.len() - agenda.next;
        // All have something to do until the end, but not too little.
        let share = left.div_ceil(self.manner.jobs.get() as u64);
        let size = agenda.size.min(share.max(agenda.size / FACTOR)).min(left);
        let batch = agenda.next..agenda.next + size;
        agenda.next = batch.end;
        (!batch.is_empty()).then(|| (self.whole.part(batch), false))
    }

    /// What a run on so many boards may use.
    fn bounds(&self, boards: u64, suspect: bool) -> Bounds {
        let mut bounds = self.candidate.bounds(boards);
        if are_judged_together::<P>(boards) {
            return bounds;
        }
        match self.until {
            // A hang that has been waited for once need not be waited for as long again.
            _ if suspect => bounds.stall /= 4,
            Until::TheEnd => {}
            Until::Time(deadline) => bounds.deadline = Some(deadline),
            Until::Used(budget) => bounds.budget = budget.saturating_sub(self.agenda().used),
        }
        bounds
    }

    /// Runs the program, and counts the time that it uses.
    fn run(&self, boards: &Boards<P>, bounds: &Bounds) -> Result<Attempt, Trouble> {
        let began_late = self.is_late(&self.agenda());
        let attempt = self.candidate.attempt_within(boards, bounds, Form::Usual)?;
        let time = START + attempt.execution.time();
        let mut agenda = self.agenda();
        agenda.used += time;
        if began_late {
            agenda.overtime = agenda.overtime.saturating_sub(time);
        }
        Ok(attempt)
    }

    fn judge(&self, batch: &Boards<P>, suspect: bool) -> Result<(), Trouble> {
        let boards = batch.len();
        let attempt = self.run(batch, &self.bounds(boards, suspect))?;
        self.note(batch, &attempt);
        let promised = P::LIMITS.boards.unwrap_or(u64::MAX);
        match attempt.verdict {
            Verdict::Accepted => {
                self.accept(batch, boards);
                self.grow(boards, attempt.execution.time());
            }
            Verdict::TimeLimit | Verdict::MemoryLimit if !are_judged_together::<P>(boards) => {
                self.do_again(batch, attempt);
            }
            _ if boards > promised => {
                let failure = Failure {
                    boards: batch.clone(),
                    place: boards - 1,
                    attempt,
                };
                let mut agenda = self.agenda();
                agenda.answers.beyond_promise.get_or_insert(failure);
                agenda.cut(batch, promised, false);
            }
            _ => self.fail(batch, attempt)?,
        }
        Ok(())
    }

    fn note(&self, batch: &Boards<P>, attempt: &Attempt) {
        let answers = &mut self.agenda().answers;
        answers.runs += 1;
        answers.smallest_batch = answers.smallest_batch.min(batch.len());
        answers.largest_batch = answers.largest_batch.max(batch.len());
        answers.memory = answers.memory.max(attempt.execution.memory.unwrap_or(0));
        if let Some(run) = Slowest::of(batch.len(), &attempt.execution) {
            answers.keep_slowest(run);
        }
    }

    /// Counts boards with a verdict.
    fn count(&self, verdict: Verdict, boards: u64) {
        self.agenda().answers.count(verdict, boards);
        (self.progress)(boards);
    }

    /// Counts so many boards at the beginning of a batch as answered well.
    fn accept(&self, batch: &Boards<P>, good: u64) {
        self.count(Verdict::Accepted, good);
        if good > 0
            && P::LIMITS
                .boards
                .is_some_and(|promised| batch.len() > promised)
        {
            self.agenda().answers.beyond.push(batch.part(0..good));
        }
    }

    /// Batches may grow while they take a small part of the time limit; or of the time that hangs are
    /// given, if there is no hurry.
    fn grow(&self, boards: u64, time: Duration) {
        let limit = self.candidate.limits.time;
        let affordable = match self.until {
            Until::TheEnd => limit * 3,
            _ => limit / 3,
        };
        let mut agenda = self.agenda();
        if boards >= agenda.size {
            let growth = (affordable.as_micros() / time.as_micros().max(1)) as u64;
            agenda.size = (boards * growth.clamp(1, FACTOR)).min(agenda.most);
        }
    }

    /// A batch was stopped. What was answered until then counts, but for a wrong answer beyond the statement's
    /// promise: that board is asked about alone. If the time is up, the rest is left out; if a limit was
    /// exceeded, it is asked about again, in parts, the first of them small: there it stopped.
    fn do_again(&self, batch: &Boards<P>, attempt: Attempt) {
        let boards = batch.len();
        let deviation = attempt.deviation.as_ref();
        let lines = deviation.map_or(0, |deviation| deviation.lines.min(boards));
        let first_wrong = deviation.filter(|deviation| deviation.given.is_some());
        let place = first_wrong.map(|deviation| deviation.place.unwrap_or(lines));
        let good = place.unwrap_or(lines).min(lines);
        self.accept(batch, good);
        let done = lines.min(good + 1);
        let wrong = batch.part(good..done);
        let counts = boards <= P::LIMITS.boards.unwrap_or(u64::MAX);
        if counts {
            self.count(Verdict::WrongAnswer, wrong.len());
        }
        let mut agenda = self.agenda();
        if attempt.is_cut_off() {
            agenda.left_out.push(batch.part(done..boards));
        } else {
            agenda.answers.keep_outgrown(Outgrown {
                boards: batch.clone(),
                verdict: attempt.verdict,
                once: false,
            });
            agenda.cut(&batch.part(done..boards), boards.div_ceil(FACTOR), true);
        }
        if wrong.is_empty() {
        } else if counts {
            agenda.answers.keep(Failure {
                boards: batch.part(0..done),
                place: good,
                attempt: Attempt {
                    verdict: Verdict::WrongAnswer,
                    ..attempt
                },
            });
            agenda.ended |= self.manner.fail_fast;
        } else {
            agenda.again.push(Again {
                boards: wrong,
                suspect: true,
            });
        }
    }

    fn fail(&self, batch: &Boards<P>, attempt: Attempt) -> Result<(), Trouble> {
        let boards = batch.len();
        let deviation = attempt.deviation.as_ref();
        let place = deviation.and_then(|deviation| deviation.place);
        let wrong_lines = deviation.and_then(|deviation| deviation.wrong);
        // How many boards are wrong, if that is known without bisection.
        let known = match attempt.verdict {
            Verdict::WrongAnswer => place.zip(wrong_lines),
            Verdict::PresentationError => place.zip(wrong_lines.or(Some(boards))),
            _ => None,
        };
        let (failure, wrong, good) = if let Some((place, wrong)) = known {
            self.grow(boards, attempt.execution.time());
            self.agenda().answers.keep_witness(Witness {
                boards: batch.clone(),
                place,
                wrong,
            });
            let failure = Failure {
                boards: batch.clone(),
                place,
                attempt,
            };
            (failure, wrong, boards - wrong)
        } else {
            let fails = |attempt: &Attempt| !attempt.is_right();
            let found = first_failure(batch, attempt, fails, |part| self.run_up_to(part))?;
            let (failure, good) = found;
            let depends = self.depends_on_others(&failure)?;
            let mut agenda = self.agenda();
            agenda.answers.inexact |= depends;
            agenda.failed += 1;
            agenda.failing += failure.attempt.execution.time();
            // A hang is not waited for twice.
            let hangs = failure.attempt.verdict == Verdict::TimeLimit;
            let too_long = agenda.failing > self.candidate.limits.time * ENOUGH_TIME;
            if hangs || too_long || agenda.failed >= ENOUGH_FAILURES {
                agenda.ended = true;
                agenda.answers.gave_up = true;
            }
            (failure, 1, good)
        };
        let verdict = failure.attempt.verdict;
        let done = failure.boards.len();
        self.count(verdict, wrong);
        self.count(Verdict::Accepted, good);
        let mut agenda = self.agenda();
        if good + wrong < done {
            agenda.left_out.push(batch.part(good..done - wrong));
        }
        agenda.answers.keep(failure);
        if done < boards {
            agenda.again.push(Again {
                boards: batch.part(done..boards),
                suspect: false,
            });
        }
        agenda.ended |= self.manner.fail_fast;
        Ok(())
    }

    /// Whether the program may be right about a board that it fails on after others.
    fn depends_on_others(&self, failure: &Failure<P>) -> Result<bool, Trouble> {
        let hangs = failure.attempt.verdict == Verdict::TimeLimit;
        if hangs || failure.boards.len() == 1 {
            return Ok(false);
        }
        let alone = failure.boards.part(failure.place..failure.place + 1);
        match self.run_up_to(&alone) {
            Ok(attempt) => Ok(attempt.is_right() || attempt.is_cut_off()),
            Err(Trouble::TimeUp | Trouble::Interrupted) => Ok(true),
            Err(trouble) => Err(trouble),
        }
    }

    /// Runs the program on part of a batch that fails, unless there is no time for it any more.
    fn run_up_to(&self, part: &Boards<P>) -> Result<Attempt, Trouble> {
        let mut bounds = self.candidate.bounds(part.len());
        if !matches!(self.until, Until::TheEnd) {
            bounds.budget = self.agenda().overtime;
        }
        if bounds.budget.is_zero() {
            return Err(Trouble::TimeUp);
        }
        self.run(part, &bounds)
    }
}

impl<P: Problem> Agenda<P> {
    /// What came of asking about these boards.
    fn conclude(self, boards: &Boards<P>) -> Result<Answers<P>, Trouble> {
        if let Some(trouble) = self.trouble {
            return Err(trouble);
        }
        let mut answers = self.answers;
        let again = self.again.iter().map(|again| &again.boards);
        let undone = again.chain(&self.left_out);
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

    /// Does the batch again in parts of so many.
    fn cut(&mut self, batch: &Boards<P>, most: u64, suspect: bool) {
        if batch.is_empty() {
            return;
        }
        self.size = self.size.min(most);
        self.most = self.most.min(most);
        let first = batch.len().min(most).min(BUFFERED);
        // The first part is taken first.
        let rest = batch.part(first..batch.len());
        let parts = rest.parts(most).rev().chain([batch.part(0..first)]);
        self.again
            .extend(parts.map(|boards| Again { boards, suspect }));
    }
}

/// The first board of a failing batch that makes it fail, as `fails` has it, and what comes of a run up to there; or, if there is
/// no time to find that out, the shortest part that is known to fail. And how many boards at the beginning
/// are answered well.
///
/// By bisection: a run up to a board fails if that board, or one before, makes it fail. Where a part
/// exceeds a limit that the whole does not, there is no such board, and the whole is what fails.
pub(crate) fn first_failure<P: Problem>(
    batch: &Boards<P>,
    attempt: Attempt,
    fails: impl Fn(&Attempt) -> bool,
    run: impl Fn(&Boards<P>) -> Result<Attempt, Trouble>,
) -> Result<(Failure<P>, u64), Trouble> {
    // So many boards are answered well, and so many are not.
    let (mut good, mut bad) = (0, batch.len());
    // Often the answers break off where it fails.
    let lines = attempt.deviation.as_ref().map(|deviation| deviation.lines);
    let whole = attempt.clone();
    let mut failing = attempt;
    let mut hints = [lines, lines.map(|lines| lines + 1)].into_iter().flatten();
    while bad - good > 1 {
        let hint = hints.find(|hint| (good + 1..bad).contains(hint));
        let boards = hint.unwrap_or(good.midpoint(bad));
        match run(&batch.part(0..boards)) {
            // What has been found is told.
            Err(Trouble::TimeUp | Trouble::Interrupted) => break,
            attempt => {
                let attempt = attempt?;
                if attempt.is_cut_off() {
                    break;
                }
                if fails(&attempt) {
                    bad = boards;
                    failing = attempt;
                } else {
                    good = boards;
                }
            }
        }
    }
    let exceeds = matches!(failing.verdict, Verdict::TimeLimit | Verdict::MemoryLimit);
    if exceeds && bad > 1 && failing.verdict != whole.verdict {
        (good, bad, failing) = (batch.len() - 1, batch.len(), whole);
    }
    let failure = Failure {
        boards: batch.part(0..bad),
        place: bad - 1,
        attempt: failing,
    };
    Ok((failure, good))
}

#[cfg(test)]
mod tests;
