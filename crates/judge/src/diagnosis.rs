//! Finds the cause of a failure: reduces a failing batch to one board, or to the shortest sequence that fails.
//!
//! A program may fail on a board alone; only after certain other boards, because it keeps something in memory;
//! or by chance. Repeated runs tell these apart.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crossply::ddmin;
use crossply_problems::Problem;

use crate::answers::{AnswerSummary, Failure};
use crate::batches::{BatchOptions, StageOptions, StopCondition, run_batches};
use crate::budget::BudgetedRuns;
use crate::limits::are_judged_together;
use crate::remark::Remark;
use crate::submission::Submission;
use crate::{Boards, JudgeError, Verdict};

/// Why a program fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It fails on the board alone.
    Alone,
    /// It fails only on the whole sequence.
    Sequence {
        /// Whether it no longer fails if any one board is left out.
        shortest: bool,
    },
    /// It fails on this number of boards, on other boards as well, and not on one fewer.
    Number {
        /// Whether it also fails on one more.
        or_more: bool,
    },
    /// The boards take too long together, but none does alone. The statement allows this number of boards.
    Together,
    /// There was no time to find the cause.
    Unknown,
    /// It fails by chance.
    Flaky {
        /// The number of failures.
        failed: u32,
        /// The number of runs.
        runs: u32,
    },
}

/// A failure and its cause.
#[derive(Clone, Debug)]
pub struct Diagnosis<P: Problem> {
    /// The shortest failure that was found.
    pub failure: Failure<P>,
    /// Why it fails.
    pub cause: Cause,
    /// Whether no simpler board got the same verdict, alone or among others.
    pub simplest: bool,
    /// What is wrong with the form of what it reads or prints, if its answers are right.
    pub remark: Option<Remark>,
}

/// The least budget for finding the cause, and the budget as a multiple of the time limit: the larger of the two
/// counts.
const LEAST_BUDGET: Duration = Duration::from_secs(5);
const BUDGET_IN_LIMITS: u32 = 2;

/// How often a run is repeated that may have failed by chance.
const REPETITIONS: u32 = 10;

/// How many boards of a sequence are judged alone, to make sure that the program is right about them.
const CONFIRMED: usize = 8;

/// In a longer sequence it is tried first whether only its length matters: then no board can be left out, and to find that
/// out takes a run for each.
const LONG: u64 = 256;

/// Finds the cause of a failure within a budget. All positions of the domain below `judged_below` have been
/// judged. `total` notes whether the user interrupts it.
///
/// # Errors
/// If the program cannot be run.
pub(crate) fn investigate<P: Problem>(
    submission: &Submission<P>,
    failure: &Failure<P>,
    judged_below: u64,
    total: &mut AnswerSummary<P>,
) -> Result<Diagnosis<P>, JudgeError> {
    let mut diagnosis = Diagnosis {
        failure: failure.clone(),
        cause: Cause::Unknown,
        simplest: false,
        remark: None,
    };
    let budget = LEAST_BUDGET.max(submission.limits.time * BUDGET_IN_LIMITS);
    let runs = BudgetedRuns::new(submission, budget);
    total.note_end(find_cause(&runs, failure, judged_below, &mut diagnosis))?;
    Ok(diagnosis)
}

/// Finds the cause of a failure. When the budget is used up, `diagnosis` has what is known.
fn find_cause<P: Problem>(
    runs: &BudgetedRuns<'_, P>,
    failure: &Failure<P>,
    judged_below: u64,
    diagnosis: &mut Diagnosis<P>,
) -> Result<(), JudgeError> {
    let verdict = failure.result.verdict;
    let alone = failure.boards.part(failure.index..failure.index + 1);
    // The judge waits for a hang only once, because that takes long.
    let hangs = verdict == Verdict::TimeLimit;
    let result = if hangs && failure.boards.len() == 1 {
        failure.result.clone()
    } else {
        runs.run(&alone)?
    };
    if result.verdict != verdict {
        return shorten_sequence(runs, failure, diagnosis);
    }
    diagnosis.failure = Failure::on_last(alone, result);
    if !hangs && let Some(failed) = fails_by_chance(runs, &diagnosis.failure)? {
        diagnosis.cause = repeat(runs, diagnosis, 1 + failed, 2 + failed)?;
        return Ok(());
    }
    diagnosis.cause = Cause::Alone;
    simplify(runs, diagnosis, judged_below)
}

/// Whether the boards do not fail each time: then, how often they failed again before they did not. Few runs are
/// certain, and more follow while they take little of the budget. The last one is in another second of the clock, from
/// which programs seed their chance.
fn fails_by_chance<P: Problem>(
    runs: &BudgetedRuns<'_, P>,
    failure: &Failure<P>,
) -> Result<Option<u32>, JudgeError> {
    let second = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default()
    };
    let (start, enough) = (second(), runs.left.get() / 4 * 3);
    let mut failed = 0;
    let mut is_last = false;
    while !is_last {
        is_last = failed + 1 >= REPETITIONS || failed >= 2 && runs.left.get() < enough;
        if is_last && second().as_secs() == start.as_secs() {
            let next = Duration::from_secs(start.as_secs() + 1);
            thread::sleep(next.saturating_sub(second()));
        }
        match runs.run(&failure.boards) {
            Err(JudgeError::TimeUp) if failed >= 2 => break,
            result => {
                if result?.verdict != failure.result.verdict {
                    return Ok(Some(failed));
                }
                failed += 1;
            }
        }
    }
    Ok(None)
}

/// Repeats the run, after `done` runs of which `failed` failed, to see how often the program fails.
fn repeat<P: Problem>(
    runs: &BudgetedRuns<'_, P>,
    diagnosis: &Diagnosis<P>,
    mut failed: u32,
    mut done: u32,
) -> Result<Cause, JudgeError> {
    for _ in 0..REPETITIONS {
        match runs.run(&diagnosis.failure.boards) {
            Err(JudgeError::TimeUp) => break,
            result => failed += u32::from(!result?.is_right()),
        }
        done += 1;
    }
    Ok(Cause::Flaky { failed, runs: done })
}

/// Looks for the simplest board that fails with the same verdict.
fn simplify<P: Problem>(
    runs: &BudgetedRuns<'_, P>,
    diagnosis: &mut Diagnosis<P>,
    judged_below: u64,
) -> Result<(), JudgeError> {
    let Some(index) = diagnosis.failure.domain_index() else {
        return Ok(());
    };
    diagnosis.simplest = index <= judged_below;
    if diagnosis.simplest {
        return Ok(());
    }
    let batches = BatchOptions {
        batch: P::LIMITS.boards,
        jobs: NonZeroUsize::MIN,
        fail_fast: false,
    };
    let options = StageOptions {
        batches,
        start: 1,
        until: StopCondition::Budget(runs.left.get()),
    };
    let simpler = Boards::Domain(judged_below..index);
    let answers = run_batches(runs.submission, &simpler, &options, &|_| {})?;
    if answers.interrupted {
        return Err(JudgeError::Interrupted);
    }
    let Some(failure) = answers.failures.get(&diagnosis.failure.result.verdict) else {
        diagnosis.simplest = answers.judged() == simpler.len();
        return Ok(());
    };
    let alone = failure.boards.part(failure.index..failure.index + 1);
    let result = runs.submission.run(&alone)?;
    if result.verdict == diagnosis.failure.result.verdict {
        diagnosis.failure = Failure::on_last(alone, result);
        // Boards are judged in order: none before this one got the verdict.
        diagnosis.simplest = true;
    }
    Ok(())
}

/// Shortens a sequence on which the program fails, although it does not fail on its last board alone.
fn shorten_sequence<P: Problem>(
    runs: &BudgetedRuns<'_, P>,
    failure: &Failure<P>,
    diagnosis: &mut Diagnosis<P>,
) -> Result<(), JudgeError> {
    let verdict = failure.result.verdict;
    let hangs = verdict == Verdict::TimeLimit;
    if hangs
        && are_judged_together::<P>(failure.boards.len())
        && let Some(time) = time_alone(runs, &failure.boards)?
        // Work at the start of the program is counted for each board; other work may not be.
        && time > runs.submission.limits.time * 3 / 4
    {
        diagnosis.cause = Cause::Together;
        return Ok(());
    }
    // The failing sequence found last is the shortest.
    let shortest = RefCell::new(failure.clone());
    let fails = |boards: &Boards<P>| {
        let result = runs.run(boards)?;
        let fails = result.verdict == verdict;
        if fails {
            let by_output = matches!(verdict, Verdict::WrongAnswer | Verdict::PresentationError);
            let difference = result.difference.as_ref().filter(|_| by_output);
            let index = difference.and_then(|difference| difference.index);
            shortest.replace(Failure {
                index: index.unwrap_or(boards.len() - 1),
                boards: boards.clone(),
                result,
            });
        }
        Ok(fails)
    };
    if !fails(&failure.boards)? {
        diagnosis.cause = repeat(runs, diagnosis, 1, 2)?;
        return Ok(());
    }
    // A third of the budget is kept for confirming the result.
    let reserve = runs.left.get() / 3;
    runs.left.update(|left| left.saturating_sub(reserve));
    let fails_so = |boards: &Boards<P>| Ok(runs.run(boards)?.verdict == verdict);
    let mut number = None;
    let cut = cut_ends(failure, fails).and_then(|boards| {
        if boards.len() > LONG {
            number = depends_on_number(&boards, fails_so)?;
        }
        match number {
            Some(_) => Ok(()),
            None => leave_out(&boards, fails),
        }
    });
    runs.left.update(|left| left + reserve);
    let is_cut = match cut {
        Ok(()) => true,
        Err(JudgeError::TimeUp) => false,
        Err(error) => return Err(error),
    };
    let found = shortest.into_inner();
    // Failures by chance occur on any boards. A real sequence always fails, and its boards alone do not.
    let mut is_certain = if hangs {
        fails_so(&found.boards)?
    } else {
        fails_by_chance(runs, &found)?.is_none()
    };
    for alone in found.boards.parts(1).take(CONFIRMED) {
        is_certain = is_certain && !fails_so(&alone)?;
    }
    if !is_certain {
        diagnosis.cause = repeat(runs, diagnosis, 2, 2)?;
        return Ok(());
    }
    diagnosis.failure = found;
    diagnosis.cause = Cause::Sequence { shortest: is_cut };
    if number.is_none() && is_cut {
        number = depends_on_number(&diagnosis.failure.boards, fails_so)?;
    }
    diagnosis.cause = number.unwrap_or(diagnosis.cause);
    Ok(())
}

/// Shortens a failing batch at both ends to the shortest sequence that fails.
fn cut_ends<P: Problem>(
    failure: &Failure<P>,
    fails: impl Fn(&Boards<P>) -> Result<bool, JudgeError> + Copy,
) -> Result<Boards<P>, JudgeError> {
    let up_to = failure.boards.part(0..failure.index + 1);
    let boards = if fails(&up_to)? {
        up_to
    } else {
        // The boards after the failing one matter as well; perhaps their number does.
        shortest_failing(&failure.boards, fails, |boards, len| boards.part(0..len))?
    };
    shortest_failing(&boards, fails, |boards, len| {
        boards.part(boards.len() - len..boards.len())
    })
}

/// Leaves out each board without which a sequence fails as well. The last sequence for which `fails` returns true is the
/// result.
fn leave_out<P: Problem>(
    boards: &Boards<P>,
    fails: impl Fn(&Boards<P>) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    // The last board is always needed.
    ddmin(boards.iter().collect(), |rest| {
        Ok::<_, JudgeError>(!rest.is_empty() && fails(&Boards::listed(rest.iter().copied()))?)
    })?;
    Ok(())
}

/// Whether only the number of boards makes the program fail: then it fails on other boards, and on one board
/// repeated, but not on fewer.
fn depends_on_number<P: Problem>(
    boards: &Boards<P>,
    fails: impl Fn(&Boards<P>) -> Result<bool, JudgeError>,
) -> Result<Option<Cause>, JudgeError> {
    let len = boards.len();
    let all = P::domain().len();
    let start = all / 2;
    if len < 3 || start + len >= all {
        return Ok(None);
    }
    let same = |number| Boards::listed((0..number).map(|_| boards.board(0)));
    let others = Boards::Domain(start..start + len);
    let more = Boards::Domain(start..start + len + 1);
    let is_number = fails(&same(len))? && !fails(&same(len - 1))? && fails(&others)?;
    if !is_number {
        return Ok(None);
    }
    let or_more = fails(&more)?;
    Ok(Some(Cause::Number { or_more }))
}

/// The time that the boards take one by one; none if the program fails on one of them.
fn time_alone<P: Problem>(
    runs: &BudgetedRuns<'_, P>,
    boards: &Boards<P>,
) -> Result<Option<Duration>, JudgeError> {
    let mut time = Duration::ZERO;
    for alone in boards.parts(1) {
        let result = runs.run(&alone)?;
        if !result.is_right() {
            return Ok(None);
        }
        time += result.execution.time();
    }
    Ok(Some(time))
}

/// The shortest failing part, of those that `part` makes from a length: by doubling the length, then by
/// bisection.
fn shortest_failing<P: Problem>(
    boards: &Boards<P>,
    fails: impl Fn(&Boards<P>) -> Result<bool, JudgeError>,
    part: impl Fn(&Boards<P>, u64) -> Boards<P>,
) -> Result<Boards<P>, JudgeError> {
    let (mut good, mut bad) = (0, boards.len());
    while bad - good > 1 {
        let len = (2 * good).max(1).min(good.midpoint(bad));
        if fails(&part(boards, len))? {
            bad = len;
        } else {
            good = len;
        }
    }
    Ok(part(boards, bad))
}

#[cfg(test)]
mod tests;
