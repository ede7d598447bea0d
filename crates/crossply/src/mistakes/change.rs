//! Changes that turn the expected answer into the wrong one: "plus 1", "the last 8 bits".

use super::Pair;
use crate::feature::{Value, number};

/// The changes that turn each expected answer so far into the given one.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Changes {
    /// Whether there was a wrong answer. Before, all changes are possible.
    has_begun: bool,
    /// The given answer, if it was always the same.
    constant: Option<Value>,
    /// The difference, an integer, if it was always the same.
    plus: Option<Value>,
    /// The bit set of the changes in [`USUAL`] that made all answers.
    usual: u32,
}

/// A change of an expected answer. `{}` in a text stands for the name of the expected answer.
enum Change {
    OfInteger(&'static str, fn(i128) -> Option<i128>),
    OfFloat(&'static str, fn(f32) -> f32, fn(f64) -> f64),
}

/// Changes to try, the simplest first.
const USUAL: [Change; 21] = {
    use Change::{OfFloat, OfInteger};
    [
        OfInteger("{} with the opposite sign", i128::checked_neg),
        OfInteger("the last 8 bits of {}", unsigned::<8>),
        OfInteger("the last 8 bits of {}, as a signed number", signed::<8>),
        OfInteger("the last 16 bits of {}", unsigned::<16>),
        OfInteger("the last 16 bits of {}, as a signed number", signed::<16>),
        OfInteger("the last 32 bits of {}", unsigned::<32>),
        OfInteger("the last 32 bits of {}, as a signed number", signed::<32>),
        OfInteger("the last 64 bits of {}", unsigned::<64>),
        OfInteger("the last 64 bits of {}, as a signed number", signed::<64>),
        OfInteger("{} times 2", |n| n.checked_mul(2)),
        OfInteger("{} times 10", |n| n.checked_mul(10)),
        OfInteger("{} times 100", |n| n.checked_mul(100)),
        OfInteger("{} divided by 2, rounded towards zero", |n| Some(n / 2)),
        OfInteger("{} divided by 10, rounded towards zero", |n| Some(n / 10)),
        OfInteger("{} divided by 100, rounded towards zero", |n| Some(n / 100)),
        OfFloat("the number just above {}", f32::next_up, f64::next_up),
        OfFloat("the number just below {}", f32::next_down, f64::next_down),
        OfFloat("{} with the opposite sign", |x| -x, |x| -x),
        OfFloat("{} rounded towards zero", f32::trunc, f64::trunc),
        OfFloat("{} rounded down", f32::floor, f64::floor),
        OfFloat("{} rounded up", f32::ceil, f64::ceil),
    ]
};

#[expect(clippy::unnecessary_wraps, reason = "as other changes")]
fn unsigned<const BITS: u32>(n: i128) -> Option<i128> {
    Some(n & ((1 << BITS) - 1))
}

#[expect(clippy::unnecessary_wraps, reason = "as other changes")]
fn signed<const BITS: u32>(n: i128) -> Option<i128> {
    let others = i128::BITS - BITS;
    Some(n << others >> others)
}

impl Changes {
    /// Drops the changes that do not turn the expected answer into the given one.
    pub(super) fn note(&mut self, pair: &Pair) {
        let numbers = pair.expected.whole_number().zip(pair.given.whole_number());
        let plus = numbers.map(|(expected, given)| Value::Integer(given - expected));
        if !self.has_begun {
            self.has_begun = true;
            self.constant = pair.given().cloned();
            self.plus.clone_from(&plus);
            self.usual = u32::MAX >> (u32::BITS as usize - USUAL.len());
        }
        self.keep_same(pair.given(), plus.as_ref());
        let mut left = self.usual;
        while left != 0 {
            let lowest = left.trailing_zeros();
            left &= left - 1;
            if !USUAL[lowest as usize].makes(pair) {
                self.usual ^= 1 << lowest;
            }
        }
    }

    /// Drops the constant and the difference if they are not these.
    fn keep_same(&mut self, constant: Option<&Value>, plus: Option<&Value>) {
        self.constant
            .take_if(|always: &mut Value| !constant.is_some_and(|given| always.is(given)));
        self.plus.take_if(|always| Some(&*always) != plus);
    }

    /// Drops all changes.
    pub(super) fn refute(&mut self) {
        *self = Changes {
            has_begun: true,
            ..Changes::default()
        };
    }

    /// Keeps the changes that made the other answers as well.
    pub(super) fn merge(&mut self, other: &Self) {
        if !other.has_begun {
            return;
        }
        if !self.has_begun {
            *self = other.clone();
            return;
        }
        self.keep_same(other.constant.as_ref(), other.plus.as_ref());
        self.usual &= other.usual;
    }

    /// The simplest change that makes all answers, in words. `expected` is what to call the expected answer.
    pub(crate) fn words(&self, expected: &str) -> Option<String> {
        if let Some(value) = &self.constant {
            return Some(value.to_string());
        }
        match self.plus.as_ref().and_then(Value::whole_number) {
            Some(less) if less < 0 => return Some(format!("{expected} minus {}", number(-less))),
            Some(more) => return Some(format!("{expected} plus {}", number(more))),
            None => {}
        }
        let first = USUAL.get(self.usual.trailing_zeros() as usize)?;
        Some(first.words().replace("{}", expected))
    }
}

impl Change {
    /// Whether the change turns the expected answer into the given one.
    fn makes(&self, pair: &Pair) -> bool {
        match (self, &pair.expected) {
            (Change::OfInteger(_, change), expected) => {
                let made = expected.whole_number().and_then(change);
                made.is_some() && made == pair.given.whole_number()
            }
            (Change::OfFloat(_, change, _), Value::Single(x)) => {
                Value::Single(change(*x)).is(&pair.given)
            }
            (Change::OfFloat(_, _, change), Value::Double(x)) => {
                Value::Double(change(*x)).is(&pair.given)
            }
            _ => false,
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Change::OfInteger(words, _) | Change::OfFloat(words, ..) => words,
        }
    }
}
