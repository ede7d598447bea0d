//! The report about a judged program says what the document says.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crossply::report::Detail;
use crossply::report::formats::page::{PageMetadata, page};
use crossply::report::formats::{Banner, Format, Report};
use crossply_judge::report::{
    Circumstances, JudgeDocument, LimitName, Met, Oversized, SlowestBoardDocument,
};
use crossply_judge::{
    BatchOptions, BatchSize, Boards, Invocation, JudgeStage, Runtime, Session, SlowestRun,
    Submission, Verdict,
};
use crossply_problems::Ccf201803_4;

/// The document about a program that answers 0, on the first board, which X wins.
fn document() -> JudgeDocument {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let program = Invocation::of(["echo", "0"]);
    let session = Session {
        submission: Submission::<Ccf201803_4>::new(program, &NEVER),
        options: BatchOptions {
            batch: None,
            jobs: NonZeroUsize::MIN,
            fail_fast: false,
        },
    };
    let boards = Boards::Domain(0..1);
    let stage = JudgeStage::new("the first board", boards, BatchSize::Growing);
    let judged = session.judge(&[stage], &|_| {}).expect("it runs");
    JudgeDocument::new(&judged, &session.submission, Circumstances::default())
}

fn said(document: &JudgeDocument) -> String {
    let text = Format::Text.write(document, Detail::Everything, usize::MAX);
    text.expect("text")
}

/// Asserts that the report says this only after the change.
fn says_after(change: impl FnOnce(&mut JudgeDocument), expected: &str) {
    let mut document = document();
    assert!(!said(&document).contains(expected), "{expected}");
    change(&mut document);
    let text = said(&document);
    assert!(text.contains(expected), "{expected}: {text}");
}

fn met(verdict: Verdict) -> Met {
    Met {
        verdict,
        board: "XO./.X./..O".to_owned(),
        index: None,
    }
}

#[test]
fn the_failure_is_told_in_each_format() {
    let document = document();
    let told = [
        "WA: wrong answer (WA on 1 board).",
        "ccf201803-4: WA on position 0 (1 empty cell)",
        "    XXO\n    XXO\n    OO.\n",
        "    expected   1\n    given      0\n",
        "The best moves lead to 1, and neither side can do better:",
        "It fails on this board alone, and no simpler one got this verdict.",
        "To reproduce (crossply 0.1.0):\n\n    crossply judge ccf201803-4 --board XXO/XXO/OO. -- echo 0\n",
        "Judged: the first board (all 1), in ",
    ];
    let text = said(&document);
    let places: Vec<_> = told.iter().map(|words| text.find(words)).collect();
    assert!(
        places.is_sorted() && places[0] == Some(0),
        "{places:?}: {text}"
    );
    let metadata = PageMetadata {
        version: String::new(),
        command: String::new(),
        when: String::new(),
    };
    let mut in_order = self::document();
    let finding = in_order.finding.as_mut().expect("it is wrong");
    finding.explanation = "In order:\n\n    XO.\n    X..   <- here".to_owned();
    let code = "In order:</p><pre tabindex=\"0\">XO.\nX..   &lt;- here</pre>";
    assert!(page(&in_order, &metadata).contains(code));
    let page = page(&document, &metadata);
    for told in [
        "</span> WA: wrong answer</p>",
        "<dt>expected</dt><dd>1</dd>",
        "class=\"player\"",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    let quiet = Format::Text.write(&document, Detail::Failures, 80);
    let quiet = quiet.expect("text");
    assert!(
        quiet.starts_with("WA") && !quiet.contains("Judged"),
        "{quiet}"
    );
    let mut stopped = document;
    (stopped.verdict, stopped.interrupted) = (Some(Verdict::Accepted), true);
    let so_far = "Interrupted: no fault on 1 board so far.";
    assert_eq!(stopped.conclusion(), (Banner::Open, so_far.to_owned()));
}

#[test]
fn verdicts_have_their_usual_names() {
    let words = Verdict::ALL.map(|verdict| format!("{verdict}: {}", verdict.name()));
    let usual = [
        "AC: accepted",
        "PE: presentation error",
        "WA: wrong answer",
        "RE: runtime error",
        "OLE: output limit exceeded",
        "MLE: memory limit exceeded",
        "TLE: time limit exceeded",
        "CE: compile error",
    ];
    assert_eq!(words, usual);
}

#[test]
fn what_else_is_known_is_told() {
    says_after(|of| of.exact = false, "(WA on at least 1 board).");
    says_after(
        |of| of.gave_up = true,
        "It failed so often, or for so long,",
    );
    says_after(|of| of.interrupted = true, "these results are partial");
    says_after(
        |of| of.failing_sample = Some(met(Verdict::RuntimeError)),
        "It fails on a sample of the statement: RE on XO./.X./..O.",
    );
    says_after(
        |of| of.also_wrong = Some(met(Verdict::WrongAnswer)),
        "It is not only slow: WA on XO./.X./..O.",
    );
    says_after(
        |of| of.also_failing = vec!["XO./.X./..O".to_owned()],
        "It also failed on\n\n    XO./.X./..O\n",
    );
    says_after(
        |of| of.beyond_promise = of.finding.take(),
        "The statement promises at most 5 boards. With more it fails, which does not count:\n\nccf201803-4: WA on",
    );
    says_after(
        |of| of.reference = Some("slow.py".to_owned()),
        "    reference   1   <- proven right\n    given       0   <- proven wrong\n",
    );
    says_after(
        |of| of.finding.as_mut().expect("it is wrong").stderr = "help".to_owned(),
        "It printed to standard error:\n\n    help\n",
    );
    says_after(
        |of| of.cut_off = 7,
        "working on 7 boards more when the time was up.",
    );
}

#[test]
fn what_a_run_used_is_told_beside_its_limits() {
    let exceed = |of: &mut JudgeDocument, limit| {
        let finding = of.finding.as_mut().expect("it is wrong");
        finding.limit = Some(limit);
        (finding.usage.computing, finding.usage.time) = (0.5, 2.02);
        finding.usage.memory = Some(3 << 19);
    };
    says_after(
        |of| exceed(of, LimitName::Waiting),
        "used       0.50 s of CPU time (limit 1 s), 2.02 s with waiting (limit 2 s), peak memory 1.5 MiB (limit 256.0 MiB)",
    );
    let mut document = document();
    exceed(&mut document, LimitName::Output);
    assert!(!said(&document).contains("    used"));
    let run = |seconds, waiting| SlowestRun {
        boards: 5,
        used: Duration::from_secs_f64(seconds),
        limit: Duration::from_secs(1),
        waiting,
    };
    says_after(
        |of| of.slowest = Some(run(0.96, false)),
        "The slowest run took 0.96 s of CPU time (limit 1 s), on 5 boards.",
    );
    says_after(
        |of| of.slowest = Some(run(0.96, true)),
        "The slowest run took 0.96 s of CPU time and waiting (limit 1 s), on 5 boards.",
    );
    let board = |stopped| SlowestBoardDocument {
        board: "XO./.X./..O".to_owned(),
        index: Some(2000),
        empties: 5,
        run: run(0.8, false),
        stopped,
    };
    says_after(
        |of| of.slowest_board = Some(board(false)),
        "The slowest board is XO./.X./..O, with 5 empty cells: 0.80 s of CPU time alone, 0.20 s less than the limit. On a \
         machine 1.2 times slower it would fail.",
    );
    says_after(
        |of| of.slowest_board = Some(board(true)),
        "is XO./.X./..O, with 5 empty cells: it takes more than 1 s alone.",
    );
    says_after(
        |of| {
            of.runtime = Some(Runtime {
                name: "java".to_owned(),
                memory: 36 << 20,
                slack: 0,
                cpu: Duration::from_millis(125),
                time: Duration::from_millis(250),
            });
        },
        "java itself takes 36.0 MiB and 0.125 s of CPU time (0.25 s with waiting); the limits allow for this.",
    );
}

#[test]
fn batches_that_exceed_a_limit_are_told() {
    for (verdict, once, expected) in [
        (Verdict::MemoryLimit, false, "took too much memory, so they"),
        (
            Verdict::TimeLimit,
            true,
            "the program may hang now and then",
        ),
        (Verdict::TimeLimit, false, "stalled, so they were"),
    ] {
        let oversized = Oversized {
            boards: 4096,
            verdict,
            once,
        };
        says_after(|of| of.oversized = Some(oversized), expected);
    }
}
