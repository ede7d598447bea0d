//! Wrong inputs are found, counted exactly, and shown in their simplest form.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crossply::rand::RngExt;
use crossply::{Coverage, CrossCheck, Digest, Domain, FailureKind, Provenance, Solver, domain};

use crate::{
    ALL, assert_says, below, blamed, inputs, limits, on, part, report, results, results_of, same,
};

#[test]
fn an_input_is_told_with_all_solvers_that_are_wrong() {
    let nines = |&n: &u32| n + n % 10 / 9;
    let both = CrossCheck::new("both", below(50)).truth("definition", |&n| n);
    let both = both.solver("a", nines).solver("b", nines);
    let both = results(&both.solver("c", |&n| n / 10 * 10), ALL, 0);
    assert_says(&both, "    9   a 10, b 10, c 0; right: 9\n");
}

#[test]
fn a_digest_is_that_of_the_answers_and_a_change_is_noticed() {
    let right: Digest = (0..5000).map(|n| Digest::of(n, &(n as u32))).sum();
    for (recorded, as_recorded) in [
        (None, None),
        (Some(right), Some(true)),
        (Some(Digest::default()), Some(false)),
    ] {
        let records = recorded.map(|digest| (String::new(), digest));
        let checked = results(
            &same(below(5000)).digests().recorded(records.clone()),
            ALL,
            0,
        );
        let [digest] = &checked.digests[..] else {
            panic!("{:?}", checked.digests);
        };
        assert_eq!((digest.sum, digest.inputs), (Some(right), 5000));
        assert_eq!(digest.as_recorded, as_recorded);
        assert_eq!(checked.agree, as_recorded != Some(false));
        // What one part does not notice, all parts together do. Inputs that do not count have no answers.
        let check = same(below(9000)).only("first", |&n| n < 5000).block(100);
        let check = check.digests().recorded(records);
        let parts = ["1/2", "2/2"].map(|shard| results_of(&check, ALL, 0, part(shard, 1)));
        assert!(parts.iter().all(|part| part.agree));
        assert_eq!(
            check.merge(parts, &on(1)).expect("two parts").agree,
            checked.agree
        );
        let change = "same: the solvers agree on all inputs, but not on the answers on record";
        assert_eq!(report(&checked).contains(change), !checked.agree);
    }
}

/// Whether the domain is huge, or a solver slow.
#[test]
fn the_search_for_a_simpler_input_asks_little() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    fn count() {
        assert!(ASKED.fetch_add(1, Relaxed) < 3_000_000, "it does not end");
    }
    let check = CrossCheck::new("huge", domain::all::<(u64, u32)>())
        .solver("right", |_| false)
        .solver("wrong", |&(n, _)| {
            count();
            n > u64::MAX / 4 * 3
        })
        .truth("no", |_| false);
    let checked = results(&check, Coverage::Drawn(100), 1);
    let drawn = "100 inputs drawn at random from 79,228,162,514,264,337,593,543,950,336";
    assert_says(&checked, drawn);
    let simplest = check.minimise(&checked.simplest[0]);
    assert!(simplest.index < checked.simplest[0].index);

    ASKED.store(0, Relaxed);
    let check = CrossCheck::new("slow", below(1_000_000))
        .solver("slow", |_| {
            count();
            false
        })
        .limits(limits(1000, 1000, u128::MAX))
        .solver("quick", |&n| n >= 500_000);
    let checked = results(&check, Coverage::Drawn(100), 1);
    let simplest = check.minimise(&checked.simplest[0]);
    let index = simplest.index.0;
    assert!((500_000..503_000).contains(&index), "{index}");
    assert!(ASKED.load(Relaxed) < 10_000, "{ASKED:?}");
    let how = "It is the simplest input found on which the solvers disagree.";
    assert_eq!(simplest.how("input", "inputs"), how);
}

/// Gives one answer too few to every batch of more than one input.
struct TooFew;

impl Solver<u32, u32> for TooFew {
    fn solve(&mut self, input: &u32) -> u32 {
        *input
    }

    fn solve_all(&mut self, inputs: &[u32], answers: &mut Vec<u32>) {
        answers.extend_from_slice(&inputs[..(inputs.len() - 1).max(1)]);
    }
}

#[test]
fn a_missing_answer_is_a_wrong_one() {
    let check = same(below(1000)).block(100).stateful("few", || TooFew);
    let checked = results(&check, ALL, 0);
    assert_eq!(blamed(&checked)[2], [10, 0, 10], "the last of each block");
    assert_eq!(inputs(&checked)[..2], ["99", "199"]);
    let failures = &checked.scope.counts.solvers[2].failures;
    assert_eq!(failures[&FailureKind::MalformedAnswer], 10);
    assert_eq!(
        checked.simplest[0].answers[2].answer,
        "malformed answer: number of answers: 99, expected 100"
    );
}

/// In ascending order this solver is right, and alone it is not.
#[test]
fn a_leak_may_be_wrong_alone() {
    let check = same(below(100)).truth("n", |&n| n).stateful("rising", || {
        let mut last = None;
        move |&n: &u32| n + u32::from(last.replace(n).is_none_or(|last| last >= n))
    });
    let found = check
        .leak(&mut check.panel(), 2, &[5, 6, 7])
        .expect("it leaks");
    assert_eq!(
        (&*found.answers[0].answer, found.right.as_deref()),
        ("7", Some("6"))
    );
}

/// Right in ascending order, and in a fresh instance.
struct Leaking {
    how: &'static str,
    asked: Vec<u32>,
}

impl Solver<u32, u32> for Leaking {
    fn solve(&mut self, input: &u32) -> u32 {
        let (last, n) = (self.asked.last().copied(), *input);
        let is_wrong = match self.how {
            "after a greater one" => last.is_some_and(|last| last > n),
            "twice in a row" => last == Some(n),
            "asked before" => self.asked.contains(&n),
            "from the second call" => !self.asked.is_empty(),
            _ => unreachable!(),
        };
        self.asked.push(n);
        n + u32::from(is_wrong)
    }

    fn solve_all(&mut self, inputs: &[u32], answers: &mut Vec<u32>) {
        match self.how {
            "from the second call" => answers.extend(inputs),
            _ => answers.extend(inputs.iter().map(|input| self.solve(input))),
        }
    }
}

#[test]
fn a_leak_shows_when_inputs_are_asked_again() {
    for (how, in_batch) in [
        ("after a greater one", 2),
        ("twice in a row", 2),
        ("asked before", 2),
        ("from the second call", 0),
    ] {
        let new = move || Leaking {
            how,
            asked: Vec::new(),
        };
        let check = same(below(100)).stateful("leaking", new);
        for check in [check.clone(), check.truth("n", |&n| n)] {
            let checked = results(&check, Coverage::Quick, 1);
            assert_eq!(
                (blamed(&checked)[2], checked.agree),
                ([0; 3], false),
                "{how}"
            );
            let found = &checked.simplest[0];
            let given = &found.answers[0];
            assert_eq!((&*given.solver, given.wrong), ("leaking", true));
            assert_eq!(given.answer, (found.index.0 + 1).to_string(), "{how}");
            let seen = (found.batch.len(), &found.provenance);
            assert_eq!(seen, (in_batch, &Provenance::DependsOnHistory), "{how}");
        }
    }
}

/// Only the run asks for an input for the first time in an instance that has met others, and nobody judges its answers.
#[test]
fn a_leak_may_be_wrong_only_in_the_run() {
    let check = CrossCheck::new("alone", below(100)).stateful("late", || {
        let mut asked = BTreeSet::new();
        move |&n: &u32| n + u32::from(asked.insert(n) && asked.len() > 1)
    });
    let check = check.relation("same", |n, ask| ask(n) == ask(n));
    let found = &results(&check, Coverage::Quick, 1).simplest[0];
    let [wrong, right] = [found.index.0 + 1, found.index.0].map(|n| n.to_string());
    let said = (&found.answers[0].answer, &found.right);
    assert_eq!(said, (&wrong, &Some(right)));
}

#[test]
fn digests_do_not_depend_on_blocks_with_failures() {
    let check = |block| {
        let check = same(below(1000)).digests().block(block);
        check.solver("c", |&n| if n % 10 == 3 { panic!("at {n}") } else { n })
    };
    let digest = |block| results(&check(block), ALL, 0).scope.counts.solvers[2].sections[0].digest;
    assert_eq!(digest(1000), digest(1));
}

/// Answers before a failure stand, and the input on which the solver failed is asked alone.
#[test]
fn a_failure_costs_one_more_question() {
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let check = same(below(10_000)).solver("sevens", |&n| {
        ASKED.fetch_add(1, Relaxed);
        assert_ne!(n % 100, 7);
        n
    });
    let findings = check.run(&check.plan(ALL, 0).expect("three"), on(1));
    let counts = findings.expect("no journal").counts;
    let failures = &counts.solvers[2].failures;
    assert_eq!(
        (counts.disagreements, failures[&FailureKind::Panic]),
        (100, 100)
    );
    assert_eq!(counts.solvers[2].wrong, 100, "none is wrong beside those");
    // The first failure of each block is looked at for a leak.
    let asked = ASKED.load(Relaxed);
    assert!((10_100..10_120).contains(&asked), "{asked}");
}

/// A part that is no larger than a sample is covered, because as many draws would miss some of it.
#[test]
fn what_was_compared_is_said() {
    let and_drawn = "the first 15 of 1,001 inputs, and 500 drawn at random (seed 3), in ";
    let sizes = below(10)
        .named("small")
        .chain(domain::range(10..1010).named("middle"))
        .chain(domain::range(1010..2010).named("large"));
    for (domain, limits, said) in [
        (
            below(91),
            limits(15, 15, 20),
            "the first 20 of 91 inputs, in ",
        ),
        (below(1001), limits(15, 15, 600), and_drawn),
        (
            below(1000),
            limits(0, 0, 1000),
            "500 inputs drawn at random (seed 3), in ",
        ),
        (
            sizes.clone(),
            limits(15, 15, 1000),
            "the first 15 of 2,010 inputs, and 500 drawn at random: all up to small, and a sample of middle (seed 3), in ",
        ),
        (
            sizes,
            limits(15, 15, 2000),
            "the first 15 of 2,010 inputs, and 1,000 drawn at random: all up to small, and a sample of middle to large (",
        ),
    ] {
        let check = same(domain).limits(limits);
        let said = format!("agree. Compared: {said}");
        assert_says(&results(&check, Coverage::Quick, 3), &said);
    }
}

#[test]
fn a_precondition_that_panics_is_trouble() {
    let check = CrossCheck::new("lists", domain::words(1..=3_u8, 0..=4))
        .only("sorted", |list| list.is_sorted())
        .only("short", |list| list[0] < 9)
        .solver("a", Vec::len)
        .solver("b", Vec::len);
    let said = "the check itself is at fault: whether [] is `sorted and short`: panic: index out of bounds";
    assert_says(&results(&check, ALL, 1), said);
}

/// Below the first wrong representative, others were not judged.
#[test]
fn the_simplest_of_representatives_is_not_the_simplest_of_all() {
    let check = CrossCheck::new("even", below(50_000))
        .representatives("even", |n| n % 2 == 0)
        .solver("right", |_| 0)
        .limits(limits(0, u128::MAX, u128::MAX))
        .solver("wrong", |&n| {
            u32::from(n >= 30_000 || n == 29_999 || n == 7)
        })
        .limits(limits(0, u128::MAX, u128::MAX));
    let checked = super::explained(&check, Coverage::Quick);
    let found = &checked.simplest[0];
    let claims = matches!(
        found.provenance,
        Provenance::Minimised { simplest: true, .. }
    );
    assert!(found.index.0 == 7 || !claims, "{found:?}");
}

/// Two solvers are wrong about other inputs. The one that a search simplifies stays the one that was wrong.
#[test]
fn a_drawn_input_shrinks_to_a_fault_of_the_same_solver() {
    let lists = domain::drawn(|random| {
        let length = random.random_range(0..20);
        (0..length)
            .map(|_| random.random_range(0..100_u8))
            .collect::<Vec<_>>()
    });
    let check = CrossCheck::new("lists", lists)
        .truth("none", |_| false)
        .solver("empty", Vec::is_empty)
        .solver("long", |list| list.len() > 9);
    let plan = check.plan(Coverage::Drawn(300), 1).expect("a check");
    let findings = check.run(&plan, on(1)).expect("no journal");
    let long = |found: &&crossply::Finding| found.wrong().eq(["long"]);
    let drawn = findings.simplest.iter().find(long).expect("some are long");
    let shrunk = check.minimise(drawn);
    assert!(shrunk.wrong().eq(["long"]), "{shrunk:?}");
    assert_eq!(shrunk.input.matches(',').count(), 9, "{shrunk:?}");
    assert_eq!(
        shrunk.provenance,
        Provenance::Shrunk {
            wrong: "long".to_owned()
        }
    );
}

/// Where the trusted answer panics, it is not known what is wrong, even if a solver panics as well.
#[test]
fn an_input_shrinks_to_one_whose_answer_is_known() {
    let numbers = domain::drawn(|random| random.random_range(0..1000_u32));
    let check = CrossCheck::new("numbers", numbers)
        .truth("large", |&n| assert!(n > 499, "small"))
        .solver("larger", |&n| assert!(n > 749, "small"));
    let plan = check.plan(Coverage::Drawn(300), 1).expect("a check");
    let findings = check.run(&plan, on(1)).expect("no journal");
    let shrunk = check.minimise(&findings.simplest[0]);
    assert_eq!(
        (&*shrunk.input, shrunk.right.as_deref()),
        ("500", Some("()"))
    );
}

/// A relation may ask its solver for any input, but shows it to nobody else.
#[test]
fn an_input_that_does_not_count_is_shown_to_nobody() {
    static SEEN: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    fn sees(who: &'static str, n: u32) -> u32 {
        if n % 2 == 1 || n >= 1000 {
            SEEN.lock().expect("no panic").insert(who);
        }
        n
    }
    let check = |wrong: fn(u32) -> bool| {
        CrossCheck::new("even", below(1000))
            .only("even", |n| n % 2 == 0)
            .truth("truth", |&n| sees("truth", n))
            .solver("a", |&n| sees("a", n) + u32::from(n % 10 == 6))
            .solver("related", move |&n| if wrong(n) { 0 } else { n })
            .relation("ascending", |&n, ask| ask(&n) < ask(&(n + 1)))
            .fact("is divisible by 4", |&n| sees("fact", n).is_multiple_of(4))
    };
    let represented = check(|n| n > 300);
    let represented =
        represented.representatives("by 4", |&n| sees("representatives", n).is_multiple_of(4));
    for check in [&represented, &check(|n| n > 300 && n % 4 == 0)] {
        for coverage in [ALL, Coverage::Drawn(300), Coverage::Quick] {
            assert!(!super::explained(check, coverage).agree);
        }
        assert!((0..20).all(|n| check.judge(&(2 * n + 1)).is_ok()));
        assert!(check.leak(&mut check.panel(), 0, &[1, 3, 2, 1]).is_none());
    }
    let violated = check(|n| n == 501).judge(&500).expect_err("a relation");
    assert!(violated.to_string().contains("input 500"), "{violated}");
    assert_eq!(*SEEN.lock().expect("no panic"), BTreeSet::new());
}

/// If each asked the one before it twice, this would take forever.
#[test]
fn domains_can_be_chained_many_times() {
    struct Pair(AtomicU64);

    impl Domain for Pair {
        type Input = u32;

        fn len(&self) -> u128 {
            assert!(self.0.fetch_add(1, Relaxed) < 10_000, "asked too often");
            2
        }

        fn input(&self, index: u128) -> u32 {
            index as u32
        }
    }

    let pair = || domain::of(Pair(AtomicU64::new(0))).named("pair");
    let left = (1..24).fold(pair(), |chain, _| chain.chain(pair()));
    let right = (1..24).fold(pair(), |chain, _| pair().chain(chain));
    assert!(left.clone().chain(domain::drawn(|_| 7)).is_drawn());
    for chain in [left, right] {
        let ends = chain.sections().into_iter().map(|section| section.end);
        assert!(ends.eq((1..=24).map(|n| 2 * n)));
        let checked = results(&same(chain), ALL, 0);
        assert_eq!(checked.scope.counts.compared.in_order, 48);
    }
}

/// The line is that of the check, which a guide shows.
#[test]
fn a_guide_shows_what_a_precondition_leaves() {
    let check = CrossCheck::new("rounded down", domain::all::<(u8, u8)>())
        .only("b is not 0", |&(_, b)| b != 0)
        .solver("quotient", |&(a, b)| a / b * b)
        .solver("remainder", |&(a, b)| a - a % b);
    let report = report(&check.check_quickly().expect("a check"));
    let (_, said) = report.split_once("The solvers").expect("it agrees");
    let (said, _) = said.split_once(", in ").expect("a time");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reports.md");
    let document = fs::read_to_string(path).expect("a document");
    let shown = document.contains(&format!("\nThe solvers{said}, in 0.0 s.\n"));
    let only = ".only(\"b is not 0\", |&(_, b)| b != 0)";
    assert!(shown && document.contains(only), "{said}");
}
