//! The search, with conditions in place of programs.

use std::cell::Cell;
use std::ops::Range;

use crossply_problems::Ccf201803_4;

use super::*;
use crate::boards::index_of;
use crate::run_result::RunResult;

type Game = Ccf201803_4;

fn indices(boards: &Boards<Game>) -> Vec<u64> {
    boards.iter().filter_map(index_of).collect()
}

fn contains(boards: &Boards<Game>, needed: &[u64]) -> bool {
    let all = indices(boards);
    needed.iter().all(|index| all.contains(index))
}

#[cfg(all(unix, feature = "processes"))]
#[test]
fn there_is_a_time_if_all_boards_are_right_alone() {
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use crate::Invocation;

    static NEVER: AtomicBool = AtomicBool::new(false);
    let empty = ".../.../...".parse().expect("a board");
    let boards = Boards::<Game>::listed([empty, empty]);
    for (answer, all_are_right) in [("0", true), ("9", false)] {
        let program = Invocation::of(["echo", answer]);
        let submission = Submission::new(program, &NEVER);
        let runs = BudgetedRuns::new(&submission, LEAST_BUDGET);
        let time = time_alone(&runs, &boards).expect("it runs");
        assert_eq!(time.is_some(), all_are_right);

        // A budget of which nothing is used ends on the clock: nothing runs.
        let mut missing = submission.clone();
        missing.program.name = "no such program".into();
        let mut ended = BudgetedRuns::new(&missing, LEAST_BUDGET);
        ended.end = Some(Instant::now());
        assert!(matches!(ended.run(&boards), Err(JudgeError::TimeUp)));
    }
}

#[test]
fn the_shortest_part_that_fails_is_found_in_few_runs() {
    let boards = Boards::<Game>::Domain(0..1000);
    for needed in 1..=1000 {
        let runs = Cell::new(0);
        let fails = |part: &Boards<Game>| {
            runs.set(runs.get() + 1);
            Ok(part.len() >= needed)
        };
        let found = shortest_failing(&boards, fails, |boards, len| boards.part(0..len));
        assert_eq!(found.expect("no error").len(), needed);
        // Doubling and bisection; short runs first.
        assert!(runs.get() <= 2 * needed.ilog2() + 2, "{needed}: {runs:?}");
    }
}

/// What is left of the first so many boards after cutting them: the last run that fails. And how long the
/// first run is.
fn cut_to(needed: &[u64], boards: u64, index: u64) -> (Vec<u64>, u64) {
    let result = RunResult::with(Verdict::WrongAnswer);
    let mut failure = Failure::on_last(Boards::<Game>::Domain(0..boards), result);
    failure.index = index;
    let (last, first) = (RefCell::new(Vec::new()), Cell::new(None));
    let fails = |boards: &Boards<Game>| {
        first.set(first.get().or(Some(boards.len())));
        let fails = contains(boards, needed);
        if fails {
            last.replace(indices(boards));
        }
        Ok(fails)
    };
    let boards = cut_ends(&failure, fails).expect("no error");
    leave_out(&boards, fails).expect("no error");
    (last.into_inner(), first.get().expect("a run"))
}

#[test]
fn a_batch_is_cut_to_what_makes_it_fail() {
    assert_eq!(cut_to(&[3, 17], 300, 17), (vec![3, 17], 18));
    // A board after the one that it fails on.
    assert_eq!(cut_to(&[3, 17, 200], 300, 17), (vec![3, 17, 200], 18));
    assert_eq!(cut_to(&[0, 999], 1000, 999), (vec![0, 999], 1000));
}

#[test]
fn the_number_of_boards_is_the_cause_if_their_kind_is_not() {
    let cause = |boards: Range<u64>, fails: &dyn Fn(&[u64]) -> bool| {
        let fails = |boards: &Boards<Game>| Ok(fails(&indices(boards)));
        depends_on_number(&Boards::<Game>::Domain(boards), fails).expect("no error")
    };
    let exactly = Some(Cause::Number { or_more: false });
    let or_more = Some(Cause::Number { or_more: true });
    let are_same = |boards: &[u64]| boards.iter().all(|board| *board == boards[0]);
    for len in [3, 10] {
        let boards = 100..100 + len;
        let len = len as usize;
        assert_eq!(
            cause(boards.clone(), &|boards| boards.len() == len),
            exactly
        );
        assert_eq!(
            cause(boards.clone(), &|boards| boards.len() >= len),
            or_more
        );
        assert_eq!(
            cause(boards.clone(), &|boards| boards.len() >= len - 1),
            None
        );
        let some = |boards: &[u64]| boards.len() == len && boards[0] == 100;
        let different = |boards: &[u64]| boards.len() == len && !are_same(boards);
        let same = |boards: &[u64]| boards.len() == len && are_same(boards);
        assert_eq!(cause(boards.clone(), &some), None);
        assert_eq!(cause(boards.clone(), &different), None);
        assert_eq!(cause(boards, &same), None);
    }
    // Of two boards the one may depend on the other.
    assert_eq!(cause(0..2, &|boards| boards.len() == 2), None);
    // So many others there are, and no more.
    assert_eq!(cause(0..1369, &|boards| boards.len() == 1369), exactly);
    assert_eq!(cause(0..1370, &|boards| boards.len() == 1370), None);
}
