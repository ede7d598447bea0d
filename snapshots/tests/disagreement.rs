//! What a run reports about solvers with planted faults.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use crossply_faults::{around_fast, poj1568, same_x_as_before};
use crossply_harness::{
    ExhaustiveOptions, Finding, Findings, Outcome, Plan, Provenance, Run, assert_fast_is_right,
    minimise, report,
};
use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Entry, Poj1568, Problem};
use crossply_snapshots::pin;

static COLUMN_BY_COLUMN: Entry<Poj1568> = Entry::quick("column-by-column", "a fault", || {
    let fault = poj1568::FAULTS
        .iter()
        .find(|fault| fault.name == "column-order");
    (fault.expect("listed").new)()
});

/// Panics where the score is -4.
static PANICKING: Entry<Ccf201803_4> = Entry::quick("panicking", "a fault", || {
    around_fast::<Ccf201803_4>(|fast, position| {
        let score = fast.solve(position);
        assert!(score.value() != -4, "no case for {score}");
        score
    })
});

static LEAKING: Entry<Ccf201803_4> = Entry::quick("leaking", "a fault", same_x_as_before);

/// Answers that `o` always wins.
static HOPELESS: Entry<Ccf201803_4> = Entry::quick("hopeless", "a fault", || {
    around_fast::<Ccf201803_4>(|_, _| Score::new(-9))
});

/// Gives right answers, but states that it is slow.
static SLOW: Entry<Ccf201803_4> = Entry {
    name: "slow",
    summary: "no fault",
    max_empties: 9,
    exhaustive_max_empties: 5,
    instant_max_empties: 5,
    new: || (entry("memo").new)(),
};

#[test]
fn a_wrong_answer_is_found_minimised_and_reported() {
    let solvers = vec![entry("memo"), entry("fast"), &COLUMN_BY_COLUMN];
    // The plan draws positions, so that the first find is not the simplest.
    let plan = Plan::drawn(solvers, &(6..=8), 1, 1000).expect("three solvers");
    let findings = run(&plan);
    assert!(findings.counts.disagreements > 10);
    assert_eq!(
        findings.counts.solvers[2].wrong,
        findings.counts.disagreements
    );
    assert_eq!(findings.counts.solvers[0].wrong, 0);
    pin!("disagreement-wrong-answer", told(&findings, &plan));
}

#[test]
fn a_panic_is_a_disagreement() {
    let solvers = vec![entry("memo"), &PANICKING];
    let plan =
        Plan::exhaustive(solvers, &(0..=9), ExhaustiveOptions::default()).expect("two solvers");
    let findings = run(&plan);
    assert_eq!(findings.counts.disagreements, 148, "as the census says");
    assert_eq!(findings.counts.solvers[1].panics, 148);
    pin!("disagreement-panic", told(&findings, &plan));
}

#[test]
fn state_that_leaks_is_found_and_not_minimised() {
    let solvers = vec![entry("memo"), &LEAKING];
    let plan =
        Plan::exhaustive(solvers, &(0..=9), ExhaustiveOptions::default()).expect("two solvers");
    let findings = run(&plan);
    assert!(findings.counts.disagreements > 10);
    pin!("disagreement-leak", told(&findings, &plan));
}

#[test]
fn of_one_position_the_disagreement_of_most_solvers_is_kept() {
    // All solvers but the slow one answer all 72 positions, and the slow one a sample.
    let solvers = vec![entry("memo"), &HOPELESS, &SLOW];
    let plan = Plan::quick(solvers, &(7..=7), 1).expect("three solvers");
    let findings = run(&plan);
    assert_eq!(
        findings.counts.disagreements, 144,
        "in each of the two stages"
    );
    let numbers = findings.simplest.iter().map(|found| found.outcomes.len());
    let numbers: BTreeSet<usize> = numbers.collect();
    assert_eq!(
        numbers,
        BTreeSet::from([2, 3]),
        "positions of both stages are kept"
    );
}

fn entry<P: Problem>(name: &str) -> &'static Entry<P> {
    P::solver(name).expect("registered")
}

fn run<P: Problem>(plan: &Plan<P>) -> Findings<P> {
    assert_fast_is_right();
    let run = |jobs| Run {
        jobs: NonZeroUsize::new(jobs).expect("not zero"),
        ..Run::new(plan)
    };
    let findings = run(1).check(|_| {}).expect("no journal");
    let two = run(2).check(|_| {}).expect("no journal");
    assert_eq!(
        findings.simplest, two.simplest,
        "the same findings on any number of threads"
    );
    findings
}

fn told<P: Problem>(findings: &Findings<P>, plan: &Plan<P>) -> String {
    let found = &findings.simplest[0];
    let (simplest, provenance) = minimise(found, plan.solvers());
    let [first_seen, index] = [found, &simplest].map(|found| P::domain().index(found.position));
    assert!(index <= first_seen);
    let report = report::disagreement(&simplest, provenance);
    format!("first seen on position {first_seen}\n\n{report}")
}

#[test]
fn a_wrong_answer_that_all_give_is_no_disagreement() {
    let position = Ccf201803_4::domain().position(0);
    let told = |scores: [i32; 2]| {
        let answer = |score| Outcome::Answer(Score::new(score));
        let outcomes = vec![("one", answer(scores[0])), ("other", answer(scores[1]))];
        let answers = Finding::new(position, outcomes);
        report::disagreement(&answers, Provenance::Seen)
    };
    let wrong = told([0, 0]);
    assert!(
        wrong.starts_with("ccf201803-4: the answer to position 0 "),
        "{wrong}"
    );
    let differ = told([0, 1]);
    assert!(
        differ.starts_with("ccf201803-4: the solvers disagree on position 0 "),
        "{differ}"
    );
}
