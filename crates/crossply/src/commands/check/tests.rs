//! Unit tests of what `check` prints and decides.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::Ordering;

use anyhow::anyhow;
use clap::Parser;
use crossply_harness::{ExhaustiveOptions, Plan, Run, fault, minimise};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Position, Solver};

use super::outcome::Outcome;
use super::problem::{check_plan, conclusion, plan, positions, save};
use super::*;
use crate::Cli;

/// A fault planted on purpose.
struct AlwaysDraw;

impl Solver<Ccf201803_4> for AlwaysDraw {
    fn solve(&mut self, _: Position<Ccf201803_4>) -> Score {
        Score::new(0)
    }
}

static ALWAYS_DRAW: Entry<Ccf201803_4> = Entry {
    name: "always-draw",
    summary: "a fault",
    max_empties: 9,
    exhaustive_max_empties: 9,
    instant_max_empties: 9,
    new: || Box::new(AlwaysDraw),
};

#[test]
fn a_disagreement_is_judged_and_saved() {
    let memo = Ccf201803_4::solver("memo").expect("registered");
    let corpus = std::env::temp_dir().join(format!("crossply-{}", std::process::id()));
    for (solvers, agree) in [(vec![memo, memo], true), (vec![memo, &ALWAYS_DRAW], false)] {
        let plan = Plan::quick(solvers, &(0..=9), 0).expect("two solvers");
        let findings = Run::new(&plan).check(|_| {}).expect("no journal");
        let found = findings.simplest.first();
        let minimised = found.map(|found| minimise(found, plan.solvers()));
        let faults = fault::explain_all(&findings, &plan, NonZeroUsize::MIN.into());
        let faults = faults.expect("nobody interrupts it");
        let text = conclusion(&findings, minimised.as_ref(), &faults);
        let explained = "
always-draw is wrong on 2,298 of 2,739 positions.
It takes a win for a draw on 1,830 and takes a loss for a draw on 468.
These are all positions, and only those, where somebody wins.
";
        assert_eq!(text.is_empty(), agree);
        assert_eq!(text.contains(explained), !agree, "{text}");
        if let Some((simplest, _)) = minimised {
            save(&simplest, &corpus).expect("a temporary folder");
        }
        assert_eq!(corpus.exists(), !agree);
    }
    // The first position that is no draw.
    let saved = fs::read(corpus.join("ccf201803_4_differential/position-0"));
    assert_eq!(saved.expect("saved").trim_ascii_end(), b"XXO\nXXO\nOO.");
    fs::remove_dir_all(corpus).expect("ours");
}

/// What is asked for with these words.
fn arguments(words: &str) -> Arguments {
    let words = ["crossply", "check"]
        .into_iter()
        .chain(words.split_whitespace());
    let crate::Command::Check(arguments) = Cli::parse_from(words).command else {
        panic!("it is check");
    };
    arguments
}

#[test]
fn what_a_problem_does_not_have_leaves_it_out_unless_it_is_named() {
    use ProblemName::{Ccf201803_4, Poj1568};
    let names = |words: &str| {
        let selected = selected(&arguments(words)).map(|(problems, _)| problems);
        selected.map_err(|error| error.to_string())
    };
    assert_eq!(names(""), Ok(ProblemName::value_variants().to_vec()));
    assert_eq!(names("--empties 10"), Ok(vec![Poj1568]));
    assert_eq!(names("ccf201803-4"), Ok(vec![Ccf201803_4]));
    for both in ["ccf201803-4 poj1568 --empties 10", "--empties 16"] {
        let refusal = names(both).expect_err("not all have so many");
        assert!(refusal.contains(" has no position with 1"), "{refusal}");
    }
}

#[test]
fn a_seed_is_drawn_where_positions_are() {
    for (words, expected) in [("--exhaustive", false), ("--cases 10", true)] {
        let (problems, draws) = selected(&arguments(words)).expect("it can be done");
        let all = ProblemName::value_variants().len();
        assert_eq!((problems.len(), draws), (all, expected), "{words}");
    }
    assert_eq!((seed(None, false), seed(Some(7), false)), (0, 7));
    assert_eq!(seed(Some(7), true), 7);
    assert_ne!(seed(None, true), seed(None, true));
}

#[test]
fn whoever_hears_only_what_is_wrong_hears_the_seed_of_that() {
    for draws in [false, true] {
        for verdict in [Verdict::Right, Verdict::Wrong, Verdict::Interrupted] {
            for is_usual in [false, true] {
                let printed = prints_seed(draws, verdict, is_usual);
                let expected = (draws, verdict, is_usual) == (true, Verdict::Wrong, false);
                assert_eq!(printed, expected);
            }
        }
    }
}

#[test]
fn only_draws_with_a_limit_of_time_have_no_end() {
    let all = |words: &str| {
        let arguments = arguments(words);
        let plan = plan::<Ccf201803_4>(&arguments, 0).expect("it can be done");
        positions(&plan, &arguments, Shard::WHOLE)
    };
    assert_eq!(all("--time 1s"), None);
    assert_eq!(
        all("--exhaustive --solvers fast,memo --time 1s"),
        Some(2739)
    );
    assert_eq!(all("--cases 10"), Some(10));
}

#[test]
fn an_empty_line_is_between_problems() {
    let mut text = Output {
        writer: Vec::new(),
        detail: Detail::Everything,
    };
    // Not `fast`: who breaks it is to read first which board it is wrong about.
    let arguments = arguments("--cases 10 --solvers alpha-beta,memo");
    let (problems, _) = selected(&arguments).expect("it can be done");
    let never = AtomicBool::new(false);
    let (checked, verdict, error) = check_all(&problems, &arguments, 0, &never, &mut text);
    assert_eq!((checked.len(), verdict), (2, Verdict::Right));
    assert!(error.is_none(), "{error:?}");
    let text = String::from_utf8(text.writer).expect("text");
    assert!(text.starts_with("poj1568: "), "{text}");
    assert!(text.contains("\n\nccf201803-4: "), "{text}");
}

#[test]
fn a_page_about_nothing_is_none() {
    let memo = Ccf201803_4::solver("memo").expect("registered");
    let (outcome, _) = checked(memo, None, Detail::Nothing);
    let mut checked = outcome.checked.expect("it was compared");
    assert!(shows_something(&checked));
    checked.trouble = Some("the prover is at fault".to_owned());
    assert!(shows_something(&checked), "something was compared");
    (checked.compared.in_order, checked.compared.drawn) = (0, 0);
    assert!(!shows_something(&checked));
    checked.trouble = None;
    assert!(shows_something(&checked), "a part without positions");
}

#[test]
fn every_solver_is_listed() {
    let list = list_of_solvers();
    for name in Ccf201803_4::SOLVERS.iter().map(|entry| entry.name) {
        assert!(list.contains(&format!("  ccf201803-4  {name} ")), "{list}");
    }
    assert!(list.starts_with("Solvers:\n  poj1568 "), "{list}");
}

/// Checks memo and the solver on all positions. The text is what such a run prints.
fn checked(
    solver: &'static Entry<Ccf201803_4>,
    corpus: Option<&Path>,
    detail: Detail,
) -> (Outcome, String) {
    let never = AtomicBool::new(false);
    checked_until(solver, &never, corpus, detail)
}

fn checked_until(
    solver: &'static Entry<Ccf201803_4>,
    interrupt: &AtomicBool,
    corpus: Option<&Path>,
    detail: Detail,
) -> (Outcome, String) {
    let arguments = arguments("ccf201803-4 --jobs 1");
    let memo = Ccf201803_4::solver("memo").expect("registered");
    let plan = Plan::quick(vec![memo, solver], &(0..=9), 0).expect("two solvers");
    let mut text = Output {
        writer: Vec::new(),
        detail,
    };
    let outcome = check_plan(&plan, &arguments, 0, interrupt, corpus, &mut text);
    let text = String::from_utf8(text.writer).expect("text");
    (outcome.expect("it is printed"), text)
}

#[test]
fn whoever_wants_to_hear_nothing_hears_what_is_wrong() {
    let memo = Ccf201803_4::solver("memo").expect("registered");
    let (wrong, coverage) = ("<- proven wrong", "Compared: all 2,739");
    for (solver, verdict) in [(memo, Verdict::Right), (&ALWAYS_DRAW, Verdict::Wrong)] {
        let found = verdict == Verdict::Wrong;
        for (format, is_usual, tells_what_is_wrong, tells_coverage) in [
            (Format::Text, true, found, true),
            (Format::Text, false, found, false),
            (Format::Json, true, false, false),
            (Format::Junit, false, false, false),
        ] {
            let detail = Detail::with(format, is_usual);
            let (outcome, text) = checked(solver, None, detail);
            assert_eq!(outcome.verdict, verdict, "{detail:?}");
            assert_eq!(
                text.contains(wrong),
                tells_what_is_wrong,
                "{detail:?}: {text}"
            );
            assert_eq!(
                text.contains(coverage),
                tells_coverage,
                "{detail:?}: {text}"
            );
            assert_eq!(
                text.is_empty(),
                !tells_what_is_wrong && !tells_coverage,
                "{detail:?}: {text}"
            );
        }
    }
}

/// Somebody interrupts the run while this one answers.
struct Interrupting;

static INTERRUPT: AtomicBool = AtomicBool::new(false);

impl Solver<Ccf201803_4> for Interrupting {
    fn solve(&mut self, position: Position<Ccf201803_4>) -> Score {
        INTERRUPT.store(true, Ordering::Relaxed);
        let memo = Ccf201803_4::solver("memo").expect("registered");
        (memo.new)().solve(position)
    }
}

static INTERRUPTING: Entry<Ccf201803_4> = Entry {
    name: "interrupting",
    new: || Box::new(Interrupting),
    ..ALWAYS_DRAW
};

#[test]
fn an_interrupted_run_tells_what_it_has_compared() {
    let (outcome, text) = checked_until(&INTERRUPTING, &INTERRUPT, None, Detail::Everything);
    assert_eq!(outcome.verdict, Verdict::Interrupted);
    assert!(
        outcome
            .checked
            .is_some_and(|checked| checked.compared.total() > 0)
    );
    assert!(text.contains(" until it was interrupted"), "{text}");
    // Now before it has begun.
    let (outcome, text) = checked_until(&INTERRUPTING, &INTERRUPT, None, Detail::Everything);
    assert_eq!(outcome.verdict, Verdict::Interrupted);
    assert!(outcome.checked.is_none() && outcome.error.is_none());
    assert!(!text.contains("Compared"), "{text}");
    // A run with nothing to compare has a document.
    let part = "ccf201803-4 --exhaustive --shard 9/9 --empties 9 --solvers fast,memo";
    let mut text = Output {
        writer: Vec::new(),
        detail: Detail::Everything,
    };
    let never = AtomicBool::new(false);
    let outcome = check_problem::<Ccf201803_4>(&arguments(part), 0, &never, &mut text);
    assert!(outcome.expect("it is printed").checked.is_some());
}

#[test]
fn a_disagreement_that_cannot_be_saved_is_an_error() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let (outcome, _) = checked(&ALWAYS_DRAW, Some(file.path()), Detail::Everything);
    assert_eq!(outcome.verdict, Verdict::Wrong);
    assert!(outcome.checked.is_some(), "nothing is lost");
    let error = outcome.error.expect("a file is no folder").to_string();
    assert!(error.starts_with("cannot"), "{error}");
}

fn outcome(verdict: Verdict) -> Outcome {
    Outcome {
        verdict,
        checked: None,
        error: None,
    }
}

#[test]
fn the_verdict_on_several_problems_is_the_worst() {
    use Verdict::{Interrupted, Right, Wrong};
    for (verdicts, expected) in [
        (vec![], Right),
        (vec![Right, Right], Right),
        (vec![Wrong, Right], Wrong),
        (vec![Right, Wrong], Wrong),
        (vec![Wrong, Right, Right], Wrong),
        (vec![Wrong, Interrupted], Interrupted),
        (vec![Interrupted], Interrupted),
    ] {
        let mut asked = 0;
        let outcomes = verdicts.iter().map(|&verdict| {
            asked += 1;
            Ok(outcome(verdict))
        });
        let (_, verdict, error) = together(outcomes);
        assert_eq!((verdict, asked), (expected, verdicts.len()), "{verdicts:?}");
        assert!(error.is_none());
    }
}

#[test]
fn after_an_interrupt_or_error_no_other_problem_is_looked_at() {
    let found = Outcome {
        verdict: Verdict::Wrong,
        checked: None,
        error: Some(anyhow!("found, but not saved")),
    };
    for (last, expected) in [
        (
            Ok(outcome(Verdict::Interrupted)),
            (Verdict::Interrupted, None),
        ),
        (
            Err(anyhow!("no journal")),
            (Verdict::Wrong, Some("no journal")),
        ),
        (Ok(found), (Verdict::Wrong, Some("found, but not saved"))),
    ] {
        let never = std::iter::from_fn(|| panic!("nobody wants to know"));
        let outcomes = [Ok(outcome(Verdict::Wrong)), last].into_iter().chain(never);
        let (_, verdict, error) = together(outcomes);
        let error = error.map(|error| error.to_string());
        assert_eq!((verdict, error.as_deref()), expected);
    }
}

#[test]
fn solvers_that_are_wrong_together_are_found_out() {
    let plan = Plan::exhaustive(
        vec![&ALWAYS_DRAW, &ALWAYS_DRAW],
        &(0..=9),
        ExhaustiveOptions::default(),
    )
    .expect("two solvers");
    let findings = Run::new(&plan).check(|_| {}).expect("no journal");
    assert_eq!(findings.disagreements, 0);
    let output = conclusion(&findings, None, &[]);
    // The empty board is a draw.
    let changed = output.matches("but not on the answers on record");
    assert_eq!(changed.count(), 4);
    assert!(summary::digests(&findings).contains("NOT AS RECORDED"));
}

#[test]
fn tables_fit_narrow_terminals() {
    let memo = Ccf201803_4::solver("memo").expect("registered");
    let plan = Plan::quick(vec![memo, &ALWAYS_DRAW], &(0..=9), 0).expect("two solvers");
    let findings = Run::new(&plan).check(|_| {}).expect("no journal");
    let whole = summary::table(&findings, usize::MAX);
    let mut shorter = whole.len();
    for width in [70, 45] {
        let table = summary::table(&findings, width);
        assert!(
            table.lines().all(|line| line.chars().count() <= width),
            "{table}"
        );
        assert!(table.contains("WRONG on 2,298"), "{table}");
        assert!(table.len() < shorter, "{table}");
        shorter = table.len();
    }
}
