//! How many boards are wrong, and that each counts once.

use super::*;

#[test]
fn boards_that_are_asked_about_again_count_once() {
    // It is right in large batches, and wrong in those of the promised size.
    judge_40(
        program("if (count == 5 && board == 7) answer = 9"),
        &[(Verdict::WrongAnswer, 1)],
    );
}

/// Judges the program on 40 boards, one at a time and in batches of the usual size. Returns how many are bad in
/// these, and whether there may be more. One at a time, `alone` must be bad.
fn count_bad(special: &str, alone: u64) -> (u64, bool) {
    let count = |batch| {
        let submission = program(special);
        let session = session(submission, batch);
        let judged = session.judge(&[stage(Boards::Domain(0..40))], &|_| {});
        let judged = judged.expect("it runs");
        assert_eq!(judged.total.judged(), 40, "{special}");
        let good = judged.total.verdicts.get(&Verdict::Accepted);
        let (_, text) = report(&judged, &session.submission);
        // The fewest that are wrong leave the most that are right.
        assert!(!text.contains("AC on at least"), "{text}");
        (40 - good.unwrap_or(&0), text.contains("at least"))
    };
    assert_eq!(count(Some(1)), (alone, false), "{special}");
    count(None)
}

#[test]
fn boards_that_are_wrong_whatever_else_is_asked_are_counted_exactly() {
    for (special, alone) in [
        (r#"if (board % 4 == 1) answer = " " answer"#, 10),
        (r#"if (board % 4 == 1) print """#, 10),
        ("if (board % 4 == 1) { print 9; exit 0 }", 10),
        ("if (board % 4 == 1) { print 9; exit 3 }", 10),
        ("if (board % 4 == 1) continue", 10),
    ] {
        assert_eq!(count_bad(special, alone), (alone, false), "{special}");
    }
}

#[test]
fn what_is_wrong_in_small_batches_only_is_counted_if_something_else_is_wrong_too() {
    let special = "if (count <= 5 && board % 4 == 1) answer = 9; if (board == 35) answer = 9";
    assert_eq!(count_bad(special, 11), (11, false));
}

#[test]
fn where_others_in_the_batch_matter_there_are_at_least_so_many() {
    for (special, alone) in [
        ("bad += board % 4 == 1; if (bad) answer = 9", 10),
        (r#"if (n == 0) print """#, 40),
        (r#"if (n == count - 1) answer = answer " bye""#, 40),
        ("if (n == 3) exit 0; if (board == 1) answer = 9", 1),
    ] {
        let (bad, at_least) = count_bad(special, alone);
        assert!(bad != alone && at_least, "{bad}: {special}");
    }
}

#[test]
fn a_board_that_is_wrong_after_others_and_right_alone_is_named() {
    for (special, depends) in [
        ("bad += board % 4 == 1; if (bad) answer = 9", true),
        ("if (board % 4 == 1) answer = 9", false),
    ] {
        let submission = program(special);
        let judged = judge(submission.clone(), stage(Boards::Domain(0..40)));
        let cause = judged.diagnosis.as_ref().map(|found| found.cause);
        assert_eq!(cause, Some(Cause::Alone), "{special}");
        let (document, text) = report(&judged, &submission);
        assert_eq!(document.right_alone.is_some(), depends, "{special}");
        let told = "Its answers also depend on the boards before, or on chance";
        assert_eq!(text.contains(told), depends, "{text}");
    }
}

#[test]
fn what_has_been_judged_is_not_asked_about_again_to_find_the_simplest() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    // About sixteen boards are right in one batch at first, and are then judged again five at a time.
    let special = r#"if (n == 0) print "run" >> "LOG"; if (board == 200) answer = 9"#;
    let special = special.replace("LOG", log.to_str().expect("a path of text"));
    let judged = judge(program(&special), stage(Boards::Domain(0..256)));
    assert_eq!(explained(&judged), (Some(200), true));
    let log = std::fs::read_to_string(&log).expect("written");
    let others = log.lines().count() as u64 - judged.total.runs;
    assert!(others < 20, "{others} runs to explain it");
}

/// The search for the board on which it hangs meets the wrong answer again.
#[test]
fn a_wrong_answer_before_a_hang_counts_once_and_within_the_promise_only() {
    let hangs = r#"if (count > LEAST && board == 4) answer = 9
        if (count > 5 && n == 8) system("exec sleep 3600")"#;
    for (least, wrong) in [("0", &[(Verdict::WrongAnswer, 1)][..]), ("5", &[])] {
        let mut submission = program(&hangs.replace("LEAST", least));
        submission.limits.time = Duration::from_millis(60);
        let beyond = judge_40(submission, wrong).beyond_promise;
        let beyond = beyond.map(|diagnosis| diagnosis.failure.result.verdict);
        assert_eq!(beyond, wrong.is_empty().then_some(Verdict::TimeLimit));
    }
}

#[test]
fn a_wrong_answer_before_a_limit_is_met_counts_once() {
    let takes = r#"if (board == 4) answer = 9
        if (count > 5 && n == 8) {
            fflush(); s = "x"; for (k = 0; k < 25; k++) s = s s; while (1) {}
        }"#;
    let mut submission = program(takes);
    submission.limits.memory = 16 << 20;
    let judged = judge_40(submission, &[(Verdict::WrongAnswer, 1)]);
    let oversized = judged.total.oversized.expect("larger ones take too much");
    assert_eq!(oversized.verdict, Verdict::MemoryLimit);
    assert!(!oversized.once);
}

#[test]
fn what_shows_in_large_batches_counts_if_few_boards_suffice() {
    // The fault does not show in batches of five, in which the boards are judged again.
    let judged = judge_40(
        program("if (board == 20 && count > 1 && count != 5) answer = 9"),
        &[(Verdict::WrongAnswer, 1)],
    );
    assert!(judged.beyond_promise.is_none());
    let boards = judged.diagnosis.map(|it| it.failure.boards.len());
    assert_eq!(boards, Some(2));
}

#[test]
fn what_shows_in_large_batches_counts_if_as_many_boards_suffice_as_are_promised() {
    use Verdict::{Accepted, TimeLimit, WrongAnswer};
    // In the smaller parts the board comes too early to show the fault.
    let wrong = "if (board == 22 && n > 3) answer = 9";
    let hangs = "if (board == 21 && n > 3) while (1) {}; if (board == 30) answer = 9";
    for (special, expected) in [
        (wrong, &[(Accepted, 22), (WrongAnswer, 1)][..]),
        (hangs, &[(Accepted, 21), (WrongAnswer, 1), (TimeLimit, 1)]),
    ] {
        let mut submission = program(special);
        submission.limits.time = Duration::from_millis(80);
        let judged = judge_at_once(submission, 17..40);
        let counts: Vec<_> = judged.total.verdicts.into_iter().collect();
        assert_eq!(counts, expected, "{special}");
        assert!(judged.beyond_promise.is_none());
        let boards = judged.diagnosis.map(|it| it.failure.boards.len());
        assert_eq!(boards, Some(5), "{special}");
    }
}
