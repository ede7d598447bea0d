//! Faults of the kinds that people make, planted in functions of the kinds that people check, and what is said of each.
//! Of the last one nothing short is to be said.

use std::collections::HashMap;
use std::fmt::Debug;
use std::num::NonZeroUsize;

use crossply::{Coverage, CrossCheck, Domain, Run, domain};
use crossply_snapshots::pin;

#[test]
fn faults_are_named() {
    let faults: Vec<_> = [dates(), means(), integers(), floats(), texts(), states()].concat();
    let is_named = |text: &&String| !text.contains("The first are: ");
    let named = faults.iter().filter(is_named).count();
    assert_eq!(
        named,
        faults.len() - 2,
        "all but one by chance, and one whose rule is long"
    );
    pin!("explained-faults-functions", faults.join("\n"));
}

/// What is said of the wrong one of two functions.
fn said<I, A>(
    title: &str,
    inputs: impl Domain<Input = I> + 'static,
    right: impl Fn(&I) -> A + Copy + Send + Sync + 'static,
    wrong: impl Fn(&I) -> A + Send + Sync + 'static,
) -> String
where
    I: Clone + Debug + Send + 'static,
    A: PartialEq + Debug + Send + 'static,
{
    let check = CrossCheck::new(title, inputs).truth("truth", right);
    of(&check.solver("right", right).solver("wrong", wrong))
}

fn of<I, A>(check: &CrossCheck<I, A>) -> String
where
    I: Clone + Debug + Send + 'static,
    A: PartialEq + Debug + Send + 'static,
{
    let plan = check.plan(Coverage::Exhaustive, 0).expect("a check");
    let results = check.results(&plan, Run::on(NonZeroUsize::MIN));
    let checked = results.expect("no journal").checked;
    let [fault] = &checked.faults[..] else {
        panic!("one is wrong: {:?}", checked.faults);
    };
    format!("{}\n{}\n", checked.check, fault.text)
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "solvers get references")]
fn days_in(&(month, year): &(u32, u32)) -> u32 {
    match month {
        2 => 28 + u32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn dates() -> Vec<String> {
    let years = || domain::range(1..=9999_u32);
    let months = || (domain::range(1..=12_u32), domain::range(1..=400_u32));
    vec![
        said(
            "every fourth year",
            years(),
            |&year| is_leap(year),
            |&year| year.is_multiple_of(4),
        ),
        said(
            "no century",
            years(),
            |&year| is_leap(year),
            |&year| year.is_multiple_of(4) && !year.is_multiple_of(100),
        ),
        said("wrong constant in a table", months(), days_in, |month| {
            if month.0 == 9 { 31 } else { days_in(month) }
        }),
        said("no leap days", months(), days_in, |month| {
            days_in(&(month.0, 1))
        }),
    ]
}

fn means() -> Vec<String> {
    let bytes = || (domain::all::<u8>(), domain::all::<u8>());
    let halves = || domain::range(-4000..=4000).map(|n| f64::from(n) / 8.0);
    let mean = |&(a, b): &(u8, u8)| a.midpoint(b);
    vec![
        said("the sum overflows", bytes(), mean, |&(a, b)| {
            a.wrapping_add(b) / 2
        }),
        said("halves are rounded first", bytes(), mean, |(a, b)| {
            a / 2 + b / 2
        }),
        said(
            "half to even",
            halves(),
            |x| x.round(),
            |x| x.round_ties_even(),
        ),
        said(
            "a half more, rounded down",
            halves(),
            |x| x.round(),
            |x| (x + 0.5).floor(),
        ),
    ]
}

fn integers() -> Vec<String> {
    let all = domain::all::<u16>;
    let signed = || (domain::all::<i8>(), domain::all::<i8>());
    let unsigned = || (domain::all::<u8>(), domain::all::<u8>());
    let sum = |&(a, b): &(u8, u8)| u16::from(a) + u16::from(b);
    vec![
        said(
            "the remainder has the sign of the dividend",
            signed(),
            |(a, b)| a.checked_rem_euclid(*b),
            |(a, b)| a.checked_rem(*b),
        ),
        said(
            "compared by the difference",
            signed(),
            |(a, b)| a < b,
            |(a, b)| a.wrapping_sub(*b) < 0,
        ),
        said(
            "at most instead of less",
            unsigned(),
            |(a, b)| a < b,
            |(a, b)| a <= b,
        ),
        said(
            "parameters exchanged",
            unsigned(),
            |(a, b)| a.saturating_sub(*b),
            |(a, b)| b.saturating_sub(*a),
        ),
        said(
            "a condition on bits",
            unsigned(),
            sum,
            move |pair @ (a, b)| {
                if b & 0x80 != 0 && a & 1 == 1 {
                    0
                } else {
                    sum(pair)
                }
            },
        ),
        said(
            "forgotten case",
            all(),
            |n| n.checked_ilog10().unwrap_or(0),
            |n| n.ilog10(),
        ),
        said(
            "zero is no power of two",
            all(),
            |n| n.is_power_of_two(),
            |n| n & n.wrapping_sub(1) == 0,
        ),
        said(
            "truncated",
            all(),
            |&n| 3 * u32::from(n),
            |&n| (3 * u32::from(n)) & 0xff,
        ),
        said("saturated", all(), |&n| n, |&n| n.min(40_000)),
        said(
            "the next input",
            all(),
            |n| n % 251 * 3,
            |n| n.wrapping_add(1) % 251 * 3,
        ),
        said(
            "a last digit",
            all(),
            |&n| n,
            |&n| if n % 10 == 7 && n > 1000 { 0 } else { n },
        ),
    ]
}

fn floats() -> Vec<String> {
    let floats = || domain::range(0..=100_000_u32).map(|n| f32::from_bits(n.wrapping_mul(42_949)));
    let roots = CrossCheck::new(
        "a root in single precision",
        domain::range(16_700_000..=16_900_000_u32),
    );
    #[expect(clippy::cast_precision_loss, reason = "that is the fault")]
    let roots = roots
        .solver("integer", |n| n.isqrt())
        .solver("float", |&n| (n as f32).sqrt() as u32);
    vec![
        said(
            "subnormal numbers are lost",
            floats(),
            |x| (x / 2.0).to_bits(),
            |&x| {
                if x.is_subnormal() {
                    0
                } else {
                    (x / 2.0).to_bits()
                }
            },
        ),
        of(&roots),
    ]
}

fn texts() -> Vec<String> {
    let words = || domain::words(b"ab", 0..=12);
    let bytes = || domain::words(0..=255_u8, 0..=2);
    let is_b = |letter: &&u8| **letter == b'b';
    vec![
        said(
            "surrogates",
            domain::all::<char>(),
            |c| c.len_utf16(),
            |_| 1,
        ),
        said(
            "only ASCII",
            bytes(),
            |text| str::from_utf8(text).is_ok(),
            |text| text.is_ascii(),
        ),
        said(
            "off by one at a length",
            words(),
            |word| word.len().min(8),
            |word| word.len().min(7),
        ),
        said(
            "the last letter is forgotten",
            words(),
            move |word| word.iter().filter(is_b).count(),
            move |word| word.iter().rev().skip(1).filter(is_b).count(),
        ),
    ]
}

fn states() -> Vec<String> {
    let bytes = (domain::all::<u8>(), domain::all::<u8>());
    let product = |&(a, b): &(u8, u8)| u32::from(a) * u32::from(b);
    let cached = CrossCheck::new("a cache whose key lacks a part", bytes).truth("truth", product);
    let cached = cached.solver("right", product).stateful("wrong", move || {
        let mut cache = HashMap::new();
        move |pair: &(u8, u8)| *cache.entry(pair.0).or_insert(product(pair))
    });
    let chance = |&n: &u16| {
        if n.wrapping_mul(40_503) >> 12 == 3 {
            0
        } else {
            n
        }
    };
    vec![
        of(&cached),
        said("by chance", domain::all::<u16>(), |&n| n, chance),
    ]
}
