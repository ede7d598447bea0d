//! Pages hold what the documents say, show it as text, and fetch nothing.

use std::collections::BTreeSet;
use std::time::Duration;

use crossply_harness::{Answered, Ended, ExhaustiveOptions, Oracles, Plan, Run, Shard};
use crossply_problems::{Ccf201803_4, Poj1568, Problem};
use crossply_report::documents::check::{Checked, Share};
use crossply_report::{check_junit, check_markdown};

use crate::checked_runs::*;

#[test]
fn all_ways_to_say_it_say_the_same() {
    for (solvers, agree) in [
        (vec![memo(), memo()], true),
        (vec![memo(), &ALWAYS_DRAW], false),
    ] {
        let document = document(vec![checked(&solvers, 9)]);
        let problem = &document.problems[0];
        assert_eq!(problem.agree, agree);
        assert_eq!(problem.ended, Ended::Completed);
        let failures = if agree { 0 } else { 2 };
        let xml = check_junit(&document);
        assert!(xml.contains(&format!("failures=\"{failures}\"")), "{xml}");
        let page = page(&document);
        assert_eq!(page.contains("verdict right"), agree);
        assert_eq!(page.contains("class=\"player\""), !agree);
        // Where all cells are empty, a draw is right.
        assert!(page.contains("<span class=\"right\">as recorded</span>"));
        let wrong = problem.pairs.iter().map(|pair| pair.differing).sum::<u64>();
        assert_eq!(wrong, problem.disagreements);
        assert_eq!(problem.simplest.is_empty(), agree);
    }
}

#[test]
fn what_is_wrong_is_proven_and_can_be_played() {
    let document = document(vec![checked(&[memo(), &ALWAYS_DRAW], 9)]);
    let wrong = &document.problems[0].simplest[0];
    assert_eq!(
        (wrong.index, &*wrong.board, wrong.empties),
        (0, "XXO/XXO/OO.", 1)
    );
    assert_eq!(wrong.proof.right, "1");
    assert_eq!(wrong.proof.line.len(), 1);
    let last = &wrong.proof.line[0];
    assert_eq!(
        (&*last.side, &*last.cell, &*last.board),
        ("x", "(2,2)", "XXO/XXO/OOX")
    );
    assert_eq!(wrong.proof.ending, "x has a line.");
    assert_eq!(
        wrong.proof.reason,
        "The best moves lead to 1, and neither side can do better."
    );
    let given = |index: usize| (&*wrong.answers[index].answer, wrong.answers[index].wrong);
    assert_eq!((given(0), given(1)), (("1", false), ("0", true)));
    let simplest = document.problems[0].simplest.iter();
    let indices: BTreeSet<_> = simplest.map(|wrong| wrong.index).collect();
    assert_eq!(indices.len(), document.problems[0].simplest.len());
    assert!(indices.len() > 1);
    let command = wrong.command.as_deref();
    assert_eq!(command, Some("crossply show ccf201803-4:XXO/XXO/OO."));
    let page = page(&document);
    let (_, player) = page.split_once("The right answer is ").expect("a proof");
    let told = [
        &*wrong.proof.reason,
        "the position",
        "x (2,2)",
        "x has a line.",
    ];
    let places = told.map(|words| player.find(words));
    assert!(places.is_sorted() && places[0].is_some(), "{player}");
}

/// Of three solvers one is wrong.
#[test]
fn each_pair_is_compared_and_the_wrong_solver_is_named() {
    let fast = Ccf201803_4::FAST;
    let checked = checked(&[memo(), fast, &ALWAYS_DRAW], 3);
    let differing = checked.pairs.iter().filter(|pair| pair.differing > 0);
    assert_eq!(differing.count(), 2);
    let mut document = document(vec![checked]);
    document.problems[0].shard = Some("1/4".to_owned());
    let page = page(&document);
    let cells = |sign: &str| page.matches(sign).count();
    // Each pair has two cells.
    let (same, other) = (
        "<span class=\"right\">= ",
        "<span class=\"wrong\">\u{2260} ",
    );
    assert_eq!((cells(same), cells(other)), (2, 4));
    assert!(page.contains(": &lt;always-draw&gt; is wrong</summary>"));
    assert!(page.contains("1/4 of the whole"));
}

#[test]
fn text_is_text_and_nothing_is_fetched() {
    let page = page(&document(vec![checked(&[memo(), &ALWAYS_DRAW], 9)]));
    assert!(page.contains("crossply check '&lt;script&gt;'"));
    assert!(page.contains("&lt;always-draw&gt;") && !page.contains("<always-draw>"));
    let explained = "These are all positions, and only those, where somebody wins.";
    assert!(page.contains(explained), "{page}");
    for other in ["src=", "href=", "url(", "@import", "fetch("] {
        assert!(!page.contains(other), "{other}");
    }
    let addresses = page.matches("http").count();
    let names = page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count();
    assert_eq!(addresses, names + 1, "but for names of SVG, and http-equiv");
}

/// Nobody disagrees with two solvers that are wrong in the same way.
#[test]
fn answers_that_are_not_those_on_record_are_wrong() {
    let plan = Plan::exhaustive(
        vec![&ALWAYS_DRAW, &ALWAYS_DRAW],
        &(0..=9),
        ExhaustiveOptions::default(),
    );
    let oracles = Oracles {
        proof: false,
        metamorphic: false,
    };
    let checked = carried_out(&plan.expect("two solvers").judged_by(oracles));
    assert_eq!((checked.disagreements, checked.agree), (0, false));
    let document = document(vec![checked]);
    let page = page(&document);
    assert!(page.contains("verdict wrong") && page.contains("NOT as recorded"));
    let junit = check_junit(&document);
    assert!(junit.contains("failures=\"1\""), "{junit}");
    let markdown = check_markdown(&document);
    assert!(markdown.starts_with("## ccf201803-4: something is wrong\n"));
    let what = "the number of empties is 1, 3, 5, 7, but not on the answers on record";
    for told in [junit, markdown] {
        assert!(told.contains(what), "{told}");
    }
}

/// Solvers that are wrong in the same way differ from what is proven.
#[test]
fn what_only_an_oracle_finds_is_wrong() {
    for proof in [false, true] {
        let plan = Plan::drawn(vec![&ALWAYS_DRAW, &ALWAYS_DRAW], &(0..=9), 1, 50);
        let oracles = Oracles {
            proof,
            metamorphic: false,
        };
        let checked = carried_out(&plan.expect("two solvers").judged_by(oracles));
        assert_eq!((checked.disagreements > 0, checked.agree), (proof, !proof));
        assert_eq!(checked.proven.total() > 0, proof);
        assert_eq!(checked.related.total(), 0);
    }
}

#[test]
fn a_panic_is_told_from_a_wrong_answer() {
    let mut document = document(vec![checked(&[memo(), &ALWAYS_DRAW], 1)]);
    assert!(!page(&document).contains("\u{2717} panicked"));
    document.problems[0].simplest[0].answers[1].panicked = true;
    assert!(page(&document).contains("\u{2717} panicked"));
}

#[test]
fn a_rate_is_positions_by_seconds() {
    let mut document = document(vec![checked(&[memo(), memo()], 3)]);
    document.problems[0].solvers[0].positions = 7000;
    document.problems[0].solvers[0].seconds = 2.0;
    assert!(page(&document).contains("3,500"));
}

#[test]
fn times_have_units() {
    let mut checked = checked(&[memo(), memo()], 3);
    let times = [
        (25, "2.5 ns"),
        (90, "9 ns"),
        (996, "100 ns"),
        (25_000, "2.5 \u{b5}s"),
        (9_990_000, "999 \u{b5}s"),
        (25_000_000, "2.5 ms"),
        (42_000_000_000, "4.2 s"),
        (70_000_000_000, "7 s"),
        (420_000_000_000, "42 s"),
    ];
    // Each of ten positions takes a tenth.
    let answered = Answered {
        in_order: 4,
        drawn: 6,
    };
    let shares = times
        .iter()
        .zip(1_u32..)
        .map(|(&(nanoseconds, _), empties)| {
            let seconds = Duration::from_nanos(nanoseconds).as_secs_f64();
            (empties, Share { answered, seconds })
        });
    checked.solvers[0].by_empties = shares.collect();
    checked.solvers[1].by_empties.clear();
    let page = page(&document(vec![checked]));
    let (_, table) = page
        .split_once("<span>Time for a position</span>")
        .expect("the numbers");
    let (table, _) = table.split_once("</table>").expect("a table");
    let mut rest = table;
    for ((_, time), empties) in times.iter().zip(1..) {
        let row = format!("<th scope=\"row\">{empties}</th><td>{time}</td>");
        (_, rest) = rest
            .split_once(&row)
            .unwrap_or_else(|| panic!("{row}: {table}"));
    }
}

#[test]
fn each_oracle_is_told_for_itself() {
    let mut document = document(vec![checked(&[memo(), memo()], 3)]);
    let answered = |in_order| Answered { in_order, drawn: 0 };
    document.problems[0].proven = answered(1017);
    document.problems[0].related = answered(1019);
    for told in [page(&document), check_markdown(&document)] {
        assert!(told.contains("1,017") && told.contains("1,019"), "{told}");
    }
}

#[test]
fn a_run_with_trouble_is_no_success() {
    let plan = Plan::exhaustive(vec![memo(), memo()], &(0..=3), ExhaustiveOptions::default());
    let plan = plan.expect("two solvers");
    let mut findings = Run::new(&plan).check(|_| {}).expect("no journal");
    findings.trouble = Some("the prover has lost its way".to_owned());
    let checked = Checked::new(&findings, &plan, Shard::WHOLE, 7, None, "");
    assert!(!checked.agree);
    let document = document(vec![checked]);
    for told in [
        page(&document),
        check_junit(&document),
        check_markdown(&document),
    ] {
        assert!(told.contains("the prover has lost its way"), "{told}");
    }
}

#[test]
fn a_solver_that_was_not_asked_has_not_passed() {
    let mut document = document(vec![checked(&[memo(), memo()], 3)]);
    assert!(!check_junit(&document).contains("it was not asked"));
    document.problems[0].solvers[1].positions = 0;
    assert!(check_junit(&document).contains("it was not asked"));
}

#[test]
fn one_position_of_each_class_is_told_from_all() {
    for classes in [false, true] {
        let options = ExhaustiveOptions {
            one_of_each_class: classes,
            ..ExhaustiveOptions::default()
        };
        let plan = Plan::exhaustive(vec![memo(), memo()], &(0..=3), options);
        let checked = carried_out(&plan.expect("two solvers"));
        assert_eq!(
            (checked.by_class, checked.judged_by_class),
            (classes, classes)
        );
        let page = page(&document(vec![checked]));
        assert_eq!(
            page.contains("symmetric to each other only the first"),
            classes
        );
    }
}

/// A quick plan asks for all positions, and proves one of each class.
#[test]
fn oracles_may_judge_less_than_solvers_answer() {
    let fast = Poj1568::FAST;
    let plan = Plan::quick(vec![fast, fast], &(0..=2), 0).expect("two solvers");
    let checked = carried_out(&plan);
    assert_eq!((checked.by_class, checked.judged_by_class), (false, true));
    assert!(checked.proven.in_order < checked.compared.in_order);
    let page = page(&document(vec![checked]));
    assert!(page.contains("symmetric to each other the oracles judge only the first"));
}

#[test]
fn a_run_that_was_cut_short_is_no_success() {
    let mut document = document(vec![checked(&[memo(), memo()], 3)]);
    document.problems[0].ended = Ended::Interrupted;
    let page = page(&document);
    assert!(
        page.contains("verdict open") && page.contains("Interrupted."),
        "{page}"
    );
    assert!(check_junit(&document).contains("it was interrupted"));
}

#[test]
fn scores_name_no_cell_and_wins_are_of_x() {
    let census = checked(&[memo(), Ccf201803_4::FAST], 9).census;
    assert!(census.cells.is_none());
    for count in census.by_empties.values() {
        let wins = count
            .answers
            .iter()
            .filter(|(answer, _)| !answer.starts_with(['-', '0']));
        assert_eq!(count.forced_wins, wins.map(|(_, count)| count).sum::<u64>());
    }
    let all: u64 = census
        .by_empties
        .values()
        .map(|count| count.positions)
        .sum();
    assert_eq!(all, Ccf201803_4::domain().len());
}
