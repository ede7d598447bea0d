//! Sentences of explanations that are not so: each check here once made a report print one. A report says the true thing, or nothing.

use std::fmt::{self, Debug};

use crossply::{Coverage, CrossCheck, Inputs, Limits, domain};

use super::{ALL, explained, report};

/// The whole report of a check, on all inputs.
fn printed<I, A>(check: &CrossCheck<I, A>) -> String
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    report(&explained(check, ALL))
}

/// What is printed of a function that should be another one, beside one that is right.
fn told<I, A>(
    inputs: Inputs<I>,
    right: impl Fn(&I) -> A + Clone + Send + Sync + 'static,
    wrong: impl Fn(&I) -> A + Send + Sync + 'static,
) -> String
where
    I: Clone + Debug + Send + 'static,
    A: PartialEq + Debug + Send + 'static,
{
    let check = CrossCheck::new("function", inputs).truth("truth", right.clone());
    printed(&check.solver("good", right).solver("bad", wrong))
}

/// Numbers of which 379 are below `i128::MAX`, and 302 above.
fn small_and_large() -> Vec<u128> {
    (0..379).chain(u128::MAX - 301..=u128::MAX).collect()
}

#[derive(Clone, Debug, PartialEq)]
enum Level {
    Low(u32),
    High(u32),
}

#[track_caller]
fn assert_not_said(printed: &str, refuted: &[&str]) {
    for words in refuted {
        assert!(!printed.contains(words), "{words}, in:\n{printed}");
    }
}

#[track_caller]
fn assert_said(printed: &str, words: &str) {
    assert!(printed.contains(words), "{words}, not in:\n{printed}");
}

/// Numbers above `i128::MAX` have no value as an `i128`, and may not be left out.
#[test]
fn numbers_above_the_greatest_signed_one_are_not_left_out() {
    let given = || domain::given(small_and_large());
    let large = told(given(), |&n: &u128| n, |&n| n.min(1 << 127));
    assert_not_said(&large, &["at least 0"]);
    // One that is right refutes whatever is said of the small ones.
    let all_but_one = told(
        given(),
        |&n: &u128| n,
        |&n| if n < 379 || n == u128::MAX { n } else { 0 },
    );
    assert_not_said(
        &all_but_one,
        &[
            "at least 0",
            "exactly where n is at most 378",
            "n is an integer",
        ],
    );
}

/// What `Debug` prints of a field is no value.
#[test]
fn a_number_that_a_struct_prints_is_not_computed_with() {
    #[derive(Clone, Debug, PartialEq)]
    struct Point {
        x: u128,
    }
    let points = domain::given(
        small_and_large()
            .into_iter()
            .map(|x| Point { x })
            .collect::<Vec<_>>(),
    );
    let printed = told(points, |p: &Point| p.x, |p| p.x.min(1 << 127));
    assert_not_said(&printed, &["is an integer", "at least 0"]);
    let points = domain::given(
        small_and_large()
            .into_iter()
            .map(|x| Point { x })
            .collect::<Vec<_>>(),
    );
    let printed = told(
        points,
        |p: &Point| p.x,
        |p| if p.x < 379 { 1000 } else { p.x },
    );
    assert_not_said(&printed, &["is an integer", "at least 0"]);
}

/// The sum of two numbers near 2^126 is a `u128`.
#[test]
fn only_a_sum_that_overflows_is_said_to() {
    let middle = 1_u128 << 126;
    let part = || domain::given((middle - 20..middle + 20).collect::<Vec<_>>());
    let printed = told(
        domain::of((part(), part())),
        |(a, b)| a + b,
        move |(a, b)| if a + b >= 2 * middle { 0 } else { a + b },
    );
    assert_not_said(&printed, &["overflow"]);
}

/// 2^127 is a power of two, though no `i128`.
#[test]
fn a_rule_is_about_the_greatest_number_too() {
    let powers = (0..127).map(|n| (1_i128 << n) - 1);
    let others = (0..127).map(|n| (1_i128 << n) + 1);
    let all = powers.chain(others).chain([i128::MAX]);
    let all: std::collections::BTreeSet<_> = all.filter(|&n| n != 1).collect();
    let is_wrong = |n: i128| n != i128::MAX && (n + 1).count_ones() == 1;
    let printed = told(
        domain::given(Vec::from_iter(all)),
        |&n: &i128| n % 7,
        move |&n| if is_wrong(n) { 100 } else { n % 7 },
    );
    assert_not_said(&printed, &["exactly where n + 1 is a power of two."]);
}

/// A difference that no `i128` holds is not said to be the nearest that one holds.
#[test]
fn a_difference_is_exact_or_not_said() {
    let numbers = domain::range(0..1000_i64).map(i128::from);
    let printed = told(
        numbers,
        |&n| n,
        |&n| if n % 3 == 1 { n + i128::MIN } else { n },
    );
    assert_not_said(
        &printed,
        &[
            "answer minus 170141183460469231731687303715884105727",
            "answer plus 170141183460469231731687303715884105727",
        ],
    );
    let numbers = domain::range(-1000..0_i64).map(i128::from);
    let printed = told(
        numbers,
        |&n| n,
        |&n| if n % 3 == -1 { n - i128::MIN } else { n },
    );
    assert_not_said(
        &printed,
        &[
            "answer minus 170141183460469231731687303715884105727",
            "answer plus 170141183460469231731687303715884105727",
        ],
    );
}

/// The mantissa is that of the value, not of the decimal that is printed of it. Of that, the last bit is another one.
#[test]
fn bits_of_a_float_are_its_own() {
    fn assert_bits<I: Clone + Debug + Send + 'static>(wrap: fn(f32) -> I, float: fn(&I) -> f32) {
        fn is_odd(x: f32) -> bool {
            x.to_bits() % 2 == 1
        }
        let inputs = domain::range(0..1000_u32).map(move |n| wrap(n as f32 / 10.0));
        let of_input = told(inputs, |_| false, move |x| is_odd(float(x)));
        let clear = |x: f32| {
            if is_odd(x) {
                f32::from_bits(x.to_bits() - 1)
            } else {
                x
            }
        };
        let of_answer = told(
            domain::range(0..1000_u32),
            move |&n| Wrapped(wrap(n as f32 / 10.0)),
            move |&n| Wrapped(wrap(clear(n as f32 / 10.0))),
        );
        for printed in [of_input, of_answer] {
            for line in printed.lines().filter(|line| line.contains("mantissa")) {
                let is_of_wrong = line.contains("is wrong exactly where");
                let refuted = if is_of_wrong {
                    ["x has a mantissa divisible"]
                } else {
                    ["does not have a mantissa divisible"]
                };
                assert_not_said(line, &refuted);
            }
        }
    }
    assert_bits(|x| x, |x| *x);
    assert_bits(Some, |x| x.expect("it is there"));
    assert_bits(|x| vec![x], |x| x[0]);
    assert_bits(Wrapped, |x| x.0);
}

/// A type that the library does not know.
#[derive(Clone, Debug)]
struct Wrapped<T>(T);

impl<T: Debug> PartialEq for Wrapped<T> {
    fn eq(&self, other: &Self) -> bool {
        format!("{self:?}") == format!("{other:?}")
    }
}

/// A number in a sentence prints as the answer, or the input, prints.
#[test]
fn a_float_in_a_sentence_looks_like_itself() {
    let answer = told(
        domain::range(0..1000_u32),
        |&n| n as f32,
        |&n| if n % 7 == 3 { 0.1 } else { n as f32 },
    );
    assert_not_said(&answer, &["0.10000000149"]);
    let wrapped = told(
        domain::range(0..1000_u32),
        |&n| Some(n as f32),
        |&n| Some(if n % 7 == 3 { 0.1 } else { n as f32 }),
    );
    assert_not_said(&wrapped, &["0.10000000149"]);
    let inputs = || domain::range(0..1000_u32).map(|n| n as f32 * 1e9);
    let input = told(
        inputs(),
        |&x: &f32| x,
        |&x| if x >= 401_000_000_000.0 { 0.0 } else { x },
    );
    assert_not_said(&input, &["401000005632"]);
    let wrapped = domain::range(0..1000_u32).map(|n| Some(n as f32 * 1e9));
    let wrapped = told(
        wrapped,
        |&x: &Option<f32>| x,
        |&x| x.filter(|x| *x < 401_000_000_000.0),
    );
    assert_not_said(&wrapped, &["401000005632"]);
}

/// A decimal number of twenty places.
#[derive(Clone, Copy, PartialEq)]
struct Decimal(u128);

impl Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = 10_u128.pow(20);
        write!(f, "{}.{:020}", self.0 / places, self.0 % places)
    }
}

/// A type that prints digits is no float.
#[test]
fn a_decimal_type_is_not_read_as_a_float() {
    let one = 10_u128.pow(20);
    let right = move |&n: &u128| Decimal(one + n);
    let wrong = move |&n: &u128| Decimal(one + n - u128::from(n % 3 == 2));
    let printed = told(domain::range(1..1000_u64).map(u128::from), right, wrong);
    assert_not_said(
        &printed,
        &["rounded", "too low an answer", "too high an answer"],
    );
}

/// Answers of different variants are not one below another.
#[test]
fn answers_of_different_forms_are_not_too_low() {
    let mixed = told(
        domain::range(0..1000_u32),
        |&n| if n % 7 == 3 { Err(n + 1) } else { Ok(n) },
        |&n| Ok(n),
    );
    assert_not_said(&mixed, &["low", "high", "minus 1", "plus 1"]);
    let opposite = told(
        domain::range(0..1000_u32),
        |&n| Ok(n),
        |&n| if n % 7 == 3 { Err(n + 1) } else { Ok(n) },
    );
    assert_not_said(&opposite, &["low", "high", "minus 1", "plus 1"]);

    let levels = told(
        domain::range(0..1000_u32),
        |&n| {
            if n < 500 {
                Level::Low(n + 1)
            } else {
                Level::High(n)
            }
        },
        |&n| Level::High(n),
    );
    assert_not_said(
        &levels,
        &["too low", "too high", "lower", "higher", "minus 1"],
    );
}

/// Where the trusted answer panics, the right one is not known.
#[test]
fn what_the_truth_does_not_know_is_not_judged() {
    let truth = |&n: &u8| if n < 128 { n / 2 } else { panic!("not known") };
    let check = CrossCheck::new("half", domain::all::<u8>())
        .truth("truth", truth)
        .solver("good", |&n| n / 2)
        .solver("bad", |&n| n.div_ceil(2));
    let printed = printed(&check);
    // Of the 256 inputs, 128 were judged.
    assert_not_said(
        &printed,
        &["bad is wrong on 64 of 256", "\nIt is wrong exactly"],
    );
    for line in printed
        .lines()
        .filter(|line| line.contains("exactly where"))
    {
        assert!(line.contains("mong"), "{printed}");
    }
}

/// An answer to no input is none.
#[test]
fn the_answer_to_another_input_is_that_of_an_input() {
    // The answer to 0 is not that to -1, nor to 255.
    let printed = told(
        domain::all::<u8>(),
        |&n| u32::from(n) * 3 + 1,
        |&n| {
            if n == 0 {
                7000
            } else {
                u32::from(n - 1) * 3 + 1
            }
        },
    );
    assert_not_said(&printed, &["always the answer to n - 1"]);
    let saturating = told(
        domain::all::<u8>(),
        |&n| u32::from(n) * u32::from(n) + 1,
        |&n| u32::from(n.saturating_sub(1)).pow(2) + u32::from(n > 0),
    );
    assert_not_said(&saturating, &["always the answer to n - 1"]);
}

/// A half of 3 is not 1.
#[test]
fn a_quotient_is_exact_or_said_to_be_rounded() {
    let printed = told(
        domain::range(0..1000_u32),
        |&n| n,
        |&n| if n % 3 == 1 { n / 2 } else { n },
    );
    for line in printed.lines().filter(|line| line.contains("divided by 2")) {
        assert!(
            line.contains("rounded") || line.contains("whole"),
            "{printed}"
        );
    }
}

/// Of an option it is said that it is there before its number is spoken of.
#[test]
fn nothing_is_no_number() {
    let given = [None, Some(128_u8)];
    let printed = told(
        domain::given(given),
        |n: &Option<u8>| n.map(u32::from),
        |n| n.map(|n| u32::from(n & 0x7f)),
    );
    assert_not_said(&printed, &["n is at least 128", "exactly where n is"]);
    let printed = told(
        domain::given([None, Some(127_u8), Some(128), Some(129)]),
        |n: &Option<u8>| n.map(u32::from),
        |n| n.map(|n| u32::from(n & 0x7f)),
    );
    // The rule speaks of a number that one of the inputs lacks.
    assert_not_said(&printed, &["right exactly where n is at most 127"]);
}

/// On a complete domain a rule is a fact, however few inputs there are.
#[test]
fn small_domains_have_rules() {
    let negative = told(domain::range(-9..=9), |&n| n, |&n: &i32| n.abs());
    assert_not_said(&negative, &["No short rule"]);
    let upper = told(
        domain::range(0..10_u32),
        |&n| n,
        |&n| if n >= 5 { 0 } else { n },
    );
    assert_not_said(&upper, &["No short rule"]);
    assert_said(&upper, "n is at least 5");
}

/// The edge of what ran is no bound of the fault.
#[test]
fn a_rule_does_not_end_where_the_run_did() {
    let check = CrossCheck::new("number", domain::range(1..=1_000_000_u32))
        .truth("truth", |&n| n)
        .solver("good", |&n| n)
        .solver("bad", |&n| if n >= 900 { 0 } else { n })
        .limits(Limits::first(1000));
    for coverage in [ALL, Coverage::Quick] {
        let printed = report(&explained(&check, coverage));
        assert_not_said(&printed, &["at most 1000", "at most 999", "below 1001"]);
        assert_said(&printed, "n is at least 900");
    }
    let check = CrossCheck::new("number", domain::range(1..=1_000_000_u32))
        .truth("truth", |&n| n)
        .solver("good", |&n| n)
        .solver("bad", |&n| if n >= 900 && n % 2 == 0 { 0 } else { n })
        .limits(Limits::first(1000));
    let printed = printed(&check);
    assert_not_said(&printed, &["at most 1000", "at most 999", "at most 998"]);
}

/// A rule about inputs alone comes before one that needs the right answer.
#[test]
fn a_rule_about_inputs_comes_first() {
    let years = || {
        CrossCheck::new("leap years", domain::range(1..=9999_u32))
            .inputs_are("year", "years")
            .truth("Gregory", |y| y % 4 == 0 && y % 100 != 0 || y % 400 == 0)
            .solver("good", |y| y % 4 == 0 && (y % 100 != 0 || y % 400 == 0))
    };
    let caesar = printed(&years().solver("bad", |y| y % 4 == 0));
    assert_not_said(&caesar, &["the right answer is"]);
    assert_said(&caesar, "is divisible by 100");
    assert_said(&caesar, "400");
    let no_century = printed(&years().solver("bad", |y| y % 4 == 0 && y % 100 != 0));
    assert_not_said(&no_century, &["the right answer is"]);
    assert_said(&no_century, "the year is divisible by 400");
}

/// Where a fact panics, it neither holds nor does it not.
#[test]
fn a_fact_that_panics_is_not_false() {
    let is_marked = |n: &u32| match n {
        0..500 => panic!("no mark here"),
        n => n % 7 != 3,
    };
    let check = |is_wrong: fn(u32) -> bool| {
        CrossCheck::new("marked", domain::range(0..1000_u32))
            .fact("is marked", is_marked)
            .truth("truth", |&n| n)
            .solver("good", |&n| n)
            .solver("bad", move |&n| if is_wrong(n) { n + 1 } else { n })
    };
    for is_wrong in [
        // Wrong wherever the fact does not hold, and wherever it panics; and where it does not hold only.
        (|n| n < 500 || n % 7 == 3) as fn(u32) -> bool,
        |n| n >= 500 && n % 7 == 3,
    ] {
        let printed = printed(&check(is_wrong));
        assert_not_said(
            &printed,
            &[
                "exactly where n is not marked.",
                "exactly where n is marked.",
            ],
        );
        assert_said(&printed, "panic");
        assert_said(&printed, "is marked");
    }
    // Where it panics, the answers are right; elsewhere it says where they are wrong.
    let inputs = domain::range(0..1000_u32);
    let check = CrossCheck::new("marked", inputs)
        .fact("is marked", is_marked)
        .truth("truth", |&n| n.count_ones())
        .solver("good", |&n| n.count_ones())
        .solver("bad", |&n| {
            if n >= 500 && n % 7 != 3 {
                100
            } else {
                n.count_ones()
            }
        });
    let printed = printed(&check);
    assert_not_said(
        &printed,
        &[
            "right exactly where n is not marked",
            "except where n is not marked",
        ],
    );
}
