//! However a run is split, over threads, shards, and runs that stop and resume, its results are those of the whole.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crossply::cli::JournalFile;
use crossply::report::Checked;
use crossply::{Coverage, CrossCheck, Ended, Failure, FailureKind, Progress, Run, Solver, domain};
use proptest::collection;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use tempfile::TempDir;

use crate::{
    ALL, assert_says, below, blamed, failed, inputs, limits, on, part, results, results_of, same,
    timeless,
};

/// When a run stops: once it has asked for so many inputs more, because it is interrupted, or because a solver gives up.
#[derive(Default)]
struct Stop {
    left: Mutex<usize>,
    gives_up: AtomicBool,
    interrupt: AtomicBool,
}

impl Stop {
    fn after(&self, left: usize, gives_up: bool) {
        *self.left.lock().expect("no panic") = left;
        self.gives_up.store(gives_up, Relaxed);
        self.interrupt.store(false, Relaxed);
    }
}

struct Stops(Arc<Stop>);

impl Solver<u32, u32> for Stops {
    fn solve(&mut self, n: &u32) -> u32 {
        n / 7
    }

    fn solve_all(&mut self, inputs: &[u32], answers: &mut Vec<u32>) {
        let mut left = self.0.left.lock().expect("no panic");
        let (all, gives_up) = (inputs.len(), self.0.gives_up.load(Relaxed));
        let answered = if gives_up { all.min(*left) } else { all };
        *left = left.saturating_sub(all);
        self.0.interrupt.store(*left == 0 && !gives_up, Relaxed);
        answers.extend(inputs[..answered].iter().map(|n| n / 7));
    }

    fn has_stopped(&self, _: Option<&Failure>) -> bool {
        self.0.gives_up.load(Relaxed) && *self.0.left.lock().expect("no panic") == 0
    }
}

/// A check of so many inputs in two sections, those from `least` on, with a slow solver, and one that is wrong and fails in two
/// ways. A part may compare fewer than are wanted.
fn check(len: u32, least: u32, is_wrong: bool, stop: &Arc<Stop>) -> CrossCheck<u32, u32> {
    let some = domain::range(0..len / 5).named("some");
    let (stop, most) = (Arc::clone(stop), u128::from(len) * 3 / 4);
    CrossCheck::new(
        "sections",
        some.chain(domain::range(len / 5..len).named("more")),
    )
    .only("counted", move |&n| n % 13 != 5 && n >= least)
    .at_least(u64::from(len / 3))
    .stateful("stops", move || Stops(Arc::clone(&stop)))
    .solver("slow", |&n| (0..n % 7).fold(n, |n, _| n - 1) / 7)
    .limits(limits(most, most, most))
    .solver("wrong", move |&n| match n % 111 {
        33 if is_wrong => panic!("at {n}"),
        44 if is_wrong => Failure::new(FailureKind::TimeLimit, "").raise(),
        n if is_wrong && n > 109 => 0,
        _ => n / 7,
    })
    .relation("ascending", |&n, ask| ask(&n) <= ask(&(n + 7)))
    .digests()
}

/// The results after a journey as JSON.
fn sent(checked: &Checked) -> Checked {
    let json = serde_json::to_string(checked).expect("all keys are strings");
    serde_json::from_str(&json).expect("what was written")
}

proptest! {
    #![proptest_config(Config { cases: 12, failure_persistence: None, ..Config::default() })]

    #[test]
    fn however_a_run_is_split_its_results_are_those_of_the_whole(
        (len, block) in (5..3000_u32, 1..700_u64),
        coverage in select(vec![ALL, Coverage::Quick, Coverage::Drawn(900)]),
        // Some parts have only inputs that are left out, or all have.
        left in select(vec![0, 1, 100, 3000, 3000_u32]),
        (is_wrong, has_truth) in any::<(bool, bool)>(),
        (shards, jobs) in (2..5_u32, 1..4_usize),
        stops in collection::vec((0..2000_usize, any::<bool>()), 0..3),
    ) {
        let stop = Arc::new(Stop::default());
        let mut check = check(len, len.saturating_sub(left), is_wrong, &stop).block(block);
        if has_truth {
            check = check.truth("definition", |&n| n / 7);
        }
        let plan = check.plan(coverage, 5).expect("a check");
        stop.after(usize::MAX, false);
        let whole = check.results(&plan, on(1)).expect("no journal").checked;
        let folder = TempDir::new().expect("a temporary folder");
        let mut parts = Vec::new();
        for number in 1..=shards {
            let journal = folder.path().join(number.to_string());
            let mut last = None;
            // The last one goes on to the end.
            for (left, gives_up) in stops.iter().copied().chain([(usize::MAX, false)]) {
                stop.after(left, gives_up);
                let told = AtomicU64::new(0);
                let run = Run {
                    interrupt: Some(&stop.interrupt),
                    journal: Some(Box::new(JournalFile::new(&journal))),
                    listener: &|progress| {
                        if let Progress::Done(inputs) = progress {
                            told.fetch_add(inputs, Relaxed);
                        }
                    },
                    ..part(&format!("{number}/{shards}"), jobs)
                };
                let shard = run.shard;
                let findings = check.run(&plan, run).expect("its own journal");
                let checked = Checked::new(findings, &plan, shard);
                last = Some((checked, told.into_inner(), plan.inputs(shard)));
            }
            let (checked, told, inputs) = last.expect("one at least");
            prop_assert_eq!((told, checked.ended), (inputs, Ended::Completed));
            parts.push(sent(&checked));
        }
        parts.reverse();
        let result = check.merge(parts, &on(2)).expect("all shards");
        prop_assert_eq!(timeless(&result), timeless(&whole));
        if coverage == ALL {
            let rest_is = |rest, end| {
                let all = len.saturating_sub(left)..end;
                let counted = all.filter(|n| is_wrong && n % 13 != 5 && n % 111 == rest);
                counted.count() as u64
            };
            let failures = rest_is(33, len) + rest_is(44, len);
            let wrong = if has_truth {
                [failures + rest_is(110, len), 0, failures]
            } else {
                [failures, rest_is(110, len * 3 / 4), failures]
            };
            prop_assert_eq!(blamed(&result), [[0; 3], [0; 3], wrong]);
            let kinds = &result.scope.counts.solvers[2].failures;
            let panics = kinds.get(&FailureKind::Panic).copied().unwrap_or_default();
            prop_assert_eq!(panics, rest_is(33, len));
        }
    }
}

#[test]
fn a_missing_shard_is_named_and_the_others_count() {
    let check = check(50_000, 0, true, &Arc::default()).block(500);
    let [mut first, mut third, fourth] =
        ["1/4", "3/4", "4/4"].map(|shard| results_of(&check, ALL, 5, part(shard, 2)));
    (third.ended, first.ended) = (Ended::Interrupted, Ended::TimeUp);
    (third.scope.counts.seconds, first.scope.counts.seconds) = (300.0, 200.0);
    let counts = |checked: &Checked| {
        let (counts, solver) = (&checked.scope.counts, &checked.scope.counts.solvers[2]);
        let compared = counts.compared.in_order;
        [compared, counts.disagreements, solver.wrong, failed(solver)]
    };
    let parts = [&first, &third, &fourth];
    let sums: [u64; 4] = std::array::from_fn(|n| parts.map(|part| counts(part)[n]).iter().sum());
    let indices =
        |part: &Checked| -> Vec<u128> { part.simplest.iter().map(|found| found.index.0).collect() };
    let mut simplest = parts.map(indices).concat();
    simplest.sort_unstable();
    let merged = check.merge([third, fourth, first], &on(1));
    let merged = merged.expect("three shards");
    assert_eq!(counts(&merged), sums);
    // An input that is wrong in another shard is not right.
    assert!(merged.faults.is_empty());
    assert_eq!(merged.ended, Ended::Interrupted, "the worst");
    assert_eq!(
        merged.scope.counts.seconds.to_string(),
        "300",
        "the longest"
    );
    let first = &indices(&merged)[..10];
    assert_eq!(first, &simplest[..10], "{:?}", inputs(&merged));
    assert_eq!(merged.scope.missing, ["2/4"]);
    assert_eq!(merged.scope.shards, ["1/4", "3/4", "4/4"]);
    assert_says(&merged, "Missing parts: 2/4.");
}

/// Too few inputs are no success, and what helps depends on why there are so few.
#[test]
fn too_few_inputs_get_the_advice_that_helps() {
    let few = same(below(100_001)).only("few", |&n| n >= 100_000);
    let checked = few.clone().at_least(2).check_quickly().expect("a check");
    let said = "only 1 input was compared, and at least 2 are wanted. The domain has no more inputs that are `few`: make \
                it larger, or say how many are enough (`.at_least(1)`)";
    assert!(!checked.agree);
    assert_says(&checked, said);
    let trusted = few.truth("t", |&n| n).check_quickly().expect("a check");
    assert_says(
        &trusted,
        "Compared: all 100,001 inputs, of which 1 is `few`, in",
    );
    assert_says(
        &trusted,
        "Confirmed by t: the answers to 1 of 100,001 inputs.",
    );
    let none = same(below(10_000)).only("large", |&n| n >= 10_000);
    let said = "nothing was compared: none of 10,000 inputs is `large`";
    assert_says(&results(&none, ALL, 0), said);
    let rare = same(below(100_000))
        .only("rare", |&n| n % 100 == 0)
        .at_least(90);
    let plan = rare.plan(Coverage::Drawn(5000), 1).expect("a check");
    let checked = rare.results(&plan, on(1)).expect("no journal").checked;
    assert_says(
        &checked,
        "Of 5,000 inputs, the others are not `rare`: make a domain without those, or",
    );
}

/// Of many messages of panics, those of the simplest inputs are shown, in whatever order a run draws the inputs.
#[test]
fn the_order_of_draws_does_not_matter() {
    let check = check(2244, 0, true, &Arc::default()).block(14);
    for seed in 0..8 {
        let coverage = Coverage::Drawn(1438);
        let plan = check.plan(coverage, seed).expect("a check");
        let whole = check.results(&plan, on(1)).expect("no journal").checked;
        let parts = ["1/3", "2/3", "3/3"]
            .map(|shard| sent(&results_of(&check, coverage, seed, part(shard, 2))));
        let merged = check.merge(parts, &on(2)).expect("three shards");
        assert_eq!(timeless(&merged), timeless(&whole), "seed {seed}");
    }
}
