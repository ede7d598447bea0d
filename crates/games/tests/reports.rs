//! Reports on runs say what the runs found, in each format.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use crossply::content::Block;
use crossply::report::formats::Format;
use crossply::report::formats::page::{PageMetadata, page};
use crossply::report::{CheckDocument, CheckReport, Checked, Detail, FORMAT, Presentation, text};
use crossply::{Coverage, Ended, Finding, Oracles, Run, Tally};
use crossply_games::assert_fast_is_right;
use crossply_games::check::{cross_check, indices_with_empties};
use crossply_games::report::demonstration::Demonstration;
use crossply_games::report::shown;
use crossply_problems::{Ccf201803_4, Entry, Poj1568, Position, Problem, Score, Solver};

/// A planted fault: every answer is a draw, and the empty board is too much.
struct AlwaysDraw;

impl Solver<Ccf201803_4> for AlwaysDraw {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        assert!(position.empties() < 9, "an empty board");
        Score::new(0)
    }
}

static ALWAYS_DRAW: Entry<Ccf201803_4> =
    Entry::quick("<always-draw>", "a fault", || Box::new(AlwaysDraw));

fn memo_and(other: &'static Entry<Ccf201803_4>) -> [&'static Entry<Ccf201803_4>; 2] {
    [Ccf201803_4::solver("memo").expect("registered"), other]
}

/// A run on positions with 3 empties at least.
fn checked(solver: &'static Entry<Ccf201803_4>) -> Checked {
    carried_out(
        &memo_and(solver),
        3..=9,
        Coverage::Exhaustive,
        Oracles::NONE,
    )
}

/// A run of these solvers. As if each had taken four milliseconds for a position.
fn carried_out<P: Problem>(
    solvers: &[&'static Entry<P>],
    empties: RangeInclusive<u32>,
    coverage: Coverage,
    oracles: Oracles,
) -> Checked {
    assert_fast_is_right();
    let check = cross_check(solvers);
    let indices = indices_with_empties::<P>(&empties).expect("there are such positions");
    let plan = check.plan_within(coverage, indices.start.into()..indices.end.into(), 7);
    let plan = plan.expect("two solvers").judged_by(oracles);
    let results = check.results(&plan, Run::on(NonZeroUsize::MIN));
    let mut checked = results.expect("no journal").checked;
    checked.scope.counts.seconds = 1.234;
    let solved = checked.scope.counts.solvers.iter_mut();
    for work in solved.flat_map(|solver| &mut solver.sections) {
        work.seconds = 0.004 * f64::from(work.answered.total() as u32);
    }
    checked
}

fn document(checked: Checked) -> CheckDocument {
    CheckDocument {
        format: FORMAT,
        version: "1.2.3".to_owned(),
        checks: vec![checked],
    }
}

fn position_of(found: &Finding) -> Position<Ccf201803_4> {
    Ccf201803_4::domain().position(found.index.0 as u64)
}

/// How the games show what is wrong.
fn presentation() -> Presentation<'static> {
    Presentation {
        shown: Some(Box::new(|found| shown(position_of(found), found))),
        ..Presentation::default()
    }
}

fn said(checked: &Checked, width: usize) -> String {
    text(&checked.content(Detail::Everything, &presentation()), width)
}

/// The report as text, and as a page.
fn all_formats(checked: Checked) -> [String; 2] {
    let document = document(checked);
    let report = CheckReport {
        title: "crossply check".to_owned(),
        document: &document,
        presentations: vec![presentation()],
    };
    let text = Format::Text
        .write(&report, Detail::Everything, 1000)
        .expect("text");
    let metadata = PageMetadata {
        version: document.version.clone(),
        command: "crossply check '<script>'".to_owned(),
        when: "today".to_owned(),
    };
    [text, page(&report, &metadata)]
}

/// As if two solvers had been asked about all of 4x4.
#[test]
fn nothing_is_lost_on_a_narrow_screen() {
    let solvers = [
        Poj1568::FAST,
        Poj1568::solver("ref-line-sums").expect("registered"),
    ];
    let mut checked = carried_out(&solvers, 2..=2, Coverage::Quick, Oracles::ALL);
    let all = |in_order| Tally { in_order, drawn: 0 };
    let drawn = |drawn| Tally { in_order: 0, drawn };
    let slow = [
        all(270_304),
        all(44_699),
        drawn(500),
        drawn(500),
        drawn(500),
        drawn(500),
    ];
    let [fast, line_sums] = &mut checked.scope.counts.solvers[..] else {
        panic!("two solvers");
    };
    for (work, section) in fast.sections.iter_mut().zip(&checked.scope.sections) {
        (work.answered, work.seconds) = (all(section.inputs.0 as u64), 0.002_14);
    }
    for (work, answered) in line_sums.sections.iter_mut().zip(slow) {
        (work.answered, work.seconds) = (answered, 0.2);
    }
    checked.scope.counts.compared = Tally {
        in_order: 4_656_402,
        drawn: 2000,
    };
    (checked.scope.counts.confirmed, checked.scope.counts.related) = (all(147_309), all(147_309));
    checked.seed = Some(1);
    let parts = "
                empties
 solver               2       4    6    8   10   12
 fast               all     all  all  all  all  all
 ref-line-sums      all  44,699  500  500  500  500

 solver         positions  CPU s  positions/CPU s  verdict
 fast           4,656,402  0.013      363,000,000  agrees
 ref-line-sums    317,003   1.20          264,000  agrees
";
    let at_60 = format!(
        "poj1568: 4x4, four in a row: the first cell from which x
forces a win
{parts}
The solvers agree. Compared: all 4,656,402 positions, and
2,000 drawn at random (seed 1), in 1.2 s.
Confirmed by proof: the answers to 147,309 of 4,656,402
positions, one position per symmetry class.
Metamorphic relations: the answers to 147,309 of 4,656,402
positions, one position per symmetry class.
"
    );
    let at_80 = format!(
        "poj1568: 4x4, four in a row: the first cell from which x forces a win
{parts}
The solvers agree. Compared: all 4,656,402 positions, and 2,000 drawn at random
(seed 1), in 1.2 s.
Confirmed by proof: the answers to 147,309 of 4,656,402 positions, one position
per symmetry class.
Metamorphic relations: the answers to 147,309 of 4,656,402 positions, one
position per symmetry class.
"
    );
    let at_120 = "poj1568: 4x4, four in a row: the first cell from which x forces a win

                empties
 solver               2       4    6    8   10   12  positions  CPU s  positions/CPU s  verdict
 fast               all     all  all  all  all  all  4,656,402  0.013      363,000,000  agrees
 ref-line-sums      all  44,699  500  500  500  500    317,003   1.20          264,000  agrees

The solvers agree. Compared: all 4,656,402 positions, and 2,000 drawn at random (seed 1), in 1.2 s.
Confirmed by proof: the answers to 147,309 of 4,656,402 positions, one position per symmetry class.
Metamorphic relations: the answers to 147,309 of 4,656,402 positions, one position per symmetry class.
";
    for (width, expected) in [(60, &*at_60), (80, &at_80), (120, at_120)] {
        assert_eq!(said(&checked, width), expected);
        let mut lines = expected.lines();
        assert!(lines.all(|line| line.chars().count() <= width));
    }
    let command = Block::Text("To reproduce:   crossply show poj1568:15".to_owned());
    assert_eq!(
        text(&[command], 20),
        "To reproduce:   crossply show poj1568:15\n"
    );
}

#[test]
fn what_was_covered_is_said_and_no_more() {
    let mut problem = checked(Ccf201803_4::FAST);
    let coverage = |problem: &Checked| {
        let text = said(problem, 1000);
        let starts = ["The solvers", "There is", "Nothing"];
        let start = starts.iter().find_map(|start| text.find(start));
        let line = text[start.expect("a sentence")..].lines().next();
        line.map(str::to_owned)
    };
    let mut is = |change: &dyn Fn(&mut Checked), expected: &str| {
        change(&mut problem);
        assert_eq!(coverage(&problem).as_deref(), Some(expected));
    };
    is(
        &|_| {},
        "The solvers agree. Compared: 2,349 of 2,739 positions, in 1.2 s.",
    );
    let classes = "The solvers agree. Compared: 2,349 of 2,739 positions, one position per symmetry class, in 1.2 s.";
    is(&|checked| checked.scope.by_representatives = true, classes);
    is(
        &|checked| {
            checked.scope.by_representatives = false;
            checked.scope.counts.compared.drawn = 1;
            (checked.seed, checked.ended) = (Some(7), Ended::TimeUp);
        },
        "The solvers agree. Compared: 2,349 of 2,739 positions, and 1 drawn at random (seed 7) until the time was up, in \
         1.2 s.",
    );
    is(
        &|checked| {
            checked.scope.counts.compared = Tally {
                in_order: 2739,
                drawn: 0,
            };
            checked.ended = Ended::Interrupted;
        },
        "The solvers agree. Compared: all 2,739 positions until it was interrupted, in 1.2 s.",
    );
    is(
        &|checked| checked.scope.counts.compared.in_order = 0,
        "There is nothing to compare: this part has no positions.",
    );
    is(
        &|checked| checked.scope.counts.trouble = Some("the time was up".to_owned()),
        "Nothing was compared.",
    );
}

#[test]
fn wrong_answers_are_counted_and_named() {
    let mut problem = checked(&ALWAYS_DRAW);
    let text = said(&problem, 1000);
    let told = "The simplest wrong positions found, by solver:\n\n    ccf201803-4:";
    assert!(text.contains(told), "{text}");
    assert!(
        text.contains("     sum      2,349  solvers differ"),
        "{text}"
    );
    for wrong in &problem.simplest {
        let line = format!("    {}   <always-draw>\n", wrong.input);
        assert!(text.contains(&line), "{text}");
    }
    for (times, expected) in [
        (1989, "The solvers give wrong answers 1,989 times. "),
        (1, "The solvers give a wrong answer once. "),
        (0, "The solvers give wrong answers. "),
    ] {
        problem.scope.counts.disagreements = times;
        assert!(said(&problem, 1000).contains(expected));
    }
    problem.simplest.truncate(1);
    assert!(!said(&problem, 1000).contains("The simplest wrong positions"));
    problem.scope.counts.solvers[1].failures.clear();
    assert!(said(&problem, 1000).contains("WRONG on 1,989\n"));
    let mut unknown = problem.clone();
    (unknown.truth, unknown.scope.counts.disagreements) = (None, 3);
    (
        unknown.scope.counts.solvers[1].wrong,
        unknown.scope.counts.solvers[1].alone,
    ) = (0, 3);
    assert!(said(&unknown, 1000).contains("ALONE on 3\n"));
    for work in &mut problem.scope.counts.solvers[1].sections {
        work.answered = Tally::default();
    }
    assert!(said(&problem, 1000).contains("not run"));
}

/// Nobody disagrees with two solvers that are wrong in the same way.
#[test]
fn answers_that_are_not_those_on_record_are_wrong() {
    static THE_SAME: Entry<Ccf201803_4> = Entry {
        name: "<the-same>",
        ..ALWAYS_DRAW
    };
    let solvers = [&ALWAYS_DRAW, &THE_SAME];
    let problem = carried_out(&solvers, 1..=7, Coverage::Exhaustive, Oracles::NONE);
    let checked = &problem;
    assert_eq!(
        (checked.scope.counts.disagreements, checked.agree),
        (0, false)
    );
    let [text, page] = all_formats(problem);
    assert!(text.contains("NOT AS RECORDED"));
    assert!(page.contains("verdict wrong") && page.contains("NOT AS RECORDED"));
    for told in [text, page] {
        let what = "positions with 7 empties, but not on the answers on record";
        assert!(told.contains(what), "{told}");
    }
}

#[test]
fn what_is_wrong_is_proven_and_can_be_played() {
    let mut problem = checked(&ALWAYS_DRAW);
    // One wrong answer is enough.
    problem.scope.counts.solvers[1].wrong = 1;
    let finding = &problem.simplest[0];
    let position = position_of(finding);
    let proof = Demonstration::of(position, Some(Score::new(0)));
    assert_eq!((finding.index.0, &*finding.section), (0, "1"));
    let given = &finding.answers[1];
    assert_eq!((&*given.answer, given.wrong), ("0", true));
    assert_eq!(proof.ending, "x has a line.");
    let plies = proof.line.iter();
    let plies = plies.map(|ply| format!("{} {}", ply.side, ply.cell));
    let told: Vec<_> = plies.chain([proof.ending.clone()]).collect();
    let (board, reason) = (proof.board.clone(), proof.reason.clone());
    let [text, page] = all_formats(problem);
    let drawn = board.replace('/', "\n    ");
    assert!(text.contains(&format!("\n\n    {drawn}\n\n")), "{text}");
    assert!(page.contains("verdict wrong") && text.contains("WRONG on 1, 1 panics"));
    assert!(page.contains("1,989 answers are wrong."), "{page}");
    let (_, player) = page.split_once(&*reason).expect("a game");
    let places: Vec<_> = told.iter().map(|words| player.find(&**words)).collect();
    assert!(places.is_sorted() && places[0].is_some(), "{player}");
    assert!(
        !text.contains("It is wrong exactly"),
        "it also panics: {text}"
    );
}

#[test]
fn on_a_page_text_is_text_and_nothing_is_fetched() {
    let [_, page] = all_formats(checked(&ALWAYS_DRAW));
    assert!(
        page.contains("crossply check &apos;&lt;script&gt;&apos;"),
        "{page}"
    );
    assert!(page.contains("&lt;always-draw&gt;") && !page.contains("<always-draw>"));
    let groups = "<td colspan=\"1\"></td><th scope=\"colgroup\" colspan=\"5\">empties</th>";
    assert!(page.contains(groups), "{page}");
    for other in ["src=", "href=", "url(", "@import", "fetch("] {
        assert!(!page.contains(other), "{other}");
    }
    assert_eq!(page.matches("http").count(), 1, "http-equiv");
    // For the browser, which the gate opens it with.
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/fault.html"), page).expect("ours");
}
