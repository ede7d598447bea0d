//! Features of words: texts and lists of small numbers.

use std::fmt::Debug;

use super::known::letters_of;
use super::{AnyFeature, Feature, Kind, Value};
use crate::any_vec::{AnyVec, Item};

/// The features of a column of words; none if it has something else.
pub(super) fn features(words: &AnyVec) -> Option<Vec<AnyFeature>> {
    let (letters, kind) = letters_of(words)?;
    let at = |name: &str, place: fn(&[Value]) -> Option<&Value>| {
        AnyFeature::new(name, kind, move |word| {
            place(&letters(word)).cloned().unwrap_or(Value::None)
        })
    };
    let sorted = move |word: &dyn Item| {
        let letters = letters(word);
        letters.is_sorted_by_key(Value::integer)
    };
    let palindrome = move |word: &dyn Item| {
        let letters = letters(word);
        letters.iter().eq(letters.iter().rev())
    };
    let repeats = move |word: &dyn Item| {
        let letters = letters(word);
        let mut letters: Vec<_> = letters.iter().map(Value::integer).collect();
        letters.sort_unstable();
        letters.windows(2).any(|pair| pair[0] == pair[1])
    };
    let length = move |word: &dyn Item| Value::Integer(letters(word).len() as i128);
    Some(vec![
        AnyFeature::new("the length of {}", Kind::Count, length),
        at("the first letter of {}", <[Value]>::first),
        at("the last letter of {}", <[Value]>::last),
        AnyFeature::fact("is sorted", sorted),
        AnyFeature::fact("is a palindrome", palindrome),
        AnyFeature::fact("has a letter twice", repeats).otherwise("{} has no letter twice"),
    ])
}

/// Whether a letter occurs in a word.
pub(crate) fn occurs<L>(letter: L) -> Feature<Vec<L>>
where
    L: Debug + PartialEq + Send + Sync + 'static,
{
    let words = format!("{letter:?} occurs in {{}}");
    let otherwise = format!("{letter:?} does not occur in {{}}");
    let occurs = Feature::fact(&words, move |word: &Vec<L>| word.contains(&letter));
    occurs.otherwise(&otherwise)
}
