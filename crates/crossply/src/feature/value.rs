//! The parts of an input or an answer that rules calculate with.
//!
//! Integers, floating-point numbers, truth values and characters are values themselves. For any other type, its `Debug`
//! is read: the numbers in it, and its form without them. That is slow, but it takes anyone's structure or enumeration
//! apart without a line of code.

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

/// How many forms are remembered.
const FORMS: usize = 4096;

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// There is none, such as the first letter of an empty word.
    None,
    Truth(bool),
    Integer(i128),
    Character(char),
    Float(f64),
    /// The form of something, by the hash of its text.
    Form(u64),
}

impl Value {
    /// The values of two answers, if one can be a change of the other: their `Debug` has one number each, and is the same
    /// around it.
    pub(crate) fn both(one: &(impl Debug + ?Sized), other: &(impl Debug + ?Sized)) -> [Self; 2] {
        let (one, other) = (DebugText::of(one), DebugText::of(other));
        match (&one.numbers[..], &other.numbers[..]) {
            ([(_, a)], [(_, b)]) if one.text == other.text => [*a, *b],
            _ => [Value::None; 2],
        }
    }

    /// The section of a domain with this name; none if it has no name.
    pub(crate) fn section(name: &str) -> Self {
        if name.is_empty() {
            Value::None
        } else {
            Value::form(name)
        }
    }

    /// Whether its text is known, if it is a form.
    pub(crate) fn is_named(self) -> bool {
        let seen = || FORMS_SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        match self {
            Value::Form(hash) => seen().contains_key(&hash),
            value => value != Value::None,
        }
    }

    /// The form with this text.
    pub(crate) fn form(text: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let hash = hasher.finish();
        let mut known = FORMS_SEEN.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < FORMS {
            known.entry(hash).or_insert_with(|| text.to_owned());
        }
        Value::Form(hash)
    }

    #[inline]
    pub(crate) fn integer(self) -> Option<i128> {
        match self {
            Value::Integer(n) => Some(n),
            Value::Character(c) => Some(i128::from(u32::from(c))),
            _ => None,
        }
    }

    pub(crate) fn float(self) -> Option<f64> {
        match self {
            Value::Float(x) => Some(x),
            _ => None,
        }
    }

    /// Whether both are the same, bit by bit.
    pub(crate) fn is(self, other: Self) -> bool {
        match (self, other) {
            (Value::Float(x), Value::Float(y)) => x.to_bits() == y.to_bits(),
            _ => self == other,
        }
    }
}

impl<T: Into<i128>> From<T> for Value {
    fn from(n: T) -> Self {
        Value::Integer(n.into())
    }
}

/// As a literal of Rust.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => f.write_str("none"),
            Value::Truth(is) => write!(f, "{is}"),
            Value::Integer(n) => f.write_str(&number(*n)),
            Value::Character(c) => write!(f, "{c:?}"),
            Value::Float(x) => write!(f, "{x:?}"),
            Value::Form(hash) => {
                let known = FORMS_SEEN.lock().unwrap_or_else(PoisonError::into_inner);
                f.write_str(known.get(hash).map_or("of some form", |form| form))
            }
        }
    }
}

/// A number as people read it: next to a large power of two by the exponent.
pub(crate) fn number(n: i128) -> String {
    for (more, words) in [(0, ""), (1, " + 1"), (-1, " - 1")] {
        let power = n.saturating_sub(more);
        if power.unsigned_abs() >= 1 << 16 && power.unsigned_abs().is_power_of_two() {
            let sign = if n < 0 { "-" } else { "" };
            return format!("{sign}2^{}{words}", power.unsigned_abs().trailing_zeros());
        }
    }
    n.to_string()
}

static FORMS_SEEN: LazyLock<Mutex<HashMap<u64, String>>> = LazyLock::new(Mutex::default);

/// What the `Debug` of something says.
pub(crate) struct DebugText {
    /// The text with an underscore in the place of each number.
    text: String,
    /// The numbers, and the names of the fields that hold them.
    pub(crate) numbers: Vec<(String, Value)>,
}

impl DebugText {
    pub(crate) fn of(of: &(impl Debug + ?Sized)) -> Self {
        DebugText::text(&format!("{of:?}"))
    }

    pub(super) fn text(text: &str) -> Self {
        let mut read = DebugText {
            text: String::with_capacity(text.len()),
            numbers: Vec::new(),
        };
        let (mut rest, mut field) = (text, String::new());
        while let Some(first) = rest.chars().next() {
            let follows_word = read
                .text
                .ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let length = match first {
                '"' | '\'' => quoted(rest, first),
                // As in a date.
                '-' if follows_word => 1,
                '0'..='9' | '-' => {
                    let is_part = |c: char| c.is_alphanumeric() || "._+-".contains(c);
                    // A sign is one of the number only before it, or in its exponent.
                    let mut before = 'e';
                    let ends = |c: char| {
                        let is_sign = "+-".contains(c) && before != 'e';
                        before = c;
                        is_sign || !is_part(c)
                    };
                    rest.find(ends).unwrap_or(rest.len())
                }
                _ if first.is_alphabetic() || first == '_' => {
                    let is_part = |c: char| c.is_alphanumeric() || c == '_';
                    rest.find(|c| !is_part(c)).unwrap_or(rest.len())
                }
                _ => first.len_utf8(),
            };
            let (token, after) = rest.split_at(length);
            match parsed(token) {
                Some(value) => {
                    read.numbers.push((std::mem::take(&mut field), value));
                    read.text.push('_');
                }
                None => read.text.push_str(token),
            }
            if after.starts_with(": ") {
                token.clone_into(&mut field);
            }
            rest = after;
        }
        read
    }

    /// The form without the numbers.
    pub(crate) fn form(&self) -> Value {
        Value::form(&self.text)
    }
}

/// How long the quoted text is with which this begins.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let is_end = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn parsed(token: &str) -> Option<Value> {
    let is_number = token.contains(|c: char| c.is_ascii_digit()) && !token.starts_with('"');
    if !is_number && !["NaN", "inf", "-inf"].contains(&token) {
        return None;
    }
    let integer = token.parse().map(Value::Integer);
    integer.or_else(|_| token.parse().map(Value::Float)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_their_fields_are_read() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "only its text is read")]
        struct Point {
            x: i32,
            y: Option<f64>,
            name: &'static str,
        }
        let point = Point {
            x: -3,
            y: Some(1e-7),
            name: "a 5: \" 6",
        };
        let read = DebugText::of(&point);
        let expected = [("x", Value::Integer(-3)), ("y", Value::Float(1e-7))];
        let numbers = read.numbers.iter().map(|(name, value)| (&**name, *value));
        assert_eq!(numbers.collect::<Vec<_>>(), expected);
        assert_eq!(
            read.form().to_string(),
            r#"Point { x: _, y: Some(_), name: "a 5: \" 6" }"#
        );
        assert_eq!(Value::of(&Some(-5_i8)), Value::Integer(-5));
        assert_eq!(Value::of(&None::<u8>).to_string(), "None");
        assert_eq!(Value::of(&(1, 2)).to_string(), "(1, 2)");
    }

    #[test]
    fn large_powers_of_two_are_written_as_such() {
        for (n, words) in [
            (255, "255"),
            (65_536, "2^16"),
            (-65_535, "-2^16 + 1"),
            (1 << 24, "2^24"),
            (i128::from(u32::MAX), "2^32 - 1"),
            (i128::from(i32::MIN), "-2^31"),
        ] {
            assert_eq!(number(n), words);
        }
    }
}
