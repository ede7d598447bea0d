//! Features of words: texts and lists.

use std::fmt::Debug;
use std::num::IntErrorKind;
use std::sync::Arc;

use super::types::letters_of;
use super::{AnyFeature, Kind, Sequence, Value};
use crate::any_vec::{AnyVec, Item};

/// The extra cost of the least or greatest letter, in bits: rules prefer the first or the last one.
const EXTREME_BITS: f64 = 3.0;

/// How to read the texts or lists of one type, and to make features of them.
struct SequenceFeatures {
    sequence: Sequence,
    /// The kind of a letter.
    kind: Kind,
    letters: Arc<LettersOf>,
}

/// Gets the letters of a word.
type LettersOf = dyn Fn(&dyn Item) -> Vec<Value> + Send + Sync;

/// The features of a column of words. `None` if the column has another type.
pub(super) fn features(column: &AnyVec) -> Option<Vec<AnyFeature>> {
    let reader = letters_of(column)?;
    let words = SequenceFeatures {
        sequence: reader.sequence,
        // As a `Code`, a letter is only compared: its bits and digits mean nothing.
        kind: match reader.kind {
            Kind::Integer { .. } | Kind::Count => Kind::Code,
            kind => kind,
        },
        letters: Arc::new(reader.letters),
    };
    Some(words.features())
}

/// The features of lists of these letters. If `is_text`, these are bytes and are read as characters. Letters of an unknown type are read as
/// their `Debug` output: it is made once, because it takes longer than a comparison.
pub(crate) fn of_lists<L: Debug + PartialEq + Send + Sync + 'static>(
    alphabet: Vec<L>,
    is_text: bool,
) -> Vec<AnyFeature> {
    if is_text {
        let words = SequenceFeatures {
            sequence: Sequence::Bytes,
            kind: Kind::Character,
            letters: Arc::new(|list| {
                let bytes = list.get::<Vec<u8>>().iter();
                bytes.map(|&byte| Value::Character(byte.into())).collect()
            }),
        };
        return words.features();
    }
    // An empty column tells the type.
    if let Some(features) = features(&AnyVec::from(Vec::<Vec<L>>::new())) {
        return features;
    }
    let shown: Vec<Value> = alphabet.iter().map(Value::form).collect();
    let words = SequenceFeatures {
        sequence: Sequence::List,
        kind: Kind::Form,
        letters: Arc::new(move |list| {
            let mut values = Vec::new();
            for letter in list.get::<Vec<L>>() {
                let place = alphabet.iter().position(|other| other == letter);
                values.push(place.map_or_else(|| Value::form(letter), |n| shown[n].clone()));
            }
            values
        }),
    };
    words.features()
}

impl SequenceFeatures {
    fn features(&self) -> Vec<AnyFeature> {
        let noun = self.sequence.letter();
        let article = match self.sequence {
            Sequence::Text | Sequence::Bytes => "a",
            Sequence::List => "an",
        };
        let mut features = vec![
            self.feature("the length of {}", Kind::Count, |letters| {
                Value::Integer(letters.len() as i128)
            }),
            self.letter("first", <[Value]>::first),
            self.letter("last", <[Value]>::last),
            self.fact(&format!("has {article} {noun} twice"), repeats)
                .otherwise(&format!("{{}} has no {noun} twice")),
        ];
        if matches!(self.kind, Kind::Code | Kind::Character) {
            features.push(self.fact("is sorted", |letters| {
                letters.is_sorted_by_key(Value::integer)
            }));
            for mut extreme in [
                self.letter("least", least),
                self.letter("greatest", greatest),
            ] {
                extreme.bits = EXTREME_BITS;
                features.push(extreme);
            }
        }
        if self.sequence != Sequence::List {
            features.push(self.feature("the value of {}", Kind::Count, parsed));
            // A number that is too large for a value is one, too.
            features.push(self.fact("is a number", |letters| parsed(letters) != Value::None));
        }
        features.push(self.feature("{}", Kind::Word(self.sequence), |letters| {
            Value::Word(letters.into())
        }));
        features
    }

    fn feature(
        &self,
        name: &str,
        kind: Kind,
        value: impl Fn(&[Value]) -> Value + Send + Sync + 'static,
    ) -> AnyFeature {
        let letters = Arc::clone(&self.letters);
        AnyFeature::new(name, kind, move |word| value(&letters(word)))
    }

    fn fact(&self, phrase: &str, holds: fn(&[Value]) -> bool) -> AnyFeature {
        let letters = Arc::clone(&self.letters);
        AnyFeature::fact(phrase, move |word| holds(&letters(word)))
    }

    /// The feature "the first letter", or another one that `choose` selects.
    fn letter(&self, which: &str, choose: fn(&[Value]) -> Option<&Value>) -> AnyFeature {
        let name = format!("the {which} {} of {{}}", self.sequence.letter());
        let read = Arc::clone(&self.letters);
        AnyFeature::itself(&name, self.kind, move |word| {
            choose(&read(word)).cloned().unwrap_or(Value::None)
        })
    }
}

fn repeats(letters: &[Value]) -> bool {
    letters
        .iter()
        .enumerate()
        .any(|(n, letter)| letters[..n].contains(letter))
}

fn least(letters: &[Value]) -> Option<&Value> {
    letters.iter().min_by_key(|letter| letter.integer())
}

fn greatest(letters: &[Value]) -> Option<&Value> {
    letters.iter().max_by_key(|letter| letter.integer())
}

/// The text as a number. Most programs that read texts read numbers. [`Value::Unknown`] if it does not fit an `i128`.
fn parsed(characters: &[Value]) -> Value {
    let characters = characters.iter().filter_map(|one| match one {
        Value::Character(character) => Some(*character),
        _ => None,
    });
    let text = characters.collect::<String>();
    match text.parse::<i128>() {
        Ok(number) => Value::Integer(number),
        Err(error) => match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => Value::Unknown,
            _ => Value::None,
        },
    }
}
