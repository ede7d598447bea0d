//! Features of words: texts and lists of small numbers.

use std::fmt::Debug;

use super::{AnyFeature, Feature, Kind, Value};
use crate::any_vec::{AnyVec, Item};

/// How to get the letters of a word.
type Letters = fn(&dyn Item) -> Vec<Value>;

/// The features of a column of words; none if it has something else.
pub(super) fn features(words: &AnyVec) -> Option<Vec<AnyFeature>> {
    let (letters, kind) = letters_of(words)?;
    let at = |name: &str, place: fn(&[Value]) -> Option<&Value>| {
        AnyFeature::new(name, kind, move |word| {
            place(&letters(word)).copied().unwrap_or(Value::None)
        })
    };
    let sorted = move |word: &dyn Item| {
        let letters = letters(word);
        letters.is_sorted_by_key(|letter| letter.integer())
    };
    let palindrome = move |word: &dyn Item| {
        let letters = letters(word);
        letters.iter().eq(letters.iter().rev())
    };
    let repeats = move |word: &dyn Item| {
        let letters = letters(word).into_iter();
        let mut letters: Vec<_> = letters.map(Value::integer).collect();
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

/// How to get the letters of the words of a column, and what they are.
fn letters_of(words: &AnyVec) -> Option<(Letters, Kind)> {
    macro_rules! words {
        ($($type:ty, $kind:expr, $letters:expr;)*) => {
            $(if words.known::<$type>().is_some() {
                return Some((|word| $letters(word.get::<$type>()), $kind));
            })*
        };
    }
    words! {
        Vec<u8>, Kind::Code, |word: &Vec<u8>| word.iter().map(|&letter| letter.into()).collect();
        Vec<u32>, Kind::Code, |word: &Vec<u32>| word.iter().map(|&letter| letter.into()).collect();
        Vec<i32>, Kind::Code, |word: &Vec<i32>| word.iter().map(|&letter| letter.into()).collect();
        Vec<char>, Kind::Character, |word: &Vec<char>| word.iter().copied().map(Value::Character).collect();
        String, Kind::Character, |word: &String| word.chars().map(Value::Character).collect();
        &'static str, Kind::Character, |word: &&str| word.chars().map(Value::Character).collect();
    }
    None
}
