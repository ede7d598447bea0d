//! What a condition says of its subject: a bound, a remainder, a property, or a pattern.

use super::pattern::Pattern;
use super::subject::number_of;
#[cfg(feature = "serde")]
use crate::as_text;
use crate::feature::{Kind, Sequence, Value, number};

/// A test of a value.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub(crate) enum Test {
    /// It treats `0.0` and `-0.0` as equal, and NaN as unequal to NaN.
    Is(Value),
    AtLeast(Value),
    AtMost(Value),
    Remainder {
        #[cfg_attr(feature = "serde", serde(with = "as_text"))]
        by: i128,
        #[cfg_attr(feature = "serde", serde(with = "as_text"))]
        rest: i128,
    },
    Has(&'static Property),
    /// The bits of a float end with at least so many zeros.
    ZeroBits(u32),
    /// The result of an operation on integers does not fit a type with these bounds.
    Overflows {
        #[cfg_attr(feature = "serde", serde(with = "as_text"))]
        least: i128,
        #[cfg_attr(feature = "serde", serde(with = "as_text"))]
        greatest: i128,
    },
    Contains(Pattern),
}

/// A property of a value.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) struct Property {
    /// What sentences say of a value that has it, and of one that does not. `{letter}` stands for what a letter is called.
    words: [&'static str; 2],
    /// The cost of its name, in bits.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) bits: f64,
    /// `None` for values of other types.
    #[cfg_attr(feature = "serde", serde(skip))]
    holds: fn(&Value) -> Option<bool>,
}

/// Properties of integers.
pub(crate) static OF_INTEGERS: [Property; 2] = [
    property(["is a power of two", "is not a power of two"], 1.0, |n| {
        Some(u128::try_from(n.integer()?).is_ok_and(u128::is_power_of_two))
    }),
    property(["is a square", "is not a square"], 1.0, |n| {
        Some(u128::try_from(n.integer()?).is_ok_and(|n| n.isqrt().pow(2) == n))
    }),
];

/// Properties of words. Each is the name of a test, too, which makes it cheaper.
pub(crate) static OF_WORDS: [Property; 2] = [
    property(
        ["has {a letter} twice", "has no {letter} twice"],
        -4.0,
        |word| {
            let letters = word.letters()?;
            Some((1..letters.len()).any(|n| letters[..n].contains(&letters[n])))
        },
    ),
    // A number that is too large for a value is one, too.
    property(["is a number", "is not a number"], -4.0, |word| {
        Some(number_of(word.letters()?) != Value::None)
    }),
];

/// A property of words whose letters have an order. An empty word does not show whether they do.
pub(crate) static SORTED: Property = property(["is sorted", "is not sorted"], -4.0, |word| {
    let order: Option<Vec<i128>> = word.letters()?.iter().map(Value::integer).collect();
    Some(order?.is_sorted())
});

/// Properties of floats.
pub(crate) static OF_FLOATS: [Property; 6] = [
    property(["is NaN", "is not NaN"], 1.0, |x| Some(x.float()?.is_nan())),
    property(["is infinite", "is not infinite"], 1.0, |x| {
        Some(x.float()?.is_infinite())
    }),
    property(["is an integer", "is not an integer"], 1.0, |x| {
        Some(x.float()?.fract() == 0.0)
    }),
    property(
        ["has a minus sign", "does not have a minus sign"],
        1.0,
        |x| Some(x.float()?.is_sign_negative()),
    ),
    property(["is subnormal", "is not subnormal"], 2.0, |x| match x {
        Value::Single(x) => Some(x.is_subnormal()),
        _ => Some(x.float()?.is_subnormal()),
    }),
    property(
        [
            "is half way between two integers",
            "is not half way between two integers",
        ],
        2.0,
        |x| Some(x.float()?.fract().abs().to_bits() == 0.5_f64.to_bits()),
    ),
];

const fn property(
    words: [&'static str; 2],
    bits: f64,
    holds: fn(&Value) -> Option<bool>,
) -> Property {
    Property { words, bits, holds }
}

impl Test {
    /// Whether it holds for a value. `None` if there is no value, or one of another type.
    pub(super) fn of(&self, value: &Value) -> Option<bool> {
        match self {
            Test::Is(wanted) => (*value != Value::None).then(|| value == wanted),
            Test::AtLeast(bound) => Some(value.order(bound)?.is_ge()),
            Test::AtMost(bound) => Some(value.order(bound)?.is_le()),
            Test::Remainder { by, rest } => match value.integer() {
                Some(n) => Some(remainder(n, *by) == *rest),
                // The remainders of floats are exact.
                None => Some(value.float()?.rem_euclid(*by as f64) - *rest as f64 == 0.0),
            },
            Test::Has(property) => (property.holds)(value),
            Test::ZeroBits(least) => {
                let zeros = match value {
                    Value::Single(x) => x.to_bits().trailing_zeros(),
                    Value::Double(x) => x.to_bits().trailing_zeros(),
                    _ => return None,
                };
                Some(zeros >= *least)
            }
            Test::Overflows { least, greatest } => match value {
                Value::Overflow { .. } => Some(true),
                _ => value.integer().map(|n| n < *least || n > *greatest),
            },
            Test::Contains(pattern) => pattern.is_in_word(value.letters()?),
        }
    }

    /// Whether it holds for an integer. `None` if it needs more than that.
    #[inline]
    pub(super) fn of_integer(&self, n: i128) -> Option<bool> {
        match self {
            Test::AtLeast(Value::Integer(bound)) => Some(n >= *bound),
            Test::AtMost(Value::Integer(bound)) => Some(n <= *bound),
            Test::Is(Value::Integer(wanted)) => Some(n == *wanted),
            Test::Remainder { by, rest } => Some(remainder(n, *by) == *rest),
            Test::Has(property) => (property.holds)(&Value::Integer(n)),
            _ => None,
        }
    }

    /// Whether it needs more of a number than that it overflows.
    pub(super) fn needs_number(&self) -> bool {
        !matches!(
            self,
            Test::Is(_) | Test::AtLeast(_) | Test::AtMost(_) | Test::Overflows { .. }
        )
    }

    /// The subject and predicate of the sentence about a subject with this name and features of this kind. If `negated`, it says
    /// the opposite.
    pub(super) fn words(&self, subject: String, negated: bool, kind: Kind) -> [String; 2] {
        let either = |holds: &str, fails: &str| (if negated { fails } else { holds }).to_owned();
        let has_sign = matches!(kind, Kind::Integer { .. } | Kind::Code);
        let predicate = match self {
            Test::AtMost(Value::Integer(-1)) if has_sign => either("is negative", "is at least 0"),
            Test::AtLeast(Value::Integer(1)) if has_sign => either("is positive", "is at most 0"),
            Test::Is(Value::Truth(is)) if *is == negated => "is false".to_owned(),
            Test::Is(Value::Truth(_)) => "is true".to_owned(),
            Test::Is(value) => format!("{} {}", either("is", "is not"), shown(value)),
            Test::AtLeast(bound) => {
                format!("{} {}", either("is at least", "is less than"), shown(bound))
            }
            Test::AtMost(bound) => {
                format!("{} {}", either("is at most", "is more than"), shown(bound))
            }
            Test::Remainder { by: 2, rest: 0 } => either("is even", "is odd"),
            Test::Remainder { by: 2, .. } => either("is odd", "is even"),
            Test::Remainder { by, rest: 0 } => {
                let divisible = either("is divisible by", "is not divisible by");
                format!("{divisible} {}", number(*by))
            }
            Test::Remainder { by, rest } => {
                let is = either("is", "is not");
                format!("{is} {rest} more than a multiple of {}", number(*by))
            }
            Test::Has(property) => {
                let letter = match kind {
                    Kind::Word(Sequence::List) => ["an item", "item"],
                    Kind::Word(Sequence::Bytes) => ["a byte", "byte"],
                    _ => ["a character", "character"],
                };
                let words = property.words[usize::from(negated)];
                words
                    .replace("{a letter}", letter[0])
                    .replace("{letter}", letter[1])
            }
            Test::ZeroBits(zeros) => {
                let has = either("has", "does not have");
                format!("{has} a mantissa divisible by {}", number(1 << zeros))
            }
            Test::Overflows { .. } => either("overflows", "does not overflow"),
            Test::Contains(pattern) => return pattern.words(&subject, negated, kind),
        };
        [subject, predicate]
    }
}

/// The value of a bound, or one that a subject equals.
fn shown(value: &Value) -> String {
    match *value {
        Value::Integer(n) => number(n),
        Value::Single(x) => power(x.into()).unwrap_or_else(|| value.to_string()),
        Value::Double(x) => power(x).unwrap_or_else(|| value.to_string()),
        _ => value.to_string(),
    }
}

/// A float as a power of two, if it is a large or small one.
fn power(x: f64) -> Option<String> {
    let exponent = x.log2().round();
    let is_power = x.is_normal() && exponent.exp2().to_bits() == x.to_bits();
    (is_power && exponent.abs() > 4.0).then(|| format!("2^{exponent}"))
}

/// The non-negative remainder; 0 if `by` is 0. Most numbers are small, and division of narrower integers is much faster.
#[inline]
pub(super) fn remainder(n: i128, by: i128) -> i128 {
    if let (Ok(n), Ok(by @ 1..)) = (u32::try_from(n), u32::try_from(by)) {
        return (n % by).into();
    }
    match (i64::try_from(n), i64::try_from(by)) {
        (Ok(n), Ok(by @ 1..)) => n.rem_euclid(by).into(),
        _ => n.checked_rem_euclid(by).unwrap_or(0),
    }
}
