//! Words, which are texts and lists, as features. What is measured of a word is the business of conditions.

use std::fmt::Debug;

use super::types::letters_of;
use super::{Feature, Kind, Sequence, Value};
use crate::any_vec::AnyVec;

/// The feature that is the word itself, in a column of words. `None` if the column has another type.
pub(super) fn feature(column: &AnyVec) -> Option<Feature> {
    let reader = letters_of(column)?;
    let kind = Kind::Word(reader.sequence);
    Some(Feature::new("{}", kind, move |word| {
        Value::Word((reader.letters)(word).into())
    }))
}

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
    if let Some(feature) = feature(&AnyVec::from(Vec::<Vec<L>>::new())) {
        return feature;
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
