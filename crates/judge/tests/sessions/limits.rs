//! How near a program comes to its limits, and how far beyond; slow boards.

use super::*;

#[test]
fn a_verdict_says_how_near_to_its_time_limit_the_program_came() {
    // There are two runs: one of boards 0 and 1, and one of board 2.
    for (slow, boards) in [(1, "2 boards"), (2, "1 board")] {
        let slow = format!("if (board == {slow}) for (k = 0; k < 3000000; k++) {{}}");
        let mut submission = program(&slow);
        submission.limits.time = Duration::from_hours(1);
        let session = session(submission, Some(2));
        let mut stage = stage(Boards::Domain(0..3));
        stage.batches = BatchSize::All;
        let judged = session.judge(&[stage], &|_| {}).expect("it runs");
        let (document, text) = report(&judged, &session.submission);
        let line = text.lines().find(|line| line.starts_with("The slowest"));
        let line = line.expect("it is told");
        assert!(
            line.ends_with(&format!(" s of CPU time (limit 3600 s), on {boards}.")),
            "{line}"
        );
        let slowest = document.slowest.expect("it is told");
        assert_eq!(boards.split(' ').next(), Some(&*slowest.boards.to_string()));
    }
}

#[test]
fn an_accepted_program_is_told_how_near_it_came_to_its_memory_limit() {
    // The program keeps at least 32 MiB, and long enough to be measured.
    let takes = r#"if (board == 3) {
            s = "x"; for (k = 0; k < 25; k++) s = s s
            fflush(); system("sleep 0.1")
        }"#;
    let mut submission = program(takes);
    submission.limits.memory = 1 << 30;
    let judged = judge(submission.clone(), stage(Boards::Domain(3..4)));
    assert_eq!(judged.verdict(), Some(Verdict::Accepted));
    let (document, text) = report(&judged, &submission);
    let (_, measured) = text.split_once("; peak memory ").expect("it is told");
    let (memory, _) = measured.split_once(" MiB (limit 1024.0 MiB)").expect(&text);
    assert!(memory.parse::<f64>().expect("a number") >= 32.0, "{text}");
    assert!(document.memory >= 32 << 20, "{}", document.memory);
}

/// The report on a program that exceeds a limit on board 3, and its finding.
fn exceeding(time: Duration, how: &str) -> (String, FindingDocument) {
    let mut submission = program(&format!("if (board == 3) {how}"));
    submission.limits.time = time;
    submission.limits.memory = 64 << 20;
    let judged = judge(submission.clone(), stage(Boards::Domain(3..4)));
    let (document, text) = report(&judged, &submission);
    (text, document.finding.expect("it exceeds a limit"))
}

#[test]
fn a_program_that_exceeds_a_limit_is_told_which_and_by_how_much() {
    let (short, long) = (Duration::from_millis(200), Duration::from_hours(1));
    let (text, computing) = exceeding(short, "while (1) {}");
    assert_eq!(computing.limit, Some(LimitName::Computing));
    assert!(computing.usage.computing > computing.usage.computing_limit);
    assert!(text.contains(" s of CPU time (limit 0.2 s), "), "{text}");
    assert!(!text.contains("The slowest run"), "{text}");
    let (text, waiting) = exceeding(short, r#"system("exec sleep 3600")"#);
    assert_eq!(waiting.limit, Some(LimitName::Waiting));
    assert!(waiting.usage.time > waiting.usage.time_limit);
    assert!(text.contains(" s with waiting (limit 0.4 s)"), "{text}");
    let (text, memory) = exceeding(
        long,
        r#"{ s = "x"; for (k = 0; k < 27; k++) s = s s; while (1) {} }"#,
    );
    assert_eq!(memory.limit, Some(LimitName::Memory));
    assert!(memory.usage.memory > Some(memory.usage.memory_limit));
    assert!(text.contains(" (limit 64.0 MiB)"), "{text}");
    let (_, output) = exceeding(long, r#"while (1) print "x""#);
    assert_eq!(output.limit, Some(LimitName::Output));
}

#[test]
fn one_slow_board_among_thousands_is_found() {
    let slow = program(r#"if (board == 1234) system("sleep 0.25")"#);
    let judged = judge_at_once(slow, 0..Ccf::domain().len());
    assert_eq!(judged.verdict(), Some(Verdict::Accepted));
    let slowest = judged.total.slowest_board.expect("it has been run alone");
    assert_eq!(slowest.board, Boards::<Ccf>::Domain(1234..1235).board(0));
    assert!(slowest.run.used >= Duration::from_millis(100) && !slowest.stopped);
    // Where no board is slow, none is looked for.
    let judged = judge_at_once(program(""), 0..40);
    assert!(judged.total.slowest_board.is_none());
}

#[test]
fn boards_of_a_stage_may_have_runs_of_their_own() {
    let mut stage = stage(Boards::Domain(0..20));
    stage.batches = BatchSize::One;
    let judged = judge(program(""), stage);
    assert_eq!(judged.total.runs, 20);
}
