//! The types whose values are known: integers, floating-point numbers, truth values, characters, and optional ones; texts
//! and lists of these; and a few of the same type.

use std::cmp::Ordering;

use super::{Kind, Value};
use crate::any_vec::{AnyVec, Item};

/// Gets the value of an item that has the type of a column.
type ValueOf = fn(&dyn Item) -> Value;

/// Gets the values of the elements of an item that has the type of a column.
pub(super) type Elements = fn(&dyn Item) -> Vec<Value>;

/// What is known of the type of a column.
pub(crate) struct Known {
    pub(crate) kind: Kind,
    pub(crate) value: ValueOf,
    /// Compares two of them, if they are numbers.
    pub(crate) order: fn(&dyn Item, &dyn Item) -> Option<Ordering>,
    /// Of an optional value: whether there is none.
    pub(crate) is_none: Option<fn(&dyn Item) -> bool>,
}

macro_rules! known {
    ($($type:ty, $kind:expr, $value:expr;)*) => {
        /// What is known of a column's type.
        pub(crate) fn known(column: &AnyVec) -> Known {
            $(
                if column.known::<$type>().is_some() {
                    return Known {
                        kind: $kind,
                        value: |item| $value(*item.get::<$type>()),
                        order: |a, b| a.get::<$type>().partial_cmp(b.get()),
                        is_none: None,
                    };
                }
                if column.known::<Option<$type>>().is_some() {
                    return Known {
                        kind: $kind,
                        value: |item| item.get::<Option<$type>>().map_or(Value::None, $value),
                        order: |a, b| {
                            let both = a.get::<Option<$type>>().zip(*b.get());
                            both.and_then(|(a, b)| a.partial_cmp(&b))
                        },
                        is_none: Some(|item| item.get::<Option<$type>>().is_none()),
                    };
                }
            )*
            Known {
                kind: Kind::Form,
                value: |item| Value::form(item),
                order: |_, _| None,
                is_none: None,
            }
        }

        /// The names of the parts of a column's inputs, if these are a few values of one type, how to get them, and what
        /// they are.
        pub(super) fn parts_of(column: &AnyVec) -> Option<(&'static [&'static str], Elements, Kind)> {
            $(
                if column.known::<($type, $type)>().is_some() {
                    let parts: Elements = |pair| {
                        let &(a, b) = pair.get::<($type, $type)>();
                        [a, b].map($value).into()
                    };
                    return Some((&["a", "b"], parts, $kind));
                }
                if column.known::<($type, $type, $type)>().is_some() {
                    let parts: Elements = |three| {
                        let &(a, b, c) = three.get::<($type, $type, $type)>();
                        [a, b, c].map($value).into()
                    };
                    return Some((&["a", "b", "c"], parts, $kind));
                }
            )*
            None
        }

        /// How to get the elements of the lists of a column, and what they are.
        fn elements_of(lists: &AnyVec) -> Option<(Elements, Kind)> {
            $(
                if lists.known::<Vec<$type>>().is_some() {
                    return Some((
                        |list| list.get::<Vec<$type>>().iter().copied().map($value).collect(),
                        $kind,
                    ));
                }
            )*
            None
        }
    };
}

macro_rules! integers {
    ($($integer:ident)*) => {
        known! {
            $($integer, Kind::Integer {
                least: $integer::MIN as i128,
                greatest: $integer::MAX as i128,
            }, Value::of_number::<$integer>;)*
            u128, Kind::Count, Value::of_number::<u128>;
            i128, Kind::Count, Value::of_number::<i128>;
            f64, Kind::Float { is_single: false }, Value::Double;
            f32, Kind::Float { is_single: true }, Value::Single;
            bool, Kind::Fact, Value::Truth;
            char, Kind::Character, Value::Character;
        }

        /// Appends the integers of a column, if it has integers that are all short. One loop for each type, because a
        /// run of 2^32 inputs takes a nanosecond for each.
        pub(super) fn short_integers(column: &AnyVec, numbers: &mut Vec<i64>) -> bool {
            $(if let Some(integers) = column.known::<$integer>() {
                numbers.extend(integers.iter().map(|&n| n as i64));
                return integers.iter().all(|&n| i64::try_from(n).is_ok());
            })*
            false
        }
    };
}

integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// How to get the letters of the words of a column, and what they are.
pub(super) fn letters_of(words: &AnyVec) -> Option<(Elements, Kind)> {
    if words.known::<String>().is_some() {
        return Some((|word| characters(word.get::<String>()), Kind::Character));
    }
    if words.known::<&'static str>().is_some() {
        return Some((|word| characters(word.get::<&str>()), Kind::Character));
    }
    elements_of(words)
}

fn characters(text: &str) -> Vec<Value> {
    text.chars().map(Value::Character).collect()
}
