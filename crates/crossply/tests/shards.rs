//! The results of all shards are the result of the whole.

use crossply::report::Checked;
use crossply::{Coverage, CrossCheck, Ended, Limits, domain};

use crate::{ALL, assert_says, below, failed, inputs, on, part, results_of, same, timeless};

/// Three solvers on two sections, one of them slow and one perhaps wrong.
fn check(is_wrong: bool) -> CrossCheck<u32, u32> {
    let some = domain::range(0..10_000).named("some");
    let more = domain::range(10_000..50_000_u32).named("more");
    CrossCheck::new("sections", some.chain(more))
        .block(500)
        .solver("right", |&n| n / 7)
        .solver("slow", |&n| (0..n % 7).fold(n, |n, _| n - 1) / 7)
        .limits(Limits::first(30_000))
        .solver("wrong", move |&n| match n % 1111 {
            333 if is_wrong => panic!("at {n}"),
            n if is_wrong && n > 1100 => 0,
            _ => n / 7,
        })
        .truth("definition", |&n| n / 7)
        .relation("ascending", |&n, ask| ask(&n) <= ask(&(n + 7)))
        .digests()
}

/// The results of four shards, after a journey as JSON.
fn shards(check: &CrossCheck<u32, u32>, coverage: Coverage) -> [Checked; 4] {
    ["4/4", "2/4", "1/4", "3/4"].map(|shard| {
        let checked = results_of(check, coverage, 5, part(shard, 2));
        let json = serde_json::to_string(&checked).expect("all keys are strings");
        serde_json::from_str(&json).expect("what was written")
    })
}

#[test]
fn four_shards_are_the_whole() {
    for is_wrong in [false, true] {
        for coverage in [Coverage::Quick, ALL, Coverage::Drawn(2000)] {
            let check = check(is_wrong);
            let plan = check.plan(coverage, 5).expect("a check");
            let whole = check.results(&plan, on(2)).expect("no journal").checked;
            let merged = check.merge(shards(&check, coverage), &on(2));
            let merged = merged.expect("four shards");
            assert_eq!(timeless(&merged), timeless(&whole), "{coverage:?}");
            assert_eq!(merged.agree, !is_wrong);
            assert_eq!(merged.faults.len(), usize::from(is_wrong));
            assert_eq!(merged.simplest.is_empty(), !is_wrong);
        }
    }
    // The first one is empty.
    let check = same(below(99)).digests();
    let parts = ["2/2", "1/2"].map(|shard| results_of(&check, ALL, 0, part(shard, 1)));
    let merged = check.merge(parts, &on(1)).expect("both");
    assert_eq!(merged.digests.len(), 1);
}

#[test]
fn a_missing_shard_is_named_and_the_others_count() {
    let check = check(true);
    let [fourth, _, mut first, mut third] = shards(&check, ALL);
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

/// A precondition may leave a shard without inputs, but not the whole run.
#[test]
fn a_shard_may_have_only_excluded_inputs() {
    for (least, compared) in [(9_999, 1), (9_000, 1_000), (10_000, 0)] {
        let check = same(below(10_000))
            .block(1000)
            .only("large", move |&n| n >= least);
        let parts =
            ["1/4", "2/4", "3/4", "4/4"].map(|shard| results_of(&check, ALL, 0, part(shard, 1)));
        assert!(parts.iter().all(|part| part.agree), "{parts:?}");
        let merged = check.merge(parts, &on(1)).expect("four shards");
        assert_eq!(merged.agree, compared > 0);
        assert_eq!(merged.scope.counts.compared.in_order, compared);
        if compared == 0 {
            assert_says(
                &merged,
                "nothing was compared: none of 10,000 inputs is `large`",
            );
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
