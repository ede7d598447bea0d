//! A run returns the sets of wrong inputs, and everything that is said afterwards comes from these: each function is asked
//! once, about nothing but inputs of the domain that count.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crossply::report::Checked;
use crossply::{CrossCheck, Given};

use crate::explained::wrong_where;
use crate::{ALL, assert_has, below, explained, on, part, report, same};

/// A failing check asks for each input once, apart from batches in random order and a few that it asks for again.
#[test]
fn each_function_is_asked_once() {
    static CALLS: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];
    fn count(place: usize, n: u32) -> u32 {
        CALLS[place].fetch_add(1, Relaxed);
        n
    }
    let check = CrossCheck::new("once", below(1_000_000))
        .truth("truth", |&n| count(0, n))
        .solver("right", |&n| count(1, n))
        .solver("wrong", |&n| count(2, n) + u32::from(n % 1000 == 7));
    let checked = explained(&check, ALL);
    let expected = wrong_where("n is 7 more than a multiple of 1000");
    assert_eq!(checked.faults[0].explanation, expected);
    for calls in &CALLS {
        let asked = calls.load(Relaxed);
        assert!((1_000_000..1_050_000).contains(&asked), "{asked}");
    }
}

/// The results of these parts of a run, after a journey as JSON.
fn parts<A: PartialEq + Debug + 'static, const PARTS: usize>(
    check: &CrossCheck<u32, A>,
    parts: [&str; PARTS],
) -> [Checked; PARTS] {
    let plan = check.plan(ALL, 0).expect("a check");
    parts.map(|shard| {
        let results = check.results(&plan, part(shard, 1)).expect("no journal");
        let json = serde_json::to_string(&results.checked).expect("all keys are strings");
        serde_json::from_str(&json).expect("what was written")
    })
}

/// What they are together.
fn merged<A: PartialEq + Debug + 'static>(
    check: &CrossCheck<u32, A>,
    parts: impl IntoIterator<Item = Checked>,
) -> Checked {
    check.merge(parts, &on(1)).expect("parts of one run")
}

/// An input that is wrong in another shard is not right, and one on which the truth panics is neither.
#[test]
fn a_part_that_is_missing_says_nothing_of_the_whole() {
    let is_wrong = |n: u32| n % 100 == 3 || n >= 19_000;
    let truth = |&n: &u32| if n == 50 { panic!("at {n}") } else { n };
    let check = CrossCheck::new("union", below(20_000))
        .block(500)
        .truth("truth", truth)
        .solver("right", |&n| n)
        .solver("wrong", move |&n| n + u32::from(is_wrong(n)) * 5);
    let [first, second, third] = parts(&check, ["1/3", "2/3", "3/3"]);
    let some = merged(&check, [first.clone(), second.clone()]);
    assert!(some.faults.is_empty() && !some.simplest.is_empty());
    let fault = &merged(&check, [third, first, second]).faults[0];
    assert_eq!([fault.judged, fault.wrong], [19_999, 1_190], "{fault:?}");
}

/// In one shard, answers differ in one part, and in another shard in another part.
#[test]
fn the_union_of_shards_has_all_parts_that_differ() {
    let check = CrossCheck::new("parts", below(2000))
        .block(100)
        .truth("truth", |&n| (n, n, n))
        .solver("wrong", |&n| (n + n / 1999, n, if n == 0 { 5 } else { n }));
    let merged = merged(&check, parts(&check, ["1/2", "2/2"]));
    assert_eq!(merged.faults[0].differs_in, ["a", "c"]);
}

/// Each shard compares too few inputs. All of them together compare enough, or not.
#[test]
fn shards_together_have_to_compare_enough() {
    for (least, is_enough) in [(40, true), (41, false)] {
        let check = same(below(40)).block(10).at_least(least);
        let [first, second] = parts(&check, ["1/2", "2/2"]);
        assert!(first.agree && second.agree);
        assert!(
            merged(&check, [first.clone()]).agree,
            "it says what is missing"
        );
        assert_eq!(merged(&check, [first, second]).agree, is_enough);
    }
}

/// Within a tolerance, the others need not have given the same answer, so there is none to compare with.
#[test]
fn others_that_only_nearly_agree_give_no_right_answer() {
    let said = |more: f64| {
        let check = CrossCheck::new("near", below(500))
            .within(1.0)
            .solver("a", |&n| f64::from(n))
            .solver("b", move |&n| f64::from(n) + more)
            .solver("c", |&n| f64::from(n) + if n > 90 { 10.0 } else { 0.0 });
        explained(&check, ALL).faults.remove(0)
    };
    let [same, near] = [0.0, 0.5].map(said);
    assert_eq!(same.how[0].mistake, "gives a higher answer");
    assert_eq!(near.how[0].mistake, "gives another answer");
    assert_eq!(near.explanation, same.explanation);
}

/// A relation that fails says nothing of the answers: solvers agree, and none is wrong. It may also panic.
#[test]
fn relations_have_counts_of_their_own() {
    for is_panic in [false, true] {
        let check = CrossCheck::new("relation", below(100))
            .solver("a", |&n| n / 10)
            .solver("b", |&n| n / 10)
            .relation("never", move |&n, ask| {
                let answer = ask(&n);
                assert!(!is_panic || answer != 3, "no threes");
                is_panic || answer != 3
            });
        let checked = explained(&check, ALL);
        let solvers = &checked.scope.counts.solvers;
        assert_eq!([solvers[0].violated, solvers[1].violated], [0, 10]);
        assert_eq!([solvers[0].wrong, solvers[1].wrong], [0, 0]);
        assert_eq!(checked.scope.counts.disagreements, 0);
        assert!(!checked.agree);
        let told: Vec<_> = checked.faults.iter().map(|fault| &*fault.text).collect();
        let expected = "The relation `never` does not hold for b on 10 of 100 inputs.\n\
            It does not hold exactly where n is at least 30 and is at most 39.";
        assert_eq!(told, [expected]);
        let is_blamed = |given: &Given| given.wrong || given.alone;
        assert!(!checked.simplest[0].answers.iter().any(is_blamed));
        let expected = [
            "the relation `never` does not hold for input 30",
            "It is the simplest: `never` holds for all inputs before it.",
            "The solvers agree, but a relation does not hold 10 times.",
            "violates relations on 10",
            "Metamorphic relations: the answers to 90 of 100 inputs.",
        ];
        assert_has(&report(&checked), expected);
    }
}
