//! Features of words: texts and lists.

use std::fmt::Debug;
use std::num::IntErrorKind;
use std::sync::Arc;

use super::types::{WordReader, letters_of};
use super::{AnyFeature, Kind, Sequence, Value};
use crate::any_vec::{AnyVec, Item};

/// The extra cost of the least or greatest letter, in bits. What is first or last says more.
const EXTREME_BITS: f64 = 3.0;

/// Gets the letters of a word.
type LettersOf = dyn Fn(&dyn Item) -> Vec<Value> + Send + Sync;

/// The features of a column of words. `None` if the column has another type.
pub(super) fn features(words: &AnyVec) -> Option<Vec<AnyFeature>> {
    let WordReader {
        sequence,
        letters,
        kind,
    } = letters_of(words)?;
    Some(of_letters(
        sequence,
        kind,
        &(Arc::new(letters) as Arc<LettersOf>),
    ))
}

/// The features of lists of these letters. If the type of the letters is unknown, their `Debug` output stands for them: it is
/// made once, because it takes longer than a comparison.
pub(crate) fn of_lists<L: Debug + PartialEq + Send + Sync + 'static>(
    alphabet: Vec<L>,
) -> Vec<AnyFeature> {
    let shown: Vec<Value> = alphabet.iter().map(Value::form).collect();
    let value = move |letter: &L| match alphabet.iter().position(|other| other == letter) {
        Some(place) => shown[place].clone(),
        None => Value::form(letter),
    };
    let letters: Arc<LettersOf> =
        Arc::new(move |list| list.get::<Vec<L>>().iter().map(&value).collect());
    features(&AnyVec::from(Vec::<Vec<L>>::new()))
        .unwrap_or_else(|| of_letters(Sequence::List, Kind::Form, &letters))
}

fn of_letters(sequence: Sequence, kind: Kind, letters: &Arc<LettersOf>) -> Vec<AnyFeature> {
    let noun = sequence.letter();
    // Rules only compare letters, because their bits and digits mean nothing.
    let kind = match kind {
        Kind::Integer { .. } | Kind::Count => Kind::Code,
        kind => kind,
    };
    let at = |which: &str, place: fn(&[Value]) -> Option<&Value>| {
        let letters = Arc::clone(letters);
        AnyFeature::new(&format!("the {which} {noun} of {{}}"), kind, move |word| {
            place(&letters(word)).cloned().unwrap_or(Value::None)
        })
    };
    let of_word = Arc::clone(letters);
    let is_sorted = move |word: &dyn Item| {
        let letters = of_word(word);
        letters.is_sorted_by_key(Value::integer)
    };
    let of_word = Arc::clone(letters);
    let repeats = move |word: &dyn Item| {
        let letters = of_word(word);
        letters
            .iter()
            .enumerate()
            .any(|(n, letter)| letters[..n].contains(letter))
    };
    let of_word = Arc::clone(letters);
    let length = move |word: &dyn Item| Value::Integer(of_word(word).len() as i128);
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
    if sequence == Sequence::Text {
        let of_word = Arc::clone(letters);
        let value = move |word: &dyn Item| parsed(&of_word(word));
        features.push(AnyFeature::new("the value of {}", Kind::Count, value));
        let of_word = Arc::clone(letters);
        let is_number = move |word: &dyn Item| parsed(&of_word(word)) != Value::None;
        features.push(AnyFeature::fact("is a number", is_number));
    }
    let of_word = Arc::clone(letters);
    let itself = move |word: &dyn Item| Value::Word(of_word(word).into());
    features.push(AnyFeature::new("{}", Kind::Word(sequence), itself));
    features
}

/// The number that a text is. Most programs that read texts read numbers. [`Value::Unknown`] if it takes more than 128 bits.
fn parsed(characters: &[Value]) -> Value {
    let characters = characters.iter().filter_map(|one| match one {
        Value::Character(character) => Some(*character),
        _ => None,
    });
    let text = characters.collect::<String>();
    match text.parse() {
        Ok(number) => Value::Integer(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => Value::Unknown,
            _ => Value::None,
        },
    }
}
