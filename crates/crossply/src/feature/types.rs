//! The types whose values rules can use. These are integers, floating-point numbers, truth values, characters, and
//! options, lists, pairs and triples of these, as well as texts.

use std::cmp::Ordering;
use std::num::NonZero;

use super::{Kind, Sequence, Value};
use crate::any_vec::{AnyVec, Item};

/// Gets the value of an item.
type ValueOf = fn(&dyn Item) -> Value;

/// Gets the values of the elements of an item.
pub(crate) type Elements = fn(&dyn Item) -> Vec<Value>;

/// How to read the items of a column.
pub(crate) struct ItemReader {
    pub(crate) kind: Kind,
    pub(crate) value: ValueOf,
    /// Compares two items. `None` if they have no order.
    pub(crate) order: fn(&dyn Item, &dyn Item) -> Option<Ordering>,
    /// Whether an item is `None`, if the column holds options.
    pub(crate) is_none: Option<fn(&dyn Item) -> bool>,
}

macro_rules! item_types {
    ($($type:ty, $kind:expr, $value:expr;)*) => {
        /// How to read the items of this column, by their type.
        pub(crate) fn item_reader(column: &AnyVec) -> ItemReader {
            $(
                if column.known::<$type>().is_some() {
                    return ItemReader {
                        kind: $kind,
                        value: |item| $value(*item.get::<$type>()),
                        order: |a, b| a.get::<$type>().partial_cmp(b.get::<$type>()),
                        is_none: None,
                    };
                }
                if column.known::<Option<$type>>().is_some() {
                    return ItemReader {
                        kind: $kind,
                        value: |item| item.get::<Option<$type>>().map_or(Value::None, $value),
                        order: |a, b| {
                            let both = a.get::<Option<$type>>().zip(*b.get::<Option<$type>>());
                            both.and_then(|(a, b)| <$type>::partial_cmp(&a, &b))
                        },
                        is_none: Some(|item| item.get::<Option<$type>>().is_none()),
                    };
                }
            )*
            ItemReader {
                kind: Kind::Form,
                value: |item| Value::form(item),
                order: |_, _| None,
                is_none: None,
            }
        }

        /// For a column of pairs or triples of a single type: the number of parts, how to get them, and their kind.
        pub(super) fn parts_of(column: &AnyVec) -> Option<(usize, Elements, Kind)> {
            $(
                if column.known::<($type, $type)>().is_some() {
                    let parts: Elements = |pair| {
                        let &(a, b) = pair.get::<($type, $type)>();
                        [a, b].map($value).into()
                    };
                    return Some((2, parts, $kind));
                }
                if column.known::<($type, $type, $type)>().is_some() {
                    let parts: Elements = |three| {
                        let &(a, b, c) = three.get::<($type, $type, $type)>();
                        [a, b, c].map($value).into()
                    };
                    return Some((3, parts, $kind));
                }
            )*
            None
        }

        /// For a column of lists: how to get the elements.
        fn elements_of(lists: &AnyVec) -> Option<Elements> {
            $(
                if lists.known::<Vec<$type>>().is_some() {
                    return Some(|list| list.get::<Vec<$type>>().iter().copied().map($value).collect());
                }
            )*
            None
        }
    };
}

macro_rules! integers {
    ($($integer:ident)*) => {
        item_types! {
            $($integer, Kind::Integer {
                least: $integer::MIN as i128,
                greatest: $integer::MAX as i128,
            }, Value::of_number::<$integer>;)*
            $(NonZero<$integer>, Kind::Integer {
                least: $integer::MIN as i128,
                greatest: $integer::MAX as i128,
            }, (|n: NonZero<$integer>| Value::of_number(n.get()));)*
            u128, Kind::Count, Value::of_number::<u128>;
            i128, Kind::Integer { least: i128::MIN, greatest: i128::MAX }, Value::of_number::<i128>;
            f64, Kind::Float { is_single: false }, Value::Double;
            f32, Kind::Float { is_single: true }, Value::Single;
            bool, Kind::Truth, Value::Truth;
            char, Kind::Character, Value::Character;
        }

        /// Appends the integers of a column. Returns `false` if the column does not hold integers, or if some do not
        /// fit.
        ///
        /// Each type has its own loop for speed: in a run of 2^32 inputs, a nanosecond per input counts.
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

/// How to read texts or lists.
#[derive(Clone, Copy)]
pub(crate) struct WordReader {
    pub(crate) sequence: Sequence,
    pub(crate) letters: Elements,
}

/// How to read the words of this column, if these are texts or lists.
pub(crate) fn letters_of(words: &AnyVec) -> Option<WordReader> {
    let (sequence, letters): (_, Elements) = if words.known::<String>().is_some() {
        (Sequence::Text, |word| characters(word.get::<String>()))
    } else if words.known::<&'static str>().is_some() {
        (Sequence::Text, |word| characters(word.get::<&str>()))
    } else {
        (Sequence::List, elements_of(words)?)
    };
    Some(WordReader { sequence, letters })
}

fn characters(text: &str) -> Vec<Value> {
    text.chars().map(Value::Character).collect()
}
