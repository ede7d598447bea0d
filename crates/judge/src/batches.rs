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

use crate::answers::{Answers, Failure, Outgrown};
use crate::attempt::{Attempt, Candidate, Form};
use crate::limits::Contest;
use crate::{Boards, Trouble, Verdict};

/// By how much batches grow and are cut.
const FACTOR: u64 = 16;

/// How many answers a program may have made without having printed them.
const BUFFERED: u64 = 1024;

/// For what multiple of the time limit boards are asked about, after all time is up, that a program may hang
/// on.
const OVERTIME: u32 = 6;

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
    /// When it ends at the latest.
    pub deadline: Option<Instant>,
}

/// Asks the program about the boards. `start` is how many the first batch has; `progress` is called with
/// how many boards more have been judged.
///
/// # Errors
/// If the program cannot be run.
pub(crate) fn ask<P: Contest>(
    candidate: &Candidate<P>,
    boards: &Boards<P>,
    start: u64,
    manner: &Manner,
    progress: &(impl Fn(u64) + Sync),
) -> Result<Answers<P>, Trouble> {
    let most = manner.batch.unwrap_or(u64::MAX).max(1);
    let asking = Asking {
        candidate,
        manner,
        progress,
        whole: boards,
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
            ended: false,
        }),
    };
    thread::scope(|scope| {
        for _ in 0..manner.jobs.get() {
            scope.spawn(|| asking.work());
        }
    });
    let agenda = asking.agenda.into_inner();
    let agenda = agenda.unwrap_or_else(PoisonError::into_inner);
    if let Some(trouble) = agenda.trouble {
        return Err(trouble);
    }
    let mut answers = agenda.answers;
    let undone = agenda.again.iter().chain(&agenda.left_out);
    answers.cut_off = undone.clone().map(Boards::len).sum();
    if let Boards::Domain(indices) = boards {
        let starts = undone.filter_map(|boards| match boards {
            Boards::Domain(indices) => Some(indices.start),
            Boards::Listed(..) => None,
        });
        let next = indices.start + agenda.next;
        answers.judged_below = starts.fold(next, u64::min);
    }
    Ok(answers)
}

struct Asking<'a, P: Contest, F> {
    candidate: &'a Candidate<P>,
    manner: &'a Manner,
    progress: &'a F,
    whole: &'a Boards<P>,
    agenda: Mutex<Agenda<P>>,
}

/// What is to be done, and what came of what has been done.
struct Agenda<P: Contest> {
    /// The place of the first board that no batch has had.
    next: u64,
    /// What is to be done again, smaller.
    again: Vec<Boards<P>>,
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
    ended: bool,
}

impl<P: Contest, F: Fn(u64) + Sync> Asking<'_, P, F> {
    fn work(&self) {
        while let Some((batch, again)) = self.take() {
            match self.judge(&batch, again) {
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

    /// Whether the time has been up for so long.
    fn is_later_than(&self, overtime: Duration) -> bool {
        let deadline = self.manner.deadline;
        deadline.is_some_and(|deadline| Instant::now() >= deadline + overtime)
    }

    fn agenda(&self) -> std::sync::MutexGuard<'_, Agenda<P>> {
        self.agenda.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next batch, if there is any left to do; and whether it is part of one that exceeded a limit.
    fn take(&self) -> Option<(Boards<P>, bool)> {
        let mut agenda = self.agenda();
        let interrupted = self.candidate.interrupt.load(Ordering::Relaxed);
        agenda.answers.interrupted |= interrupted;
        if agenda.ended || interrupted {
            return None;
        }
        let overtime = self.candidate.limits.time * OVERTIME;
        if self.is_later_than(overtime) {
            return None;
        }
        if let Some(batch) = agenda.again.pop() {
            return Some((batch, true));
        }
        if self.is_later_than(Duration::ZERO) {
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

    fn judge(&self, batch: &Boards<P>, again: bool) -> Result<(), Trouble> {
        let boards = batch.len();
        let mut bounds = self.candidate.limits.bounds(boards);
        if boards > 1 {
            // A hang that has been waited for once need not be waited for as long again.
            bounds.stall /= if again { 4 } else { 1 };
            if let Some(deadline) = self.manner.deadline {
                let left = deadline.saturating_duration_since(Instant::now());
                bounds.wall = bounds.wall.min(left + self.candidate.limits.time);
            }
        }
        let attempt = self.candidate.attempt_within(batch, &bounds, Form::Usual)?;
        self.note(batch, &attempt);
        let promised = P::PROMISED_BOARDS.unwrap_or(u64::MAX);
        match attempt.verdict {
            Verdict::Accepted => {
                self.count(Verdict::Accepted, boards);
                self.grow(boards, attempt.execution.wall);
            }
            Verdict::TimeLimit | Verdict::MemoryLimit if boards > 1 => {
                // Nothing is wrong with it if only the time is up.
                let stalled = attempt.execution.wall < bounds.wall;
                self.do_again(batch, attempt, stalled);
            }
            _ if boards > promised => {
                let failure = Failure {
                    boards: batch.clone(),
                    place: boards - 1,
                    attempt,
                };
                let mut agenda = self.agenda();
                agenda.answers.beyond_promise.get_or_insert(failure);
                agenda.cut(batch, promised);
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
    }

    /// Counts boards with a verdict.
    fn count(&self, verdict: Verdict, boards: u64) {
        self.agenda().answers.count(verdict, boards);
        (self.progress)(boards);
    }

    /// Batches may grow while they take a small part of the time limit; or of the time that hangs are
    /// given, if there is no hurry.
    fn grow(&self, boards: u64, wall: Duration) {
        let limit = self.candidate.limits.time;
        let affordable = match self.manner.deadline {
            Some(_) => limit / 3,
            None => limit * 3,
        };
        let mut agenda = self.agenda();
        if boards >= agenda.size {
            let growth = (affordable.as_micros() / wall.as_micros().max(1)) as u64;
            agenda.size = (boards * growth.clamp(1, FACTOR)).min(agenda.most);
        }
    }

    /// A batch exceeded a limit. What was answered until then counts; the rest is asked about again, in
    /// parts, the first of them small: there it stopped.
    fn do_again(&self, batch: &Boards<P>, attempt: Attempt, stalled: bool) {
        let boards = batch.len();
        let deviation = attempt.deviation.as_ref();
        let lines = deviation.map_or(0, |deviation| deviation.lines.min(boards));
        let first_wrong = deviation.filter(|deviation| deviation.given.is_some());
        let place = first_wrong.map(|deviation| deviation.place.unwrap_or(lines));
        let good = place.unwrap_or(lines).min(lines);
        self.count(Verdict::Accepted, good);
        let mut done = good;
        let verdict = attempt.verdict;
        if good < lines {
            self.count(Verdict::WrongAnswer, 1);
            done += 1;
        }
        let mut agenda = self.agenda();
        if !stalled && verdict == Verdict::TimeLimit {
            agenda.left_out.push(batch.part(done..boards));
        } else {
            agenda.answers.keep_outgrown(Outgrown {
                boards: batch.clone(),
                verdict,
                once: false,
            });
            agenda.cut(&batch.part(done..boards), boards.div_ceil(FACTOR));
        }
        if good < lines {
            agenda.answers.keep(Failure {
                boards: batch.part(0..done),
                place: good,
                attempt: Attempt {
                    verdict: Verdict::WrongAnswer,
                    ..attempt
                },
            });
            agenda.ended |= self.manner.fail_fast;
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
            Verdict::PresentationError => place.map(|place| (place, boards)),
            _ => None,
        };
        let (failure, wrong, done) = if let Some((place, wrong)) = known {
            self.grow(boards, attempt.execution.wall);
            let failure = Failure {
                boards: batch.clone(),
                place,
                attempt,
            };
            (failure, wrong, boards)
        } else {
            let failure = first_failure(self.candidate, batch, attempt)?;
            let mut agenda = self.agenda();
            agenda.failed += 1;
            agenda.failing += failure.attempt.execution.wall;
            // A hang is not waited for twice.
            let hangs = failure.attempt.verdict == Verdict::TimeLimit;
            let too_long = agenda.failing > self.candidate.limits.time * ENOUGH_TIME;
            if hangs || too_long || agenda.failed >= ENOUGH_FAILURES {
                agenda.ended = true;
                agenda.answers.gave_up = true;
            }
            let done = failure.boards.len();
            (failure, 1, done)
        };
        let verdict = failure.attempt.verdict;
        self.count(verdict, wrong);
        self.count(Verdict::Accepted, done - wrong);
        let mut agenda = self.agenda();
        agenda.answers.keep(failure);
        if done < boards {
            agenda.again.push(batch.part(done..boards));
        }
        agenda.ended |= self.manner.fail_fast;
        Ok(())
    }
}

impl<P: Contest> Agenda<P> {
    /// Does the batch again in parts of so many.
    fn cut(&mut self, batch: &Boards<P>, most: u64) {
        if batch.is_empty() {
            return;
        }
        self.size = self.size.min(most);
        self.most = self.most.min(most);
        let first = batch.len().min(most).min(BUFFERED);
        // The first part is taken first.
        let rest = batch.part(first..batch.len());
        self.again.extend(rest.parts(most).rev());
        self.again.push(batch.part(0..first));
    }
}

/// The first board of a failing batch that makes it fail, and what comes of a run up to there.
///
/// By bisection: a run up to a board fails if that board, or one before, makes it fail. Where a part
/// exceeds a limit that the whole does not, there is no such board, and the whole is what fails.
pub(crate) fn first_failure<P: Contest>(
    candidate: &Candidate<P>,
    batch: &Boards<P>,
    attempt: Attempt,
) -> Result<Failure<P>, Trouble> {
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
        let attempt = candidate.attempt(&batch.part(0..boards))?;
        if attempt.is_right() {
            good = boards;
        } else {
            bad = boards;
            failing = attempt;
        }
    }
    let exceeds = matches!(failing.verdict, Verdict::TimeLimit | Verdict::MemoryLimit);
    if exceeds && bad > 1 && failing.verdict != whole.verdict {
        (bad, failing) = (batch.len(), whole);
    }
    Ok(Failure {
        boards: batch.part(0..bad),
        place: bad - 1,
        attempt: failing,
    })
}
