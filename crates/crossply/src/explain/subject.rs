//! What a condition is about: a feature, a measure of one, or the result of an operation on two.

use crate::feature::{AnyFeature, Kind, Value};

/// The subject of a condition. Features have indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Subject {
    /// A measure of a feature.
    Of(Measure, usize),
    /// The result of an operation on two features.
    Two(Operation, usize, usize),
}

/// What is measured of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Measure {
    Itself,
    /// An integer plus this number.
    Plus(i8),
    /// The absolute value.
    Absolute,
    /// The number of decimal digits of an integer, without a sign.
    Digits,
    /// The decimal digit with this weight in an integer, and its name.
    Digit(u128, &'static str),
    /// A bit of an integer: 0 or 1.
    Bit(u32),
    /// The integer part of a finite float.
    Whole,
    /// The number of decimal digits of the integer part of a finite float.
    WholeDigits,
}

/// An operation on two values. The last one is on two sequences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Operation {
    Sum,
    Difference,
    Distance,
    Product,
    /// The number of letters that both begin with.
    CommonBeginning,
}

impl Subject {
    /// The feature itself.
    pub(crate) fn itself(feature: usize) -> Self {
        Subject::Of(Measure::Itself, feature)
    }

    /// The first feature.
    pub(crate) fn first(self) -> usize {
        match self {
            Subject::Of(_, feature) | Subject::Two(_, feature, _) => feature,
        }
    }

    /// The second feature, if there are two.
    pub(crate) fn second(self) -> Option<usize> {
        match self {
            Subject::Of(..) => None,
            Subject::Two(_, _, second) => Some(second),
        }
    }

    /// The value, given those of features. [`Value::None`] if there is none.
    #[inline]
    pub(crate) fn value(self, value: impl Fn(usize) -> Value) -> Value {
        match self {
            Subject::Of(measure, feature) => measure.of(value(feature)),
            Subject::Two(operation, first, second) => operation.of(&value(first), &value(second)),
        }
    }

    /// What sentences call it.
    pub(crate) fn name(self, features: &[AnyFeature]) -> String {
        match self {
            Subject::Of(measure, feature) => measure.name(&features[feature]),
            Subject::Two(operation, first, second) => {
                operation.name(&features[first].name, &features[second].name)
            }
        }
    }
}

impl Measure {
    fn of(self, value: Value) -> Value {
        if self == Measure::Itself || value == Value::Unknown {
            return value;
        }
        if let Some(n) = value.integer() {
            let overflow = Value::Overflow {
                is_above: self != Measure::Plus(-1),
            };
            return self.of_integer(n).map_or(overflow, Value::Integer);
        }
        let whole = value.float().filter(|x| x.is_finite()).map(f64::trunc);
        match (self, value) {
            (Measure::Absolute, Value::Single(x)) => Value::Single(x.abs()),
            (Measure::Absolute, Value::Double(x)) => Value::Double(x.abs()),
            (Measure::Whole, _) => whole.map_or(Value::None, Value::Double),
            (Measure::WholeDigits, _) => whole.map_or(Value::None, |whole| {
                Value::Integer(format!("{}", whole.abs()).len() as i128)
            }),
            _ => Value::None,
        }
    }

    /// The measure of an integer. `None` if it does not fit, or if this is a measure of floats.
    #[inline]
    pub(crate) fn of_integer(self, n: i128) -> Option<i128> {
        match self {
            Measure::Itself => Some(n),
            Measure::Plus(more) => n.checked_add(more.into()),
            Measure::Absolute => n.checked_abs(),
            Measure::Digits => {
                let power = n.unsigned_abs().checked_ilog10();
                Some(power.map_or(1, |power| i128::from(power) + 1))
            }
            Measure::Digit(weight, _) => Some((n.unsigned_abs() / weight % 10) as i128),
            Measure::Bit(bit) => Some(n >> bit & 1),
            Measure::Whole | Measure::WholeDigits => None,
        }
    }

    fn name(self, feature: &AnyFeature) -> String {
        let AnyFeature { name, kind, .. } = feature;
        match self {
            Measure::Itself => name.clone(),
            Measure::Plus(more) if more < 0 => format!("{name} - {}", -more),
            Measure::Plus(more) => format!("{name} + {more}"),
            Measure::Absolute => format!("|{name}|"),
            Measure::Digits => format!("the number of digits of {name}"),
            Measure::Digit(_, place) => format!("the {place} digit of {name}"),
            Measure::Bit(bit) if Some(bit + 1) == kind.width() => {
                format!("the highest bit of {name}")
            }
            Measure::Bit(bit) => format!("bit {bit} of {name}"),
            Measure::Whole => format!("the integer part of {name}"),
            Measure::WholeDigits => format!("the number of digits of the integer part of {name}"),
        }
    }
}

impl Kind {
    /// The width of an integer type, in bits.
    pub(crate) fn width(self) -> Option<u32> {
        let Kind::Integer { least, greatest } = self else {
            return None;
        };
        let bits = 128 - greatest.unsigned_abs().leading_zeros();
        Some(bits + u32::from(least < 0))
    }
}

impl Operation {
    fn of(self, first: &Value, second: &Value) -> Value {
        if let (Value::Word(first), Value::Word(second)) = (first, second) {
            let both = first.iter().zip(&**second);
            let length = both.take_while(|(first, second)| first == second).count();
            return Value::Integer(length as i128);
        }
        if [first, second].contains(&&Value::Unknown) {
            return Value::Unknown;
        }
        match first.integer().zip(second.integer()) {
            Some((first, second)) => self.of_integers(first, second),
            None => Value::None,
        }
    }

    fn of_integers(self, first: i128, second: i128) -> Value {
        let (result, is_above) = match self {
            Operation::Sum => (first.checked_add(second), first > 0),
            Operation::Difference => (first.checked_sub(second), first >= 0),
            Operation::Distance => (first.abs_diff(second).try_into().ok(), true),
            Operation::Product => (first.checked_mul(second), (first < 0) == (second < 0)),
            Operation::CommonBeginning => return Value::None,
        };
        result.map_or(Value::Overflow { is_above }, Value::Integer)
    }

    fn name(self, first: &str, second: &str) -> String {
        match self {
            Operation::Sum => format!("{first} + {second}"),
            Operation::Difference => format!("{first} - {second}"),
            Operation::Distance => format!("|{first} - {second}|"),
            Operation::Product => format!("{first} * {second}"),
            Operation::CommonBeginning => {
                format!("the length of the common beginning of {first} and {second}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overflow_has_the_sign_of_the_exact_result() {
        let ends = [i128::MIN, -2, 2, i128::MAX];
        let mut overflows = 0;
        for (first, second) in ends.iter().flat_map(|&a| ends.map(|b| (a, b))) {
            let [a, b] = [first, second].map(|n| n as f64);
            for (operation, exact) in [
                (Operation::Sum, a + b),
                (Operation::Difference, a - b),
                (Operation::Distance, (a - b).abs()),
                (Operation::Product, a * b),
            ] {
                let result = operation.of_integers(first, second);
                if let Value::Overflow { .. } = result {
                    let sign = result.order(&Value::Integer(0));
                    assert_eq!(sign, exact.partial_cmp(&0.0), "{operation:?} {a} {b}");
                    overflows += 1;
                }
            }
        }
        assert!(overflows > 0);
    }
}
