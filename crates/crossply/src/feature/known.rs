//! The types whose values are known: integers, floating-point numbers, truth values and characters.

use std::fmt::Debug;

use super::Kind;
use super::value::{DebugText, Value};
use crate::any_vec::{AnyVec, Item};

/// Gets the value of an item that has the type of a column.
pub(crate) type ValueOf = fn(&dyn Item) -> Value;

macro_rules! known {
    ($($type:ty, $kind:expr, $value:expr;)*) => {
        /// The kind of values of a column, if their type is known.
        pub(crate) fn kind_of(column: &AnyVec) -> Option<Kind> {
            $(if column.known::<$type>().is_some() {
                return Some($kind);
            })*
            None
        }

        /// How to get the values of a column, if their type is known.
        pub(crate) fn value_of(column: &AnyVec) -> Option<ValueOf> {
            $(if column.known::<$type>().is_some() {
                return Some(|item| $value(*item.get::<$type>()));
            })*
            None
        }
    };
}

macro_rules! integers {
    ($($integer:ident)*) => {
        known! {
            $($integer, Kind::Integer {
                least: $integer::MIN as i128,
                greatest: i128::try_from($integer::MAX).unwrap_or(i128::MAX),
            }, |n: $integer| i128::try_from(n).map_or(Value::None, Value::Integer);)*
            f64, Kind::Float { is_single: false }, Value::Float;
            f32, Kind::Float { is_single: true }, |x| Value::Float(f64::from(x));
            bool, Kind::Fact, Value::Truth;
            char, Kind::Character, Value::Character;
        }

        /// Appends the integers of a column, if it has integers that are all short. One loop for each type, because a
        /// run of 2^32 inputs takes a nanosecond for each.
        pub(super) fn short_integers(column: &AnyVec, numbers: &mut Vec<i64>) -> bool {
            $(if let Some(integers) = column.known::<$integer>() {
                numbers.reserve(integers.len());
                for &n in integers {
                    match i64::try_from(n) {
                        Ok(n) => numbers.push(n),
                        Err(_) => return false,
                    }
                }
                return true;
            })*
            false
        }
    };
}

integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize u128 i128);

/// The form of an answer, if it is not a value itself: all that its `Debug` shows.
pub(crate) fn form_of(answer: &(impl Debug + ?Sized)) -> Value {
    Value::form(&format!("{answer:?}"))
}

impl Value {
    /// The value of an answer of a type that is not known: the only number in its `Debug`, or all of that.
    pub(crate) fn of(answer: &dyn Item) -> Self {
        let text = format!("{answer:?}");
        match DebugText::text(&text).numbers[..] {
            [(_, only)] => only,
            _ => Value::form(&text),
        }
    }
}
