//! Features of words: texts and lists.

use std::fmt::Debug;

use super::types::{WordReader, letters_of};
use super::{AnyFeature, Kind, Sequence, Value};
use crate::any_vec::{AnyVec, Item};

/// The extra cost of the least or greatest letter, in bits. What is first or last says more.
const EXTREME_BITS: f64 = 3.0;

/// The features of a column of words. `None` if the column has another type.
pub(super) fn features(words: &AnyVec) -> Option<Vec<AnyFeature>> {
    letters_of(words).map(of_letters)
}

/// The features of lists. If the type of the letters is unknown, their `Debug` output stands for them.
pub(crate) fn of_lists<L: Debug + Send + 'static>() -> Vec<AnyFeature> {
    let shown = |list: &dyn Item| list.get::<Vec<L>>().iter().map(Value::form).collect();
    features(&AnyVec::from(Vec::<Vec<L>>::new())).unwrap_or_else(|| {
        of_letters(WordReader {
            sequence: Sequence::List,
            letters: shown,
            kind: Kind::Form,
        })
    })
}

fn of_letters(words: WordReader) -> Vec<AnyFeature> {
    let WordReader {
        sequence,
        letters,
        kind,
    } = words;
    let noun = sequence.letter();
    // Rules only compare letters, because their bits and digits mean nothing.
    let kind = match kind {
        Kind::Integer { .. } | Kind::Count => Kind::Code,
        kind => kind,
    };
    let at = |which: &str, place: fn(&[Value]) -> Option<&Value>| {
        AnyFeature::new(&format!("the {which} {noun} of {{}}"), kind, move |word| {
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
    let article = match sequence {
        Sequence::Text => "a",
        Sequence::List => "an",
    };
    let mut features = vec![
        AnyFeature::new("the length of {}", Kind::Count, length),
        at("first", <[Value]>::first),
        at("last", <[Value]>::last),
        AnyFeature::fact(&format!("has {article} {noun} twice"), repeats)
            .otherwise(&format!("{{}} has no {noun} twice")),
    ];
    if let Kind::Code | Kind::Character = kind {
        features.push(AnyFeature::fact("is sorted", is_sorted));
        let least = at("least", |letters| {
            letters.iter().min_by_key(|letter| letter.integer())
        });
        let greatest = at("greatest", |letters| {
            letters.iter().max_by_key(|letter| letter.integer())
        });
        for mut extreme in [least, greatest] {
            extreme.bits = EXTREME_BITS;
            features.push(extreme);
        }
    }
    let itself = move |word: &dyn Item| Value::Word(letters(word).into());
    features.push(AnyFeature::new("{}", Kind::Word(sequence), itself));
    features
}
