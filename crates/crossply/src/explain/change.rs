//! Changes that turn the right answer into the wrong one: "plus 1", "the last 8 bits".

use std::cmp::Ordering;

use crate::any_vec::{Item, Outcome};
use crate::failure::FailureKind;
use crate::feature::{ItemReader, Kind, Value, number};

/// The right answer for an input and the wrong one that the solver gave.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// The value of the right answer, followed by the value of the given one.
    values: [Value; 2],
    /// Both answers in full, if `values` holds only a part of each.
    whole: Option<[Value; 2]>,
    /// How the given number compares to the right one.
    order: Option<Ordering>,
    /// How the solver failed, if it gave no answer.
    failure: Option<FailureKind>,
}

impl Pair {
    pub(crate) fn of(reader: &ItemReader, right: Option<&dyn Item>, given: Outcome<'_>) -> Self {
        let both = [right, given.ok()];
        let values =
            |value: fn(&dyn Item) -> Value| both.map(|answer| answer.map_or(Value::Unknown, value));
        let is_part = reader.is_none.is_some() || reader.kind == Kind::Count;
        let is_number = !matches!(reader.kind, Kind::Fact | Kind::Character);
        let numbers = right.zip(given.ok()).filter(|_| is_number);
        Pair {
            values: values(reader.value),
            whole: is_part.then(|| values(Value::form)),
            order: numbers.and_then(|(right, given)| (reader.order)(given, right)),
            failure: given.err().map(|failure| failure.kind),
        }
    }

    /// Whether the given answer is less or greater than the right one.
    pub(crate) fn order(&self) -> Option<Ordering> {
        self.order
    }

    /// The distance between two numbers: the difference of integers, or the units in the last place between floats.
    /// `None` if the distance is zero or undefined.
    pub(crate) fn distance(&self) -> Option<u128> {
        fn rank(size: u64, is_negative: bool) -> i128 {
            let size = i128::from(size);
            if is_negative { -size } else { size }
        }
        let of_float = |value: &Value| match value {
            Value::Single(x) => Some(rank(x.abs().to_bits().into(), x.is_sign_negative())),
            Value::Double(x) => Some(rank(x.abs().to_bits(), x.is_sign_negative())),
            _ => None,
        };
        let [right, given] = &self.values;
        let both = match right.float().zip(given.float()) {
            Some((x, y)) if x.is_finite() && y.is_finite() => of_float(right).zip(of_float(given)),
            Some(_) => None,
            None => whole_number(right).zip(whole_number(given)),
        };
        let distance = both.map(|(right, given)| right.abs_diff(given));
        distance.filter(|distance| *distance > 0)
    }

    pub(crate) fn is_float(&self) -> bool {
        self.values[1].float().is_some()
    }

    /// Whether the right answer is known.
    pub(crate) fn is_known(&self) -> bool {
        self.whole()[0] != Value::Unknown
    }

    pub(crate) fn is(&self, other: &Self) -> bool {
        let mut both = self.whole().iter().zip(other.whole());
        self.failure == other.failure && both.all(|(one, other)| one.is(other))
    }

    /// The right answer and the given one as text. A failure takes the place of the given answer.
    pub(crate) fn shown(&self) -> [String; 2] {
        let [right, given] = self.whole().each_ref().map(Value::to_string);
        let failure = self.failure.map(|failure| failure.does().to_owned());
        [right, failure.unwrap_or(given)]
    }

    fn whole(&self) -> &[Value; 2] {
        self.whole.as_ref().unwrap_or(&self.values)
    }
}

/// The integer in `value`. `None` for the code of a character.
fn whole_number(value: &Value) -> Option<i128> {
    match *value {
        Value::Integer(n) => Some(n),
        _ => None,
    }
}

/// A change of a right answer. `{}` in a text stands for the name of the right answer.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// The given answer is always this.
    Constant(Value),
    Plus(i128),
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

impl Change {
    /// All changes that turn each right answer into the given one, simplest first.
    pub(crate) fn all(answers: &[&Pair]) -> Vec<Self> {
        let Some(first) = answers.first() else {
            return Vec::new();
        };
        let mut changes = vec![Change::Constant(first.whole()[1].clone())];
        let [right, given] = &first.values;
        if let (Some(right), Some(given)) = (whole_number(right), whole_number(given)) {
            changes.push(Change::Plus(given - right));
        }
        changes.extend(USUAL);
        changes.retain(|change| answers.iter().all(|answers| change.makes(answers)));
        changes
    }

    /// Whether the change turns the right answer into the given one.
    pub(crate) fn makes(&self, pair: &Pair) -> bool {
        let [right, given] = &pair.values;
        let is_made = |made: Option<i128>| made.is_some() && made == whole_number(given);
        match self {
            Change::Constant(always) => pair.failure.is_none() && pair.whole()[1].is(always),
            Change::Plus(more) => is_made(whole_number(right).map(|right| right + more)),
            Change::OfInteger(_, change) => is_made(whole_number(right).and_then(change)),
            Change::OfFloat(_, of_single, of_double) => match right {
                Value::Single(x) => Value::Single(of_single(*x)).is(given),
                Value::Double(x) => Value::Double(of_double(*x)).is(given),
                _ => false,
            },
        }
    }

    /// The changed answer in words. `right` is what to call the right answer.
    pub(crate) fn words(&self, right: &str) -> String {
        match self {
            Change::Constant(value) => value.to_string(),
            Change::Plus(more) if *more < 0 => {
                format!("{right} minus {}", number(-more))
            }
            Change::Plus(more) => format!("{right} plus {}", number(*more)),
            Change::OfInteger(words, _) | Change::OfFloat(words, ..) => words.replace("{}", right),
        }
    }
}
