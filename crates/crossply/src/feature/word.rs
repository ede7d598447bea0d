//! Words, which are texts and lists, as features. What is measured of a word is the business of conditions.

use std::fmt::Debug;

use super::{Feature, Kind, Sequence, Value, reader};
use crate::any_vec::AnyVec;

/// The features of lists of these letters. If `is_text`, these are bytes and are read as characters. Letters of an unknown type are
/// read as their `Debug` output: it is made once, because it takes longer than a comparison.
pub(crate) fn of_lists<L: Debug + PartialEq + Send + Sync + 'static>(
    alphabet: Vec<L>,
    is_text: bool,
) -> Feature {
    if is_text {
        return Feature::new("{}", Kind::Word(Sequence::Bytes), |list| {
            let bytes = list.get::<Vec<u8>>().iter();
            Value::Word(bytes.map(|&byte| Value::Character(byte.into())).collect())
        });
    }
    // An empty column tells the type.
    let reader = reader(&AnyVec::from(Vec::<Vec<L>>::new()));
    if let Kind::Word(_) = reader.kind {
        return Feature::new("{}", reader.kind, reader.value);
    }
    let shown: Vec<Value> = alphabet.iter().map(Value::form).collect();
    Feature::new("{}", Kind::Word(Sequence::List), move |list| {
        let letters = list.get::<Vec<L>>().iter().map(|letter| {
            let place = alphabet.iter().position(|other| other == letter);
            place.map_or_else(|| Value::form(letter), |n| shown[n].clone())
        });
        Value::Word(letters.collect())
    })
}
