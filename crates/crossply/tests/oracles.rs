//! Each oracle sees the faults that it is for, wherever inputs come from.

use crate::{ALL, below, blamed, inputs, results, same};
use crossply::{CheckError, Coverage, CrossCheck, Digest, FailureKind, catch_panic};

#[test]
fn a_relation_does_not_hold_where_the_solver_panics() {
    let panics = |&n: &u32| {
        assert!(n < 1050, "too large");
        n
    };
    let check = CrossCheck::new("same", below(1000))
        .solver("a", panics)
        .solver("b", panics)
        .relation("ascending", |&n, ask| ask(&n) < ask(&(n + 100)));
    let checked = results(&check, Coverage::Quick, 0);
    assert!(!checked.agree);
    assert_eq!(checked.scope.counts.related.in_order, 950);
    let violated = checked.simplest[0]
        .violated
        .as_ref()
        .expect("a relation is");
    assert_eq!(violated.compared[1].1, "panic: too large");
}

/// Each of these relations is broken on one side only: by an answer that is too low, or too high.
#[test]
fn a_relation_is_broken_by_either_answer() {
    let relation = |change: fn(u32) -> u32| {
        let solver = move |&n: &u32| n.wrapping_add(change(n));
        let check = CrossCheck::new("same", below(1000)).solver("a", solver);
        check.relation("next", |&n, ask| ask(&n) + 1 == ask(&(n + 1)))
    };
    for (change, first) in [
        ((|n| u32::from(n == 500)) as fn(u32) -> u32, 499),
        (|n| if n == 500 { u32::MAX } else { 0 }, 499),
        (|n| u32::from(n == 0), 0),
    ] {
        let checked = results(&relation(change), Coverage::Quick, 0);
        assert_eq!(checked.simplest[0].index.0, first);
        assert!(!checked.agree);
    }
}

#[test]
fn an_assertion_fails_if_answers_are_not_those_on_record() {
    let right: Digest = (0..100).map(|n| Digest::of(n, &(n as u32))).sum();
    for (record, is_kept) in [(right, true), (Digest::default(), false)] {
        let check = same(below(100))
            .digests()
            .recorded([(String::new(), record)]);
        let asserted = catch_panic(|| check.assert());
        assert_eq!(asserted.is_ok(), is_kept, "{asserted:?}");
    }
}

/// Each is counted by its kind, and neither hides the other.
#[test]
fn failures_are_counted_by_their_kinds() {
    let late = |&n: &u32| match n {
        10..30 => panic!("at {n}"),
        50..90 => crossply::Failure::new(FailureKind::TimeLimit, "").raise(),
        _ => n,
    };
    let check = same(below(100)).truth("n", |&n| n).solver("late", late);
    let checked = super::explained(&check, ALL);
    assert_eq!(blamed(&checked)[2], [60, 0, 60]);
    let failures = &checked.scope.counts.solvers[2].failures;
    let kinds = [FailureKind::TimeLimit, FailureKind::Panic].map(|kind| failures[&kind]);
    assert_eq!(kinds, [40, 20]);
    let how: Vec<_> = checked.faults[0]
        .how
        .iter()
        .map(|how| (&*how.mistake, how.answers, how.only_where.as_deref()))
        .collect();
    let [late, panics] = [
        (
            "exceeds the time limit",
            40,
            Some("n is at least 50 and is at most 89"),
        ),
        ("panics", 20, Some("n is at least 10 and is at most 29")),
    ];
    assert_eq!(how, [late, panics]);
    assert_eq!(inputs(&checked)[..3], ["10", "11", "12"]);
}

#[test]
fn an_assertion_of_a_check_that_compares_nothing_fails() -> Result<(), CheckError> {
    let none = same(below(100)).only("large", |&n| n > 99);
    let checked = none.check_quickly()?;
    assert!(!checked.agree && checked.scope.counts.trouble.is_some());
    assert!(catch_panic(|| none.assert()).is_err());
    Ok(())
}
