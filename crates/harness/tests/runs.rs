//! Runs cover and count what they say, and a run that compares nothing is refused.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crossply_harness::{
    Answered, Ended, ExhaustiveOptions, Findings, Plan, Run, Selection, Shard, assert_fast_is_right,
};
use crossply_problems::symmetry::is_first_of_its_class;
use crossply_problems::{Ccf201803_4, Entry, Poj1568, Problem};

#[test]
fn a_run_that_would_compare_nothing_is_refused() {
    let refused = |names, empties: std::ops::RangeInclusive<u32>| {
        Plan::<Poj1568>::quick(solvers(names), &empties, 0)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused("fast", 0..=16),
        "poj1568: two solvers are needed for a comparison; selected: fast"
    );
    assert!(refused("ref-dfs", 0..=16).ends_with("selected: none"));
    assert_eq!(
        refused("fast,memo", 3..=3),
        "poj1568 has no position with 3 empties: there are 2, 4, 6, 8, 10, 12"
    );
    assert_eq!(
        refused("fast,naive", 10..=12),
        "poj1568: no position with 10 to 12 empties is practical for two of the selected solvers \
         (naive, fast)"
    );
    assert!(Plan::<Poj1568>::drawn(solvers("fast"), &(0..=16), 0, 10).is_err());
}

#[test]
fn an_exhaustive_run_covers_each_position_once() {
    let solvers = solvers("fast,memo");
    let plan = Plan::<Poj1568>::exhaustive(solvers, &(10..=12), ExhaustiveOptions::default());
    let findings = run(&plan.expect("two solvers"), 2);
    let (in_order, drawn) = (160_160 + 10_920, 0);
    assert_eq!(findings.counts.compared, Answered { in_order, drawn });
    for statistics in &findings.counts.solvers {
        assert_eq!(statistics.by_empties[&10].answered.in_order, 160_160);
        assert_eq!(statistics.positions(), in_order);
    }
}

#[test]
fn a_run_by_class_covers_one_position_of_each() {
    let by_class = ExhaustiveOptions {
        one_of_each_class: true,
        ..ExhaustiveOptions::default()
    };
    let plan = Plan::<Ccf201803_4>::exhaustive(solvers("fast,memo"), &(0..=9), by_class);
    let findings = Run::new(&plan.expect("two solvers")).check(|_| {});
    let findings = findings.expect("no journal");
    let domain = Ccf201803_4::domain();
    let positions = domain.positions(0..domain.len());
    let firsts = positions.filter(|&one| is_first_of_its_class(one)).count();
    assert_eq!(findings.counts.compared.in_order, firsts as u64);
    assert!(firsts > 2739 / 8 && firsts < 2739 / 4, "{firsts}");
}

#[test]
fn drawn_positions_do_not_depend_on_the_threads() {
    let plan = Plan::<Poj1568>::drawn(solvers("fast,memo"), &(0..=16), 3, 1000).expect("two");
    let counts = |plan, jobs| {
        let findings = run(plan, jobs);
        let work = findings.counts.solvers[1].by_empties.values();
        work.map(|work| work.answered).collect::<Vec<_>>()
    };
    assert_eq!(counts(&plan, 1), counts(&plan, 3));
    let other = Plan::<Poj1568>::drawn(solvers("fast,memo"), &(0..=16), 4, 1000).expect("two");
    assert_ne!(counts(&other, 1), counts(&plan, 1), "another seed");
}

#[test]
fn a_deadline_or_an_interrupt_ends_a_run_after_the_blocks_under_way() {
    let plan = Plan::<Ccf201803_4>::drawn(solvers("fast,memo"), &(0..=9), 3, 10_000);
    let plan = plan.expect("two solvers");
    let (now, later) = (Instant::now(), Instant::now() + Duration::from_hours(1));
    for (deadline, stops, ended, compared) in [
        (now, false, Ended::TimeUp, 0),
        (later, false, Ended::Completed, 10_000),
        (later, true, Ended::Interrupted, 8),
    ] {
        let interrupt = AtomicBool::new(false);
        let run = Run {
            deadline: Some(deadline),
            interrupt: Some(&interrupt),
            ..Run::new(&plan)
        };
        let findings = run.check(|_| interrupt.store(stops, Ordering::Relaxed));
        let findings = findings.expect("no journal");
        assert_eq!(findings.ended, ended);
        assert_eq!(findings.counts.compared.drawn, compared);
        let mut solvers = findings.counts.solvers.iter();
        assert!(solvers.all(|one| (one.seconds() > 0.0) == (compared > 0)));
        assert!(findings.counts.seconds > 0.0);
    }
}

fn solvers<P: Problem>(names: &str) -> Vec<&'static Entry<P>> {
    assert_fast_is_right();
    names.parse::<Selection>().expect("known").of()
}

fn run<P: Problem>(plan: &Plan<P>, jobs: usize) -> Findings<P> {
    let told = AtomicU64::new(0);
    let jobs = NonZeroUsize::new(jobs).expect("at least one");
    let run = Run {
        jobs,
        ..Run::new(plan)
    };
    let findings = run.check(|positions| {
        told.fetch_add(positions, Ordering::Relaxed);
    });
    let findings = findings.expect("no journal");
    assert_eq!(findings.ended, Ended::Completed);
    assert_eq!(
        told.into_inner(),
        plan.positions(Shard::WHOLE),
        "the sum of what the progress bar gets"
    );
    assert_eq!(findings.counts.disagreements, 0);
    findings
}
