//! What a condition is about: a term, or the result of an operation on two, such as how they compare. A term is a measure of a
//! feature.

use std::num::IntErrorKind;

use super::test::remainder;
use crate::feature::{Feature, Kind, Sequence, Value};

/// The subject of a condition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Subject {
    Of(Term),
    /// The result of an operation on two terms.
    Two(Operator, Term, Term),
}

/// A measure of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Term {
    pub(crate) measure: Measure,
    /// The index of the feature.
    pub(crate) feature: usize,
}

/// What is measured of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub(crate) enum Measure {
    Itself,
    /// The number of letters of a word.
    Length,
    /// The first letter of a word.
    First,
    Last,
    /// The least letter of a word.
    Least,
    Greatest,
    /// The number that a text is. Most programs that read texts read numbers.
    Number,
    /// An integer plus this number.
    Plus(i8),
    /// The absolute value.
    Absolute,
    /// The number of decimal digits of an integer, without a sign.
    Digits,
    /// A bit of an integer: 0 or 1.
    Bit(u32),
    /// What is left of a division of an integer by this number that is rounded down.
    Rest(u32),
    /// The result of this division.
    Quotient(u32),
    /// The integer part of a finite float.
    Whole,
    /// The number of decimal digits of the integer part of a finite float.
    WholeDigits,
}

/// An operation on two values. The last two are on words, and so may be the first one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub(crate) enum Operator {
    Equals,
    LessThan,
    Divides,
    Sum,
    Difference,
    Distance,
    Product,
    BeginsWith,
    /// The number of letters that both begin with.
    CommonBeginning,
}

impl Subject {
    /// The first term.
    pub(crate) fn first(self) -> Term {
        match self {
            Subject::Of(term) | Subject::Two(_, term, _) => term,
        }
    }

    /// The second term, if there are two.
    pub(crate) fn second(self) -> Option<Term> {
        match self {
            Subject::Of(_) => None,
            Subject::Two(_, _, second) => Some(second),
        }
    }

    /// The value, given those of features. [`Value::None`] if there is none.
    #[inline]
    pub(crate) fn value(self, value: impl Fn(usize) -> Value) -> Value {
        match self {
            Subject::Of(term) => term.value(value),
            Subject::Two(operation, first, second) => {
                operation.of(&first.value(&value), &second.value(&value))
            }
        }
    }

    /// What sentences call it.
    pub(crate) fn name(self, features: &[Feature]) -> String {
        match self {
            Subject::Of(term) => term.name(features),
            Subject::Two(operation, first, second) => {
                operation.name(&first.name(features), &second.name(features))
            }
        }
    }
}

impl Term {
    /// The feature itself.
    pub(crate) fn itself(feature: usize) -> Self {
        Term {
            measure: Measure::Itself,
            feature,
        }
    }

    /// Its value, given those of features.
    #[inline]
    pub(crate) fn value(self, value: impl Fn(usize) -> Value) -> Value {
        self.measure.of(value(self.feature))
    }

    pub(crate) fn name(self, features: &[Feature]) -> String {
        self.measure.name(&features[self.feature])
    }
}

impl Measure {
    fn of(self, value: Value) -> Value {
        if self == Measure::Itself || value == Value::Unknown {
            return value;
        }
        if let Value::Word(letters) = &value {
            return self.of_word(letters);
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

    /// The extra cost of the measure, in bits: rules prefer the first or the last letter to the least or greatest one.
    pub(super) fn bits(self) -> f64 {
        match self {
            Measure::Least | Measure::Greatest => 3.0,
            _ => 0.0,
        }
    }

    fn of_word(self, letters: &[Value]) -> Value {
        let letter = match self {
            Measure::Length => return Value::Integer(letters.len() as i128),
            Measure::Number => return number_of(letters),
            Measure::First => letters.first(),
            Measure::Last => letters.last(),
            Measure::Least => letters.iter().min_by_key(|letter| letter.integer()),
            Measure::Greatest => letters.iter().max_by_key(|letter| letter.integer()),
            _ => None,
        };
        letter.cloned().unwrap_or(Value::None)
    }

    /// The measure of an integer. `None` if it does not fit, or if this is no measure of integers.
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
            Measure::Bit(bit) => Some(n >> bit & 1),
            Measure::Rest(by) => Some(n.rem_euclid(by.into())),
            Measure::Quotient(by) => Some(n.div_euclid(by.into())),
            _ => None,
        }
    }

    fn name(self, feature: &Feature) -> String {
        let Feature { name, kind, .. } = feature;
        let letter = match kind {
            Kind::Word(sequence) => sequence.letter(),
            _ => Sequence::List.letter(),
        };
        match self {
            Measure::Itself => name.clone(),
            Measure::Length => format!("the length of {name}"),
            Measure::First => format!("the first {letter} of {name}"),
            Measure::Last => format!("the last {letter} of {name}"),
            Measure::Least => format!("the least {letter} of {name}"),
            Measure::Greatest => format!("the greatest {letter} of {name}"),
            Measure::Number => format!("the value of {name}"),
            Measure::Plus(more) if more < 0 => format!("{name} - {}", -more),
            Measure::Plus(more) => format!("{name} + {more}"),
            Measure::Absolute => format!("|{name}|"),
            Measure::Digits => format!("the number of digits of {name}"),
            Measure::Bit(bit) if Some(bit + 1) == kind.width() => {
                format!("the highest bit of {name}")
            }
            Measure::Bit(bit) => format!("bit {bit} of {name}"),
            Measure::Rest(by) => format!("{name} mod {by}"),
            Measure::Quotient(by) => format!("{name} / {by}, rounded down,"),
            Measure::Whole => format!("the integer part of {name}"),
            Measure::WholeDigits => format!("the number of digits of the integer part of {name}"),
        }
    }
}

/// The number that these characters are. [`Value::Unknown`] if it does not fit an `i128`.
pub(super) fn number_of(characters: &[Value]) -> Value {
    let characters = characters.iter().filter_map(Value::character);
    match characters.collect::<String>().parse::<i128>() {
        Ok(number) => Value::Integer(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => Value::Unknown,
            _ => Value::None,
        },
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

impl Operator {
    fn of(self, first: &Value, second: &Value) -> Value {
        if let (Value::Word(first), Value::Word(second)) = (first, second) {
            let both = first.iter().zip(&**second);
            let length = both.take_while(|(first, second)| first == second).count();
            return match self {
                Operator::Equals => Value::Truth(first == second),
                Operator::BeginsWith => Value::Truth(length == second.len()),
                Operator::CommonBeginning => Value::Integer(length as i128),
                _ => Value::None,
            };
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
            Operator::Equals => return Value::Truth(first == second),
            Operator::LessThan => return Value::Truth(first < second),
            Operator::Divides if first == 0 => return Value::Truth(second == 0),
            Operator::Divides => return Value::Truth(remainder(second, first) == 0),
            Operator::Sum => (first.checked_add(second), first > 0),
            Operator::Difference => (first.checked_sub(second), first >= 0),
            Operator::Distance => (first.abs_diff(second).try_into().ok(), true),
            Operator::Product => (first.checked_mul(second), (first < 0) == (second < 0)),
            Operator::BeginsWith | Operator::CommonBeginning => return Value::None,
        };
        result.map_or(Value::Overflow { is_above }, Value::Integer)
    }

    /// What sentences say of how the first compares to the second, or does not. `None` if it is no comparison.
    pub(super) fn comparison(self, negated: bool) -> Option<&'static str> {
        let [holds, fails] = match self {
            Operator::Equals => ["equals", "does not equal"],
            Operator::LessThan => ["is less than", "is at least"],
            Operator::Divides => ["divides", "does not divide"],
            Operator::BeginsWith => ["begins with", "does not begin with"],
            _ => return None,
        };
        Some(if negated { fails } else { holds })
    }

    fn name(self, first: &str, second: &str) -> String {
        match self {
            Operator::Sum => format!("{first} + {second}"),
            Operator::Difference => format!("{first} - {second}"),
            Operator::Distance => format!("|{first} - {second}|"),
            Operator::Product => format!("{first} * {second}"),
            Operator::CommonBeginning => {
                format!("the length of the common beginning of {first} and {second}")
            }
            // The other one is in the predicate.
            _ => first.to_owned(),
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
                (Operator::Sum, a + b),
                (Operator::Difference, a - b),
                (Operator::Distance, (a - b).abs()),
                (Operator::Product, a * b),
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
