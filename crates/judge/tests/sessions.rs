//! Tests of sessions: what they count, and how sure they are of a cause.
//!
//! The programs have a table of all answers, and each is wrong on boards that its test chooses.

mod causes;
mod counting;
mod interrupts;
mod limits;
mod replays;
mod stages;

use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossply::report::Detail;
use crossply::report::formats::Format;
use crossply_judge::report::{Circumstances, FindingDocument, JudgeDocument, LimitName};
use crossply_judge::{
    BatchOptions, BatchSize, Boards, Cause, Failure, Invocation, JudgeStage, SAMPLES_STAGE,
    Session, SessionResult, Submission, Verdict,
};
use crossply_problems::{Board, Ccf201803_4, Problem};

type Ccf = Ccf201803_4;

/// An awk program that reads the boards. `board` is the index of the current board, or empty if that is illegal;
/// `count` is the number of boards, and `answer` the right answer.
///
/// It searches the table of `ANSWERS` for each board. Most runs have few boards, so reading all of the table into an array
/// would take longer.
const READS: &str = r#"
    BEGIN {
        answers = ARGV[1]; ARGC = 1
        getline count
        for (n = 0; n < count; n++) {
            getline a; getline b; getline c
            place = index(answers, a " " b " " c ":")
            board = place ? (place - 1) / WIDTH : ""
            answer = place ? substr(answers, place + 18, 3) + 0 : ""
            SPECIAL
            print answer
        }
    }"#;

/// The boards in order, each with its answer, in entries of the same width.
static ANSWERS: LazyLock<String> = LazyLock::new(|| {
    let solver = Ccf::FAST;
    let mut solver = (solver.new)();
    let mut answers = String::new();
    for position in Ccf::domain().positions(0..Ccf::domain().len()) {
        let mut text = Vec::new();
        Ccf::append_case(position.into(), &mut text);
        let text = String::from_utf8(text).expect("ASCII");
        let board = text.split_whitespace().collect::<Vec<_>>().join(" ");
        write!(
            answers,
            "{board}:{:>3},",
            solver.solve(position).to_string()
        )
        .expect("it takes all");
    }
    answers
});

/// A program that is right except for the special case.
fn program(special: &str) -> Submission<Ccf> {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let width = ANSWERS.len() as u64 / Ccf::domain().len();
    let script = READS
        .replace("WIDTH", &width.to_string())
        .replace("SPECIAL", special);
    let program = Invocation::of(["awk", &*script, &*ANSWERS]);
    Submission::new(program, &NEVER)
}

fn stage(boards: Boards<Ccf>) -> JudgeStage<Ccf> {
    JudgeStage::new("boards", boards, BatchSize::Growing)
}

/// A session that judges one batch after the other. Their size is chosen, or grows.
fn session(submission: Submission<Ccf>, batch: Option<u64>) -> Session<Ccf> {
    let options = BatchOptions {
        batch,
        jobs: NonZeroUsize::MIN,
        fail_fast: false,
    };
    Session {
        submission,
        options,
    }
}

fn judge(submission: Submission<Ccf>, stage: JudgeStage<Ccf>) -> SessionResult<Ccf> {
    let session = session(submission, None);
    session.judge(&[stage], &|_| {}).expect("it runs")
}

/// Judges all boards in one run first, even if the statement promises fewer.
fn judge_at_once(submission: Submission<Ccf>, boards: std::ops::Range<u64>) -> SessionResult<Ccf> {
    let session = session(submission, Some(boards.end - boards.start));
    let mut stage = stage(Boards::Domain(boards));
    stage.batches = BatchSize::All;
    session.judge(&[stage], &|_| {}).expect("it runs")
}

/// What is reported about a session: the document, and the text.
fn report(judged: &SessionResult<Ccf>, submission: &Submission<Ccf>) -> (JudgeDocument, String) {
    let document = JudgeDocument::new(judged, submission, Circumstances::default());
    let text = Format::Text.write(&document, Detail::Everything, 100);
    (document, text.expect("it is text"))
}

/// The index of the board that is explained, and whether it is the simplest.
fn explained(judged: &SessionResult<Ccf>) -> (Option<u64>, bool) {
    let diagnosis = judged.diagnosis.as_ref().expect("it is wrong");
    (diagnosis.failure.domain_index(), diagnosis.simplest)
}

/// Judges the program on 40 boards. Each must count once, and the worst verdict must be explained.
fn judge_40(submission: Submission<Ccf>, bad: &[(Verdict, u64)]) -> SessionResult<Ccf> {
    let judged = judge(submission, stage(Boards::Domain(0..40)));
    let wrong: u64 = bad.iter().map(|(_, boards)| boards).sum();
    let mut expected = vec![(Verdict::Accepted, 40 - wrong)];
    expected.extend_from_slice(bad);
    let counts: Vec<_> = judged.total.verdicts.clone().into_iter().collect();
    assert_eq!(counts, expected);
    assert_eq!(judged.total.judged(), 40);
    let explained = judged.diagnosis.as_ref();
    let explained = explained.map(|diagnosis| diagnosis.failure.result.verdict);
    let worst = judged.verdict().filter(|_| !bad.is_empty());
    assert_eq!(explained, worst);
    judged
}
