//! Features of words: texts and lists.

use std::fmt::Debug;

use super::types::letters_of;
use super::{AnyFeature, Kind, Value};
use crate::any_vec::{AnyVec, Item};

/// The name of the first feature of words.
pub(crate) const LENGTH: &str = "the length of {}";

/// The features of a column of words. `None` if the column has another type.
pub(super) fn features(words: &AnyVec) -> Option<Vec<AnyFeature>> {
    let (letters, kind) = letters_of(words)?;
    Some(of_letters(letters, kind))
}

/// The features of lists. If the type of the letters is unknown, their `Debug` output stands for them.
pub(crate) fn of_lists<L: Debug + Send + 'static>() -> Vec<AnyFeature> {
    let shown = |list: &dyn Item| list.get::<Vec<L>>().iter().map(Value::form).collect();
    features(&AnyVec::from(Vec::<Vec<L>>::new())).unwrap_or_else(|| of_letters(shown, Kind::Form))
}

fn of_letters(letters: fn(&dyn Item) -> Vec<Value>, kind: Kind) -> Vec<AnyFeature> {
    // Rules only compare letters, because their bits and digits mean nothing.
    let kind = match kind {
        Kind::Integer { .. } | Kind::Count => Kind::Code,
        kind => kind,
    };
    let at = |name: &str, place: fn(&[Value]) -> Option<&Value>| {
        AnyFeature::new(name, kind, move |word| {
            place(&letters(word)).cloned().unwrap_or(Value::None)
        })
    };
    let is_sorted = move |word: &dyn Item| {
        let letters = letters(word);
        letters.is_sorted_by_key(Value::integer)
    };
    let repeats = move |word: &dyn Item| {
        let letters = letters(word);
        letters
            .iter()
            .enumerate()
            .any(|(n, letter)| letters[..n].contains(letter))
    };
    let length = move |word: &dyn Item| Value::Integer(letters(word).len() as i128);
    let mut features = vec![
        AnyFeature::new(LENGTH, Kind::Count, length),
        at("the first letter of {}", <[Value]>::first),
        at("the last letter of {}", <[Value]>::last),
        AnyFeature::fact("has a letter twice", repeats).otherwise("{} has no letter twice"),
    ];
    if let Kind::Code | Kind::Character = kind {
        features.push(AnyFeature::fact("is sorted", is_sorted));
        features.push(at("the least letter of {}", |letters| {
            letters.iter().min_by_key(|letter| letter.integer())
        }));
        features.push(at("the greatest letter of {}", |letters| {
            letters.iter().max_by_key(|letter| letter.integer())
        }));
    }
    let itself = move |word: &dyn Item| Value::Word(letters(word).into());
    features.push(AnyFeature::new("{}", Kind::Word, itself));
    features
}
