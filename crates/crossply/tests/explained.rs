//! Explanations of a fault hold on every input, and none that holds by chance is given.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU32, Ordering};

use crossply::{Coverage, CrossCheck, Explanation, Fault, domain};

use super::{ALL, results};

/// A check of numbers below this one with a solver that is right.
fn identity(numbers: u32) -> CrossCheck<u32, u32> {
    CrossCheck::new("identity", domain::range(..numbers))
        .truth("truth", |&n| n)
        .solver("right", |&n| n)
}

/// What is said of a second solver on all inputs.
fn fault(numbers: u32, is_wrong: impl Fn(u32) -> bool + Send + Sync + 'static) -> Fault {
    let wrong = move |&n: &u32| if is_wrong(n) { n ^ 1 } else { n };
    one_fault(&identity(numbers).solver("wrong", wrong), ALL)
}

fn one_fault<I, A>(check: &CrossCheck<I, A>, coverage: Coverage) -> Fault
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    let plan = check.plan(coverage, 1).expect("a check");
    // On one thread, answers that depend on what was asked before are the same each time.
    let results = check.results(&plan, super::on(1)).expect("no journal");
    let [fault] = &results.checked.faults[..] else {
        panic!("{:?}", results.checked.faults);
    };
    fault.clone()
}

#[test]
fn one_counterexample_refutes_a_rule() {
    let words = |explanation| match explanation {
        Explanation::WrongWhere(words) => words,
        other => format!("{other:?}"),
    };
    let rule = "n is divisible by 100";
    // Of the larger domain a sample is taken, and this says nothing of most numbers.
    for numbers in [20_000, 3_000_000] {
        let named = fault(numbers, |n| n % 100 == 0);
        assert_eq!(words(named.explanation), rule);
        assert_eq!(named.wrong, u64::from(numbers / 100));
        for other in [
            0,
            1,
            100,
            777,
            numbers / 2,
            numbers / 2 + 1,
            numbers - 100,
            numbers - 1,
        ] {
            let refuted = fault(numbers, move |n| (n % 100 == 0) != (n == other));
            assert_ne!(words(refuted.explanation), rule, "{other} of {numbers}");
        }
    }
}

/// Between 16,384 and 20,480 no input is in the sample, and all answers are the same.
#[test]
fn inputs_on_which_all_agree_refute_a_rule_as_well() {
    let agree = 16_384..20_480;
    let check = CrossCheck::new("identity", domain::range(..3_000_000_u32))
        .solver("plain", |&n| n)
        .solver("fast", move |&n| {
            if n % 100 == 0 && !agree.contains(&n) {
                0
            } else {
                n
            }
        });
    let refuted = one_fault(&check, ALL);
    assert!(
        matches!(refuted.explanation, Explanation::PartlyWhere { of_these, .. } if of_these < refuted.wrong),
        "{}",
        refuted.text
    );
}

/// The exception is in no sample.
#[test]
fn one_answer_refutes_a_change() {
    for (other, change) in [(1, Some("the right answer plus 1")), (2, None)] {
        let check = identity(3_000_000).solver("wrong", move |&n| match n {
            16_400 => n + other,
            _ if n % 100 == 0 => n + 1,
            _ => n,
        });
        let fault = one_fault(&check, ALL);
        assert_eq!(fault.change.as_deref(), change, "{}", fault.text);
    }
}

#[test]
fn what_fits_by_chance_is_not_said() {
    // Numbers that look like chance, for each of many seeds.
    let mix = |n: u64| {
        let n = (n ^ (n >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (n ^ (n >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
    };
    for seed in 0..60 {
        let one_in = 2 + seed % 29;
        let fault = fault(1000, move |n| {
            mix(u64::from(n) + (seed << 32)) % one_in == 0
        });
        let is_none = matches!(
            fault.explanation,
            Explanation::None(_) | Explanation::Inputs(_)
        );
        assert!(is_none, "{seed}: {}", fault.text);
    }
}

#[test]
fn few_inputs_are_listed() {
    let few = fault(1000, |n| n == 7 || n == 31);
    let listed = ["7", "31"].map(str::to_owned);
    assert_eq!(few.explanation, Explanation::Inputs(listed.into()));
    let all = fault(1000, |_| true);
    assert_eq!(all.explanation, Explanation::Everything);
}

/// Many rules fit a sample and one wrong input. Each would cost a run.
#[test]
fn few_wrong_inputs_need_no_search() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let numbers = 3_000_000;
    let few = fault(numbers, |n| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        n == 2_000_003
    });
    let listed = vec!["2000003".to_owned()];
    assert_eq!(few.explanation, Explanation::Inputs(listed));
    let asked = ASKED.load(Ordering::Relaxed);
    assert!(asked < 2 * numbers, "{asked}");
}

#[test]
fn a_misreading_is_named_only_if_every_answer_is_its() {
    for (other, extra) in [
        (None, 0),
        (Some(0), 1),
        (Some(5_000), 1),
        (Some(9_999), 1),
        (Some(9_999), -1),
    ] {
        let check = CrossCheck::new("half", domain::range(..10_000_u32))
            .misreading("it rounded up", |&n| n.div_ceil(2))
            .truth("truth", |&n| n / 2)
            .solver("right", |&n| n / 2)
            .solver("wrong", move |&n| {
                let extra = if Some(n) == other { extra } else { 0 };
                n.div_ceil(2).saturating_add_signed(extra)
            });
        let fault = one_fault(&check, ALL);
        let named = fault.explanation == Explanation::Misreading("it rounded up".to_owned());
        assert_eq!(named, other.is_none(), "{}", fault.text);
    }
}

#[test]
fn of_drawn_inputs_it_says_how_many() {
    let check = CrossCheck::new("identity", domain::all::<u32>())
        .truth("truth", |&n| n)
        .solver("right", |&n| n)
        .solver("wrong", |&n| if n % 2 == 1 { 0 } else { n });
    let fault = one_fault(&check, Coverage::Drawn(2000));
    let wrong = fault.wrong;
    let expected = format!(
        "wrong is wrong on {wrong} of 2,000 inputs drawn at random.\n\
         It gives too low an answer on all of them.\n\
         Among these inputs, it is wrong exactly where n is odd.\n\
         Its answer there is always 0."
    );
    let said = fault.text.replace(',', "");
    assert_eq!(said, expected.replace(',', ""));
}

/// The search for the simplest wrong input meets some that the run did not.
#[test]
fn no_rule_contradicts_the_simplest_wrong_input() {
    let check = CrossCheck::new("identity", domain::all::<u32>())
        .solver("right", |&n| n)
        .solver("wrong", |&n| n - u32::from(n > 4_123_456_789));
    let plan = check.plan(Coverage::Drawn(500), 1).expect("a check");
    let results = check.results(&plan, super::on(1)).expect("no journal");
    let simplest = results.checked.simplest[0].index.0;
    let Explanation::WrongWhere(words) = &results.checked.faults[0].explanation else {
        panic!("{:?}", results.checked.faults);
    };
    let least = words.strip_prefix("n is at least ").expect("a bound");
    let least: u128 = least.parse().expect("a number");
    assert!(
        4_123_456_789 < least && least <= simplest,
        "{words}: {simplest}"
    );
}

#[test]
fn without_a_trusted_answer_solvers_differ_or_one_is_alone() {
    let two = CrossCheck::new("identity", domain::all::<u8>())
        .solver("plain", |&n| n)
        .solver("fast", |&n| if n > 99 { 99 } else { n });
    let expected = "plain and fast differ on 156 of 256 inputs.\n\
        fast gives a lower answer on all of them.\n\
        They differ exactly where n is at least 100.\n\
        fast's answer there is always 99.";
    assert_eq!(one_fault(&two, ALL).text, expected);
    // Where all three differ, nobody is alone.
    let three = two.solver("other", |&n| if n == 255 { 1 } else { n });
    let expected = "fast alone gives another answer on 155 of 256 inputs.\n\
        It gives a lower answer on all of them.\n\
        It does so exactly where n is at least 100 and is not 255.\n\
        Its answer there is always 99.";
    assert_eq!(one_fault(&three, ALL).text, expected);
}

#[test]
fn a_solver_is_wrong_among_the_inputs_that_it_was_asked() {
    let check = identity(10_000)
        .solver("quick", |&n| n)
        .solver("slow", |&n| if n % 10 == 3 { 0 } else { n })
        .limits(super::limits(1000, 1000, 1000));
    let text = one_fault(&check, ALL).text;
    let said = "slow is wrong on 100 of the first 1,000 inputs.";
    assert!(text.starts_with(said), "{text}");
}

#[test]
fn answers_that_change_are_not_explained() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let check = identity(10_000).solver("wrong", |&n| {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed);
        if asked % 7 == 3 && asked < 15_000 {
            0
        } else {
            n
        }
    });
    let fault = one_fault(&check, ALL);
    assert_eq!(fault.explanation, Explanation::Unsteady, "{}", fault.text);
}

#[test]
fn a_structure_is_taken_apart() {
    #[derive(Clone, Debug)]
    struct Order {
        items: u32,
        coupon: Option<u32>,
    }
    let orders = (domain::range(0..=50_u32), domain::range(0..=20_u32));
    let orders = domain::of(orders).map(|(items, coupon)| Order {
        items,
        coupon: (coupon > 0).then_some(coupon),
    });
    let price = |order: &Order| (order.items * 3).checked_sub(order.coupon.unwrap_or(0));
    let check = CrossCheck::new("price", orders)
        .inputs_are("order", "orders")
        .truth("truth", price)
        .solver("right", price)
        .solver("wrong", |order| {
            Some((order.items * 3).saturating_sub(order.coupon.unwrap_or(0)))
        });
    let fault = one_fault(&check, ALL);
    let expected = "the right answer is None".to_owned();
    assert_eq!(fault.explanation, Explanation::WrongWhere(expected));
    assert_eq!(fault.change.as_deref(), Some("Some(0)"));
}

/// A field that is missing does not make another one take its place.
#[test]
fn fields_are_told_apart_by_their_names() {
    #[derive(Clone, Debug)]
    struct Order {
        coupon: Option<u32>,
        items: u32,
    }
    let orders = (domain::range(0..=20_u32), domain::range(0..=50_u32));
    let orders = domain::of(orders).map(|(coupon, items)| Order {
        coupon: (coupon % 2 == 0).then_some(coupon),
        items,
    });
    let price = |order: &Order| (order.items + 100) * 3 - order.coupon.unwrap_or(0);
    let check = CrossCheck::new("price", orders)
        .truth("truth", price)
        .solver("right", price)
        .solver("wrong", move |order| {
            price(order) - u32::from(order.coupon == Some(12))
        });
    let fault = one_fault(&check, ALL);
    let expected = "coupon is 12".to_owned();
    assert_eq!(fault.explanation, Explanation::WrongWhere(expected));
}

#[test]
fn an_answer_of_another_form_is_no_change_of_the_right_one() {
    let check = CrossCheck::new("sides", domain::range(1..=999_u32))
        .truth("truth", |&n| Ok::<u32, u32>(n))
        .solver("right", |&n| Ok(n))
        .solver("wrong", |&n| if n % 7 == 0 { Err(n) } else { Ok(n) });
    let fault = one_fault(&check, ALL);
    assert_eq!(fault.change, None, "{}", fault.text);
}

/// What others got wrong is not the fault of whoever is alone elsewhere.
#[test]
fn each_of_three_has_a_fault_of_its_own() {
    let check = CrossCheck::new("identity", domain::range(..10_000_u32))
        .solver("a", |&n| if n < 50 { n + 1 } else { n })
        .solver("b", |&n| n)
        .solver("c", |&n| if (50..100).contains(&n) { n + 1 } else { n });
    let plan = check.plan(ALL, 1).expect("a check");
    let results = check.results(&plan, super::on(2)).expect("no journal");
    let faults = results.checked.faults.iter();
    let explanations: Vec<_> = faults.map(|fault| fault.explanation.clone()).collect();
    let expected = ["n is at most 49", "n is at least 50 and is at most 99"];
    let expected = expected.map(|words| Explanation::WrongWhere(words.to_owned()));
    assert_eq!(explanations, expected);
}

/// Two faults at once are told case by case; where one has no rule, the other is said to be a part.
#[test]
fn several_faults_of_one_solver_are_told_apart() {
    let check = |is_wrong: fn(u32) -> bool| {
        identity(10_000).solver("wrong", move |&n| n + u32::from(is_wrong(n)))
    };
    let scattered: fn(u32) -> bool = |n| n.wrapping_mul(2_654_435_761) % 97 == 0;
    let both = one_fault(
        &check(|n| n % 7 == 0 && n < 5_000 || n % 10 == 3 && n >= 8_000),
        ALL,
    );
    let expected = "n is divisible by 7 and is at most 4998, or where n is 3 more than a multiple of 10 and is at least 8003";
    assert_eq!(
        both.explanation,
        Explanation::WrongWhere(expected.to_owned())
    );
    let part = one_fault(
        &check(|n| n % 10 == 3 || n.wrapping_mul(2_654_435_761) % 97 == 0),
        ALL,
    );
    let conditions = "n is 3 more than a multiple of 10".to_owned();
    assert_eq!(
        part.explanation,
        Explanation::PartlyWhere {
            conditions,
            of_these: 1000
        }
    );
    let told = format!(
        "which covers 1,000 of the {}.",
        crossply::report::count(part.wrong)
    );
    assert!(part.text.contains(&told), "{}", part.text);
    let none = one_fault(&check(scattered), ALL);
    assert!(
        matches!(none.explanation, Explanation::None(_)),
        "{}",
        none.text
    );
}

#[test]
fn the_least_numbers_have_remainders_as_well() {
    let least = i64::MIN;
    let check = CrossCheck::new("identity", domain::range(least..=least + 9999))
        .truth("truth", |&n| n)
        .solver("right", |&n| n)
        .solver(
            "wrong",
            |&n: &i64| if n.rem_euclid(10) == 7 { 0 } else { n },
        );
    let expected = "n is 7 more than a multiple of 10".to_owned();
    assert_eq!(
        one_fault(&check, ALL).explanation,
        Explanation::WrongWhere(expected)
    );
}

#[test]
fn a_merge_keeps_what_a_part_says() {
    let check = identity(10_000).solver("wrong", |&n| if n % 10 == 3 { 0 } else { n });
    let plan = check.plan(ALL, 0).expect("a check");
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let results = check.results(&plan, super::part(shard, 1));
        results.expect("no journal").checked
    });
    let merged = crossply::report::Checked::merge(Vec::from(parts)).expect("all parts");
    let [fault] = &merged.faults[..] else {
        panic!("{:?}", merged.faults);
    };
    assert!(
        fault
            .text
            .contains("of 4,096 inputs in part 1/3 of the run"),
        "{}",
        fault.text
    );
    let whole = results(&check, ALL, 0);
    assert_eq!(
        merged.scope.counts.solvers[1].wrong,
        whole.scope.counts.solvers[1].wrong
    );
}
