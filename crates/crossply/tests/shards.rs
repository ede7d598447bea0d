//! However a run is split, over threads, shards, and runs that stop and resume, its results are those of the whole.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crossply::cli::JournalFile;
use crossply::report::Checked;
use crossply::report::formats::{Banner, Report};
use crossply::{
    Coverage, CrossCheck, Ended, Failure, FailureKind, Oracles, Progress, Run, Solver, domain,
};
use proptest::collection;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use tempfile::TempDir;

use crate::asked::{Asked, Known, Notes};
use crate::{
    ALL, assert_says, below, blamed, failed, limits, on, part, report, report_on, results, same,
    timeless,
};

/// When a run stops: once it has asked for so many inputs more, because it is interrupted, or because a solver gives up.
#[derive(Default)]
struct Stop {
    left: Mutex<usize>,
    gives_up: AtomicBool,
    interrupt: AtomicBool,
    notes: Notes,
}

impl Stop {
    fn after(&self, left: usize, gives_up: bool) {
        *self.left.lock().expect("no panic") = left;
        self.gives_up.store(gives_up, Relaxed);
        self.interrupt.store(left == 0 && !gives_up, Relaxed);
        self.notes.take(0);
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
        for n in &inputs[..answered] {
            self.0.notes.note(0, u128::from(*n));
            answers.push(n / 7);
        }
    }

    fn has_stopped(&self, _: Option<&Failure>) -> bool {
        self.0.gives_up.load(Relaxed) && *self.0.left.lock().expect("no panic") == 0
    }
}

/// A run that is split, and what is wrong in it.
#[derive(Debug)]
struct Split {
    len: u32,
    /// Inputs below this one are left out.
    least: u32,
    block: u64,
    coverage: Coverage,
    is_wrong: bool,
    has_truth: bool,
    /// Batches ask the solver that stops for more.
    relates: bool,
    shards: u32,
    jobs: usize,
    /// Each shard stops after so many inputs, because a solver gives up or not, and goes on.
    stops: Vec<(usize, bool)>,
}

impl Split {
    /// Inputs in two sections, with a slow solver, and one that is wrong and fails in two ways. A part may compare fewer than are
    /// wanted.
    fn check(&self, stop: &Arc<Stop>) -> CrossCheck<u32, u32> {
        let &Split {
            len,
            least,
            is_wrong,
            ..
        } = self;
        let some = domain::range(0..len / 5).named("some");
        let (stop, most) = (Arc::clone(stop), u128::from(len) * 3 / 4);
        let inputs = some.chain(domain::range(len / 5..len).named("more"));
        let check = CrossCheck::new("sections", inputs)
            .block(self.block)
            .only("counted", move |&n| n % 13 != 5 && n >= least)
            .at_least(u64::from(len / 3))
            .stateful("stops", move || Stops(Arc::clone(&stop)))
            .solver("slow", |&n| (0..n % 7).fold(n, |n, _| n - 1) / 7)
            .limits(limits(most / 2, most / 2, most))
            .sample(40)
            .solver("wrong", move |&n| match n % 37 {
                3 if is_wrong && n > len / 2 => panic!("at {n}"),
                4 if is_wrong => Failure::new(FailureKind::TimeLimit, "").raise(),
                30 if is_wrong => 0,
                _ => n / 7,
            })
            .relation("ascending", |&n, ask| ask(&n) <= ask(&(n + 7)))
            .digests();
        if self.has_truth {
            check.truth("definition", |&n| n / 7)
        } else {
            check
        }
    }

    /// The results are those of the whole, and what is said of each part is so, and of parts that are cut or missing.
    fn assert_whole(&self) {
        let stop = Arc::new(Stop::default());
        let check = self.check(&stop);
        let mut plan = check.plan(self.coverage, 5).expect("a check");
        if !self.relates {
            let truth = plan.oracles().truth;
            plan = plan.judged_by(Oracles {
                truth,
                relations: false,
            });
        }
        stop.after(usize::MAX, false);
        let whole = check.results(&plan, on(1)).expect("no journal").checked;
        let folder = TempDir::new().expect("a temporary folder");
        let (mut parts, mut cut, mut asked) = (Vec::new(), Vec::new(), Vec::new());
        for number in 1..=self.shards {
            let journal = folder.path().join(number.to_string());
            let mut results = Vec::new();
            // The last one goes on to the end.
            for (left, gives_up) in self.stops.iter().copied().chain([(usize::MAX, false)]) {
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
                    ..part(&format!("{number}/{}", self.shards), self.jobs)
                };
                let shard = run.shard;
                let findings = check.run(&plan, run).expect("its own journal");
                let checked = Checked::new(findings, &plan, shard);
                let is_complete = told.into_inner() == plan.inputs(shard);
                let expected = match gives_up {
                    _ if is_complete => Ended::Completed,
                    true => Ended::GivenUp,
                    false => Ended::Interrupted,
                };
                assert_eq!(checked.ended, expected, "{self:?}");
                if results.is_empty() {
                    asked.push(stop.notes.take(0));
                }
                results.push(sent(&checked));
            }
            cut.push(results[0].clone());
            parts.extend(results.pop());
        }
        stop.after(usize::MAX, false);
        parts.reverse();
        let result = check.merge(parts, &on(2)).expect("all shards");
        assert_eq!(timeless(&result), timeless(&whole), "{self:?}");
        self.assert_blames(&result);
        // Now those that went on no further.
        for missing in 0..cut.len() {
            let (cut, asked) = (&cut[missing..], &asked[missing..]);
            self.assert_says(&cut[0], &asked[..1]);
            let merged = check.merge(cut.to_vec(), &on(1)).expect("some shards");
            let expected = cut.iter().map(sums).fold([0; 4], |all, more| {
                std::array::from_fn(|n| all[n] + more[n])
            });
            assert_eq!(sums(&merged), expected, "{self:?}");
            assert_eq!(Some(merged.ended), cut.iter().map(|part| part.ended).max());
            let names: Vec<_> = (1..=missing)
                .map(|n| format!("{n}/{}", self.shards))
                .collect();
            assert_eq!(merged.scope.missing, names);
            if missing > 0 {
                // An input that is wrong in another shard is not right.
                assert!(merged.faults.is_empty());
                assert_says(&merged, &format!("Missing parts: {}.", names.join(", ")));
            }
            self.assert_says(&merged, asked);
        }
    }

    /// Asserts that the report on some parts says what was compared, by what these parts asked for.
    fn assert_says(&self, checked: &Checked, asked: &[Asked]) {
        if self.relates {
            return;
        }
        let mut compared = Asked::new();
        for (&n, times) in asked.iter().flatten() {
            *compared.entry(n).or_default() += times;
        }
        let known = Known {
            compared: &compared,
            left_out: None,
            counts: &|n| n % 13 != 5 && n >= self.least.into(),
            pool: self.len.into(),
        };
        let said = known.assert_says(checked);
        let is_told = report(checked).contains(" until it was interrupted, in ");
        let is_cut = checked.ended == Ended::Interrupted;
        assert_eq!(is_told, is_cut && !said.is_empty(), "{self:?}: {said}");
        let banner = report_on(vec![checked.clone()]).conclusion().0;
        if !is_cut && checked.scope.missing.is_empty() || !checked.agree {
            assert_eq!(banner == Banner::Wrong, !checked.agree, "{self:?}: {said}");
        } else {
            assert_eq!(banner, Banner::Open, "{self:?}: {said}");
        }
    }

    /// Asserts that the counts of a complete run are those of a plain loop.
    fn assert_blames(&self, result: &Checked) {
        if self.coverage != ALL {
            return;
        }
        let (len, least) = (self.len, self.least);
        let rest_is = |rest, start, end| {
            let counted = (least.max(start)..end).filter(|n| n % 13 != 5 && n % 37 == rest);
            if self.is_wrong {
                counted.count() as u64
            } else {
                0
            }
        };
        let panics = rest_is(3, len / 2 + 1, len);
        let failures = panics + rest_is(4, 0, len);
        let wrong = if self.has_truth {
            [failures + rest_is(30, 0, len), 0, failures]
        } else {
            [failures, rest_is(30, 0, len * 3 / 4), failures]
        };
        assert_eq!(blamed(result), [[0; 3], [0; 3], wrong]);
        let kinds = &result.scope.counts.solvers[2].failures;
        let told = kinds.get(&FailureKind::Panic).copied();
        assert_eq!(told.unwrap_or_default(), panics);
    }
}

/// The results after a journey as JSON.
fn sent(checked: &Checked) -> Checked {
    let json = serde_json::to_string(checked).expect("all keys are strings");
    serde_json::from_str(&json).expect("what was written")
}

fn sums(checked: &Checked) -> [u64; 4] {
    let (counts, solver) = (&checked.scope.counts, &checked.scope.counts.solvers[2]);
    let compared = counts.compared.total();
    [compared, counts.disagreements, solver.wrong, failed(solver)]
}

proptest! {
    #![proptest_config(Config { cases: 20, failure_persistence: None, ..Config::default() })]

    #[test]
    fn however_a_run_is_split_its_results_are_those_of_the_whole(
        (len, block) in (5..3000_u32, prop_oneof![1..20_u64, 1..700_u64]),
        coverage in select(vec![ALL, Coverage::Quick, Coverage::Drawn(900), Coverage::Drawn(1500)]),
        // Some parts have only inputs that are left out, or all have.
        left in select(vec![0, 1, 100, 3000, 3000_u32]),
        (is_wrong, has_truth, relates) in any::<(bool, bool, bool)>(),
        (shards, jobs) in (2..5_u32, 1..4_usize),
        stops in collection::vec((0..2000_usize, any::<bool>()), 0..3),
    ) {
        let least = len.saturating_sub(left);
        Split { len, least, block, coverage, is_wrong, has_truth, relates, shards, jobs, stops }.assert_whole();
    }
}

#[test]
fn a_run_may_be_cut_anywhere() {
    for (coverage, len) in [(ALL, 23), (Coverage::Quick, 23), (Coverage::Drawn(20), 123)] {
        for (left, gives_up) in (0..14).flat_map(|left| [(left, true), (left, false)]) {
            let split = Split {
                len,
                least: 2,
                block: 3,
                coverage,
                is_wrong: len > 100,
                has_truth: left % 3 == 0,
                relates: false,
                shards: 2,
                jobs: 1,
                stops: vec![(left, gives_up)],
            };
            split.assert_whole();
        }
    }
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
