//! Changes: what turns the right answer into the wrong one, such as one more, or only the last eight bits.

use std::cmp::Ordering;

use crate::any_vec::Item;
use crate::feature::{Known, Value, number};

/// A right answer and the one given: values that can be compared, and the given one as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    right: Value,
    given: Value,
    whole: Value,
}

impl Pair {
    /// Of answers of a type of which this is known.
    pub(crate) fn of(known: &Known, right: Option<&dyn Item>, given: Option<&dyn Item>) -> Self {
        let value = |of: Option<&dyn Item>| of.map_or(Value::None, known.value);
        Pair {
            right: value(right),
            given: value(given),
            whole: match known.is_none {
                Some(_) => given.map_or(Value::None, Value::form),
                None => value(given),
            },
        }
    }

    /// Whether the given answer is less or greater than the right one.
    pub(crate) fn order(&self) -> Option<Ordering> {
        match (&self.right, &self.given) {
            (Value::Integer(right), Value::Integer(given)) => given.partial_cmp(right),
            (Value::Float(right), Value::Float(given)) => given.partial_cmp(right),
            _ => None,
        }
    }
}

/// A change of a right answer. Braces stand for what that is called.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// It is always this.
    Constant(Value),
    Plus(i128),
    OfInteger(&'static str, fn(i128) -> Option<i128>),
    OfFloat(&'static str, fn(f64) -> f64),
}

/// The changes that are tried, the simplest first.
const USUAL: [Change; 23] = {
    use Change::{OfFloat, OfInteger};
    [
        OfInteger("{} with the opposite sign", i128::checked_neg),
        OfInteger("the last 8 bits of {}", unsigned::<8>),
        OfInteger("the last 8 bits of {}, as a signed number", signed::<8>),
        OfInteger("the last 16 bits of {}", unsigned::<16>),
        OfInteger("the last 16 bits of {}, as a signed number", signed::<16>),
        OfInteger("the last 24 bits of {}", unsigned::<24>),
        OfInteger("the last 24 bits of {}, as a signed number", signed::<24>),
        OfInteger("the last 32 bits of {}", unsigned::<32>),
        OfInteger("the last 32 bits of {}, as a signed number", signed::<32>),
        OfInteger("the last 64 bits of {}", unsigned::<64>),
        OfInteger("the last 64 bits of {}, as a signed number", signed::<64>),
        OfInteger("{} times 2", |n| n.checked_mul(2)),
        OfInteger("{} times 10", |n| n.checked_mul(10)),
        OfInteger("{} times 100", |n| n.checked_mul(100)),
        OfInteger("{} divided by 2", |n| Some(n / 2)),
        OfInteger("{} divided by 10", |n| Some(n / 10)),
        OfInteger("{} divided by 100", |n| Some(n / 100)),
        OfFloat("the number just above {}", f64::next_up),
        OfFloat("the number just below {}", f64::next_down),
        OfFloat("{} with the opposite sign", |x| -x),
        OfFloat("{} rounded towards zero", f64::trunc),
        OfFloat("{} rounded down", f64::floor),
        OfFloat("{} rounded up", f64::ceil),
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

impl Change {
    /// Those that make each given answer of the right one, the simplest first.
    pub(crate) fn all(answers: &[&Pair]) -> Vec<Self> {
        let Some(first) = answers.first() else {
            return Vec::new();
        };
        let mut changes = vec![Change::Constant(first.whole.clone())];
        if let (Some(right), Some(given)) = (first.right.integer(), first.given.integer()) {
            changes.extend(given.checked_sub(right).map(Change::Plus));
        }
        changes.extend(USUAL);
        changes.retain(|change| answers.iter().all(|answers| change.makes(answers)));
        changes
    }

    /// Whether it makes this answer of the right one.
    pub(crate) fn makes(&self, pair: &Pair) -> bool {
        let (right, given) = (pair.right.integer(), pair.given.integer());
        let is_made = |made: Option<i128>| made.is_some() && made == given;
        match self {
            Change::Constant(always) => pair.whole != Value::None && pair.whole.is(always),
            Change::Plus(more) => is_made(right.and_then(|right| right.checked_add(*more))),
            Change::OfInteger(_, change) => is_made(right.and_then(change)),
            Change::OfFloat(_, change) => {
                let made = pair.right.float().map(change);
                made.is_some_and(|made| Value::Float(made).is(&pair.given))
            }
        }
    }

    /// What the answer is, in words; `right` is what the right one is called.
    pub(crate) fn words(&self, right: &str) -> String {
        match self {
            Change::Constant(value) => value.to_string(),
            Change::Plus(more) if *more < 0 => {
                format!("{right} minus {}", number(more.saturating_neg()))
            }
            Change::Plus(more) => format!("{right} plus {}", number(*more)),
            Change::OfInteger(words, _) | Change::OfFloat(words, _) => words.replace("{}", right),
        }
    }
}
