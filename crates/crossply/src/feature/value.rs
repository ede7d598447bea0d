//! The values of features.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::sync::Arc;

use super::form::Form;
#[cfg(feature = "serde")]
use crate::as_text;

/// A value of an input or an answer.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub(crate) enum Value {
    /// There is no value, such as the first letter of an empty word.
    None,
    /// A fact that panics, or a number outside of `i128`. No rule may depend on it.
    Unknown,
    /// The result of arithmetic that is above all of `i128`, or else below.
    Overflow {
        is_above: bool,
    },
    Truth(bool),
    Integer(#[cfg_attr(feature = "serde", serde(with = "as_text"))] i128),
    Character(char),
    Single(#[cfg_attr(feature = "serde", serde(with = "as_text"))] f32),
    Double(#[cfg_attr(feature = "serde", serde(with = "as_text"))] f64),
    Word(Arc<[Value]>),
    /// A value of an unknown type.
    Form(Arc<Form>),
}

impl Value {
    /// The value of a number. [`Value::Unknown`] if it is above [`i128::MAX`].
    pub(crate) fn of_number<N: TryInto<i128>>(n: N) -> Self {
        n.try_into().map_or(Value::Unknown, Value::Integer)
    }

    pub(crate) fn form(of: &(impl Debug + ?Sized)) -> Self {
        Value::Form(Form::of(of).into())
    }

    pub(crate) fn text(text: &str) -> Self {
        Value::Word(text.chars().map(Value::Character).collect())
    }

    /// The integer or, if `is_character`, the character with this code.
    pub(crate) fn of_code(n: i128, is_character: bool) -> Self {
        let code = u32::try_from(n).ok().filter(|_| is_character);
        code.and_then(char::from_u32)
            .map_or(Value::Integer(n), Value::Character)
    }

    #[inline]
    pub(crate) fn integer(&self) -> Option<i128> {
        match *self {
            Value::Integer(n) => Some(n),
            Value::Character(c) => Some(i128::from(u32::from(c))),
            _ => None,
        }
    }

    /// The integer. `None` for the code of a character.
    pub(crate) fn whole_number(&self) -> Option<i128> {
        match *self {
            Value::Integer(n) => Some(n),
            _ => None,
        }
    }

    pub(crate) fn character(&self) -> Option<char> {
        match *self {
            Value::Character(character) => Some(character),
            _ => None,
        }
    }

    /// The letters of a word.
    pub(crate) fn letters(&self) -> Option<&[Value]> {
        match self {
            Value::Word(letters) => Some(letters),
            _ => None,
        }
    }

    /// The exact value of a floating-point number.
    pub(crate) fn float(&self) -> Option<f64> {
        match *self {
            Value::Single(x) => Some(x.into()),
            Value::Double(x) => Some(x),
            _ => None,
        }
    }

    /// How the number or character compares to another one that fits. `None` for NaN, and for other values.
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other.integer()) {
            (Value::Overflow { is_above: true }, Some(_)) => Some(Ordering::Greater),
            (Value::Overflow { is_above: false }, Some(_)) => Some(Ordering::Less),
            (_, Some(other)) => Some(self.integer()?.cmp(&other)),
            (_, None) => self.float()?.partial_cmp(&other.float()?),
        }
    }

    /// Whether both values are identical. Zeros of different signs are not identical, but all NaNs are.
    pub(crate) fn is(&self, other: &Self) -> bool {
        match (self.float(), other.float()) {
            (Some(x), Some(y)) => x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan(),
            _ => self == other,
        }
    }
}

/// Writes the value as a Rust literal.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => f.write_str("none"),
            Value::Unknown | Value::Overflow { .. } => f.write_str("unknown"),
            Value::Truth(is) => write!(f, "{is}"),
            Value::Integer(n) => write!(f, "{n}"),
            Value::Character(c) => write!(f, "{c:?}"),
            Value::Single(x) => write!(f, "{x:?}"),
            Value::Double(x) => write!(f, "{x:?}"),
            Value::Word(letters) => {
                let text: Option<String> = letters.iter().map(Value::character).collect();
                if let Some(text) = text.filter(|text| !text.is_empty()) {
                    return write!(f, "{text:?}");
                }
                let letters: Vec<_> = letters.iter().map(Value::to_string).collect();
                write!(f, "[{}]", letters.join(", "))
            }
            Value::Form(form) => write!(f, "{form}"),
        }
    }
}

/// A number in a form that is easy to read, such as `2^16 - 1`.
pub(crate) fn number(n: i128) -> String {
    let sign = if n < 0 { "-" } else { "" };
    for (more, words) in [(0, ""), (1, " + 1"), (-1, " - 1")] {
        let size = n.unsigned_abs();
        let power = if n < 0 {
            size.saturating_add_signed(more)
        } else {
            size.saturating_add_signed(-more)
        };
        if power >= 1 << 16 && power.is_power_of_two() {
            return format!("{sign}2^{}{words}", power.trailing_zeros());
        }
    }
    n.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_powers_of_two_are_written_as_such() {
        for (n, words) in [
            (255, "255"),
            (65_536, "2^16"),
            (-65_535, "-2^16 + 1"),
            (i128::from(u32::MAX), "2^32 - 1"),
            (i128::from(i32::MIN), "-2^31"),
            (i128::MAX, "2^127 - 1"),
            (i128::MIN, "-2^127"),
        ] {
            assert_eq!(number(n), words);
        }
    }
}
