//! Conditions: what may hold of an input, or of its right answer.
//!
//! A rule consists of a few of them. None is about the given answer: "the answer is wrong" would be a rule, and explain
//! nothing. Each costs as many bits as it takes to say it: a rule that takes more bits than the set of wrong inputs
//! would fit by chance.

use std::f64::consts::LOG2_10;

use super::term::Term;
use crate::feature::{Kind, Value, number};

/// A condition on the terms with these numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Condition {
    pub(crate) term: usize,
    pub(crate) test: Test,
    /// It holds where the test fails. Where there is nothing to test, neither holds.
    pub(crate) negated: bool,
    /// How many bits it takes to say it.
    pub(crate) bits: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Test {
    Holds,
    Is(Value),
    AtLeast(i128),
    AtMost(i128),
    /// The remainder of the division by the first number.
    Remainder(i128, i128),
    Bit(u32),
    /// So much more than it is a power of two.
    PowerOfTwo(i128),
    Square(i128),
    Digit(u8),
    SameDigits,
    PalindromicDigits,
    Nan,
    Infinite,
    Subnormal,
    Whole,
    /// Half way between two integers.
    HalfWay,
    /// The integer part is even.
    EvenPart,
    HasSign,
    MagnitudeAtLeast(f64),
    /// So many of the last bits of the mantissa are 0.
    LastBits(u32),
    SameAs(usize),
    Less(usize),
    Divides(usize),
    SumIsEven(usize),
    Overflows(Operation, usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operation {
    Sum,
    Difference,
    Product,
}

impl Condition {
    /// Whether it holds, if these are the values of the terms.
    #[inline]
    pub(crate) fn holds(&self, terms: &[Term], value: impl Fn(usize) -> Value) -> bool {
        let (term, first) = (&terms[self.term], value(self.term));
        let tested = match self.test {
            Test::SameAs(other) => pair(first, value(other)).map(|(a, b)| a == b),
            Test::Less(other) => pair(first, value(other)).map(|(a, b)| a < b),
            Test::Divides(other) => pair(first, value(other))
                .map(|(a, b)| if a == 0 { b == 0 } else { remainder(b, a) == 0 }),
            Test::SumIsEven(other) => pair(first, value(other)).map(|(a, b)| (a ^ b) & 1 == 0),
            Test::Overflows(operation, other) => {
                pair(first, value(other)).map(|(a, b)| operation.overflows(a, b, term.kind))
            }
            test => test.of(first, term.kind),
        };
        tested.is_some_and(|tested| tested != self.negated)
    }

    /// Whether it can be tested on many numbers at once.
    pub(crate) fn is_quick(&self) -> bool {
        use Test::{AtLeast, AtMost, Bit, Is, Remainder};
        let is_short = |n: i128| i64::try_from(n).is_ok();
        match self.test {
            AtLeast(n) | AtMost(n) | Is(Value::Integer(n)) => is_short(n),
            Remainder(by, rest) => (1..1 << 62).contains(&by) && rest < by,
            Bit(bit) => bit < 63,
            _ => false,
        }
    }

    /// Keeps those of these numbers of the term for which it [quickly](Self::is_quick) holds. A run of 2^32 inputs takes
    /// a nanosecond for each, so there is no time for a division.
    pub(crate) fn hold_all(&self, numbers: &[i64], holds: &mut [bool]) {
        let mut keep = |test: &dyn Fn(&[i64], &mut [bool])| test(numbers, holds);
        let negated = self.negated;
        macro_rules! each {
            ($test:expr) => {
                keep(&|numbers, holds| {
                    for (&n, holds) in numbers.iter().zip(holds) {
                        *holds &= $test(n) != negated;
                    }
                })
            };
        }
        match self.test {
            Test::AtLeast(least) => each!(|n| n >= least as i64),
            Test::AtMost(most) => each!(|n| n <= most as i64),
            Test::Is(Value::Integer(only)) => each!(|n| n == only as i64),
            Test::Bit(bit) => each!(|n: i64| n >> bit & 1 == 1),
            Test::Remainder(by, rest) => {
                // A multiple of an odd number is a small number times its inverse: Granlund and Montgomery, "Division by
                // Invariant Integers using Multiplication", 1994, section 9.
                let (by, rest) = (by as u64, rest as i64);
                let shift = by.trailing_zeros();
                let odd = by >> shift;
                let steps = (0..6).fold(odd, |inverse, _| {
                    inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)))
                });
                let most = u64::MAX / by;
                each!(|n: i64| {
                    let size = n.abs_diff(rest);
                    size.wrapping_mul(steps).rotate_right(shift) <= most
                });
            }
            _ => unreachable!("it is not quick"),
        }
    }

    /// What it is about, and what it says of that.
    pub(crate) fn words(&self, terms: &[Term]) -> [String; 2] {
        let term = &terms[self.term];
        let (name, is) = (&term.name, self.choose("is", "is not"));
        let of = |other: usize| &terms[other].name;
        let parity = self.choose("is even", "is odd").to_owned();
        let beside = |more: i128| match more {
            0 => name.clone(),
            1.. => format!("{name} + {more}"),
            _ => format!("{name} - {}", -more),
        };
        let bit = self.choose("is set", "is clear").to_owned();
        match self.test {
            Test::Holds => {
                let fails = || format!("it is not true that {name}");
                let fails = || term.otherwise.clone().unwrap_or_else(fails);
                let holds = if self.negated { fails() } else { name.clone() };
                [String::new(), holds]
            }
            Test::Bit(n) => match term.kind {
                Kind::Integer { least, greatest } if n + 1 == width(least, greatest) => {
                    [format!("the highest bit of {name}"), bit]
                }
                _ => [format!("bit {n} of {name}"), bit],
            },
            Test::PowerOfTwo(more) => [beside(more), format!("{is} a power of two")],
            Test::Square(more) => [beside(more), format!("{is} a square")],
            Test::EvenPart => [format!("the integer part of {name}"), parity],
            Test::MagnitudeAtLeast(least) => {
                let compared = self.choose("is at least", "is less than");
                let exponent = least.log2();
                let is_power = 2_f64.powf(exponent.round()).to_bits() == least.to_bits();
                let least = if is_power && exponent.abs() > 4.0 {
                    format!("2^{}", exponent.round())
                } else {
                    format!("{least:?}")
                };
                [format!("|{name}|"), format!("{compared} {least}")]
            }
            Test::SameAs(n) => {
                let equals = self.choose("equals", "does not equal");
                [name.clone(), format!("{equals} {}", of(n))]
            }
            Test::Less(n) => {
                let compared = self.choose("is less than", "is at least");
                [name.clone(), format!("{compared} {}", of(n))]
            }
            Test::Divides(n) => {
                let divides = self.choose("divides", "does not divide");
                [name.clone(), format!("{divides} {}", of(n))]
            }
            Test::SumIsEven(n) => [format!("{name} + {}", of(n)), parity],
            Test::Overflows(operation, n) => {
                let sign = match operation {
                    Operation::Sum => '+',
                    Operation::Difference => '-',
                    Operation::Product => '*',
                };
                let overflows = self.choose("overflows", "does not overflow");
                [format!("{name} {sign} {}", of(n)), overflows.to_owned()]
            }
            _ => [name.clone(), self.phrase(term.kind)],
        }
    }

    /// What it says of a term alone.
    fn phrase(&self, kind: Kind) -> String {
        let (is, has) = (
            self.choose("is", "is not"),
            self.choose("has", "does not have"),
        );
        let shown = |n: i128| {
            let character = u32::try_from(n).ok().and_then(char::from_u32);
            match (kind, character) {
                (Kind::Character, Some(character)) => format!("{character:?}"),
                _ => number(n),
            }
        };
        let has_sign = kind != Kind::Count;
        match (self.test, self.negated) {
            (Test::Is(form @ Value::Form(_)), _) => {
                let form = form.to_string();
                let of_form = if form.contains('_') {
                    " of the form"
                } else {
                    ""
                };
                format!("{is}{of_form} {form}")
            }
            (Test::Is(value), _) => format!("{is} {value}"),
            (Test::AtMost(-1), false) if has_sign => "is negative".to_owned(),
            (Test::AtLeast(1), false) if has_sign => "is positive".to_owned(),
            (Test::AtLeast(n), _) => format!("is at least {}", shown(n)),
            (Test::AtMost(n), _) => format!("is at most {}", shown(n)),
            (Test::Remainder(2, rest), _) => {
                let is_even = (rest == 0) != self.negated;
                if is_even { "is even" } else { "is odd" }.to_owned()
            }
            (Test::Remainder(by, 0), _) => format!("{is} divisible by {}", shown(by)),
            (Test::Remainder(by, rest), _) => {
                format!("{is} {rest} more than a multiple of {}", shown(by))
            }
            (Test::Digit(digit), _) => format!("{has} the digit {digit}"),
            (Test::SameDigits, _) => format!("{has} only one digit, repeated"),
            (Test::PalindromicDigits, _) => format!("{is} the same backwards"),
            (Test::Nan, _) => format!("{is} NaN"),
            (Test::Infinite, _) => format!("{is} infinite"),
            (Test::Subnormal, _) => format!("{is} subnormal"),
            (Test::Whole, _) => format!("{is} an integer"),
            (Test::HalfWay, _) => format!("{is} half way between two integers"),
            (Test::HasSign, _) => format!("{has} a minus sign"),
            (Test::LastBits(1), false) => "has the last bit of the mantissa clear".to_owned(),
            (Test::LastBits(1), true) => "has the last bit of the mantissa set".to_owned(),
            (Test::LastBits(bits), _) => {
                format!("{has} the last {bits} bits of the mantissa clear")
            }
            (test, _) => unreachable!("{test:?} has another subject"),
        }
    }

    fn choose<'a>(&self, holds: &'a str, fails: &'a str) -> &'a str {
        if self.negated { fails } else { holds }
    }
}

impl Test {
    /// Whether it holds of a value; none if there is nothing to test.
    #[inline]
    fn of(self, value: Value, kind: Kind) -> Option<bool> {
        if let Test::Is(other) = self {
            // Both zeros are zero.
            return (value != Value::None).then(|| value == other);
        }
        if let Test::Holds = self {
            return (value != Value::None).then_some(value == Value::Truth(true));
        }
        if let Some(x) = value.float() {
            return self.of_float(x, kind);
        }
        let n = value.integer()?;
        Some(match self {
            Test::AtLeast(least) => n >= least,
            Test::AtMost(most) => n <= most,
            Test::Remainder(by, rest) => remainder(n, by) == rest,
            Test::Bit(bit) => n >> bit & 1 == 1,
            Test::PowerOfTwo(more) => {
                let n = n.saturating_add(more);
                n > 0 && n & (n - 1) == 0
            }
            Test::Square(more) => {
                let n = n.saturating_add(more);
                n >= 0 && n.isqrt().pow(2) == n
            }
            Test::Digit(digit) => n.to_string().bytes().any(|one| one == b'0' + digit),
            Test::SameDigits => {
                let digits = n.unsigned_abs().to_string();
                digits.len() > 1 && digits.bytes().all(|digit| digit == digits.as_bytes()[0])
            }
            Test::PalindromicDigits => {
                let digits = n.unsigned_abs().to_string();
                digits.bytes().eq(digits.bytes().rev())
            }
            _ => return None,
        })
    }

    fn of_float(self, x: f64, kind: Kind) -> Option<bool> {
        let is_single = kind == Kind::Float { is_single: true };
        Some(match self {
            Test::Nan => x.is_nan(),
            Test::Infinite => x.is_infinite(),
            Test::Subnormal if is_single => x != 0.0 && x.abs() < f64::from(f32::MIN_POSITIVE),
            Test::Subnormal => x.is_subnormal(),
            Test::Whole => x.fract() == 0.0,
            #[expect(clippy::float_cmp, reason = "a half is exact")]
            Test::HalfWay => x.fract().abs() == 0.5,
            Test::EvenPart | Test::MagnitudeAtLeast(_) if x.is_nan() => return None,
            Test::EvenPart if x.is_infinite() => return None,
            Test::EvenPart => x.trunc() % 2.0 == 0.0,
            Test::HasSign => x.is_sign_negative(),
            Test::MagnitudeAtLeast(least) => x.abs() >= least,
            Test::LastBits(bits) if is_single => (x as f32).to_bits().trailing_zeros() >= bits,
            Test::LastBits(bits) => x.to_bits().trailing_zeros() >= bits,
            _ => return None,
        })
    }
}

impl Operation {
    fn overflows(self, a: i128, b: i128, kind: Kind) -> bool {
        let result = match self {
            Operation::Sum => a.checked_add(b),
            Operation::Difference => a.checked_sub(b),
            Operation::Product => a.checked_mul(b),
        };
        match kind {
            Kind::Integer { least, greatest } => {
                result.is_none_or(|result| !(least..=greatest).contains(&result))
            }
            _ => result.is_none(),
        }
    }
}

/// Says where all conditions hold: "n is divisible by 100 and not by 400".
pub(crate) fn all_of(conditions: &[Condition], terms: &[Term]) -> String {
    let mut before = [String::new(), String::new()];
    let parts = conditions.iter().map(|condition| {
        let words = condition.words(terms);
        let [subject, phrase] = &words;
        let is_divisible = |phrase: &str| phrase.contains("is divisible by");
        let part = match phrase.strip_prefix("is not divisible by") {
            _ if subject.is_empty() => phrase.clone(),
            Some(by) if *subject == before[0] && is_divisible(&before[1]) => {
                format!("not by{by}")
            }
            _ if *subject == before[0] => phrase.clone(),
            _ => format!("{subject} {phrase}"),
        };
        before = words;
        part
    });
    listed(&parts.collect::<Vec<_>>())
}

/// The parts as a list.
pub(crate) fn listed(parts: &[String]) -> String {
    match parts {
        [most @ .., last] if most.len() > 1 => format!("{}, and {last}", most.join(", ")),
        _ => parts.join(" and "),
    }
}

/// How many bits it takes to say a number: few for a round one.
pub(crate) fn bits_of(n: i128, kind: Kind) -> f64 {
    let size = n.unsigned_abs();
    let is_end = matches!(kind, Kind::Integer { least, greatest } if n == least || n == greatest);
    let is_near = |is_round: fn(u128) -> bool| {
        let near = [(size, 0.0), (size + 1, 0.5), (size - 1, 0.5)].into_iter();
        near.filter(|(near, _)| is_round(*near))
            .map(|(_, more)| more)
            .min_by(f64::total_cmp)
    };
    let digits = (size as f64).log2();
    if size < 2 {
        1.0 + f64::from(u8::from(n < 0)) + f64::from(size as u8)
    } else if is_end {
        3.0
    } else if size <= 16 {
        digits + 1.5
    } else if let Some(more) = is_near(u128::is_power_of_two) {
        more + 2.0 + digits.log2()
    } else if let Some(more) = is_near(is_power_of_ten) {
        more + 3.0 + (digits / LOG2_10).log2()
    } else {
        digits + 3.0
    }
}

/// How many bits the numbers between these ends have.
pub(crate) fn width(least: i128, greatest: i128) -> u32 {
    let bits = 128 - greatest.unsigned_abs().leading_zeros();
    bits + u32::from(least < 0)
}

fn is_power_of_ten(n: u128) -> bool {
    let mut left = n;
    while left > 1 && left.is_multiple_of(10) {
        left /= 10;
    }
    left == 1
}

#[inline]
fn pair(a: Value, b: Value) -> Option<(i128, i128)> {
    a.integer().zip(b.integer())
}

/// The remainder that is not negative. Most numbers are short, and divided much faster.
#[inline]
fn remainder(n: i128, by: i128) -> i128 {
    if let (Ok(n), Ok(by @ 1..)) = (u32::try_from(n), u32::try_from(by)) {
        return (n % by).into();
    }
    match (i64::try_from(n), i64::try_from(by)) {
        (Ok(n), Ok(by @ 1..)) => n.rem_euclid(by).into(),
        _ => n.checked_rem_euclid(by).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn test() -> impl Strategy<Value = Test> {
        let n = || -40..40_i128;
        prop_oneof![
            n().prop_map(Test::AtLeast),
            n().prop_map(Test::AtMost),
            n().prop_map(|n| Test::Is(Value::Integer(n))),
            (0..63_u32).prop_map(Test::Bit),
            (1..60_i128, any::<prop::sample::Index>())
                .prop_map(|(by, rest)| Test::Remainder(by, rest.index(by as usize) as i128)),
        ]
    }

    proptest! {
        #[test]
        fn many_numbers_are_tested_as_each_is(
            test in test(),
            negated: bool,
            numbers in prop::collection::vec(prop_oneof![-99..99_i64, any::<i64>()], 1..50),
        ) {
            let condition = Condition { term: 0, test, negated, bits: 1.0 };
            let kind = Kind::Count;
            let term = Term { name: String::new(), otherwise: None, kind, bits: 0.0 };
            prop_assert!(condition.is_quick());
            let mut holds = vec![true; numbers.len()];
            condition.hold_all(&numbers, &mut holds);
            for (n, holds) in numbers.into_iter().zip(holds) {
                let value = |_| Value::Integer(n.into());
                prop_assert_eq!(condition.holds(std::slice::from_ref(&term), value), holds, "{}", n);
            }
        }
    }
}
