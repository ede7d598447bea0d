//! What a run reports about solvers with planted faults.

use std::num::NonZeroUsize;

use crossply::{Coverage, Findings, Run};
use crossply_faults::{ignore_o_if_x_repeats, poj1568};
use crossply_games::check::{cross_check, indices_with_empties};
use crossply_problems::{Ccf201803_4, Entry, Poj1568, Problem};
use crossply_snapshots::pin;

static COLUMN_BY_COLUMN: Entry<Poj1568> = Entry::quick("column-by-column", "a fault", || {
    let fault = poj1568::FAULTS
        .iter()
        .find(|fault| fault.name == "column-order");
    (fault.expect("listed").new)()
});

static LEAKING: Entry<Ccf201803_4> = Entry::quick("leaking", "a fault", ignore_o_if_x_repeats);

#[test]
fn a_wrong_answer_is_found_minimised_and_reported() {
    let solvers = [entry("memo"), entry("fast"), &COLUMN_BY_COLUMN];
    // The plan draws positions, so that the first find is not the simplest.
    let (findings, told) = run(&solvers, 6, Coverage::Drawn(1000));
    assert!(findings.counts.disagreements > 10);
    assert_eq!(
        findings.counts.solvers[2].wrong,
        findings.counts.disagreements
    );
    assert_eq!(findings.counts.solvers[0].wrong, 0);
    pin!("disagreement-wrong-answer", told);
}

#[test]
fn state_that_leaks_is_found_and_not_minimised() {
    let (findings, told) = run(&[entry("memo"), &LEAKING], 0, Coverage::Exhaustive);
    assert!(findings.counts.disagreements > 10);
    pin!("disagreement-leak", told);
}

fn entry<P: Problem>(name: &str) -> &'static Entry<P> {
    P::solver(name).expect("registered")
}

/// The findings on positions with so many empties, up to 9, and what is told about the simplest.
fn run<P: Problem>(
    solvers: &[&'static Entry<P>],
    empties: u32,
    coverage: Coverage,
) -> (Findings, String) {
    let check = cross_check(solvers);
    let indices = indices_with_empties::<P>(&(empties..=9)).expect("there are such positions");
    let plan = check.plan_within(coverage, indices.start.into()..indices.end.into(), 1);
    let plan = plan.expect("two solvers");
    let on = |jobs| Run::on(NonZeroUsize::new(jobs).expect("not zero"));
    let [findings, two] = [1, 2].map(|jobs| check.run(&plan, on(jobs)).expect("no journal"));
    assert_eq!(
        findings.simplest, two.simplest,
        "the same findings on any number of threads"
    );
    let found = &findings.simplest[0];
    let simplest = check.minimise(found);
    let [first_seen, index] = [found, &simplest].map(|found| found.index.0);
    assert!(index <= first_seen);
    let report = check.report(&simplest);
    let told = format!("first seen on position {first_seen}\n\n{report}");
    (findings, told)
}
