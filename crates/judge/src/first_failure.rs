//! Finds the first board with which a batch fails.

use crossply_problems::Problem;

use crate::answers::Failure;
use crate::run_result::RunResult;
use crate::{Boards, JudgeError, Verdict};

/// Finds the first board of a batch that makes it fail. `fails` decides about a run, `run` carries one out.
/// Returns the failure of the run up to that board, and how many boards before it have right answers. If the
/// time is up, the failure is that of the shortest part known to fail.
///
/// The search is by bisection: a run up to a board fails if that board, or one before it, makes it fail. If a
/// part exceeds a limit that the whole batch does not, there is no such board, and the failure is that of the
/// whole.
pub(crate) fn first_failure<P: Problem>(
    batch: &Boards<P>,
    result: RunResult,
    fails: impl Fn(&RunResult) -> bool,
    run: impl Fn(&Boards<P>) -> Result<RunResult, JudgeError>,
) -> Result<(Failure<P>, u64), JudgeError> {
    // The first `good` boards do not fail; the first `bad` do.
    let (mut good, mut bad) = (0, batch.len());
    // Often the answers end at the failing board.
    let lines = result
        .difference
        .as_ref()
        .map(|difference| difference.lines);
    let whole = result.clone();
    let mut failing = result;
    let mut hints = [lines, lines.map(|lines| lines + 1)].into_iter().flatten();
    while bad - good > 1 {
        let hint = hints.find(|hint| (good + 1..bad).contains(hint));
        let boards = hint.unwrap_or(good.midpoint(bad));
        match run(&batch.part(0..boards)) {
            // What is known so far is still reported.
            Err(JudgeError::TimeUp | JudgeError::Interrupted) => break,
            result => {
                let result = result?;
                if result.is_cut_off() {
                    break;
                }
                if fails(&result) {
                    bad = boards;
                    failing = result;
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
    Ok((Failure::on_last(batch.part(0..bad), failing), good))
}

#[cfg(test)]
mod tests;
