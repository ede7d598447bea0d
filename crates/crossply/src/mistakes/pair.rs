//! The expected answer to an input, and the one that a solver gave.

use crate::any_vec::{Item, Outcome};
use crate::definition::Float;
use crate::failure::FailureKind;
use crate::feature::{ItemReader, Kind, Value};

/// The expected answer to an input and the wrong one that the solver gave.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Pair {
    pub(super) expected: Value,
    pub(super) given: Value,
    /// Both answers in full, if the values hold only a part of each.
    whole: Option<[Value; 2]>,
    /// How the solver failed, if it gave no answer.
    pub(super) failure: Option<FailureKind>,
    /// The letters of both answers, if they are texts or lists and somebody wants them.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) letters: Option<[Vec<Value>; 2]>,
}

impl Pair {
    pub(super) fn of(reader: &ItemReader, expected: Option<&dyn Item>, given: Outcome<'_>) -> Self {
        let both = [expected, given.ok()];
        let [expected, answer] = both.map(|answer| answer.map_or(Value::Unknown, reader.value));
        let is_part = reader.is_none.is_some() || reader.kind == Kind::Count;
        Pair {
            expected,
            given: answer,
            whole: is_part.then(|| both.map(|answer| answer.map_or(Value::Unknown, Value::form))),
            failure: given.err().map(|failure| failure.kind),
            letters: None,
        }
    }

    /// The distance between two numbers: the difference of integers, or the units in the last place between floats.
    /// `None` if the distance is zero or undefined.
    pub(super) fn distance(&self) -> Option<u128> {
        let distance = match (&self.expected, &self.given) {
            (Value::Single(x), Value::Single(y)) => x.ulps(*y)?.into(),
            (Value::Double(x), Value::Double(y)) => x.ulps(*y)?.into(),
            (expected, given) => expected.whole_number()?.abs_diff(given.whole_number()?),
        };
        (distance > 0).then_some(distance)
    }

    pub(super) fn is_float(&self) -> bool {
        self.given.float().is_some()
    }

    /// Whether the expected answer is known.
    pub(super) fn is_known(&self) -> bool {
        *self.whole()[0] != Value::Unknown
    }

    pub(super) fn is(&self, other: &Self) -> bool {
        let mut both = self.whole().into_iter().zip(other.whole());
        self.failure == other.failure && both.all(|(one, other)| one.is(other))
    }

    /// The expected answer and the given one as text. A failure takes the place of the given answer.
    pub(crate) fn shown(&self) -> [String; 2] {
        let [expected, given] = self.whole().map(Value::to_string);
        let failure = self.failure.map(|failure| failure.does().to_owned());
        [expected, failure.unwrap_or(given)]
    }

    /// The given answer in full. `None` after a failure.
    pub(super) fn full_given(&self) -> Option<&Value> {
        let [_, given] = self.whole();
        self.failure.is_none().then_some(given)
    }

    fn whole(&self) -> [&Value; 2] {
        match &self.whole {
            Some(both) => both.each_ref(),
            None => [&self.expected, &self.given],
        }
    }
}
