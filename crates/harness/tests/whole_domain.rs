//! The solvers of each problem on all legal positions, or on as many as they can take in seconds.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::thread;

use crossply_harness::oracles::Judged;
use crossply_harness::{Answered, Ended, Findings, Plan, Run, Selection, minimise, report};
use crossply_problems::{Ccf201803_4, Poj1568, Problem};
use crossply_solvers::Solved;

#[test]
fn all_solvers_of_ccf201803_4_agree_on_all_positions() {
    let findings = agreement::<Ccf201803_4>();
    for statistics in &findings.statistics {
        assert_eq!(statistics.positions(), Ccf201803_4::domain().len());
        assert_eq!(distinct(&statistics.answers), 6, "as the census says");
    }
}

/// Slow solvers answer all positions with up to 4 empties, and drawn ones beyond: with so few
/// empties a line of `o` rarely decides, so that they alone would not do.
#[test]
fn all_solvers_of_poj1568_agree() {
    let findings = agreement::<Poj1568>();
    let with_few_empties = Poj1568::domain().with_empties(0..=4).end;
    for statistics in &findings.statistics {
        let entry = Poj1568::solver(statistics.solver).expect("registered");
        let answered: u64 = statistics
            .answered
            .values()
            .map(|answered| answered.in_order)
            .sum();
        let quick = Poj1568::domain().with_empties(0..=entry.quick_empties).end;
        assert_eq!(answered, quick, "{}", entry.name);
        assert!(quick >= with_few_empties, "{}", entry.name);
        let most_empties = statistics.answered.keys().max();
        assert_eq!(
            most_empties,
            Some(&entry.practical_empties),
            "{}",
            entry.name
        );
        assert_eq!(distinct(&statistics.answers), 17, "#####, and each cell");
    }
}

fn agreement<P: Judged>() -> Findings<P> {
    let solvers = Selection::default().of::<P>();
    let plan = Plan::quick(solvers, &(0..=16), 1).expect("several solvers");
    let jobs = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let run = Run {
        jobs,
        ..Run::new(&plan)
    };
    let findings = run.check(|_| {}).expect("no journal");
    if let Some(found) = findings.simplest.first() {
        let (simplest, provenance) = minimise(found, plan.solvers());
        panic!("{}", report::disagreement(&simplest, provenance));
    }
    assert_eq!(findings.ended, Ended::Completed);
    assert_eq!(findings.trouble, None);
    let with_few_empties = P::domain().with_empties(0..=4).end;
    for judged in [findings.proven, findings.related] {
        assert!(judged.in_order >= with_few_empties, "{judged:?}");
        assert_eq!(judged.drawn, findings.compared.drawn);
    }
    assert_eq!(findings.compared.in_order, P::domain().len());
    let digests = findings.digests();
    assert!(digests.keys().copied().eq(P::domain().empties()));
    for (empties, covered) in digests {
        assert_eq!(
            covered.is_as_recorded::<P>(empties),
            Some(true),
            "{empties}"
        );
    }
    findings
}

/// How many answers were given, each counted once.
fn distinct<A: Ord>(answers: &BTreeMap<u32, BTreeMap<A, Answered>>) -> usize {
    let answers: BTreeSet<_> = answers.values().flat_map(BTreeMap::keys).collect();
    answers.len()
}
