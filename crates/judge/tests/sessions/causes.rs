//! What a failure depends on: the board, the boards before it, or chance.

use super::*;

#[test]
fn a_board_is_the_simplest_only_if_all_simpler_ones_were_judged() {
    let wrong = "if (board == 5 || board == 25) answer = 9";
    let judged = judge(program(wrong), stage(Boards::Domain(20..30)));
    assert_eq!(explained(&judged), (Some(5), true));
    // It hangs before it reaches the board.
    let hangs = "if (board == 10) while (1) {}; if (board == 25) answer = 9";
    let mut submission = program(hangs);
    submission.limits.time = Duration::from_millis(100);
    let judged = judge(submission, stage(Boards::Domain(20..30)));
    assert_eq!(explained(&judged), (Some(25), false));
}

#[test]
fn illegal_boards_are_answered_where_they_stand() {
    let illegal: Board<Ccf> = "XXX/OOO/...".parse().expect("a board");
    let legal = |index| Board::from(Ccf::domain().position(index));
    let all = [legal(0), illegal, legal(2738), illegal, legal(12)];
    let ask = |special: &str| {
        let mut submission = program(special);
        let (boards, left_out) = submission.prepare_boards(all).expect("it runs");
        let result = submission.run(&boards).expect("it runs");
        (boards.len(), left_out, result.verdict)
    };
    let answers = ask(r#"if (board == "") answer = 7"#);
    assert_eq!(answers, (5, vec![], Verdict::Accepted));
    let remembers = ask(r#"if (board == "") answer = 7 + n"#);
    assert_eq!(remembers, (5, vec![], Verdict::WrongAnswer));
    // Illegal boards do not count if the program prints anything but one line for them.
    for special in ["print 7; answer = 8", "print 7; exit 3"] {
        let special = format!(r#"if (board == "") {{ {special} }}"#);
        let (boards, left_out, verdict) = ask(&special);
        assert_eq!((boards, verdict), (3, Verdict::Accepted), "{special}");
        assert_eq!(left_out, [illegal], "{special}");
    }
}

/// The cause that is found for a program that is wrong about the last of these boards in some of the runs on all of
/// them. The condition `when` chooses the runs; its variable `runs` is the number of earlier runs.
fn cause_of_failing(when: &str, boards: std::ops::Range<u64>) -> Cause {
    let folder = tempfile::tempdir().expect("a folder");
    let runs = folder.path().join("runs");
    let fails = r#"if (n == count - 1 && count == COUNT) {
            runs = 0; getline runs < "RUNS"; close("RUNS")
            print runs + 1 > "RUNS"; close("RUNS")
            if (WHEN) answer = 9
        }"#;
    let count = boards.end - boards.start;
    let fails = fails
        .replace("COUNT", &count.to_string())
        .replace("RUNS", runs.to_str().expect("a path of text"))
        .replace("WHEN", when);
    let mut stage = stage(Boards::Domain(boards));
    stage.batches = BatchSize::All;
    let submission = program(&fails);
    let judged = judge(submission.clone(), stage);
    let (_, text) = report(&judged, &submission);
    let cause = judged.diagnosis.expect("it is wrong").cause;
    if let Cause::Flaky { failed, runs } = cause {
        let told = format!("it fails in {failed} of {runs} runs.");
        assert!(text.contains(&told), "{text}");
    }
    cause
}

#[test]
fn a_board_that_fails_twice_and_never_again_is_flaky() {
    for (when, failed, runs) in [
        ("runs < 2", 1, 12),
        ("runs < 3", 2, 13),
        ("runs < 2 || runs == 5 || runs == 7", 3, 12),
    ] {
        let cause = cause_of_failing(when, 7..8);
        assert_eq!(cause, Cause::Flaky { failed, runs }, "{when}");
    }
    assert_eq!(cause_of_failing("runs >= 0", 7..8), Cause::Alone);
}

#[test]
fn a_sequence_that_fails_until_it_is_cut_is_flaky() {
    let cause = cause_of_failing("runs < 3", 3..5);
    assert!(matches!(cause, Cause::Flaky { .. }), "{cause:?}");
    let shortest = true;
    let cause = cause_of_failing("runs >= 0", 3..5);
    assert_eq!(cause, Cause::Sequence { shortest });
}

#[test]
fn a_hang_after_another_board_takes_both() {
    let mut submission = program("if (board == 7 && n > 0) while (1) {}");
    submission.limits.time = Duration::from_millis(100);
    let judged = judge_40(submission, &[(Verdict::TimeLimit, 1)]);
    let diagnosis = judged.diagnosis.expect("it hangs");
    let shortest = true;
    assert_eq!(diagnosis.cause, Cause::Sequence { shortest });
    let failure = diagnosis.failure;
    assert_eq!((failure.boards.len(), failure.index), (2, 1));
    assert_eq!(failure.domain_index(), Some(7));
}

#[test]
fn of_a_long_sequence_few_boards_are_left_or_only_their_number_matters() {
    let after_the_first = "if (n == 0) first = board; if (board == 299 && first == 0) answer = 9";
    let judged = judge_at_once(program(after_the_first), 0..300);
    let diagnosis = judged.diagnosis.expect("it is wrong");
    let shortest = true;
    assert_eq!(diagnosis.cause, Cause::Sequence { shortest });
    assert_eq!(diagnosis.failure.boards.len(), 2);
    let judged = judge_at_once(program("if (n == 299) answer = 9"), 0..300);
    let diagnosis = judged.beyond_promise.expect("it is wrong");
    let or_more = true;
    assert_eq!(diagnosis.cause, Cause::Number { or_more });
    assert_eq!(diagnosis.failure.boards.len(), 300);
}

#[test]
fn chance_that_is_seeded_by_the_clock_is_chance() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = folder.path().join("first");
    let fails = r#"if (board == 7) {
            "date +%s" | getline now; first = 0
            getline first < "FIRST"; close("FIRST")
            if (first == 0) { first = now; print now > "FIRST"; close("FIRST") }
            if (now == first) answer = 9
        }"#;
    let fails = fails.replace("FIRST", first.to_str().expect("a path of text"));
    let judged = judge(program(&fails), stage(Boards::Domain(7..8)));
    let cause = judged.diagnosis.expect("it is wrong").cause;
    assert!(matches!(cause, Cause::Flaky { .. }), "{cause:?}");
}

#[test]
fn a_hang_that_the_board_alone_has_hidden_once_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let seen = folder.path().join("seen");
    let special = r#"if (board == 7) {
            seen = getline < "SEEN"; close("SEEN")
            if (count == 1) { print "yes" > "SEEN"; close("SEEN") }
            while (count != 5 && (count > 1 || seen > 0)) {}
        }"#;
    let special = special.replace("SEEN", seen.to_str().expect("a path of text"));
    let mut submission = program(&special);
    submission.limits.time = Duration::from_millis(100);
    let judged = judge_40(submission, &[(Verdict::TimeLimit, 1)]);
    assert_eq!(explained(&judged).0, Some(7));
}
