//! The page about a judged program shows what the document says.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use crossply_judge::{
    BatchOptions, BatchSize, Boards, JudgeStage, Program, Session, Submission, Verdict,
};
use crossply_problems::Ccf201803_4;
use crossply_report::documents::judge::{
    CauseName, FailureSummary, JudgeDocument, LimitName, RuntimeSummary, SlowestBoardSummary,
    SlowestRunSummary, TimesSummary,
};
use crossply_report::{PageMetadata, judge_page};

/// The document about a program that answers 0, on the first board, which X wins.
fn document() -> JudgeDocument {
    static NEVER: AtomicBool = AtomicBool::new(false);
    let program = Program {
        name: "echo".into(),
        arguments: vec!["0".into()],
    };
    let session = Session {
        submission: Submission::<Ccf201803_4>::new(program, &NEVER),
        options: BatchOptions {
            batch: None,
            jobs: NonZeroUsize::MIN,
            fail_fast: false,
        },
    };
    let stage = JudgeStage {
        name: "the first board",
        boards: Boards::Domain(0..1),
        batches: BatchSize::Growing,
        time: None,
    };
    let judged = session.judge(&[stage], &|_| {}).expect("it runs");
    JudgeDocument::new("1.2.3", &judged, &session.submission, None, None, None)
}

fn page(document: &JudgeDocument) -> String {
    let metadata = PageMetadata {
        version: String::new(),
        command: String::new(),
        when: String::new(),
    };
    judge_page(document, &metadata)
}

/// The text beside this name on the page.
fn fact(document: &JudgeDocument, name: &str) -> Option<String> {
    let page = page(document);
    let (_, rest) = page.split_once(&format!("<dt>{name}</dt><dd>"))?;
    let (fact, _) = rest.split_once("</dd>")?;
    Some(fact.to_owned())
}

#[test]
fn it_is_told_whether_there_may_be_more() {
    let mut document = document();
    for (exact, expected) in [(true, "on 1 of 1 "), (false, "on at least 1 of 1 ")] {
        document.exact = exact;
        assert!(page(&document).contains(&format!("WA: wrong answer, {expected}boards judged.")));
    }
}

/// The cells of the first board of a page, row by row.
fn drawn(page: &str) -> Vec<String> {
    let (_, board) = page.split_once("<span class=\"board\"").expect("a board");
    let rows = board.split("<span class=\"row\">").skip(1).take(3);
    let row = |row: &str| {
        let cells = row.split("<span class=\"cell").skip(1).take(3);
        let cell = |cell: &str| {
            cell.split(['>', '<'])
                .nth(1)
                .map(|stone| format!("{stone:1}"))
        };
        cells.filter_map(cell).collect()
    };
    rows.map(row).collect()
}

#[test]
fn boards_are_not_mirrored() {
    let page = page(&document());
    assert_eq!(drawn(&page), ["XXO", "XXO", "OO "]);
    let label = "aria-label=\"board: X X O; X X O; O O empty\"";
    assert!(page.contains(label), "{page}");
}

#[test]
fn what_else_fails_is_told() {
    let mut document = document();
    for heading in [
        "It fails on a sample",
        "Other boards",
        "Beyond the statement",
    ] {
        assert!(!page(&document).contains(heading), "{heading}");
    }
    document.failing_sample = Some(FailureSummary {
        verdict: Verdict::RuntimeError,
        board: "XOX/OXO/OX.".to_owned(),
        index: None,
    });
    document.also_failing = vec!["XO./.X./..O".to_owned()];
    let told = page(&document);
    let sample = "It fails on a sample of the statement: RE on XOX/OXO/OX..";
    assert!(told.contains(sample), "{told}");
    assert!(told.contains("Other boards on which it failed: 1 board"));
    assert!(told.contains("board: X O empty; empty X empty; empty empty O"));
    document.also_failing.clear();
    document.beyond_promise = document.finding.take();
    let told = page(&document);
    assert!(told.contains("Beyond the statement"), "{told}");
    assert_eq!(drawn(&told), ["XXO", "XXO", "OO "]);
}

#[test]
fn what_a_runtime_takes_is_told() {
    let mut document = document();
    assert_eq!(fact(&document, "runtime"), None);
    document.runtime = Some(RuntimeSummary {
        name: "<java>".to_owned(),
        memory: 36 << 20,
        computing: 0.125,
        seconds: 0.25,
    });
    let expected = "&lt;java&gt; itself takes 36.0 MiB and 0.125 s of computing (0.25 s with waiting), which are \
                    allowed for.";
    assert_eq!(fact(&document, "runtime").as_deref(), Some(expected));
}

#[test]
fn it_is_told_that_a_slow_program_is_also_wrong() {
    let mut document = document();
    let told = "<p>It is not only slow: WA on XO./.X./..O.</p>";
    assert!(document.also_wrong.is_none() && !page(&document).contains(told));
    document.also_wrong = Some(FailureSummary {
        verdict: Verdict::WrongAnswer,
        board: "XO./.X./..O".to_owned(),
        index: None,
    });
    assert!(page(&document).contains(told));
}

#[test]
fn each_cause_is_told() {
    let mut document = document();
    for (cause, expected) in [
        (CauseName::Alone, "this board"),
        (CauseName::Sequence, "this board together with others"),
        (CauseName::Number, "the number of boards, it seems"),
        (
            CauseName::Together,
            "the time that the boards take together",
        ),
        (CauseName::Flaky, "chance, it seems"),
        (
            CauseName::Unknown,
            "not known: there was no time to find out",
        ),
    ] {
        document.finding.as_mut().expect("it is wrong").cause = cause;
        assert_eq!(fact(&document, "cause").as_deref(), Some(expected));
    }
}

#[test]
fn it_is_told_how_near_to_the_limits_the_program_came() {
    let mut document = document();
    document.slowest = Some(SlowestRunSummary {
        boards: 5,
        seconds: 0.96,
        limit: 1.0,
        waiting: false,
    });
    let slowest = fact(&document, "slowest run");
    let used = "0.96 s of CPU time, of 1 s allowed: 5 boards";
    assert_eq!(slowest.as_deref(), Some(used));
    document.slowest.as_mut().expect("it is there").waiting = true;
    let slowest = fact(&document, "slowest run");
    let used = "0.96 s of CPU time and waiting, of 1 s allowed: 5 boards";
    assert_eq!(slowest.as_deref(), Some(used));
    (document.memory, document.memory_limit) = (3 << 19, 32 << 20);
    let memory = "1.5 MiB of 32.0 MiB at most, as far as it was measured";
    assert_eq!(fact(&document, "memory").as_deref(), Some(memory));
    assert_eq!(fact(&document, "used"), None);
    // If a program exceeds a limit, the page shows the run that does.
    document.verdict = Some(Verdict::TimeLimit);
    let finding = document.finding.as_mut().expect("it is wrong");
    finding.limit = Some(LimitName::Waiting);
    (finding.usage.computing, finding.usage.time) = (0.5, 2.02);
    finding.usage.memory = None;
    assert_eq!(fact(&document, "slowest run"), None);
    let used = "computing 0.50 s of 1 s, with waiting 2.02 s of 2 s";
    assert_eq!(fact(&document, "used").as_deref(), Some(used));
}

#[test]
fn it_is_told_where_the_time_goes() {
    let mut document = document();
    document.slowest_board = Some(SlowestBoardSummary {
        board: "XO./.X./..O".to_owned(),
        index: Some(2000),
        empties: 5,
        run: SlowestRunSummary {
            boards: 1,
            seconds: 0.8,
            limit: 1.0,
            waiting: false,
        },
        stopped: false,
    });
    let expected = "is XO./.X./..O, with 5 empty cells: 0.80 s of CPU time alone, 0.20 s less than \
                    the limit. \
                    On a machine 1.2 times slower it fails";
    assert_eq!(fact(&document, "slowest board").as_deref(), Some(expected));
    document
        .slowest_board
        .as_mut()
        .expect("it is there")
        .stopped = true;
    let expected = "is XO./.X./..O, with 5 empty cells: it takes more than 1 s alone";
    assert_eq!(fact(&document, "slowest board").as_deref(), Some(expected));
    assert_eq!(fact(&document, "machine"), None);
    document.scale = 3.0;
    let expected =
        "The time limit is that of a machine 3 times slower: 1 s there are 0.333 s here.";
    assert_eq!(fact(&document, "machine").as_deref(), Some(expected));
    document.times = vec![TimesSummary {
        empties: 5,
        runs: 1234,
        mean: 0.25,
        longest: 1.0,
        stopped: true,
    }];
    let row = "<th scope=\"row\">5</th><td>1,234</td><td>0.250</td><td>more than 1.000</td>";
    assert!(page(&document).contains(row), "{}", page(&document));
}
