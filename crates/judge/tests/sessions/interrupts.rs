//! What a session says first, and what it says if it ends early.

use super::*;

/// A program that earns two verdicts gets the worse one, with its cause, whichever comes first.
#[test]
fn the_verdict_on_top_is_the_one_that_is_explained() {
    let verdicts = [
        (Verdict::PresentationError, r#"answer = " " answer"#),
        (Verdict::WrongAnswer, "answer = 9"),
        (Verdict::RuntimeError, "exit 3"),
        (Verdict::OutputLimit, r#"while (1) print "x""#),
        (
            Verdict::MemoryLimit,
            r#"{ s = "x"; for (k = 0; k < 25; k++) s = s s; while (1) {} }"#,
        ),
        (Verdict::TimeLimit, "while (1) {}"),
    ];
    for pair in verdicts.windows(2) {
        let [(_, better), (worst, worse)] = pair else {
            unreachable!("they are two");
        };
        // After a hang no more boards are judged.
        let orders = [(3, 4), (4, 3)];
        let after = if *worst == Verdict::TimeLimit { 1 } else { 2 };
        for (first, second) in &orders[..after] {
            let special = format!("if (board == {first}) {better}; if (board == {second}) {worse}");
            let mut submission = program(&special);
            submission.limits.memory = 16 << 20;
            if *worst == Verdict::TimeLimit {
                submission.limits.time = Duration::from_millis(300);
            }
            let session = session(submission, Some(1));
            let judged = session.judge(&[stage(Boards::Domain(2..6))], &|_| {});
            let judged = judged.expect("it runs");
            assert_eq!(judged.total.failures.len(), 2, "{special}");
            assert_eq!(judged.verdict(), Some(*worst), "{special}");
            let (document, text) = report(&judged, &session.submission);
            assert!(text.starts_with(worst.code()), "{text}");
            let found = document.finding.expect("it is bad");
            assert_eq!(document.verdict, Some(found.verdict));
            assert_eq!(found.verdict, *worst, "{special}");
            assert_eq!(found.index, Some(*second), "{special}");
        }
    }
}

/// The result of a session that is interrupted as soon as one board has been judged, and what is reported.
fn interrupted(special: &str) -> (JudgeDocument, String) {
    let stop: &'static AtomicBool = Box::leak(Box::default());
    let mut submission = program(special);
    submission.interrupt = stop;
    let session = session(submission, None);
    let stages = [stage(Boards::Domain(0..40)), stage(Boards::Domain(40..80))];
    let judged = session.judge(&stages, &|_| stop.store(true, Ordering::Relaxed));
    let judged = judged.expect("it runs");
    assert!(judged.total.interrupted && judged.stages.len() == 1);
    assert_eq!(judged.total.judged(), 1);
    let (document, text) = report(&judged, &session.submission);
    assert!(document.interrupted);
    (document, text)
}

#[test]
fn what_was_found_until_an_interrupt_is_explained() {
    let (document, text) = interrupted("if (board == 0) answer = 9");
    let verdict = "WA: wrong answer (WA on at least 1 board).\nThe session was interrupted";
    assert!(text.starts_with(verdict), "{text}");
    for part in [
        "WA on position 0",
        "given      9",
        "There was no time",
        "boards (1 of 40)",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert!(document.finding.is_some());
}

#[test]
fn no_fault_until_an_interrupt_is_no_acceptance() {
    let (document, text) = interrupted("");
    let verdict = "Interrupted: no fault on 1 board so far.\n\nJudged: ";
    assert!(text.starts_with(verdict), "{text}");
    assert_eq!(document.verdict, Some(Verdict::Accepted));
    assert!(!text.contains("AC"), "{text}");
}

/// The program crashes in the first run. The second run, which searches for the board, is interrupted.
#[test]
fn a_failure_whose_board_is_not_found_before_an_interrupt_is_told() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let crashes = r#"if (n == 0 && (getline line < "ONE") > 0) system("> TWO; exec sleep 3600")
        if (n == 0) print "run" > "ONE"
        if (board == 3) exit 3"#;
    let text = |name| path(name).to_str().expect("a path of text").to_owned();
    let crashes = crashes.replace("ONE", &text("one"));
    let mut submission = program(&crashes.replace("TWO", &text("two")));
    submission.interrupt = &STOP;
    submission.limits.time = Duration::from_hours(1);
    let mut stage = stage(Boards::Domain(0..5));
    stage.batches = BatchSize::All;
    let judged = std::thread::scope(|scope| {
        let judged = scope.spawn(|| judge(submission, stage));
        while !path("two").exists() && !judged.is_finished() {
            std::thread::sleep(Duration::from_millis(5));
        }
        STOP.store(true, Ordering::Relaxed);
        judged.join().expect("it ends")
    });
    assert!(judged.total.interrupted);
    assert_eq!(judged.verdict(), Some(Verdict::RuntimeError));
    let diagnosis = judged.diagnosis.expect("it is told");
    assert_eq!(diagnosis.failure.boards.len(), 5);
    assert_eq!(diagnosis.cause, Cause::Unknown);
}

#[test]
fn who_wants_the_first_failure_only_is_not_told_that_the_time_was_up() {
    let submission = program("if (board == 9) answer = 9");
    let mut session = session(submission, None);
    session.options.fail_fast = true;
    let stages = [stage(Boards::Domain(0..40)), stage(Boards::Domain(40..80))];
    let judged = session.judge(&stages, &|_| {}).expect("it runs");
    assert_eq!(judged.stages.len(), 1);
    // The program fails in a batch of sixteen. The batch is split, and some of its parts are never judged.
    assert!(judged.total.judged() < 17, "{}", judged.total.judged());
    assert_eq!(explained(&judged).0, Some(9));
    let (_, text) = report(&judged, &session.submission);
    for reason in ["time was up", "interrupted", "so often"] {
        assert!(!text.contains(reason), "{text}");
    }
}

#[test]
fn an_interrupt_is_not_taken_for_the_end_of_the_time() {
    static STOP: AtomicBool = AtomicBool::new(false);
    // The second batch is larger than promised, and fails. The interrupt comes after a part of it has run again.
    let mut submission = program("if (count > 5) answer = 9");
    submission.interrupt = &STOP;
    let session = session(submission, None);
    let stop_after_the_first = |boards| STOP.store(boards > 1, Ordering::Relaxed);
    let judged = session.judge(&[stage(Boards::Domain(0..40))], &stop_after_the_first);
    let judged = judged.expect("it runs");
    assert!(judged.total.judged() < 17 && judged.total.cut_off > 0);
    let (_, text) = report(&judged, &session.submission);
    assert!(
        text.contains("boards more when the session was interrupted"),
        "{text}"
    );
    assert!(
        text.contains("no fault on ") && !text.contains("time was up"),
        "{text}"
    );
}
