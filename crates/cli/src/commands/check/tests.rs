//! Unit tests of what `check` prints and decides.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;
use clap::Parser;
use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Position, Solver};

use super::problem::check_solvers;
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

/// Checks memo and the solver on all positions.
fn checked(solver: &'static Entry<Ccf201803_4>, corpus: Option<&Path>) -> ProblemResult {
    checked_until(solver, &AtomicBool::new(false), corpus)
}

fn checked_until(
    solver: &'static Entry<Ccf201803_4>,
    interrupt: &AtomicBool,
    corpus: Option<&Path>,
) -> ProblemResult {
    let arguments = arguments("ccf201803-4 --jobs 1");
    let memo = Ccf201803_4::solver("memo").expect("registered");
    check_solvers(&[memo, solver], &arguments, 0, interrupt, corpus).expect("it runs")
}

#[test]
fn what_is_wrong_is_judged_said_and_saved() {
    let corpus = tempfile::tempdir().expect("a temporary folder");
    let below = corpus.path().join("ccf201803_4_differential");
    let explained = "
always-draw is wrong on 2,298 of 2,739 positions.
It takes a win for a draw on 1,830 and takes a loss for a draw on 468.
These are all positions, and only those, where somebody wins.
";
    // Not `fast`: if that is wrong, another test says it.
    let right = Ccf201803_4::solver("naive").expect("registered");
    for (solver, status) in [(right, Status::Right), (&ALWAYS_DRAW, Status::Wrong)] {
        let is_wrong = status == Status::Wrong;
        let result = checked(solver, Some(corpus.path()));
        assert_eq!(result.status, status);
        let checked = result.checked.expect("it was compared");
        let [quiet, usual] = [false, true].map(|is_usual| text_of(&checked, is_usual));
        assert_eq!(quiet.is_empty(), !is_wrong, "{quiet}");
        assert!(usual.ends_with(&quiet), "{usual}");
        assert_eq!(quiet.contains(explained), is_wrong, "{quiet}");
        let coverage = "Compared: all 2,739";
        assert!(usual.contains(coverage) && !quiet.contains(coverage));
        assert_eq!(below.exists(), is_wrong);
    }
    // The first position that is no draw.
    let saved = fs::read(below.join("position-0")).expect("saved");
    assert_eq!(saved.trim_ascii_end(), b"XXO\nXXO\nOO.");
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
    let result = checked_until(&INTERRUPTING, &INTERRUPT, None);
    assert_eq!(result.status, Status::Interrupted);
    let text = text_of(&result.checked.expect("something was compared"), true);
    assert!(text.contains(" until it was interrupted"), "{text}");
    // Now before it has begun.
    let result = checked_until(&INTERRUPTING, &INTERRUPT, None);
    assert_eq!(result.status, Status::Interrupted);
    assert!(result.checked.is_none() && result.error.is_none());
    // A run with nothing to compare has a document.
    let part = "ccf201803-4 --exhaustive --shard 9/9 --empties 9 --solvers naive,memo";
    let never = AtomicBool::new(false);
    let result = check_problem::<Ccf201803_4>(&arguments(part), 0, &never);
    assert!(result.expect("it runs").checked.is_some());
}

#[test]
fn a_disagreement_that_cannot_be_saved_is_an_error() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let result = checked(&ALWAYS_DRAW, Some(file.path()));
    assert_eq!(result.status, Status::Wrong);
    assert!(result.checked.is_some(), "nothing is lost");
    let error = result.error.expect("a file is no folder").to_string();
    assert!(error.starts_with("cannot"), "{error}");
}

#[test]
fn the_status_of_several_problems_is_the_worst_until_one_ends_it() {
    use Status::{Interrupted, Right, Wrong};
    let result = |status, error: Option<&'static str>| {
        let (checked, error) = (None, error.map(|error| anyhow!(error)));
        Ok(ProblemResult {
            status,
            checked,
            error,
        })
    };
    for (statuses, expected) in [
        (vec![], Right),
        (vec![Right, Right], Right),
        (vec![Wrong, Right], Wrong),
        (vec![Right, Wrong], Wrong),
        (vec![Wrong, Interrupted], Interrupted),
    ] {
        let results = statuses.iter().map(|&status| result(status, None));
        let (_, status, error) = together(results, |_, _| Ok(()));
        assert_eq!(status, expected, "{statuses:?}");
        assert!(error.is_none());
    }
    for (last, expected) in [
        (result(Interrupted, None), (Interrupted, None)),
        (Err(anyhow!("no journal")), (Wrong, Some("no journal"))),
        (result(Wrong, Some("not saved")), (Wrong, Some("not saved"))),
    ] {
        let never = std::iter::from_fn(|| panic!("nobody wants to know"));
        let results = [result(Wrong, None), last].into_iter().chain(never);
        let (_, status, error) = together(results, |_, _| Ok(()));
        let error = error.map(|error| error.to_string());
        assert_eq!((status, error.as_deref()), expected);
    }
}
