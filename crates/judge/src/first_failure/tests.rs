//! Tests of the search, with invented results of runs.

use std::cell::Cell;

use Verdict::{Accepted, MemoryLimit, RuntimeError, TimeLimit};
use crossply_problems::Ccf201803_4;

use super::*;
use crate::Termination;

const BOARDS: u64 = 40;

/// How many boards there are up to the first that makes the batch fail, how many of these have right answers,
/// and the verdict. `run` gets the number of boards.
fn first(
    whole: RunResult,
    run: impl Fn(u64) -> Result<RunResult, JudgeError>,
) -> Result<(u64, u64, Verdict), JudgeError> {
    let fails = |result: &RunResult| !result.is_right();
    let batch = Boards::<Ccf201803_4>::Domain(100..100 + BOARDS);
    let found = first_failure(&batch, whole, fails, |part| run(part.len()));
    found.map(|(failure, good)| {
        let boards = failure.boards.len();
        assert_eq!(failure.index, boards - 1);
        (boards, good, failure.result.verdict)
    })
}

#[test]
fn the_first_board_that_fails_is_found_in_few_runs() {
    for bad in 1..=BOARDS {
        for lines in [None, Some(0), Some(bad - 1), Some(bad), Some(BOARDS)] {
            let runs = Cell::new(0);
            let found = first(RunResult::with_lines(RuntimeError, lines), |boards| {
                assert!((1..BOARDS).contains(&boards), "{boards}");
                runs.set(runs.get() + 1);
                let fails = boards >= bad;
                Ok(RunResult::with_lines(
                    if fails { RuntimeError } else { Accepted },
                    None,
                ))
            });
            assert_eq!(found.expect("it is found"), (bad, bad - 1, RuntimeError));
            // The answers end at the failing board; otherwise the search is by bisection.
            let most = if lines == Some(bad - 1) { 2 } else { 2 + 6 };
            assert!(runs.get() <= most, "{bad}, {lines:?}: {runs:?}");
        }
    }
}

#[test]
fn a_limit_that_the_whole_does_not_exceed_is_not_what_fails() {
    for limit in [TimeLimit, MemoryLimit] {
        let from = |bad: u64| {
            move |boards: u64| {
                let verdict = if boards >= bad { limit } else { Accepted };
                Ok(RunResult::with_lines(verdict, None))
            }
        };
        let found = first(RunResult::with_lines(RuntimeError, None), from(10));
        assert_eq!(
            found.expect("it is found"),
            (BOARDS, BOARDS - 1, RuntimeError)
        );
        // Unless the board fails alone, or the whole batch exceeds the limit.
        let found = first(RunResult::with_lines(RuntimeError, None), from(1));
        assert_eq!(found.expect("it is found"), (1, 0, limit));
        let found = first(RunResult::with_lines(limit, None), from(10));
        assert_eq!(found.expect("it is found"), (10, 9, limit));
    }
}

#[test]
fn if_time_is_short_the_shortest_part_known_to_fail_counts() {
    let mut cut_off = RunResult::with_lines(TimeLimit, None);
    cut_off.execution.termination = Termination::CutOff;
    for end in 0..3 {
        let fails = RunResult::with_lines(RuntimeError, None);
        let found = first(fails.clone(), |boards| match (boards, end) {
            (20, _) => Ok(fails.clone()),
            (_, 0) => Err(JudgeError::TimeUp),
            (_, 1) => Err(JudgeError::Interrupted),
            _ => Ok(cut_off.clone()),
        });
        assert_eq!(found.expect("it is found"), (20, 0, RuntimeError));
    }
}
