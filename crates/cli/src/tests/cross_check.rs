//! The main job as a test: the solvers of each problem on all legal positions, or on as many as they can take
//! in seconds.
//!
//! It is a unit test of this binary so that `cargo test` runs it before anything else: cargo goes through
//! packages by their names, of which ours is the first, and begins with a package's unit tests. So whoever
//! breaks a solver reads first which board it is wrong about, and not which other test rests on it.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::process::Command;
use std::{env, thread};

use crossply_harness::{Ended, Findings, Plan, Run, Selection, minimise, report};
use crossply_problems::symmetry::is_first_of_its_class;
use crossply_problems::{Problem, test_all_problems};
use serde_json::Value;

/// The gate's step `first-failure` plants faults and reads what comes first; this says why if it no longer does.
#[test]
fn our_package_comes_first() {
    let cargo = env::var_os("CARGO").unwrap_or("cargo".into());
    let metadata = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        // In the folder of a package it alone would be the default member.
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let list = |value: &Value| value.as_array().cloned().expect("a list");
    let members = list(&metadata["workspace_default_members"]);
    let packages = list(&metadata["packages"]);
    let tested = packages
        .iter()
        .filter(|package| members.contains(&package["id"]));
    let names: BTreeSet<_> = tested.map(|package| package["name"].as_str()).collect();
    assert_eq!(names.first(), Some(&Some(env!("CARGO_PKG_NAME"))));
    let ours = packages
        .iter()
        .find(|package| package["name"] == env!("CARGO_PKG_NAME"));
    let targets = list(&ours.expect("it is this one")["targets"]);
    let has_library = targets.iter().any(|target| target["kind"][0] == "lib");
    assert!(
        !has_library,
        "the unit tests of a library come before those of a binary"
    );
}

test_all_problems!(all_solvers_agree);

/// Slow solvers answer all positions with few empties, one of each symmetry class up to some more, and drawn ones
/// beyond: with so few empties a line of `o` rarely decides, so that they alone would not do.
fn all_solvers_agree<P: Problem>() {
    let findings = agreement::<P>();
    let domain = P::domain();
    let fewest: Vec<_> = domain.empties().take(2).collect();
    for statistics in &findings.counts.solvers {
        let entry = P::solver(&statistics.solver).expect("registered");
        let name = entry.name;
        for (&empties, work) in &statistics.by_empties {
            let answered = work.answered;
            let indices = domain.with_empties(empties..=empties);
            let all = indices.end - indices.start;
            let expected = match empties {
                _ if empties <= entry.instant_max_empties => all..=all,
                // There are at most 32 of a class.
                _ if empties <= entry.exhaustive_max_empties => all / 32..=all / 16,
                _ => 0..=0,
            };
            assert!(
                expected.contains(&answered.in_order),
                "{name}, {empties}: {answered:?}"
            );
        }
        assert!(
            entry.instant_max_empties >= fewest[0] && entry.exhaustive_max_empties >= fewest[1],
            "{name}"
        );
        let most_empties = statistics.by_empties.keys().max();
        assert_eq!(most_empties, Some(&entry.max_empties), "{name}");
    }
}

fn agreement<P: Problem>() -> Findings<P> {
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
    assert_eq!(findings.counts.trouble, None);
    let domain = P::domain();
    let one_of_each_class = domain
        .positions(0..domain.len())
        .filter(|&position| is_first_of_its_class(position));
    let least = one_of_each_class.count() as u64;
    for judged in [findings.counts.proven, findings.counts.related] {
        assert!(judged.in_order >= least, "{judged:?}");
    }
    assert_eq!(findings.counts.compared.in_order, P::domain().len());
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
