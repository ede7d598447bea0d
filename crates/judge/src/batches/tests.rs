//! How boards are shared out, and what a run decides: on runs that are made up, where none is needed.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;

use Verdict::{Accepted, MemoryLimit, PresentationError, RuntimeError, TimeLimit, WrongAnswer};
use crossply_problems::{Ccf201803_4, Poj1568};

use super::*;
use crate::{Deviation, Ending, Program};

type Game = Ccf201803_4;

const BOARDS: u64 = 40;

/// A run that ended with this verdict after so many lines.
fn attempt(verdict: Verdict, lines: Option<u64>) -> Attempt {
    let mut attempt = Attempt::with(verdict);
    attempt.deviation = lines.map(|lines| Deviation {
        place: None,
        given: None,
        wrong: None,
        lines,
    });
    attempt
}

/// The board that makes the batch fail: how many there are up to it, how many of them are answered well, and
/// the verdict. `run` gets the number of boards.
fn first(
    whole: Attempt,
    run: impl Fn(u64) -> Result<Attempt, Trouble>,
) -> Result<(u64, u64, Verdict), Trouble> {
    let fails = |attempt: &Attempt| !attempt.is_right();
    let batch = Boards::<Game>::Domain(100..100 + BOARDS);
    let found = first_failure(&batch, whole, fails, |part| run(part.len()));
    found.map(|(failure, good)| {
        let boards = failure.boards.len();
        assert_eq!(failure.place, boards - 1);
        (boards, good, failure.attempt.verdict)
    })
}

#[test]
fn the_first_board_that_fails_is_found_in_few_runs() {
    for bad in 1..=BOARDS {
        for lines in [None, Some(0), Some(bad - 1), Some(bad), Some(BOARDS)] {
            let runs = Cell::new(0);
            let found = first(attempt(RuntimeError, lines), |boards| {
                assert!((1..BOARDS).contains(&boards), "{boards}");
                runs.set(runs.get() + 1);
                let fails = boards >= bad;
                Ok(attempt(if fails { RuntimeError } else { Accepted }, None))
            });
            assert_eq!(found.expect("no trouble"), (bad, bad - 1, RuntimeError));
            // The answers break off where it fails; or else by bisection.
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
                Ok(attempt(verdict, None))
            }
        };
        let found = first(attempt(RuntimeError, None), from(10));
        assert_eq!(
            found.expect("no trouble"),
            (BOARDS, BOARDS - 1, RuntimeError)
        );
        // But for a board alone, and where the whole exceeds it.
        let found = first(attempt(RuntimeError, None), from(1));
        assert_eq!(found.expect("no trouble"), (1, 0, limit));
        let found = first(attempt(limit, None), from(10));
        assert_eq!(found.expect("no trouble"), (10, 9, limit));
    }
}

#[test]
fn if_time_is_short_the_shortest_part_known_to_fail_counts() {
    let cut_off = || {
        let mut attempt = attempt(TimeLimit, None);
        attempt.execution.ending = Ending::CutOff;
        Ok(attempt)
    };
    let trouble: [&dyn Fn() -> Result<Attempt, Trouble>; 3] =
        [&|| Err(Trouble::TimeUp), &cut_off, &|| {
            Err(Trouble::Interrupted)
        }];
    let found = trouble.map(|trouble| {
        first(attempt(RuntimeError, None), |boards| match boards {
            20 => Ok(attempt(RuntimeError, None)),
            _ => trouble(),
        })
    });
    let [time_up, cut_off, interrupted] = found;
    assert_eq!(time_up.expect("no trouble"), (20, 0, RuntimeError));
    assert_eq!(cut_off.expect("no trouble"), (20, 0, RuntimeError));
    assert_eq!(interrupted.expect("no trouble"), (20, 0, RuntimeError));
}

static NEVER: AtomicBool = AtomicBool::new(false);

const LIMIT: Duration = Duration::from_millis(100);

const ONE_AFTER_THE_OTHER: Manner = Manner {
    batch: None,
    jobs: NonZeroUsize::MIN,
    fail_fast: false,
};

/// A program that does this.
fn shell<P: Problem>(script: &str) -> Candidate<P> {
    let program = Program {
        name: "sh".into(),
        arguments: vec!["-c".into(), script.into()],
    };
    let mut candidate = Candidate::new(program, &NEVER);
    candidate.limits.time = LIMIT;
    candidate
}

/// A program that is not there, so that no run goes unnoticed.
fn nobody<P: Problem>() -> Candidate<P> {
    let mut candidate = shell("");
    candidate.program.name = "/nobody".into();
    candidate
}

/// A hundred boards that are asked about, the first 64 of them at once.
fn asking<P: Problem, R>(
    candidate: &Candidate<P>,
    manner: &Manner,
    until: Until,
    test: impl FnOnce(Asking<'_, P, fn(u64)>) -> R,
) -> R {
    let whole = Boards::Domain(100..200);
    let progress: fn(u64) = |_| {};
    test(Asking::new(candidate, &whole, 64, manner, until, &progress))
}

fn range<P: Problem>(boards: &Boards<P>) -> (u64, u64) {
    match boards {
        Boards::Domain(indices) => (indices.start, indices.end),
        Boards::Listed(..) => panic!("{boards:?}"),
    }
}

fn ranges<'a, P: Problem>(boards: impl IntoIterator<Item = &'a Boards<P>>) -> Vec<(u64, u64)> {
    boards.into_iter().map(range).collect()
}

fn counts<P: Problem>(answers: &Answers<P>) -> Vec<(Verdict, u64)> {
    answers.verdicts.clone().into_iter().collect()
}

/// A run that got wrong what is at this place.
fn wrong_at(place: u64, verdict: Verdict, wrong: Option<u64>, lines: u64) -> Attempt {
    let mut attempt = attempt(verdict, Some(lines));
    attempt.deviation = attempt.deviation.map(|deviation| Deviation {
        place: Some(place),
        given: Some(b"9".to_vec()),
        wrong,
        ..deviation
    });
    attempt
}

#[test]
fn threads_share_what_is_left_but_not_in_tiny_batches() {
    for (jobs, expected) in [(1, &[64, 36][..]), (3, &[34, 22, 15, 10, 7, 4, 4, 4])] {
        let manner = Manner {
            jobs: NonZeroUsize::new(jobs).expect("some"),
            ..ONE_AFTER_THE_OTHER
        };
        let taken = asking(&nobody::<Game>(), &manner, Until::TheEnd, |asking| {
            let batches = std::iter::from_fn(|| asking.take());
            batches.map(|(batch, _)| batch).collect::<Vec<_>>()
        });
        let sizes: Vec<_> = taken.iter().map(Boards::len).collect();
        assert_eq!(sizes, expected, "{jobs}");
        let ranges = ranges(&taken);
        assert_eq!((ranges[0].0, ranges[sizes.len() - 1].1), (100, 200));
        assert!(ranges.windows(2).all(|pair| pair[0].1 == pair[1].0));
    }
}

#[test]
fn when_the_time_is_up_only_a_hang_is_looked_for() {
    let (now, hour) = (Instant::now(), Duration::from_hours(1));
    for (until, is_late) in [
        (Until::TheEnd, false),
        (Until::Time(now + hour), false),
        (Until::Time(now), true),
        (Until::Used(LIMIT + Duration::from_nanos(1)), false),
        (Until::Used(LIMIT), true),
    ] {
        for overtime in [Duration::ZERO, LIMIT] {
            asking(&nobody::<Game>(), &ONE_AFTER_THE_OTHER, until, |asking| {
                let again = [(110..120, true), (120..130, false)];
                let again = again.map(|(indices, suspect)| Again {
                    boards: Boards::Domain(indices),
                    suspect,
                });
                let mut agenda = asking.agenda();
                agenda.used = LIMIT;
                assert_eq!(agenda.overtime, LIMIT * OVERTIME);
                agenda.overtime = overtime;
                agenda.again.extend(again);
                drop(agenda);
                let taken = std::iter::from_fn(|| asking.take());
                let taken: Vec<_> = taken.map(|(boards, _)| range(&boards)).collect();
                let left_out = ranges(&asking.agenda().left_out);
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
fn an_interrupt_is_noted_even_if_nothing_was_under_way() {
    static NOW: AtomicBool = AtomicBool::new(true);
    let mut candidate = nobody::<Game>();
    candidate.interrupt = &NOW;
    asking(&candidate, &ONE_AFTER_THE_OTHER, Until::TheEnd, |asking| {
        assert!(asking.take().is_none());
        assert!(asking.agenda().answers.interrupted);
    });
}

#[test]
fn what_is_undone_at_the_end_is_not_judged() {
    let concluded = |ended: bool, again: &[(u64, u64)], left_out: &[(u64, u64)]| {
        let boards = |ranges: &[(u64, u64)]| -> Vec<_> {
            let boards = ranges
                .iter()
                .map(|&(start, end)| Boards::Domain(start..end));
            boards.collect()
        };
        let until = Until::TheEnd;
        asking(&nobody::<Game>(), &ONE_AFTER_THE_OTHER, until, |asking| {
            asking.take();
            let mut agenda = asking.agenda.into_inner().expect("nobody panics");
            agenda.ended = ended;
            agenda.left_out = boards(left_out);
            let again = boards(again).into_iter().map(|boards| Again {
                boards,
                suspect: true,
            });
            agenda.again = again.collect();
            let answers = agenda.conclude(asking.whole).expect("no trouble");
            (answers.cut_off, answers.judged_below)
        })
    };
    assert_eq!(concluded(false, &[], &[]), (0, 164));
    assert_eq!(concluded(false, &[(130, 135)], &[(120, 123)]), (8, 120));
    assert_eq!(concluded(false, &[(110, 111)], &[(120, 123)]), (4, 110));
    // Who does not want to know the rest has not run out of time.
    assert_eq!(concluded(true, &[(130, 135)], &[(120, 123)]), (0, 120));
}

#[test]
fn a_run_of_many_boards_may_be_cut_short() {
    let (now, candidate) = (Instant::now(), nobody::<Game>());
    for until in [Until::TheEnd, Until::Time(now), Until::Used(LIMIT * 3)] {
        asking(&candidate, &ONE_AFTER_THE_OTHER, until, |asking| {
            asking.agenda().used = LIMIT;
            // As many as are promised are judged.
            for suspect in [false, true] {
                assert_eq!(asking.bounds(5, suspect), candidate.bounds(5));
            }
            let usual = candidate.bounds(6);
            assert_eq!(usual.stall, LIMIT);
            let suspect = Bounds {
                stall: LIMIT / 4,
                ..usual
            };
            assert_eq!(asking.bounds(6, true), suspect);
            let (deadline, budget) = match until {
                Until::TheEnd => (None, Duration::MAX),
                Until::Time(_) => (Some(now), Duration::MAX),
                Until::Used(_) => (None, LIMIT * 2),
            };
            let hurried = Bounds {
                deadline,
                budget,
                ..usual
            };
            assert_eq!(asking.bounds(6, false), hurried, "{until:?}");
        });
    }
}

#[test]
fn what_a_stopped_run_has_answered_counts() {
    let batch = Boards::<Poj1568>::Domain(100..140);
    for fail_fast in [false, true] {
        let manner = Manner {
            fail_fast,
            ..ONE_AFTER_THE_OTHER
        };
        for cut_off in [false, true] {
            let stopped = |mut attempt: Attempt| {
                if cut_off {
                    attempt.execution.ending = Ending::CutOff;
                }
                asking(&nobody(), &manner, Until::TheEnd, |asking| {
                    asking.do_again(&batch, attempt);
                    let agenda = asking.agenda();
                    let again = agenda.again.iter().rev();
                    let parts = ranges(again.map(|again| &again.boards));
                    assert!(agenda.again.iter().all(|again| again.suspect));
                    let too_large = agenda.answers.too_large.as_ref();
                    assert_eq!(too_large.is_none(), cut_off);
                    let too_large = too_large.map(|outgrown| outgrown.boards.len());
                    assert_eq!(too_large, (!cut_off).then_some(40));
                    let rest = [parts, ranges(&agenda.left_out)].concat();
                    let failures = agenda.answers.failures.values().cloned();
                    let counts = counts(&agenda.answers);
                    (counts, rest, failures.collect::<Vec<_>>(), agenda.ended)
                })
            };
            // All at once, or in parts of a sixteenth of the batch.
            let most = if cut_off { 40 } else { 3 };
            let rest = |start: u64| {
                let starts = (start..140).step_by(most);
                let parts = starts.map(|start| (start, 140.min(start + most as u64)));
                parts.collect::<Vec<_>>()
            };
            let (found, undone, failures, ended) = stopped(attempt(MemoryLimit, Some(8)));
            assert_eq!(found, [(Accepted, 8)]);
            assert_eq!(undone, rest(108));
            assert!(failures.is_empty() && !ended);
            let wrong = wrong_at(4, TimeLimit, None, 8);
            let (found, undone, failures, ended) = stopped(wrong);
            assert_eq!(found, [(Accepted, 4), (WrongAnswer, 1)]);
            assert_eq!(undone, rest(105));
            let [failure] = &failures[..] else {
                panic!("{failures:?}");
            };
            assert_eq!((range(&failure.boards), failure.place), ((100, 105), 4));
            assert_eq!(failure.attempt.verdict, WrongAnswer);
            assert_eq!(ended, fail_fast);
        }
    }
}

#[test]
fn a_wrong_answer_of_a_stopped_run_beyond_the_promise_is_asked_again_alone() {
    let until = Until::TheEnd;
    for (boards, counted) in [
        (5, &[(Accepted, 2), (WrongAnswer, 1)][..]),
        (6, &[(Accepted, 2)]),
    ] {
        asking(&nobody::<Game>(), &ONE_AFTER_THE_OTHER, until, |asking| {
            let mut wrong = wrong_at(2, TimeLimit, None, 4);
            wrong.execution.ending = Ending::CutOff;
            asking.do_again(&Boards::Domain(100..100 + boards), wrong);
            let agenda = asking.agenda();
            assert_eq!(counts(&agenda.answers), counted);
            let again = agenda.again.iter();
            let again: Vec<_> = again
                .map(|again| (range(&again.boards), again.suspect))
                .collect();
            let alone = [((102, 103), true)];
            let (again_then, failures) = if boards > 5 {
                (&alone[..], 0)
            } else {
                (&[][..], 1)
            };
            assert_eq!(again, again_then);
            assert_eq!(agenda.answers.failures.len(), failures);
            assert_eq!(ranges(&agenda.left_out), [(103, 100 + boards)]);
        });
    }
}

/// Counts of a failed run, the boards that are left out or asked about again, the place and number of boards of
/// the failure.
type Failed = (Vec<(Verdict, u64)>, Vec<(u64, u64)>, (u64, u64));

fn failed(boards: u64, attempt: Attempt) -> Failed {
    let verdict = attempt.verdict;
    let until = Until::Used(Duration::ZERO);
    asking(
        &nobody::<Poj1568>(),
        &ONE_AFTER_THE_OTHER,
        until,
        |asking| {
            asking.agenda().overtime = Duration::ZERO;
            let batch = Boards::Domain(100..100 + boards);
            asking.fail(&batch, attempt).expect("nothing is run");
            let agenda = asking.agenda();
            let again = agenda.again.iter().map(|again| &again.boards);
            let undone = ranges(again.chain(&agenda.left_out));
            let failure = &agenda.answers.failures[&verdict];
            let place = (failure.place, failure.boards.len());
            (counts(&agenda.answers), undone, place)
        },
    )
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
    let crashed = attempt(RuntimeError, Some(0));
    assert_eq!(failed(1, crashed.clone()), (counts.clone(), vec![], (0, 1)));
    // There is no time to find out which board it is.
    assert_eq!(failed(40, crashed), (counts, vec![(100, 139)], (39, 40)));
}

#[test]
fn who_has_failed_often_enough_is_asked_no_more() {
    let gives_up = |verdict: Verdict, times: u32, cpu: Duration| {
        let until = Until::TheEnd;
        asking(&nobody::<Game>(), &ONE_AFTER_THE_OTHER, until, |asking| {
            for _ in 0..times {
                let mut attempt = attempt(verdict, Some(0));
                attempt.execution.cpu = cpu;
                let board = Boards::Domain(100..101);
                asking.fail(&board, attempt).expect("nothing is run");
            }
            let agenda = asking.agenda();
            assert_eq!(agenda.ended, agenda.answers.gave_up);
            agenda.ended
        })
    };
    assert!(!gives_up(RuntimeError, ENOUGH_FAILURES - 1, Duration::ZERO));
    assert!(gives_up(RuntimeError, ENOUGH_FAILURES, Duration::ZERO));
    assert!(!gives_up(RuntimeError, ENOUGH_TIME, LIMIT));
    let longer = LIMIT + Duration::from_nanos(1);
    assert!(gives_up(RuntimeError, ENOUGH_TIME, longer));
    assert!(gives_up(TimeLimit, 1, Duration::ZERO));
}

#[test]
fn only_what_happens_within_the_promise_counts() {
    let judged = |script: &str, boards: u64| {
        let candidate = shell::<Game>(script);
        asking(&candidate, &ONE_AFTER_THE_OTHER, Until::TheEnd, |asking| {
            let batch = Boards::Domain(100..100 + boards);
            asking.judge(&batch, false).expect("it runs");
            let answers = &asking.agenda().answers;
            assert_eq!(answers.runs, 1);
            let failures = answers.failures.keys().copied().collect::<Vec<_>>();
            let beyond = answers.beyond_promise.as_ref();
            let beyond = beyond.map(|failure| (failure.attempt.verdict, failure.place));
            let too_large = answers.too_large.as_ref().map(|outgrown| outgrown.verdict);
            (failures, beyond, too_large)
        })
    };
    for boards in [1, 5] {
        let crashed = (vec![RuntimeError], None, None);
        assert_eq!(judged("exit 3", boards), crashed);
    }
    let crashed = (vec![], Some((RuntimeError, 5)), None);
    assert_eq!(judged("exit 3", 6), crashed);
    let hangs = "while :; do :; done";
    assert_eq!(judged(hangs, 1), (vec![TimeLimit], None, None));
    assert_eq!(judged(hangs, 6), (vec![], None, Some(TimeLimit)));
}
