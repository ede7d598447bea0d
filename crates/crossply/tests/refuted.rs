//! Sentences and numbers that are not so: each check here once made a report print one. A report says the true thing, or nothing.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crossply::{Coverage, CrossCheck, Provenance, Run, domain};

use super::{
    ALL, assert_has, assert_says, assert_unsaid, below, blamed, explained_on, on, report, results,
};

/// NaN is not equal to itself. Infinity is told from itself by a tolerance.
#[test]
fn answers_that_are_unequal_to_themselves_are_the_same() {
    let floats = || domain::range(0..=u16::MAX).map(|n| f32::from_bits(u32::from(n) << 16));
    let floor = CrossCheck::new("floor", floats())
        .truth("library", |x| x.floor())
        .solver("some", |x| x.floor())
        .solver("others", |x| x.floor());
    let one_up = CrossCheck::new("identity", floats())
        .solver("same", |x| *x)
        .solver("next", |x| x.next_up());
    let near = |a: &f32, b: &f32| (a - b).abs() < 1.0;
    let opposite = CrossCheck::new("negation", floats())
        .equality(near)
        .solver("minus", |x| -x)
        .solver("difference", |x| 0.0 - x);
    let unlike = CrossCheck::new("identity", floats())
        .equality(near)
        .solver("same", |x| *x)
        .solver("infinite", |x| if x.is_nan() { f32::INFINITY } else { *x })
        .solver("finite", |x| if x.is_nan() { 0.0 } else { *x })
        .solver("opposite", |x| if x.is_infinite() { -x } else { *x });
    for (check, wrong) in [
        // Only the least infinite one and the number above it differ.
        (one_up.clone().within_ulps(1), 1),
        (one_up.clone().within_ulps(0), 65_536 - 255),
        (one_up.within(1e38), 1),
        (floor.clone(), 0),
        (floor.equality(near), 0),
        (opposite, 0),
        (unlike, 256),
    ] {
        let checked = results(&check, ALL, 0);
        let wrong_on = checked.scope.counts.disagreements;
        assert_eq!(wrong_on, wrong, "{}", report(&checked));
    }
}

/// NaN is the same as NaN, but says nothing about the parts beside it.
#[test]
fn of_an_answer_with_nan_inside_all_parts_are_compared() {
    fn differing<A: PartialEq + Debug + Send + 'static>(answer: fn(f64, i32) -> A) -> u64 {
        let check = CrossCheck::new("parts", domain::range(0..9))
            .solver("a", move |&n| answer(f64::NAN, n))
            .solver("b", move |&n| answer(-f64::NAN, n + i32::from(n == 3)));
        let near = check.clone().equality(|_, _| false);
        let [exact, near] = [check, near].map(|check| results(&check, ALL, 0).scope.counts);
        assert_eq!([&exact.trouble, &near.trouble], [&None; 2]);
        assert_eq!(exact.disagreements, near.disagreements);
        exact.disagreements
    }
    let one_when_four = |x, n| if n == 4 { 1.0 } else { x };
    assert_eq!(differing(one_when_four), 1);
    assert_eq!(differing(|x, n| (x, n)), 1);
    assert_eq!(differing(|x, n| (n.to_string(), x)), 1);
    assert_eq!(differing(|x, n| (x, x, f64::from(n))), 1);
    assert_eq!(differing(|x, n| [x as f32, n as f32]), 1);
    assert_eq!(differing(|x, n| vec![x; n as usize]), 1);
    assert_eq!(differing(|x, n| vec![x, f64::from(n)]), 1);
    assert_eq!(differing(|x, n| (n != 4).then_some(x)), 1);
    assert_eq!(differing(|x, n| if n == 4 { Err(n) } else { Ok(x) }), 1);
}

/// Of a type that is not known, `==` says only that the answers are unequal to themselves.
#[test]
fn answers_that_cannot_be_compared_are_trouble_of_the_check() {
    #[derive(Debug, PartialEq)]
    struct Point(f64, u32);
    let check = CrossCheck::new("points", below(9))
        .solver("a", |&n| Point(if n < 5 { f64::NAN } else { 0.0 }, n))
        .solver("b", |&n| Point(if n < 4 { f64::NAN } else { 0.0 }, n));
    let zero = check.clone().truth("zero", |&n| Point(0.0, n));
    let nan = check.clone().truth("NaN", |&n| Point(f64::NAN, n));
    let bits = check
        .clone()
        .equality(|a, b| (a.0.to_bits(), a.1) == (b.0.to_bits(), b.1));
    for (check, is_trouble, disagreements) in [
        (check, true, 1),
        (nan.select(|name| name == "b"), true, 5),
        (zero, false, 5),
        (bits, false, 1),
    ] {
        let checked = results(&check, Coverage::Quick, 0);
        let counts = &checked.scope.counts;
        assert_eq!(counts.trouble.is_some(), is_trouble, "{counts:?}");
        assert_eq!(counts.disagreements, disagreements);
        let mut shown = checked.simplest.iter();
        assert!(shown.all(|found| found.provenance == Provenance::Seen));
    }
}

/// Two that fail alike do not differ, and both are wrong.
#[test]
fn solvers_that_fail_alike_do_not_differ() {
    let fails = |n: u32| assert!(!(100..113).contains(&n), "no answer to {n}");
    let check = |first: fn(u32) -> u32| {
        CrossCheck::new("halves", below(1000))
            .solver("down", move |&n| {
                fails(n);
                n / 2 + first(n)
            })
            .solver("up", move |&n| {
                assert!(!(100..113).contains(&n), "none");
                n.div_ceil(2) - u32::from(n % 2 == 1 && n > 26)
            })
    };
    let differ = explained_on(2, &check(|_| 0), ALL);
    assert_eq!(blamed(&differ), [[13, 0, 13]; 2]);
    for said in [
        "The solvers disagree 13 times, and fail alike 13 times.",
        "\ndown and up differ on 13 of 1,000 inputs.\n",
    ] {
        assert_says(&differ, said);
    }
    let alike = check(|n| u32::from(n % 2 == 1 && n <= 26));
    let simplest = alike.minimise(&alike.ask(110).expect_err("both panic"));
    let how = "It is the simplest: the solvers agree on all inputs before it.";
    assert_eq!(
        (&*simplest.input, &*simplest.how("input", "inputs")),
        ("100", how)
    );
    let checked = explained_on(2, &alike, ALL);
    assert!(checked.faults.is_empty() && !checked.agree, "{checked:?}");
    assert_says(&checked, "The solvers fail alike 13 times.");
    assert_says(&checked, "halves: every solver fails on input 100\n");
    let said = report(&checked).replace("disagree or fail", "");
    assert!(!said.contains("disagree"), "{said}");
    // An input on which they fail alike is no example of a rule.
    let before = CrossCheck::new("before", below(10_000))
        .solver("same", |&n| {
            assert!(n != 700);
            n
        })
        .solver("next", |&n| {
            assert!(n != 700);
            n + u32::from(n > 1000 && n % 2 == 1)
        });
    let exact = "They differ exactly where n is odd and is at least 1001.\n";
    assert_says(&explained_on(2, &before, ALL), exact);
}

/// Nothing is before the first input, and answers are compared as the check compares them.
#[test]
fn what_is_said_of_an_input_is_so() {
    let check = |name: &str| CrossCheck::new(name, below(9)).solver("a", |&n| n);
    for (check, expected) in [
        (
            check("two").solver("b", |&n| n + 1),
            "the solvers disagree on input 0\n",
        ),
        (
            check("right").truth("t", |&n| n).solver("b", |&n| n + 1),
            "the solvers disagree on input 0\n",
        ),
        (
            check("wrong").truth("t", |&n| n + 1).solver("b", |&n| n),
            "the answer to input 0 is wrong\n",
        ),
    ] {
        let checked = explained_on(2, &check, ALL);
        assert_says(&checked, expected);
        assert_says(&checked, "\nIt is the simplest of all inputs.\n");
    }
    // To two of three, both are the same.
    let near = CrossCheck::new("near", below(9))
        .equality(|a: &u32, b| a.abs_diff(*b) < 2)
        .solver("a", |&n| n)
        .solver("b", |&n| n + 9)
        .solver("c", |&n| n + 1);
    let report = near.report(&near.ask(3).expect_err("b is alone"));
    assert_has(&report, ["b   12   <- alone\n"]);
    // Both are wrong, and the same.
    let wrong = near.truth("t", |_| 100).select(|name| name != "b");
    let report = wrong.report(&wrong.ask(3).expect_err("both are wrong"));
    assert_has(&report, ["the answer to input 3 is wrong"]);
}

/// An input on record is not one of those that a run draws.
#[test]
fn of_an_input_on_record_nothing_is_counted() {
    let check = CrossCheck::new("kept", below(100_000))
        .solver("a", |&n| n)
        .solver("b", |&n| n + u32::from(n == 700));
    let truth = check.clone().truth("t", |&n| n);
    for (check, verdict) in [(check, "-"), (truth, "WRONG")] {
        let plan = check.plan(Coverage::Drawn(2), 1).expect("a check");
        let known = vec![check.ask(700).expect_err("it is wrong")];
        let results = check.results(&plan, Run { known, ..on(1) });
        let checked = results.expect("no journal").checked;
        assert!(!checked.agree);
        let said = report(&checked);
        let row = said.lines().find(|line| line.starts_with(" b "));
        assert!(
            row.is_some_and(|row| row.ends_with(&format!("  {verdict}"))),
            "{said}"
        );
        assert_unsaid(&checked, "give wrong");
        assert_unsaid(&checked, " on 0 of ");
        assert_says(
            &checked,
            "\nNothing is wrong about the inputs that were compared: 2 inputs drawn at random from 100,000",
        );
    }
}

/// What a solver answers by chance, or from what all its instances remember, is counted once and told as it was seen.
#[test]
fn counts_of_an_unsteady_solver_do_not_contradict_each_other() {
    for remembers in [true, false] {
        let state = AtomicU32::new(1);
        let check = CrossCheck::new("unsteady", below(5000))
            .truth("t", |&n| n)
            .solver("steady", |&n| n)
            .solver("unsteady", move |&n| {
                let before = state.load(Relaxed);
                let chance = before.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.store(if remembers { n } else { chance }, Relaxed);
                n + u32::from(before / 7 % 10 == 3)
            });
        let checked = explained_on(2, &check, Coverage::Quick);
        let counts = &checked.scope.counts;
        let wrong = counts.solvers[1].wrong;
        assert!((400..600).contains(&wrong), "{wrong}");
        assert_eq!(wrong + counts.confirmed.total(), 5000);
        assert_eq!([counts.disagreements, checked.faults[0].wrong], [wrong; 2]);
        assert_unsaid(&checked, "every solver is right");
    }
}
