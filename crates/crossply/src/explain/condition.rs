//! Conditions: what may hold of an input, or of its right answer.
//!
//! A rule consists of a few of them. None is about the given answer: "the answer is wrong" would be a rule, and explain
//! nothing. Each costs as many bits as it takes to say it: a rule that takes more bits than the set of wrong inputs
//! would fit by chance.

use std::f64::consts::LOG2_10;

use crate::feature::{AnyFeature, Kind, Value, number};

/// A condition on the terms with these numbers.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    pub(crate) term: usize,
    /// The kind of that term.
    pub(crate) kind: Kind,
    pub(crate) test: Test,
    /// It holds where the test fails. Where there is nothing to test, such as the first letter of an empty word, neither
    /// holds.
    pub(crate) negated: bool,
    /// How many bits it takes to say it.
    pub(crate) bits: f64,
}

/// The names of the first decimal places.
const PLACES: [&str; 4] = ["units", "tens", "hundreds", "thousands"];

#[derive(Clone, Debug)]
pub(crate) enum Test {
    Holds,
    Is(Value),
    AtLeast(i128),
    AtMost(i128),
    /// The remainder of the division by the first number.
    Remainder(i128, i128),
    /// In the decimal place of this power of ten, counted from 0, stands this digit.
    Digit(u32, u8),
    Bit(u32),
    /// So much more than it is a power of two.
    PowerOfTwo(i128),
    Square(i128),
    /// What a floating-point number is, in words.
    IsFloat(&'static str, fn(f64) -> bool),
    /// The integer part is even.
    EvenPart,
    HasSign,
    MagnitudeAtLeast(f64),
    /// So many of the last bits of the mantissa are 0.
    LastBits(u32),
    /// The letter occurs in a word once or more often, or twice or more often.
    Occurs(Value, usize),
    /// The first letter stands directly before the second one.
    Before(Value, Value),
    /// What holds of it and of another term.
    Pair(Relation, usize),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Relation {
    Equal,
    Less,
    Divides,
    SumIsEven,
    SumOverflows,
    DifferenceOverflows,
    ProductOverflows,
}

impl Condition {
    /// Whether it holds, if these are the values of the terms; none if one of them cannot be told.
    #[inline]
    pub(crate) fn holds(&self, value: impl Fn(usize) -> Value) -> Option<bool> {
        let first = value(self.term);
        if let Value::Unknown = first {
            return None;
        }
        let tested = match self.test {
            Test::Pair(relation, other) => {
                let second = value(other);
                if let Value::Unknown = second {
                    return None;
                }
                let both = first.integer().zip(second.integer());
                both.map(|(a, b)| relation.holds(a, b, self.kind))
            }
            _ => self.test.of(&first, self.kind),
        };
        Some(tested.is_some_and(|tested| tested != self.negated))
    }

    /// Whether it holds, if its only term is this integer.
    #[inline]
    pub(crate) fn holds_of(&self, n: i128) -> bool {
        let tested = self.test.of_integer(n);
        tested.is_some_and(|tested| tested != self.negated)
    }

    /// Whether it is about an integer alone.
    pub(crate) fn is_quick(&self) -> bool {
        use Test::{AtLeast, AtMost, Bit, Is, Remainder};
        matches!(
            self.test,
            AtLeast(_) | AtMost(_) | Bit(_) | Is(Value::Integer(_)) | Remainder(..)
        )
    }

    /// What it is about, and what it says of that.
    pub(crate) fn words(&self, terms: &[AnyFeature]) -> [String; 2] {
        let term = &terms[self.term];
        let (name, is) = (&term.name, self.choose("is", "is not"));
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
            Test::Bit(n) => match self.kind {
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
                let least = match self.kind {
                    _ if is_power && exponent.abs() > 4.0 => format!("2^{}", exponent.round()),
                    Kind::Float { is_single: true } => format!("{:?}", least as f32),
                    _ => format!("{least:?}"),
                };
                [format!("|{name}|"), format!("{compared} {least}")]
            }
            Test::Digit(place, digit) => {
                let place = match PLACES.get(place as usize) {
                    Some(place) => format!("the {place} digit"),
                    None => format!("the digit of 10^{place}"),
                };
                [format!("{place} of {name}"), format!("{is} {digit}")]
            }
            Test::Occurs(ref letter, times) => {
                let occurs = match times {
                    1 => self.choose("occurs", "does not occur"),
                    _ => self.choose("occurs at least twice", "occurs at most once"),
                };
                [String::new(), format!("{letter} {occurs} in {name}")]
            }
            Test::Before(ref letter, ref next) => {
                let words = format!("{letter} {is} directly before {next} in {name}");
                [String::new(), words]
            }
            Test::Pair(relation, other) => {
                let (sign, holds, fails) = relation.words();
                let (words, other) = (self.choose(holds, fails), &terms[other].name);
                match sign {
                    "" => [name.clone(), format!("{words} {other}")],
                    sign => [format!("{name} {sign} {other}"), words.to_owned()],
                }
            }
            _ => [name.clone(), self.phrase()],
        }
    }

    /// What it says of a term alone.
    fn phrase(&self) -> String {
        let is = self.choose("is", "is not");
        let has = self.choose("has", "does not have");
        let shown = |n: i128| {
            let character = u32::try_from(n).ok().and_then(char::from_u32);
            match (self.kind, character) {
                (Kind::Character, Some(character)) => format!("{character:?}"),
                _ => number(n),
            }
        };
        let has_sign = matches!(self.kind, Kind::Integer { .. } | Kind::Code);
        match (&self.test, self.negated) {
            (Test::Is(value), _) => format!("{is} {value}"),
            (Test::AtMost(-1), false) if has_sign => "is negative".to_owned(),
            (Test::AtLeast(1), false) if has_sign => "is positive".to_owned(),
            (Test::AtLeast(n), _) => format!("is at least {}", shown(*n)),
            (Test::AtMost(n), _) => format!("is at most {}", shown(*n)),
            (Test::Remainder(2, rest), _) => {
                let is_even = (*rest == 0) != self.negated;
                if is_even { "is even" } else { "is odd" }.to_owned()
            }
            (Test::Remainder(by, 0), _) => format!("{is} divisible by {}", shown(*by)),
            (Test::Remainder(by, rest), _) => {
                format!("{is} {rest} more than a multiple of {}", shown(*by))
            }
            (Test::IsFloat(what, _), _) => format!("{is} {what}"),
            (Test::HasSign, _) => format!("{has} a minus sign"),
            (Test::LastBits(1), _) => {
                let bit = self.choose("clear", "set");
                format!("has the last bit of the mantissa {bit}")
            }
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
    fn of(&self, value: &Value, kind: Kind) -> Option<bool> {
        if let Test::Is(other) = self {
            // Both zeros are zero.
            return (*value != Value::None).then(|| value == other);
        }
        if let Test::Holds = self {
            return (*value != Value::None).then_some(*value == Value::Truth(true));
        }
        if let Value::Word(letters) = value {
            return Some(self.of_word(letters));
        }
        if let Some(x) = value.float() {
            return self.of_float(x, kind);
        }
        self.of_integer(value.integer()?)
    }

    #[inline]
    fn of_integer(&self, n: i128) -> Option<bool> {
        Some(match *self {
            Test::Is(Value::Integer(only)) => n == only,
            Test::AtLeast(least) => n >= least,
            Test::AtMost(most) => n <= most,
            Test::Remainder(by, rest) => remainder(n, by) == rest,
            Test::Digit(place, digit) => {
                n.unsigned_abs() / 10_u128.pow(place) % 10 == u128::from(digit)
            }
            Test::Bit(bit) => n >> bit & 1 == 1,
            Test::PowerOfTwo(more) => {
                let n = n + more;
                n > 0 && n & (n - 1) == 0
            }
            Test::Square(more) => {
                let n = n + more;
                n >= 0 && n.isqrt().pow(2) == n
            }
            _ => return None,
        })
    }

    fn of_word(&self, letters: &[Value]) -> bool {
        match self {
            Test::Occurs(letter, times) => {
                letters.iter().filter(|other| *other == letter).count() >= *times
            }
            Test::Before(letter, next) => {
                let mut pairs = letters.windows(2);
                pairs.any(|pair| pair[0] == *letter && pair[1] == *next)
            }
            _ => false,
        }
    }

    fn of_float(&self, x: f64, kind: Kind) -> Option<bool> {
        let is_single = kind == Kind::Float { is_single: true };
        Some(match *self {
            Test::IsFloat(_, is) => is(x),
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

impl Relation {
    /// Whether it holds of these, the first of which is of this kind.
    fn holds(self, a: i128, b: i128, kind: Kind) -> bool {
        let overflows = |result: Option<i128>| match kind {
            Kind::Integer { least, greatest } => {
                result.is_none_or(|result| !(least..=greatest).contains(&result))
            }
            _ => result.is_none(),
        };
        match self {
            Relation::Equal => a == b,
            Relation::Less => a < b,
            Relation::Divides if a == 0 => b == 0,
            Relation::Divides => remainder(b, a) == 0,
            Relation::SumIsEven => (a ^ b) & 1 == 0,
            Relation::SumOverflows => overflows(a.checked_add(b)),
            Relation::DifferenceOverflows => overflows(a.checked_sub(b)),
            Relation::ProductOverflows => overflows(a.checked_mul(b)),
        }
    }

    /// The sign between both, if it is about what that makes of them; what it says if it holds, and if it does not.
    fn words(self) -> (&'static str, &'static str, &'static str) {
        let overflow = |sign| (sign, "overflows", "does not overflow");
        match self {
            Relation::Equal => ("", "equals", "does not equal"),
            Relation::Less => ("", "is less than", "is at least"),
            Relation::Divides => ("", "divides", "does not divide"),
            Relation::SumIsEven => ("+", "is even", "is odd"),
            Relation::SumOverflows => overflow("+"),
            Relation::DifferenceOverflows => overflow("-"),
            Relation::ProductOverflows => overflow("*"),
        }
    }
}

/// Says where all conditions hold: "n is divisible by 100 and not by 400".
pub(crate) fn all_of(conditions: &[Condition], terms: &[AnyFeature]) -> String {
    let words: Vec<_> = conditions.iter().map(|one| one.words(terms)).collect();
    // If all have one subject, that is named once.
    let is_shared = words
        .iter()
        .all(|[subject, _]| !subject.is_empty() && *subject == words[0][0]);
    let parts = words.iter().enumerate().map(|(n, [subject, phrase])| {
        let before = n.checked_sub(1).map_or("", |before| &words[before][1]);
        let not_by = phrase.strip_prefix("is not divisible by");
        match not_by.filter(|_| before.starts_with("is divisible by")) {
            Some(by) if is_shared => format!("not by{by}"),
            _ if subject.is_empty() || is_shared && n > 0 => phrase.clone(),
            _ => format!("{subject} {phrase}"),
        }
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
        let mut near = [size, size + 1, size - 1].into_iter();
        let round = near.find(|near| is_round(*near))?;
        Some(if round == size { 0.0 } else { 0.5 })
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
    } else if let Some(more) = is_near(|n| 10_u128.pow(n.ilog10()) == n) {
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
