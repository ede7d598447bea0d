//! The types whose values rules can use. These are integers, floating-point numbers, truth values, characters, and
//! options, lists, pairs and triples of these, as well as texts.

use std::cmp::Ordering;
use std::num::NonZero;

use super::{Kind, Sequence, Value};
use crate::any_vec::{AnyVec, Item};

/// How to read the items of a column.
pub(crate) struct Reader {
    pub(crate) shape: ItemShape,
    /// The kind of the items, or else of their parts.
    pub(crate) kind: Kind,
    /// The value of an item. Parts are a word.
    pub(crate) value: fn(&dyn Item) -> Value,
    /// Compares two items, if they are numbers.
    pub(crate) order: Option<OrderOf>,
}

type OrderOf = fn(&dyn Item, &dyn Item) -> Option<Ordering>;

/// What items are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemShape {
    One,
    /// An item may be `None`.
    Option,
    /// So many parts of the same type.
    Parts(usize),
}

/// A type whose values rules can use.
trait Known: Copy + PartialOrd + 'static {
    const KIND: Kind;

    fn value(self) -> Value;
}

fn order<T: PartialOrd + 'static>(one: &dyn Item, other: &dyn Item) -> Option<Ordering> {
    one.get::<T>().partial_cmp(other.get())
}

/// How to read the items of this column, if they are or hold values of type `T`.
fn reader_of<T: Known>(column: &AnyVec) -> Option<Reader> {
    fn word<T: Known>(letters: &[T]) -> Value {
        let mut values = Vec::new();
        for &letter in letters {
            values.push(letter.value());
        }
        Value::Word(values.into())
    }
    let reader = |shape, kind, value| {
        let order: Option<OrderOf> = match (shape, kind) {
            (ItemShape::Parts(_), _) | (_, Kind::Word(_) | Kind::Truth | Kind::Character) => None,
            (ItemShape::One, _) => Some(order::<T>),
            (ItemShape::Option, _) => Some(order::<Option<T>>),
        };
        Some(Reader {
            shape,
            kind,
            value,
            order,
        })
    };
    if column.known::<T>().is_some() {
        return reader(ItemShape::One, T::KIND, |item| item.get::<T>().value());
    }
    if column.known::<Option<T>>().is_some() {
        return reader(ItemShape::Option, T::KIND, |item| {
            item.get::<Option<T>>().map_or(Value::None, T::value)
        });
    }
    if column.known::<Vec<T>>().is_some() {
        let kind = Kind::Word(Sequence::List);
        return reader(ItemShape::One, kind, |item| word(item.get::<Vec<T>>()));
    }
    if column.known::<(T, T)>().is_some() {
        return reader(ItemShape::Parts(2), T::KIND, |item| {
            let &(a, b) = item.get::<(T, T)>();
            word(&[a, b])
        });
    }
    column.known::<(T, T, T)>()?;
    reader(ItemShape::Parts(3), T::KIND, |item| {
        let &(a, b, c) = item.get::<(T, T, T)>();
        word(&[a, b, c])
    })
}

macro_rules! known_types {
    ($($type:ty, $kind:expr, $value:expr;)*) => {
        $(impl Known for $type {
            const KIND: Kind = $kind;

            fn value(self) -> Value {
                $value(self)
            }
        })*

        /// How to read the items of this column, by their type.
        pub(crate) fn reader(column: &AnyVec) -> Reader {
            let text = Kind::Word(Sequence::Text);
            let (kind, value): (_, fn(&dyn Item) -> Value) = if column.known::<String>().is_some() {
                (text, |item| Value::text(item.get::<String>()))
            } else if column.known::<&'static str>().is_some() {
                (text, |item| Value::text(item.get::<&str>()))
            } else {
                (Kind::Form, |item| Value::form(item))
            };
            let known = None$(.or_else(|| reader_of::<$type>(column)))*;
            known.unwrap_or(Reader { shape: ItemShape::One, kind, value, order: None })
        }
    };
}

macro_rules! integers {
    ($($integer:ident)*) => {
        known_types! {
            $($integer, Kind::Integer {
                least: $integer::MIN as i128,
                greatest: $integer::MAX as i128,
            }, Value::of_number;)*
            $(NonZero<$integer>, $integer::KIND, |n: Self| Value::of_number(n.get());)*
            u128, Kind::Count, Value::of_number;
            i128, Kind::Integer { least: i128::MIN, greatest: i128::MAX }, Value::Integer;
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
