//! Tests of what a failed batch counts as, with invented results.

use std::collections::BTreeSet;
use std::time::Duration;

use Verdict::{Accepted, PresentationError, RuntimeError, TimeLimit, WrongAnswer};
use crossply_problems::Poj1568;

use super::super::StopCondition;
use super::super::tests::{Game, LIMIT, counts, ranges, scheduler, wrong_at};
use super::*;

/// Counts of a failed run; the boards that are left out or run again; the index and the number of boards of the
/// failure.
type Failed = (Vec<(Verdict, u64)>, Vec<(u64, u64)>, (u64, u64));

fn failed(boards: u64, result: RunResult) -> Failed {
    let verdict = result.verdict;
    let until = StopCondition::Budget(Duration::ZERO);
    scheduler::<Poj1568, _>(until, |scheduler| {
        scheduler.queue().overtime = Duration::ZERO;
        let batch = Boards::Domain(100..100 + boards);
        let failed = scheduler.fail(&batch, result, Vec::new());
        failed.expect("nothing is run");
        let queue = scheduler.queue();
        let retries = queue.retries.iter().map(|retry| &retry.boards);
        let undone = ranges(retries.chain(&queue.left_out));
        let failure = &queue.answers.failures[&verdict];
        let index = (failure.index, failure.boards.len());
        (counts(&queue.answers), undone, index)
    })
}

#[test]
fn what_is_wrong_is_counted_without_another_run_if_it_is_known() {
    let wrong = wrong_at(3, WrongAnswer, Some(10), 40);
    let counts = vec![(Accepted, 30), (WrongAnswer, 10)];
    assert_eq!(failed(40, wrong), (counts, vec![], (3, 40)));
    let spaced = wrong_at(3, PresentationError, None, 40);
    let counts = vec![(PresentationError, 40)];
    assert_eq!(failed(40, spaced), (counts, vec![], (3, 40)));
    let counts = vec![(RuntimeError, 1)];
    let crashed = RunResult::with_lines(RuntimeError, Some(0));
    assert_eq!(failed(1, crashed.clone()), (counts.clone(), vec![], (0, 1)));
    // There is no time to find the board.
    assert_eq!(failed(40, crashed), (counts, vec![(100, 139)], (39, 40)));
}

#[test]
fn answers_that_count_are_remembered_with_their_run() {
    type Remembered = Vec<(u64, Vec<u64>)>;
    fn remembered<P: Problem>(act: impl FnOnce(&Scheduler<'_, P>)) -> Remembered {
        let until = StopCondition::Budget(Duration::ZERO);
        scheduler::<P, _>(until, |scheduler| {
            scheduler.queue().overtime = Duration::ZERO;
            act(&scheduler);
            let queue = scheduler.queue();
            let asked = queue.answers.asked.iter().map(|run| {
                let wrong = run.1.iter().map(|&(index, _)| index);
                (run.0.len(), wrong.collect())
            });
            asked.collect()
        })
    }
    let failed = |boards: u64, result: RunResult, wrong: &[u64]| {
        let wrong = wrong
            .iter()
            .map(|&index| (index, Err(NoAnswer::Unreadable)));
        remembered::<Poj1568>(|scheduler| {
            let batch = Boards::Domain(100..100 + boards);
            let failed = scheduler.fail(&batch, result, wrong.collect());
            failed.expect("nothing is run");
        })
    };
    let wrong = wrong_at(3, WrongAnswer, Some(2), 40);
    assert_eq!(failed(40, wrong, &[3, 7]), [(40, vec![3, 7])]);
    // The answers are right.
    let spaced = wrong_at(3, PresentationError, None, 40);
    assert_eq!(failed(40, spaced, &[3]), [(40, vec![])]);
    assert_eq!(
        failed(1, RunResult::with_lines(RuntimeError, Some(0)), &[]),
        [(1, vec![0])]
    );
    assert_eq!(
        failed(1, RunResult::with_lines(Verdict::OutputLimit, Some(0)), &[]),
        []
    );
    // There is no time to find the first failure, but answers are missing at the end.
    let ended = RunResult::with_lines(WrongAnswer, Some(38));
    assert_eq!(failed(40, ended, &[]), [(40, vec![38, 39])]);
    let promised = Game::LIMITS.boards.expect("a promise");
    for (boards, expected) in [(promised, vec![(promised, vec![])]), (promised + 1, vec![])] {
        let found = remembered::<Game>(|scheduler| {
            scheduler.remember(&Boards::Domain(0..boards), boards, Vec::new());
        });
        assert_eq!(found, expected);
    }
}

#[test]
fn who_has_failed_often_enough_is_asked_no_more() {
    let gives_up_from = |since: Instant, verdict: Verdict, times: u32, cpu: Duration| {
        let until = StopCondition::Never;
        scheduler::<Game, _>(until, |scheduler| {
            scheduler.queue().failing_since = Some(since);
            for _ in 0..times {
                let mut result = RunResult::with_lines(verdict, Some(0));
                result.execution.cpu = cpu;
                let board = Boards::Domain(100..101);
                let failed = scheduler.fail(&board, result, Vec::new());
                failed.expect("nothing is run");
            }
            let queue = scheduler.queue();
            assert_eq!(queue.ended, queue.answers.gave_up);
            queue.ended
        })
    };
    // However long the machine takes for this test, no time passes.
    let later = Instant::now() + Duration::from_hours(1);
    let gives_up = |verdict, times, cpu| gives_up_from(later, verdict, times, cpu);
    assert!(!gives_up(RuntimeError, ENOUGH_FAILURES - 1, Duration::ZERO));
    assert!(gives_up(RuntimeError, ENOUGH_FAILURES, Duration::ZERO));
    assert!(!gives_up(RuntimeError, ENOUGH_TIME, LIMIT));
    let longer = LIMIT + Duration::from_nanos(1);
    assert!(gives_up(RuntimeError, ENOUGH_TIME, longer));
    assert!(gives_up(TimeLimit, 1, Duration::ZERO));
    let long_ago = Instant::now().checked_sub(LIMIT * ENOUGH_TIME * CLOCK);
    assert!(gives_up_from(
        long_ago.expect("it has run longer"),
        RuntimeError,
        1,
        Duration::ZERO
    ));
}

#[test]
fn the_simplest_wrong_boards_are_kept_wherever_they_are_in_a_batch() {
    let failing = scheduler::<Poj1568, _>(StopCondition::Never, |scheduler| {
        let wrong = [3, 7, 8, 20, 30].map(|index| (index, Err(NoAnswer::Unreadable)));
        let result = wrong_at(3, WrongAnswer, Some(5), 40);
        let failed = scheduler.fail(&Boards::Domain(100..140), result, wrong.to_vec());
        failed.expect("nothing is run");
        scheduler.queue().answers.failing[&WrongAnswer].clone()
    });
    assert_eq!(failing, BTreeSet::from([103, 107, 108, 120]));
}
