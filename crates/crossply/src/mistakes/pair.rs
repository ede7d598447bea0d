//! The expected answer to an input beside what a solver gave.

use std::cmp::Ordering;

use crate::any_vec::{Item, Outcome};
use crate::definition::Float;
use crate::feature::{ItemShape, Kind, Reader, Value};

/// The expected answer to an input, if it is known, and what a solver gave instead.
pub(crate) struct Pair<'a> {
    pub(super) expected: Option<&'a dyn Item>,
    pub(super) given: Outcome<'a>,
    /// The values of both answers. [`Value::Unknown`] where there is none to measure.
    pub(super) values: [Value; 2],
    /// How the given number compares to the expected one. `None` for answers that are not numbers.
    pub(super) order: Option<Ordering>,
}

impl<'a> Pair<'a> {
    pub(super) fn of(reader: &Reader, expected: Option<&'a dyn Item>, given: Outcome<'a>) -> Self {
        let value = |answer: Option<&dyn Item>| match (reader.shape, reader.kind) {
            (ItemShape::Parts(_), _) | (_, Kind::Form) => Value::Unknown,
            _ => answer.map_or(Value::Unknown, reader.value),
        };
        Pair {
            expected,
            given,
            values: [expected, given.ok()].map(value),
            order: reader.order.and_then(|order| order(given.ok()?, expected?)),
        }
    }

    /// Both values, if they are integers.
    pub(super) fn integers(&self) -> Option<[i128; 2]> {
        let [expected, given] = &self.values;
        Some([expected.whole_number()?, given.whole_number()?])
    }

    /// The distance between two numbers: the difference of integers, or the units in the last place between floats.
    /// `None` if the distance is zero or undefined.
    pub(super) fn distance(&self) -> Option<u128> {
        let distance = match self.values {
            [Value::Single(x), Value::Single(y)] => x.ulps(y)?.into(),
            [Value::Double(x), Value::Double(y)] => x.ulps(y)?.into(),
            _ => self
                .integers()
                .map(|[expected, given]| expected.abs_diff(given))?,
        };
        (distance > 0).then_some(distance)
    }

    /// The expected answer and the given one as text. What a failure is called takes the place of the given answer. `None` if
    /// the expected answer is not known.
    pub(super) fn texts(&self) -> Option<[String; 2]> {
        let given = match self.given {
            Ok(given) => format!("{given:?}"),
            Err(failure) => failure.kind.does().to_owned(),
        };
        Some([format!("{:?}", self.expected?), given])
    }
}
