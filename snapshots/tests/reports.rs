//! Reports on runs say what the runs found, as text and as a page.

use std::fs;
use std::num::NonZeroUsize;

use crossply::content::Fact;
use crossply::report::formats::page::page;
use crossply::report::{CheckDocument, CheckReport, Checked, Detail, FORMAT, Presentation, text};
use crossply::{Coverage, Oracles, Run};
use crossply_games::check::{cross_check, indices_with_empties};
use crossply_games::report::show_failure;
use crossply_problems::{Ccf201803_4, Entry, Position, Problem, Score, Solver};
use crossply_snapshots::pin;

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

/// A run of `memo` and this solver on positions with 3 empties at least. As if each had taken four milliseconds for a
/// position.
fn checked(solver: &'static Entry<Ccf201803_4>, oracles: Oracles) -> Checked {
    let check = cross_check(&[Ccf201803_4::solver("memo").expect("registered"), solver]);
    let indices = indices_with_empties::<Ccf201803_4>(&(3..=9)).expect("there are some");
    let indices = indices.start.into()..indices.end.into();
    let plan = check.plan_within(Coverage::Exhaustive, indices, 7);
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

/// How the games show what is wrong.
fn presentation(checked: &Checked) -> Presentation {
    let shown = checked.simplest.first().map(|found| {
        let index = found.index.0 as u64;
        show_failure(Ccf201803_4::domain().position(index), found)
    });
    Presentation {
        shown,
        ..Presentation::default()
    }
}

fn said(checked: &Checked, width: usize) -> String {
    text(
        &checked.content(Detail::Everything, &presentation(checked)),
        width,
    )
}

#[test]
fn nothing_is_lost_on_a_narrow_screen() {
    let checked = checked(Ccf201803_4::FAST, Oracles::ALL);
    let told = [60, 80, 120].map(|width| {
        let told = said(&checked, width);
        let is_narrow = |line: &str| line.chars().count() <= width;
        assert!(told.lines().all(is_narrow), "{told}");
        told
    });
    pin!("reports-widths", told.join("\n\n"));
}

#[test]
fn wrong_answers_are_counted_and_named() {
    let mut checked = checked(&ALWAYS_DRAW, Oracles::default());
    pin!("reports-wrong", said(&checked, 1000));
    let counts = &mut checked.scope.counts;
    (checked.truth, counts.disagreements) = (None, 3);
    (counts.solvers[1].wrong, counts.solvers[1].alone) = (0, 3);
    counts.solvers[1].failures.clear();
    assert!(said(&checked, 1000).contains("alone on 3\n"));
}

#[test]
fn on_a_page_text_is_text_and_nothing_is_fetched() {
    let document = CheckDocument {
        format: FORMAT,
        version: "1.2.3".to_owned(),
        checks: vec![checked(&ALWAYS_DRAW, Oracles::default())],
    };
    let report = CheckReport {
        title: "crossply check".to_owned(),
        presentations: vec![presentation(&document.checks[0])],
        document,
    };
    let about = [
        Fact::new("command", "crossply check '<script>'"),
        Fact::new("version", &report.document.version),
    ];
    let page = page(&report, &about);
    for expected in [
        "crossply check &apos;&lt;script&gt;&apos;",
        "&lt;always-draw&gt;",
        "<td colspan=\"1\"></td><th scope=\"colgroup\" colspan=\"5\">empties</th>",
        "ccf201803-4: an answer is wrong on 1,989 of 2,349 positions.",
        "verdict wrong",
        "<p class=\"ending\">x has a line.</p>",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    for other in [
        "<always-draw>",
        "src=",
        "href=\"h",
        "url(",
        "@import",
        "fetch(",
    ] {
        assert!(!page.contains(other), "{other}");
    }
    assert_eq!(page.matches("http").count(), 1, "http-equiv");
    // For the browser, which the gate opens it with.
    fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/fault.html"), page).expect("ours");
}
