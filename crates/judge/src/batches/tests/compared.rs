//! Tests of how two programs are compared: whatever the reference does, each board counts or is left out.

use super::*;

/// A program that answers 0 to each board, compared with this script.
fn compared_with(reference: &str) -> Submission<Game> {
    const DRAW: &str = "read n; while [ $n -gt 0 ]; do echo 0; n=$((n-1)); done";
    let mut submission = shell(DRAW);
    submission.limits.time = Duration::from_secs(10);
    submission.reference = Some(Box::new(shell(reference)));
    submission
}

#[test]
fn programs_that_are_compared_may_differ_on_any_number_of_boards() {
    let submission =
        compared_with("read n; echo 1; while [ $n -gt 1 ]; do echo 0; n=$((n-1)); done");
    let most = scheduler(
        &submission,
        &ONE_AFTER_THE_OTHER,
        StopCondition::Never,
        |scheduler| scheduler.queue().most,
    );
    assert_eq!(most, LARGEST);
    let boards = Boards::Domain(100..200);
    let options = stage(ONE_AFTER_THE_OTHER, 100);
    let answers = run_batches(&submission, &boards, &options, &|_| {});
    let answers = answers.expect("it runs");
    assert_eq!(counts(&answers), [(Accepted, 99), (WrongAnswer, 1)]);
    assert!(answers.beyond.is_empty() && answers.beyond_promise.is_none());
    let failure = &answers.failures[&WrongAnswer];
    assert_eq!((range(&failure.boards), failure.index), ((100, 200), 0));
    let reference = failure.result.reference.as_ref().expect("a run");
    assert_eq!(reference.answer.as_deref(), Some(&b"1"[..]));
}

#[test]
fn a_reference_has_to_end_well_and_to_print_a_line_for_each_board() {
    for (script, failed) in [
        ("read n; echo 0; echo 1", None),
        ("echo 0; echo 1; exit 3", Some(RuntimeError)),
        ("echo 0", Some(WrongAnswer)),
        ("echo 0; echo 1; echo 2", Some(WrongAnswer)),
        ("yes", Some(Verdict::OutputLimit)),
    ] {
        let result = compared_with(script).run(&Boards::Domain(0..2));
        let reference = result.expect("it runs").reference.expect("a run");
        assert_eq!(reference.failed, failed, "{script}");
    }
}

#[test]
fn boards_without_an_answer_of_the_reference_are_left_out_but_not_for_ever() {
    // It waits too long for each board whose first cell is O.
    let slow = "read n; read a rest; [ $a = 2 ] && exec sleep 100; echo 0";
    let submission = compared_with(slow);
    let all = Boards::<Game>::Domain(0..200);
    let begins_with_o = |board: &crossply_problems::Board<Game>| board.notation().starts_with('O');
    let (slow, quick): (Vec<_>, Vec<_>) = all.iter().partition(begins_with_o);
    let one = BatchOptions {
        batch: Some(1),
        ..ONE_AFTER_THE_OTHER
    };
    let mut options = stage(one, 1);
    let boards = Boards::listed([slow[0], quick[0], slow[1], quick[1]]);
    let answers = run_batches(&submission, &boards, &options, &|_| {});
    let answers = answers.expect("it runs");
    assert_eq!((answers.judged, answers.reference.left_out), (2, 2));
    assert!(!answers.gave_up && !answers.verdicts.contains_key(&TimeLimit));
    // The time limit was a hundred times that of the reference.
    let mut impatient = submission.clone();
    impatient.limits.time = LIMIT;
    let boards = Boards::listed(slow.iter().copied().take(20));
    let answers = run_batches(&impatient, &boards, &options, &|_| {});
    let answers = answers.expect("it runs");
    let left_out = answers.reference.left_out;
    assert!((2..10).contains(&left_out), "{left_out}");
    assert_eq!(answers.judged, 0);
    // What earlier stages have waited for counts, too.
    options.waited = answers.reference.waited;
    assert!(options.waited > LIMIT * 4, "{:?}", options.waited);
    let answers = run_batches(&impatient, &boards, &options, &|_| {});
    assert_eq!(answers.expect("it runs").reference.left_out, 1);
}
