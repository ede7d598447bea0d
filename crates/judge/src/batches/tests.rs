//! Tests of how batches are made and what a run decides, with invented results where no run is needed.

use std::sync::atomic::AtomicBool;

use Verdict::{Accepted, MemoryLimit, WrongAnswer};
use crossply_games::fault::NoAnswer;
use crossply_problems::{Ccf201803_4, Poj1568};

use super::*;
use crate::{Difference, Invocation, Termination};

pub(super) type Game = Ccf201803_4;

static NEVER: AtomicBool = AtomicBool::new(false);

pub(super) const LIMIT: Duration = Duration::from_millis(100);

pub(super) const ONE_AFTER_THE_OTHER: BatchOptions = BatchOptions {
    batch: None,
    jobs: NonZeroUsize::MIN,
    fail_fast: false,
};

/// A program with this script.
fn shell<P: Problem>(script: &str) -> Submission<P> {
    let program = Invocation::of(["sh", "-c", script]);
    let mut submission = Submission::new(program, &NEVER);
    submission.limits.time = LIMIT;
    submission
}

/// A program that does not exist: any run of it is an error.
pub(super) fn nobody<P: Problem>() -> Submission<P> {
    let mut submission = shell("");
    submission.program.name = "/nobody".into();
    submission
}

/// A scheduler of a hundred boards, whose first batch has 64.
pub(super) fn scheduler_of<P: Problem, R>(
    submission: &Submission<P>,
    batches: BatchOptions,
    until: StopCondition,
    test: impl FnOnce(Scheduler<'_, P>) -> R,
) -> R {
    let whole = Boards::Domain(100..200);
    let progress: fn(u64) = |_| {};
    let options = StageOptions {
        batches,
        start: 64,
        until,
    };
    test(Scheduler::new(submission, &whole, &options, &progress))
}

/// The same, one batch after the other, of a program whose runs are errors.
pub(super) fn scheduler<P: Problem, R>(
    until: StopCondition,
    test: impl FnOnce(Scheduler<'_, P>) -> R,
) -> R {
    scheduler_of(&nobody(), ONE_AFTER_THE_OTHER, until, test)
}

fn range<P: Problem>(boards: &Boards<P>) -> (u64, u64) {
    match boards {
        Boards::Domain(indices) => (indices.start, indices.end),
        Boards::Listed(..) => panic!("{boards:?}"),
    }
}

pub(super) fn ranges<'a, P: Problem>(
    boards: impl IntoIterator<Item = &'a Boards<P>>,
) -> Vec<(u64, u64)> {
    boards.into_iter().map(range).collect()
}

pub(super) fn counts<P: Problem>(answers: &AnswerSummary<P>) -> Vec<(Verdict, u64)> {
    answers.verdicts.clone().into_iter().collect()
}

/// A run whose first wrong answer has this index.
pub(super) fn wrong_at(index: u64, verdict: Verdict, wrong: Option<u64>, lines: u64) -> RunResult {
    let mut result = RunResult::with_lines(verdict, Some(lines));
    result.difference = result.difference.map(|difference| Difference {
        index: Some(index),
        given: Some(b"9".to_vec()),
        wrong,
        ..difference
    });
    result
}

#[test]
fn threads_share_what_is_left_but_not_in_tiny_batches() {
    for (jobs, expected) in [(1, &[64, 36][..]), (3, &[34, 22, 15, 10, 7, 4, 4, 4])] {
        let options = BatchOptions {
            jobs: NonZeroUsize::new(jobs).expect("some"),
            ..ONE_AFTER_THE_OTHER
        };
        let taken = scheduler_of(
            &nobody::<Game>(),
            options,
            StopCondition::Never,
            |scheduler| {
                let batches = std::iter::from_fn(|| scheduler.take());
                batches.map(|(batch, _)| batch).collect::<Vec<_>>()
            },
        );
        let sizes: Vec<_> = taken.iter().map(Boards::len).collect();
        assert_eq!(sizes, expected, "{jobs}");
        let ranges = ranges(&taken);
        assert_eq!((ranges[0].0, ranges[sizes.len() - 1].1), (100, 200));
        assert!(ranges.windows(2).all(|pair| pair[0].1 == pair[1].0));
    }
}

/// What one board takes may be the start of the program.
#[test]
fn batches_grow_unless_they_take_long_already() {
    let deadline = StopCondition::Deadline(Instant::now());
    for (part, expected) in [
        (1, 1024),
        (10, 192),
        (20, 128),
        (32, 128),
        (34, 64),
        (99, 64),
    ] {
        let size = scheduler::<Game, _>(deadline, |scheduler| {
            scheduler.grow(64, LIMIT * part / 100);
            scheduler.queue().size
        });
        assert_eq!(size, expected, "{part} % of the time limit");
    }
}

#[test]
fn when_the_time_is_up_only_a_hang_is_looked_for() {
    let (now, hour) = (Instant::now(), Duration::from_hours(1));
    for (until, is_late) in [
        (StopCondition::Never, false),
        (StopCondition::Deadline(now + hour), false),
        (StopCondition::Deadline(now), true),
        (
            StopCondition::Budget(LIMIT + Duration::from_nanos(1)),
            false,
        ),
        (StopCondition::Budget(LIMIT), true),
    ] {
        for overtime in [Duration::ZERO, LIMIT] {
            scheduler::<Game, _>(until, |scheduler| {
                let retries = [(110..120, true), (120..130, false)];
                let retries = retries.map(|(indices, suspect)| Retry {
                    boards: Boards::Domain(indices),
                    suspect,
                });
                let mut queue = scheduler.queue();
                queue.used = LIMIT;
                assert_eq!(queue.overtime, LIMIT * OVERTIME);
                queue.overtime = overtime;
                queue.retries.extend(retries);
                drop(queue);
                let taken = std::iter::from_fn(|| scheduler.take());
                let taken: Vec<_> = taken.map(|(boards, _)| range(&boards)).collect();
                let left_out = ranges(&scheduler.queue().left_out);
                let (taken_then, left_out_then) = match (is_late, overtime) {
                    (false, _) => (
                        &[(120, 130), (110, 120), (100, 164), (164, 200)][..],
                        &[][..],
                    ),
                    (true, LIMIT) => (&[(110, 120)][..], &[(120, 130)][..]),
                    (true, _) => (&[][..], &[(120, 130), (110, 120)][..]),
                };
                assert_eq!(taken, taken_then, "{until:?}");
                assert_eq!(left_out, left_out_then, "{until:?}");
            });
        }
    }
}

#[test]
fn what_is_undone_at_the_end_is_not_judged() {
    for (ended, again, left_out, expected) in [
        (false, 164..164, 164..164, (0, 164)),
        (false, 130..135, 120..123, (8, 120)),
        (false, 110..111, 120..123, (4, 110)),
        // Judging that ended on purpose did not run out of time.
        (true, 130..135, 120..123, (0, 120)),
    ] {
        scheduler::<Game, _>(StopCondition::Never, |scheduler| {
            scheduler.take();
            let mut queue = scheduler.queue.into_inner().expect("nobody panics");
            queue.ended = ended;
            queue.left_out.push(Boards::Domain(left_out));
            queue.cut(&Boards::Domain(again), 100, true);
            let answers = queue.conclude(scheduler.whole).expect("it is found");
            assert_eq!((answers.cut_off, answers.judged_below), expected);
        });
    }
}

#[test]
fn a_run_of_many_boards_may_be_cut_short() {
    let (now, submission) = (Instant::now(), nobody::<Game>());
    for until in [
        StopCondition::Never,
        StopCondition::Deadline(now),
        StopCondition::Budget(LIMIT * 3),
    ] {
        scheduler_of(&submission, ONE_AFTER_THE_OTHER, until, |scheduler| {
            scheduler.queue().used = LIMIT;
            assert_eq!(
                scheduler.end.is_none(),
                matches!(until, StopCondition::Never)
            );
            // For as many boards as the statement promises, the limits of a judge hold.
            for suspect in [false, true] {
                assert_eq!(scheduler.run_limits(5, suspect), submission.run_limits(5));
            }
            let usual = submission.run_limits(6);
            assert_eq!(usual.stall, LIMIT);
            let suspect = RunLimits {
                stall: LIMIT / 4,
                ..usual
            };
            assert_eq!(scheduler.run_limits(6, true), suspect);
            let (deadline, budget) = match until {
                StopCondition::Never => (None, Duration::MAX),
                StopCondition::Deadline(_) => (Some(now), Duration::MAX),
                StopCondition::Budget(_) => (scheduler.end, LIMIT * 2),
            };
            let hurried = RunLimits {
                deadline,
                budget,
                ..usual
            };
            assert_eq!(scheduler.run_limits(6, false), hurried, "{until:?}");
        });
    }
}

#[cfg(all(unix, feature = "processes"))]
#[test]
fn after_the_end_of_a_stage_there_is_time_to_find_a_hang() {
    // Its statement promises no number of boards, so only a board alone may hang.
    let mut submission: Submission<Poj1568> = shell("while :; do :; done");
    submission.limits.time = LIMIT * 4;
    let over = StopCondition::Deadline(Instant::now());
    scheduler_of(&submission, ONE_AFTER_THE_OTHER, over, |scheduler| {
        let suspect = Retry {
            boards: Boards::Domain(100..1124),
            suspect: true,
        };
        scheduler.queue().retries.push(suspect);
        scheduler.work();
        let queue = scheduler.queue();
        assert_eq!(queue.answers.runs, 4, "of 1024 boards, 64, 4, and one");
        let failure = &queue.answers.failures[&Verdict::TimeLimit];
        assert_eq!(range(&failure.boards), (100, 101));
    });
}

#[cfg(all(unix, feature = "processes"))]
#[test]
fn the_judge_does_not_wait_long_for_a_program_that_stands_still() {
    let submission: Submission<Game> = shell("read n; echo 0; exec sleep 100");
    let ended = |boards| {
        let result = submission.run(&Boards::Domain(0..boards)).expect("it runs");
        let lines = result.difference.map(|difference| difference.lines);
        (result.execution.termination, lines)
    };
    // In an input that a judge may give, only the limit for all of it counts.
    let elapsed = Termination::TimeLimit(crate::TimeLimitKind::Elapsed);
    assert_eq!(ended(5), (elapsed, Some(1)));
    let stall = Termination::TimeLimit(crate::TimeLimitKind::Stall);
    assert_eq!(ended(50), (stall, Some(1)));
}

#[test]
fn what_a_stopped_run_has_answered_counts() {
    let batch = Boards::<Poj1568>::Domain(100..140);
    let given = vec![
        (4, Err(NoAnswer::Unreadable)),
        (6, Err(NoAnswer::Unreadable)),
    ];
    let right = (Vec::new(), &[(Accepted, 8)][..], 108);
    let wrong = (given, &[(Accepted, 4), (WrongAnswer, 1)][..], 105);
    for (fail_fast, cut_off) in [(false, false), (false, true), (true, false), (true, true)] {
        let options = BatchOptions {
            fail_fast,
            ..ONE_AFTER_THE_OTHER
        };
        // The rest is left out in one part, or runs again in parts of a sixteenth of the batch.
        let most = if cut_off { 40 } else { 3 };
        for (given, found, done) in [&right, &wrong] {
            scheduler_of(&nobody(), options, StopCondition::Never, |scheduler| {
                let mut result = RunResult::with_lines(MemoryLimit, Some(8));
                if cut_off {
                    result.execution.termination = Termination::CutOff;
                }
                scheduler.retry(&batch, result, given);
                let queue = scheduler.queue();
                assert_eq!(counts(&queue.answers), *found);
                let retries = queue.retries.iter().rev();
                let parts = ranges(retries.map(|retry| &retry.boards));
                assert!(queue.retries.iter().all(|retry| retry.suspect));
                let rest = (*done..140).step_by(most);
                let rest: Vec<_> = rest.map(|at| (at, 140.min(at + most as u64))).collect();
                assert_eq!([parts, ranges(&queue.left_out)].concat(), rest);
                let oversized = queue.answers.oversized.as_ref();
                let oversized = oversized.map(|oversized| oversized.boards.len());
                assert_eq!(oversized, (!cut_off).then_some(40));
                let failure = queue.answers.failures.get(&WrongAnswer);
                let failure = failure.map(|failure| (range(&failure.boards), failure.index));
                assert_eq!(failure, (!given.is_empty()).then_some(((100, 105), 4)));
                assert_eq!(queue.ended, fail_fast && !given.is_empty());
            });
        }
    }
}
