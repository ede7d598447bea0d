//! Tests of sessions: what they count, and how sure they are of a cause.
//!
//! The programs have a table of all answers, and each is wrong on boards that its test chooses.

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossply_judge::{
    BatchOptions, BatchSize, Boards, Cause, Finding, JudgeStage, Program, Session, SessionResult,
    Submission, Verdict, slowest_board, tolerance,
};
use crossply_problems::{Board, Ccf201803_4, Problem};
use crossply_report::documents::judge::{FindingSummary, JudgeDocument, LimitName};
use crossply_report::judge_text;

type Ccf = Ccf201803_4;

/// An awk program that reads the boards. `board` is the index of the current board, or empty if that is illegal;
/// `count` is the number of boards, and `answer` the right answer.
const READS: &str = r#"
    BEGIN {
        entries = split(ENVIRON["ANSWERS"], entry, ",")
        for (i = 1; i <= entries; i++) {
            split(entry[i], half, ":")
            index_of[half[1]] = i - 1
            answer_to[half[1]] = half[2]
        }
        getline count
        for (n = 0; n < count; n++) {
            getline a; getline b; getline c
            key = a " " b " " c
            board = index_of[key]; answer = answer_to[key]
            SPECIAL
            print answer
        }
    }"#;

/// A program that is right except for the special case.
fn program(special: &str) -> Submission<Ccf> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let solver = Ccf::FAST;
    let mut solver = (solver.new)();
    let mut answers = String::new();
    for position in Ccf::domain().positions(0..Ccf::domain().len()) {
        let mut text = Vec::new();
        Ccf::append_case(position.into(), &mut text);
        let text = String::from_utf8(text).expect("ASCII");
        let key = text.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(answers, "{key}:{},", solver.solve(position)).expect("it takes all");
    }
    let script = READS.replace("SPECIAL", special);
    let words = [
        "-c",
        r#"ANSWERS="$1" exec awk "$2""#,
        "sh",
        &answers,
        &script,
    ];
    let program = Program {
        name: "sh".into(),
        arguments: words.into_iter().map(Into::into).collect(),
    };
    Submission::new(program, &NEVER)
}

fn stage(boards: Boards<Ccf>) -> JudgeStage<Ccf> {
    JudgeStage {
        name: "boards",
        boards,
        batches: BatchSize::Growing,
        time: None,
    }
}

fn judge(submission: Submission<Ccf>, stage: JudgeStage<Ccf>) -> SessionResult<Ccf> {
    let options = BatchOptions {
        batch: None,
        jobs: NonZeroUsize::MIN,
        fail_fast: false,
    };
    let session = Session {
        submission,
        options,
    };
    session.judge(&[stage], &|_| {}).expect("it runs")
}

/// Judges all boards in one run first, even if the statement promises fewer.
fn judge_at_once(submission: Submission<Ccf>, boards: std::ops::Range<u64>) -> SessionResult<Ccf> {
    let options = BatchOptions {
        batch: Some(boards.end - boards.start),
        jobs: NonZeroUsize::MIN,
        fail_fast: false,
    };
    let mut stage = stage(Boards::Domain(boards));
    stage.batches = BatchSize::All;
    let session = Session {
        submission,
        options,
    };
    session.judge(&[stage], &|_| {}).expect("it runs")
}

/// Judges the program on 40 boards. Each must count once, and the worst verdict must be explained.
fn judge_40(submission: Submission<Ccf>, bad: &[(Verdict, u64)]) -> SessionResult<Ccf> {
    let judged = judge(submission, stage(Boards::Domain(0..40)));
    let wrong: u64 = bad.iter().map(|(_, boards)| boards).sum();
    let mut expected = vec![(Verdict::Accepted, 40 - wrong)];
    expected.extend_from_slice(bad);
    let counts: Vec<_> = judged.total.verdicts.clone().into_iter().collect();
    assert_eq!(counts, expected);
    assert_eq!(judged.total.judged, 40);
    let explained = judged.finding.as_ref();
    let explained = explained.map(|finding| finding.result.verdict);
    let worst = judged.verdict().filter(|_| !bad.is_empty());
    assert_eq!(explained, worst);
    judged
}

#[test]
fn each_wrong_board_counts_once() {
    let judged = judge_40(
        program("if (board % 4 == 1) answer = 9"),
        &[(Verdict::WrongAnswer, 10)],
    );
    assert_eq!(
        judged.finding.and_then(|finding| finding.domain_index()),
        Some(1)
    );
}

#[test]
fn the_worst_verdict_is_that_of_the_program() {
    let judged = judge_40(
        program("if (board == 3) answer = 9; if (board == 30) exit 3"),
        &[(Verdict::WrongAnswer, 1), (Verdict::RuntimeError, 1)],
    );
    assert_eq!(judged.verdict(), Some(Verdict::RuntimeError));
    assert_eq!(
        judged.finding.and_then(|finding| finding.domain_index()),
        Some(30)
    );
}

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
        let options = BatchOptions {
            batch,
            jobs: NonZeroUsize::MIN,
            fail_fast: false,
        };
        let submission = program(special);
        let session = Session {
            submission,
            options,
        };
        let judged = session.judge(&[stage(Boards::Domain(0..40))], &|_| {});
        let judged = judged.expect("it runs");
        assert_eq!(judged.total.judged, 40, "{special}");
        let good = judged.total.verdicts.get(&Verdict::Accepted);
        let text = judge_text::verdict(&judged);
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
fn what_has_been_judged_is_not_asked_about_again_to_find_the_simplest() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    // About sixteen boards are right in one batch at first, and are then judged again five at a time.
    let special = r#"if (n == 0) print "run" >> "LOG"; if (board == 200) answer = 9"#;
    let special = special.replace("LOG", log.to_str().expect("a path of text"));
    let judged = judge(program(&special), stage(Boards::Domain(0..256)));
    let finding = judged.finding.expect("it is wrong");
    assert_eq!(
        (finding.domain_index(), finding.simplest),
        (Some(200), true)
    );
    let log = std::fs::read_to_string(&log).expect("written");
    let others = log.lines().count() as u64 - judged.total.runs;
    assert!(others < 10, "{others} runs to explain it");
}

/// The search for the board on which it hangs meets the wrong answer again.
#[test]
fn a_wrong_answer_before_a_hang_counts_once() {
    let hangs = "if (board == 4) answer = 9
        if (count > 5 && n == 8) { fflush(); while (1) {} }";
    let mut submission = program(hangs);
    submission.limits.time = Duration::from_millis(200);
    judge_40(submission, &[(Verdict::WrongAnswer, 1)]);
}

#[test]
fn a_wrong_answer_before_a_hang_counts_within_the_promise_only() {
    let hangs = "if (count > 5 && board == 4) answer = 9
        if (count > 5 && n == 8) { fflush(); while (1) {} }";
    let mut submission = program(hangs);
    submission.limits.time = Duration::from_millis(200);
    let judged = judge_40(submission, &[]);
    let beyond = judged.beyond_promise.map(|finding| finding.result.verdict);
    assert_eq!(beyond, Some(Verdict::TimeLimit));
}

#[test]
fn a_wrong_answer_before_a_limit_is_met_counts_once() {
    let takes = r#"if (board == 4) answer = 9
        if (count > 5 && n == 8) {
            fflush(); s = "x"; for (k = 0; k < 27; k++) s = s s; while (1) {}
        }"#;
    let mut submission = program(takes);
    submission.limits.memory = 64 << 20;
    let judged = judge_40(submission, &[(Verdict::WrongAnswer, 1)]);
    let oversized = judged.total.oversized.expect("larger ones take too much");
    assert_eq!(
        (oversized.verdict, oversized.once),
        (Verdict::MemoryLimit, false)
    );
}

#[test]
fn what_shows_in_large_batches_counts_if_few_boards_suffice() {
    // The fault does not show in batches of five, in which the boards are judged again.
    let judged = judge_40(
        program("if (board == 20 && count > 1 && count != 5) answer = 9"),
        &[(Verdict::WrongAnswer, 1)],
    );
    assert!(judged.beyond_promise.is_none());
    let boards = judged.finding.map(|finding| finding.boards.len());
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
        submission.limits.time = Duration::from_millis(400);
        let judged = judge_at_once(submission, 17..40);
        let counts: Vec<_> = judged.total.verdicts.into_iter().collect();
        assert_eq!(counts, expected, "{special}");
        assert!(judged.beyond_promise.is_none());
        let boards = judged.finding.map(|finding| finding.boards.len());
        assert_eq!(boards, Some(5), "{special}");
    }
}

/// Judges the program on five boards, and then on five others. Returns the number of stages.
fn stages(submission: Submission<Ccf>, fail_fast: bool) -> usize {
    let stages = [("first", 0..5), ("second", 5..10)].map(|(name, boards)| JudgeStage {
        name,
        batches: BatchSize::All,
        ..stage(Boards::Domain(boards))
    });
    let options = BatchOptions {
        batch: None,
        jobs: NonZeroUsize::MIN,
        fail_fast,
    };
    let session = Session {
        submission,
        options,
    };
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
    assert_eq!(answers.judged_below, answers.judged);
    assert!(answers.judged < 40);
}

#[test]
fn a_board_is_the_simplest_only_if_all_simpler_ones_were_judged() {
    let wrong = "if (board == 5 || board == 25) answer = 9";
    let judged = judge(program(wrong), stage(Boards::Domain(20..30)));
    let finding = judged.finding.expect("it is wrong");
    assert_eq!((finding.domain_index(), finding.simplest), (Some(5), true));
    // It hangs before it reaches the board.
    let hangs = "if (board == 10) while (1) {}; if (board == 25) answer = 9";
    let mut submission = program(hangs);
    submission.limits.time = Duration::from_millis(200);
    let judged = judge(submission, stage(Boards::Domain(20..30)));
    let finding = judged.finding.expect("it is wrong");
    assert_eq!(
        (finding.domain_index(), finding.simplest),
        (Some(25), false)
    );
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

#[test]
fn a_program_that_fails_on_one_of_many_inputs_does_not_cope_with_them() {
    let submission = program("if (board == 27 * 50) answer = 9");
    let found = tolerance(&submission).expect("it runs");
    let order = found.iter().find(|found| found.what.contains("order"));
    assert_eq!(order.map(|found| found.verdict), Some(Verdict::WrongAnswer));
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
    let judged = judge(program(&fails), stage);
    judged.finding.expect("it is wrong").cause
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
    submission.limits.time = Duration::from_millis(200);
    let judged = judge_40(submission, &[(Verdict::TimeLimit, 1)]);
    let finding = judged.finding.expect("it hangs");
    let shortest = true;
    assert_eq!(finding.cause, Cause::Sequence { shortest });
    assert_eq!((finding.boards.len(), finding.index), (2, 1));
    assert_eq!(finding.domain_index(), Some(7));
}

#[test]
fn of_a_long_sequence_not_every_board_is_tried() {
    let submission = program("if (n == 0) first = board; if (n == 299 && first == 0) answer = 9");
    let judged = judge_at_once(submission, 0..300);
    let finding = judged.beyond_promise.expect("it is wrong");
    let shortest = false;
    assert_eq!(finding.cause, Cause::Sequence { shortest });
    assert_eq!(finding.boards.len(), 300);
}

#[test]
fn a_hang_on_a_board_alone_counts_once() {
    let mut submission = program("if (board == 7) while (1) {}");
    submission.limits.time = Duration::from_millis(100);
    let judged = judge(submission, stage(Boards::Domain(0..40)));
    assert_eq!(judged.total.verdicts[&Verdict::TimeLimit], 1);
    let finding = judged.finding.expect("it hangs");
    assert_eq!(
        (finding.domain_index(), finding.cause),
        (Some(7), Cause::Alone)
    );
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
    submission.limits.time = Duration::from_millis(200);
    let judged = judge_40(submission, &[(Verdict::TimeLimit, 1)]);
    assert_eq!(
        judged.finding.and_then(|finding| finding.domain_index()),
        Some(7)
    );
}

#[test]
fn a_verdict_says_how_near_to_its_time_limit_the_program_came() {
    // There are two runs: one of boards 0 and 1, and one of board 2.
    for (slow, boards) in [(1, "2 boards"), (2, "1 board")] {
        let slow = format!("if (board == {slow}) for (k = 0; k < 3000000; k++) {{}}");
        let mut submission = program(&slow);
        submission.limits.time = Duration::from_hours(1);
        let options = BatchOptions {
            batch: Some(2),
            jobs: NonZeroUsize::MIN,
            fail_fast: false,
        };
        let session = Session {
            submission,
            options,
        };
        let mut stage = stage(Boards::Domain(0..3));
        stage.batches = BatchSize::All;
        let judged = session.judge(&[stage], &|_| {}).expect("it runs");
        let text = judge_text::coverage(&judged, &session.submission);
        let line = text.lines().find(|line| line.starts_with("The slowest"));
        let line = line.expect("it is told");
        assert!(
            line.ends_with(&format!(" s of 3600 s: {boards}.")),
            "{line}"
        );
        let document = JudgeDocument::new("", &judged, &session.submission, None, None, None);
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
    let text = judge_text::coverage(&judged, &submission);
    let (_, measured) = text.split_once("; at most ").expect("it is told");
    let (memory, _) = measured.split_once(" MiB of 1024.0 MiB").expect(&text);
    assert!(memory.parse::<f64>().expect("a number") >= 32.0, "{text}");
    let document = JudgeDocument::new("", &judged, &submission, None, None, None);
    assert!(document.memory >= 32 << 20, "{}", document.memory);
}

/// The report on a program that exceeds a limit on board 3, and its finding.
fn exceeding(time: Duration, how: &str) -> (String, FindingSummary) {
    let mut submission = program(&format!("if (board == 3) {how}"));
    submission.limits.time = time;
    submission.limits.memory = 64 << 20;
    let judged = judge(submission.clone(), stage(Boards::Domain(3..4)));
    let document = JudgeDocument::new("", &judged, &submission, None, None, None);
    let finding = judged.finding.as_ref().expect("it exceeds a limit");
    let text = judge_text::finding(finding, &submission, None)
        + &judge_text::coverage(&judged, &submission);
    (text, document.finding.expect("the same"))
}

#[test]
fn a_program_that_exceeds_a_limit_is_told_which_and_by_how_much() {
    let (short, long) = (Duration::from_millis(200), Duration::from_hours(1));
    let (text, computing) = exceeding(short, "while (1) {}");
    assert_eq!(computing.limit, Some(LimitName::Computing));
    assert!(computing.usage.computing > computing.usage.computing_limit);
    assert!(text.contains(" s of 0.2 s, with waiting "), "{text}");
    assert!(!text.contains("The slowest run"), "{text}");
    let (text, waiting) = exceeding(short, r#"system("exec sleep 3600")"#);
    assert_eq!(waiting.limit, Some(LimitName::Waiting));
    assert!(waiting.usage.time > waiting.usage.time_limit);
    assert!(text.contains(" s of 0.4 s"), "{text}");
    let (text, memory) = exceeding(
        long,
        r#"{ s = "x"; for (k = 0; k < 27; k++) s = s s; while (1) {} }"#,
    );
    assert_eq!(memory.limit, Some(LimitName::Memory));
    assert!(memory.usage.memory > Some(memory.usage.memory_limit));
    assert!(text.contains(" of 64.0 MiB"), "{text}");
    let (_, output) = exceeding(long, r#"while (1) print "x""#);
    assert_eq!(output.limit, Some(LimitName::Output));
}

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
            r#"{ s = "x"; for (k = 0; k < 27; k++) s = s s; while (1) {} }"#,
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
            submission.limits.memory = 64 << 20;
            let options = BatchOptions {
                batch: Some(1),
                jobs: NonZeroUsize::MIN,
                fail_fast: false,
            };
            let session = Session {
                submission,
                options,
            };
            let judged = session.judge(&[stage(Boards::Domain(2..6))], &|_| {});
            let judged = judged.expect("it runs");
            assert_eq!(judged.total.failures.len(), 2, "{special}");
            assert_eq!(judged.verdict(), Some(*worst), "{special}");
            let text = judge_text::verdict(&judged);
            assert!(text.starts_with(worst.code()), "{text}");
            let document = JudgeDocument::new("", &judged, &session.submission, None, None, None);
            let found = document.finding.expect("it is bad");
            assert_eq!(document.verdict, Some(found.verdict));
            assert_eq!(found.verdict, *worst, "{special}");
            assert_eq!(found.index, Some(*second), "{special}");
        }
    }
}

#[test]
fn what_was_found_until_an_interrupt_is_explained() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let mut submission = program("if (board == 0) answer = 9");
    submission.interrupt = &STOP;
    let options = BatchOptions {
        batch: None,
        jobs: NonZeroUsize::MIN,
        fail_fast: false,
    };
    let session = Session {
        submission,
        options,
    };
    let stages = [stage(Boards::Domain(0..40)), stage(Boards::Domain(40..80))];
    // It is interrupted as soon as one board has been judged.
    let judged = session.judge(&stages, &|_| STOP.store(true, Ordering::Relaxed));
    let judged = judged.expect("it runs");
    assert!(judged.total.interrupted && judged.stages.len() == 1);
    assert_eq!(judged.total.judged, 1);
    let text = judge_text::verdict(&judged);
    let verdict = "WA: wrong answer (WA on at least 1 board).\nThe session was interrupted";
    assert!(text.starts_with(verdict), "{text}");
    let finding = judged.finding.as_ref().expect("it is told");
    let text = judge_text::finding(finding, &session.submission, None);
    for part in ["WA on position 0", "given      9", "There was no time"] {
        assert!(text.contains(part), "{text}");
    }
    let text = judge_text::coverage(&judged, &session.submission);
    assert!(text.contains("boards (1 of 40)"), "{text}");
    let document = JudgeDocument::new("", &judged, &session.submission, None, None, None);
    assert!(document.interrupted && document.finding.is_some());
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
    let finding = judged.finding.expect("it is told");
    assert_eq!(finding.boards.len(), 5);
    assert_eq!(finding.cause, Cause::Unknown);
}

#[test]
fn who_wants_the_first_failure_only_is_not_told_that_the_time_was_up() {
    let submission = program("if (board == 9) answer = 9");
    let options = BatchOptions {
        batch: None,
        jobs: NonZeroUsize::MIN,
        fail_fast: true,
    };
    let session = Session {
        submission,
        options,
    };
    let stages = [stage(Boards::Domain(0..40)), stage(Boards::Domain(40..80))];
    let judged = session.judge(&stages, &|_| {}).expect("it runs");
    assert_eq!(judged.stages.len(), 1);
    // The program fails in a batch of sixteen. The batch is split, and some of its parts are never judged.
    assert!(judged.total.judged < 17, "{}", judged.total.judged);
    assert_eq!(
        judged.finding.as_ref().and_then(Finding::domain_index),
        Some(9)
    );
    let text = judge_text::verdict(&judged) + &judge_text::coverage(&judged, &session.submission);
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
    let options = BatchOptions {
        batch: None,
        jobs: NonZeroUsize::MIN,
        fail_fast: false,
    };
    let session = Session {
        submission,
        options,
    };
    let stop_after_the_first = |boards| STOP.store(boards > 1, Ordering::Relaxed);
    let judged = session.judge(&[stage(Boards::Domain(0..40))], &stop_after_the_first);
    let judged = judged.expect("it runs");
    assert!(judged.total.judged < 17 && judged.total.cut_off > 0);
    let text = judge_text::verdict(&judged) + &judge_text::coverage(&judged, &session.submission);
    assert!(
        text.contains("boards more when the session was interrupted"),
        "{text}"
    );
    assert!(
        text.contains("known so far") && !text.contains("time was up"),
        "{text}"
    );
}

#[test]
fn one_slow_board_among_thousands_is_found() {
    let slow = program(r#"if (board == 1234) system("sleep 0.8")"#);
    let judged = judge_at_once(slow, 0..Ccf::domain().len());
    assert_eq!(judged.verdict(), Some(Verdict::Accepted));
    let slowest = slowest_board(&judged.total.times).expect("it has been run alone");
    assert_eq!(slowest.board, Boards::<Ccf>::Domain(1234..1235).board(0));
    assert!(slowest.run.used >= Duration::from_millis(100) && !slowest.stopped);
    // Where no board is slow, none is looked for.
    let judged = judge_at_once(program(""), 0..40);
    assert!(judged.total.times.is_empty());
}

#[test]
fn boards_of_a_stage_may_have_runs_of_their_own() {
    let mut stage = stage(Boards::Domain(0..20));
    stage.batches = BatchSize::One;
    let judged = judge(program(""), stage);
    assert_eq!((judged.total.runs, judged.total.largest_batch), (20, 1));
    assert_eq!(judged.total.times[&1].runs, 20);
}
