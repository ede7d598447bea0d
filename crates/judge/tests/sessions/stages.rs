//! Which stages and boards are judged, and which are left out.

use super::*;

/// Judges the program on five boards, and then on five others. Returns the number of stages.
fn stages(submission: Submission<Ccf>, fail_fast: bool) -> usize {
    let stages = [("first", 0..5), ("second", 5..10)]
        .map(|(name, boards)| JudgeStage::new(name, Boards::Domain(boards), BatchSize::All));
    let mut session = session(submission, None);
    session.options.fail_fast = fail_fast;
    let judged = session.judge(&stages, &|_| {}).expect("it runs");
    judged.stages.len()
}

#[test]
fn later_stages_are_left_out_if_nobody_needs_them() {
    static NOW: AtomicBool = AtomicBool::new(true);
    let wrong = "if (board == 3) answer = 9";
    for (special, fail_fast, expected) in [
        ("", false, 2),
        ("", true, 2),
        (wrong, false, 2),
        (wrong, true, 1),
    ] {
        let stages = stages(program(special), fail_fast);
        assert_eq!(stages, expected, "{special}, {fail_fast}");
    }
    let mut hangs = program("while (1) {}");
    hangs.limits.time = Duration::from_millis(100);
    assert_eq!(stages(hangs, false), 1, "it was given up");
    let mut interrupted = program("");
    interrupted.interrupt = &NOW;
    assert_eq!(stages(interrupted, false), 1);
}

/// Judges the program on a sample that is board 30, then on boards that it would not reach, and then on boards alone.
fn after_a_sample(
    special: &str,
    limit: u64,
    fail_fast: bool,
) -> (Vec<u64>, SessionResult<Ccf>, String) {
    let mut submission = program(special);
    submission.limits.time = Duration::from_millis(limit);
    let mut session = session(submission, None);
    session.options.fail_fast = fail_fast;
    let alone = Boards::listed(Boards::Domain(0..40).iter().step_by(3));
    let stages = [
        (SAMPLES_STAGE, Boards::Domain(30..31), BatchSize::All),
        ("the second", Boards::Domain(1..2), BatchSize::Growing),
        ("alone", alone, BatchSize::One),
        ("the last", Boards::Domain(0..9), BatchSize::Growing),
    ];
    let stages = stages.map(|(name, boards, batches)| JudgeStage::new(name, boards, batches));
    let judged = session.judge(&stages, &|_| {}).expect("it runs");
    let (_, text) = report(&judged, &session.submission);
    let counts = judged.stages.iter().map(|stage| stage.answers.judged());
    (counts.collect(), judged, text)
}

/// Hangs on the sample, and on the last boards.
const HANGS: &str = "if (board >= 30) while (1) {}";

/// Judges a program that is too slow for the sample: so many boards of each stage, and these verdicts in all. The report
/// says whether it is also wrong.
fn is_slow(
    special: &str,
    fail_fast: bool,
    stages: &[u64],
    counts: &[(Verdict, u64)],
    also_wrong: Option<u64>,
) {
    let (judged_in, judged, text) = after_a_sample(special, 100, fail_fast);
    assert_eq!(judged_in, stages);
    let verdicts: Vec<_> = judged.total.verdicts.clone().into_iter().collect();
    assert_eq!(verdicts, counts);
    let verdict = "TLE: time limit exceeded (TLE on at least ";
    assert!(text.starts_with(verdict), "{text}");
    let also = judged.also_wrong().and_then(Failure::domain_index);
    assert_eq!(also, also_wrong);
    let said = "\nIt is not only slow: WA on ";
    assert_eq!(text.contains(said), also_wrong.is_some(), "{text}");
}

#[test]
fn a_slow_program_learns_whether_it_is_only_slow() {
    use Verdict::{Accepted, TimeLimit, WrongAnswer};
    let counts = [(Accepted, 10), (TimeLimit, 2)];
    is_slow(HANGS, false, &[1, 11], &counts, None);
    let wrong = format!("if (board == 6 || board == 9) answer = 9; {HANGS}");
    let counts = [(Accepted, 8), (WrongAnswer, 2), (TimeLimit, 2)];
    is_slow(&wrong, false, &[1, 11], &counts, Some(6));
    is_slow(&wrong, true, &[1], &[(TimeLimit, 1)], None);
    // One that always hangs is given up.
    let counts = [(TimeLimit, 2)];
    is_slow("while (1) {}", false, &[1, 1], &counts, None);
}

/// Although it answers them. It is quick where only the search for a simpler board asks.
#[test]
fn a_program_that_is_too_slow_for_the_other_boards_as_well_is_given_up() {
    // On a busy machine little of a short sleep is seen to be one.
    let slow = "if (board == 30) while (1) {}; if (board % 3 == 0) system(\"sleep 0.35\")";
    let (judged_in, ..) = after_a_sample(slow, 400, false);
    assert!(
        matches!(judged_in[..], [1, boards] if boards < 10),
        "{judged_in:?}"
    );
}

#[test]
fn a_program_that_is_wrong_and_not_slow_is_judged_on_all_boards() {
    let (_, judged, text) = after_a_sample("if (board == 6) answer = 9", 100, false);
    assert!(judged.stages.iter().any(|stage| stage.name == "the last"));
    assert!(
        judged.also_wrong().is_none() && !text.contains("not only slow"),
        "{text}"
    );
}

#[test]
fn a_program_that_crashes_too_often_is_asked_nothing_more() {
    let session = session(program("exit 3"), None);
    let stages = [BatchSize::All, BatchSize::One].map(|batches| JudgeStage {
        batches,
        ..stage(Boards::Domain(0..30))
    });
    let judged = session.judge(&stages, &|_| {}).expect("it runs");
    assert!(judged.total.gave_up);
    let crashed = judged.total.verdicts[&Verdict::RuntimeError];
    assert_eq!((judged.total.judged(), crashed), (20, 20));
}

#[test]
fn whoever_interrupts_the_search_for_a_cause_gets_what_is_known() {
    let folder = tempfile::tempdir().expect("a folder");
    for (boards, verdict) in [(5, Verdict::WrongAnswer), (6, Verdict::Accepted)] {
        let asked = folder.path().join(format!("asked-alone-of-{boards}"));
        let path = asked.to_str().expect("a path of text");
        let special = r#"if (board == 3 && count == COUNT) answer = 9
            if (board == 3 && count == 1) { print > "PATH"; close("PATH"); while (1) {} }"#;
        let interrupt: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let mut submission = program(
            &special
                .replace("PATH", path)
                .replace("COUNT", &boards.to_string()),
        );
        submission.interrupt = interrupt;
        submission.limits.time = Duration::from_mins(1);
        // Nobody joins the thread: if the search does not come that far, it waits for nothing.
        std::thread::spawn(move || {
            while !asked.exists() {
                std::thread::sleep(Duration::from_millis(10));
            }
            interrupt.store(true, Ordering::Relaxed);
        });
        let judged = judge_at_once(submission, 0..boards);
        assert!(judged.total.interrupted);
        assert_eq!(judged.verdict(), Some(verdict));
    }
}

#[test]
fn boards_that_there_was_no_time_for_are_not_taken_for_judged() {
    let slow = r#"if (n > 0) { fflush(); system("sleep 0.1") }"#;
    let mut few = stage(Boards::Domain(0..40));
    few.time = Some(Duration::from_millis(300));
    let judged = judge(program(slow), few);
    let answers = &judged.stages[0].answers;
    assert_eq!(answers.judged_below, answers.judged());
    assert!(answers.judged() < 40);
}
