//! From a failing batch to one board, or to the shortest sequence of boards that fails.
//!
//! A program may be wrong about a board, or only after certain others, because it remembers them; or only
//! now and then. Each is told apart by running it again.

use std::time::{Duration, Instant};

use crossply_problems::{Board, Problem};

use crate::answers::Failure;
use crate::attempt::{Attempt, Candidate};
use crate::batches::{Manner, ask};
use crate::boards::index_of;
use crate::limits::Contest;
use crate::{Boards, Trouble, Verdict};

/// Why a program fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It fails on the board alone.
    Alone,
    /// It fails only on the sequence, which cannot be cut any further if `shortest`.
    Sequence {
        /// Whether it fails no more if any one board is left out.
        shortest: bool,
    },
    /// It fails now and then.
    Flaky {
        /// So often.
        failed: u32,
        /// Of so many runs.
        runs: u32,
    },
}

/// A failure, explained.
#[derive(Clone, Debug)]
pub struct Finding<P: Problem> {
    /// What to ask the program to see it again.
    pub boards: Boards<P>,
    /// The place of the board on which it fails.
    pub place: u64,
    /// What comes of that.
    pub attempt: Attempt,
    /// Why it fails.
    pub cause: Cause,
    /// Whether no simpler board fails alone, with the same verdict.
    pub simplest: bool,
}

/// How long is looked for simpler boards and shorter sequences.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often a run is repeated that may have failed by chance.
const REPETITIONS: u32 = 10;

/// How many boards of a sequence are asked about alone, to make sure that they are right.
const CONFIRMED: usize = 8;

/// Longer sequences are not cut board by board.
const FEW: u64 = 256;

impl<P: Problem> Finding<P> {
    /// The board on which it fails.
    #[must_use]
    pub fn board(&self) -> Board<P> {
        self.boards.board(self.place)
    }

    /// Its index, if it is legal.
    #[must_use]
    pub fn index(&self) -> Option<u64> {
        index_of(self.board())
    }
}

/// Explains a failure. Positions of the domain below `judged_below` have all been judged.
///
/// # Errors
/// If the program cannot be run.
pub(crate) fn investigate<P: Contest>(
    candidate: &Candidate<P>,
    failure: &Failure<P>,
    judged_below: u64,
) -> Result<Finding<P>, Trouble> {
    let deadline = Instant::now() + PATIENCE;
    let alone = failure.boards.part(failure.place..failure.place + 1);
    // A hang costs time: it is waited for once.
    let hangs = failure.attempt.verdict == Verdict::TimeLimit;
    let attempt = if hangs && failure.boards.len() == 1 {
        failure.attempt.clone()
    } else {
        candidate.attempt(&alone)?
    };
    if attempt.is_right() {
        return sequence(candidate, failure, deadline);
    }
    let mut finding = Finding {
        boards: alone,
        place: 0,
        attempt,
        cause: Cause::Alone,
        simplest: false,
    };
    for confirmed in 0..if hangs { 0 } else { 2 } {
        if candidate.attempt(&finding.boards)?.is_right() {
            finding.cause = repeat(candidate, &finding.boards, 1 + confirmed, 2 + confirmed)?;
            return Ok(finding);
        }
    }
    simplify(candidate, &mut finding, judged_below, deadline)?;
    Ok(finding)
}

/// How often it fails, if it has failed so often in so many runs.
fn repeat<P: Contest>(
    candidate: &Candidate<P>,
    boards: &Boards<P>,
    mut failed: u32,
    runs: u32,
) -> Result<Cause, Trouble> {
    for _ in 0..REPETITIONS {
        failed += u32::from(!candidate.attempt(boards)?.is_right());
    }
    Ok(Cause::Flaky {
        failed,
        runs: runs + REPETITIONS,
    })
}

/// Looks for the simplest board that fails as this one does.
fn simplify<P: Contest>(
    candidate: &Candidate<P>,
    finding: &mut Finding<P>,
    judged_below: u64,
    deadline: Instant,
) -> Result<(), Trouble> {
    let Some(index) = finding.index() else {
        return Ok(());
    };
    finding.simplest = index <= judged_below;
    if finding.simplest {
        return Ok(());
    }
    let manner = Manner {
        batch: P::PROMISED_BOARDS,
        jobs: std::num::NonZeroUsize::MIN,
        fail_fast: false,
        deadline: Some(deadline),
    };
    let simpler = Boards::Domain(judged_below..index);
    let answers = ask(candidate, &simpler, 1, &manner, &|_| {})?;
    let Some(failure) = answers.failures.get(&finding.attempt.verdict) else {
        finding.simplest = answers.judged == simpler.len();
        return Ok(());
    };
    let alone = failure.boards.part(failure.place..failure.place + 1);
    let attempt = candidate.attempt(&alone)?;
    if attempt.verdict == finding.attempt.verdict {
        finding.boards = alone;
        finding.attempt = attempt;
        // Boards are asked about in order: none before got this verdict.
        finding.simplest = true;
    }
    Ok(())
}

/// Cuts a sequence on which the program fails, although it does not on its board alone.
fn sequence<P: Contest>(
    candidate: &Candidate<P>,
    failure: &Failure<P>,
    deadline: Instant,
) -> Result<Finding<P>, Trouble> {
    let flaky = |failed, runs| {
        Ok(Finding {
            boards: failure.boards.clone(),
            place: failure.place,
            attempt: failure.attempt.clone(),
            cause: repeat(candidate, &failure.boards, failed, runs)?,
            simplest: false,
        })
    };
    let fails = |boards: &Boards<P>| Ok(!candidate.attempt(boards)?.is_right());
    if !fails(&failure.boards)? {
        return flaky(1, 2);
    }
    let up_to = failure.boards.part(0..failure.place + 1);
    let mut boards = if fails(&up_to)? {
        up_to
    } else {
        // What comes after matters as well: their number, perhaps.
        shortest_failing(&failure.boards, deadline, fails, |boards, len| {
            boards.part(0..len)
        })?
    };
    boards = shortest_failing(&boards, deadline, fails, |boards, len| {
        boards.part(boards.len() - len..boards.len())
    })?;
    let mut shortest = false;
    if boards.len() <= FEW {
        (boards, shortest) = leave_out(boards, deadline, fails)?;
    }
    let attempt = candidate.attempt(&boards)?;
    // Whoever fails by chance fails on anything: a sequence always fails, and its boards alone do not.
    let mut is_certain = boards.len() > 1 && !attempt.is_right() && fails(&boards)?;
    for alone in boards.parts(1).take(CONFIRMED) {
        is_certain = is_certain && !fails(&alone)?;
    }
    if !is_certain {
        return flaky(2, 2);
    }
    let by_output = matches!(
        attempt.verdict,
        Verdict::WrongAnswer | Verdict::PresentationError
    );
    let deviation = attempt.deviation.as_ref().filter(|_| by_output);
    let place = deviation.and_then(|deviation| deviation.place);
    Ok(Finding {
        place: place.unwrap_or(boards.len() - 1),
        boards,
        attempt,
        cause: Cause::Sequence { shortest },
        simplest: false,
    })
}

/// The shortest part that fails, of those that `part` makes of a length: by doubling it, then by bisection.
fn shortest_failing<P: Problem>(
    boards: &Boards<P>,
    deadline: Instant,
    fails: impl Fn(&Boards<P>) -> Result<bool, Trouble>,
    part: impl Fn(&Boards<P>, u64) -> Boards<P>,
) -> Result<Boards<P>, Trouble> {
    let (mut good, mut bad) = (0, boards.len());
    while bad - good > 1 && Instant::now() < deadline {
        let len = (2 * good).max(1).min(good.midpoint(bad));
        let len = len.max(good + 1);
        if fails(&part(boards, len))? {
            bad = len;
        } else {
            good = len;
        }
    }
    Ok(part(boards, bad))
}

/// Leaves out what need not be there: halves, quarters, and so on, down to single boards. And whether it
/// came to its end.
///
/// This is the algorithm `ddmin` of Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input" (2002), without its test of the parts themselves: the last board is needed.
fn leave_out<P: Problem>(
    boards: Boards<P>,
    deadline: Instant,
    fails: impl Fn(&Boards<P>) -> Result<bool, Trouble>,
) -> Result<(Boards<P>, bool), Trouble> {
    let mut boards = boards;
    let mut size = boards.len().div_ceil(2);
    loop {
        let mut any = false;
        let mut start = 0;
        while start < boards.len() && boards.len() > 1 {
            if Instant::now() >= deadline {
                return Ok((boards, false));
            }
            let end = (start + size).min(boards.len());
            let before = boards.part(0..start);
            let after = boards.part(end..boards.len());
            let rest = Boards::listed(before.iter().chain(after.iter()));
            if !rest.is_empty() && fails(&rest)? {
                boards = rest;
                any = true;
            } else {
                start = end;
            }
        }
        if size == 1 && !any {
            return Ok((boards, true));
        }
        size = size.div_ceil(2);
    }
}
