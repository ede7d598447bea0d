//! Features of inputs, such as the number itself, a part of a tuple or the length of a word. Conditions are about
//! features.

#[cfg(feature = "serde")]
pub(crate) mod fields;
mod form;
mod parts;
mod path;
mod types;
mod value;
mod word;

use std::fmt::Debug;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::failure::catch_panic;

pub(crate) use form::Operation;
pub(crate) use parts::{Comparer, DifferingParts, comparer};
pub(crate) use path::Path;
pub(crate) use types::{ItemShape, Reader, reader};
pub(crate) use value::{Value, number};
pub(crate) use word::of_lists;

/// A feature of an input: a named value that rules can use.
///
/// Domains derive features from the type of their inputs. Your own domain can add more with
/// [`Domain::features`](crate::Domain::features), and [`fact`](crate::CrossCheck::fact) adds one to a check.
///
/// ```
/// use crossply::Feature;
///
/// let digits = Feature::number("the number of digits", |n: &u64| n.to_string().len() as i128);
/// let leap = Feature::fact("is a leap year", |year: &u64| year % 4 == 0);
/// # let _ = (digits, leap);
/// ```
#[derive(Clone)]
pub struct Feature {
    /// What sentences call the feature. `{}` stands for the name of the input or part that it is about.
    pub(crate) name: String,
    /// The sentence that says that a fact does not hold. `None` for other features.
    pub(crate) otherwise: Option<String>,
    pub(crate) kind: Kind,
    pub(crate) value: Arc<ValueFn>,
    /// The part of the input that the feature is about.
    pub(crate) path: Path,
    /// Whether the feature is about what a domain was made from by `map`.
    pub(crate) is_of_source: bool,
    /// Whether its name says so.
    pub(crate) is_before_map: bool,
    /// The extra cost of the feature in a rule, in bits. It makes rules prefer features of inputs to those of answers.
    pub(crate) bits: f64,
}

/// The extra cost of a feature of the source of a mapped input, if the input has features of its own, in bits.
pub(crate) const SOURCE_BITS: f64 = 6.0;

/// Gets the value for an input and its number, if it has one.
type ValueFn = dyn Fn(&dyn Item, Option<u128>) -> Value + Send + Sync;

/// The kind of a feature. It determines which conditions the feature can have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// It holds or not, and its name is a sentence.
    Fact,
    Truth,
    /// An integer of a type with these bounds.
    Integer {
        least: i128,
        greatest: i128,
    },
    /// A number whose individual bits and digits mean nothing, such as a length.
    Count,
    /// A number that is only compared to others, such as an answer.
    Code,
    Character,
    Float {
        is_single: bool,
    },
    /// Conditions are about its letters.
    Word(Sequence),
    /// A value of an unknown type. It can only be tested for equality.
    Form,
}

/// A sequence of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sequence {
    Text,
    /// A list of bytes that is a text.
    Bytes,
    List,
}

impl Sequence {
    /// What sentences call it.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Sequence::Text | Sequence::Bytes => "the text",
            Sequence::List => "the list",
        }
    }

    /// What sentences call a letter.
    pub(crate) fn letter(self) -> &'static str {
        match self {
            Sequence::Text => "character",
            Sequence::Bytes => "byte",
            Sequence::List => "item",
        }
    }
}

impl Feature {
    pub(crate) fn new(
        name: &str,
        kind: Kind,
        value: impl Fn(&dyn Item) -> Value + Send + Sync + 'static,
    ) -> Self {
        Feature {
            name: name.to_owned(),
            otherwise: None,
            kind,
            value: Arc::new(move |item, _| value(item)),
            path: Path::default(),
            is_of_source: false,
            is_before_map: false,
            bits: 0.0,
        }
    }

    /// A fact with these words. See [`fact`](Self::fact).
    fn new_fact(words: &str, value: impl Fn(&dyn Item) -> Value + Send + Sync + 'static) -> Self {
        let is_of_input = words.starts_with("is ") || words.starts_with("has ");
        let name = if is_of_input {
            format!("{{}} {words}")
        } else {
            words.to_owned()
        };
        let what = words.strip_prefix("is ");
        Feature {
            otherwise: what.map(|what| format!("{{}} is not {what}")),
            ..Feature::new(&name, Kind::Fact, value)
        }
    }

    /// Replaces `numbers` by the inputs, if the feature is the input itself and all are integers of 64 bits.
    pub(crate) fn short_numbers(&self, inputs: &AnyVec, numbers: &mut Vec<i64>) -> bool {
        numbers.clear();
        let is_number = matches!(self.kind, Kind::Integer { .. });
        let is_itself = is_number && self.path.is_empty() && !self.is_of_source;
        is_itself && types::short_integers(inputs, numbers)
    }

    /// This feature for a part of a tuple or an array, by its place. `number` gives the number of the part for that of the whole.
    pub(crate) fn at_place<W: 'static, I: Debug + 'static>(
        &self,
        place: usize,
        part: impl Fn(&W) -> &I + Send + Sync + 'static,
        number: impl Fn(u128) -> Option<u128> + Send + Sync + 'static,
    ) -> Self {
        let mut feature = self.renamed(|words| {
            if words.contains("{}") {
                words.clone()
            } else {
                format!("{words} of {{}}")
            }
        });
        feature.path = self.path.within(&Path::place(place));
        let (value, is_of_source) = (Arc::clone(&self.value), self.is_of_source);
        feature.value = Arc::new(move |whole, of_whole| {
            let number = of_whole.filter(|_| is_of_source).and_then(&number);
            value(part(whole.get()), number)
        });
        feature
    }

    fn renamed(&self, rename: impl Fn(&String) -> String) -> Self {
        Feature {
            name: rename(&self.name),
            otherwise: self.otherwise.as_ref().map(&rename),
            ..self.clone()
        }
    }

    /// This feature for the source of a mapped input. `is_shown` says whether the mapped input shows its source, as a struct
    /// shows the fields that it is made from.
    pub(crate) fn of_source<I: Debug + 'static>(
        &self,
        is_shown: bool,
        source: impl Fn(u128) -> I + Send + Sync + 'static,
    ) -> Self {
        let value = Arc::clone(&self.value);
        let mut feature = self.clone();
        feature.is_before_map |= !is_shown || self.path.is_empty() || !self.path.is_named();
        feature.value = Arc::new(move |_, number| match number {
            Some(number) => value(&source(number), Some(number)),
            None => Value::Unknown,
        });
        feature.is_of_source = true;
        if !is_shown {
            feature.bits = SOURCE_BITS;
        }
        feature
    }

    /// This feature with the name of its subject filled in: that of its part, or else this one.
    pub(crate) fn called(&self, subject: &str) -> Self {
        let mut subject = subject.to_owned();
        if !self.path.is_empty() {
            subject = self.path.to_string();
        }
        // Said once, however often the input was mapped.
        if self.is_before_map {
            subject += " before `map`";
        }
        self.renamed(|words| words.replace("{}", &subject))
    }
}

impl Feature {
    /// A fact about inputs of type `I`. The words are either a sentence, such as `"the cache is full"`, or a predicate that
    /// begins with `is` or `has`. If `holds` panics on an input, no rule uses the fact.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// let even = Feature::fact("is even", |n: &u64| n.is_multiple_of(2));
    /// assert_eq!(even.name(), "{} is even");
    /// ```
    pub fn fact<I: 'static>(
        words: &str,
        holds: impl Fn(&I) -> bool + Send + Sync + 'static,
    ) -> Self {
        Feature::new_fact(words, move |input| {
            catch_panic(|| holds(input.get())).map_or(Value::Unknown, Value::Truth)
        })
    }

    /// Sets the sentence for inputs for which a fact does not hold.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// let odd = Feature::fact("is odd", |n: &u64| n % 2 == 1).otherwise("{} is even");
    /// # let _ = odd;
    /// ```
    #[must_use]
    pub fn otherwise(mut self, words: &str) -> Self {
        self.otherwise = Some(words.to_owned());
        self
    }

    /// A count or measure of inputs of type `I`, such as `"the number of digits"`. The function returns `None` for inputs without
    /// one.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// // The empty word has no first letter.
    /// let first = Feature::number("the first letter", |word: &String| Some(i128::from(*word.as_bytes().first()?)));
    /// assert_eq!(first.name(), "the first letter");
    /// ```
    pub fn number<I: 'static, N: Into<Option<i128>>>(
        name: &str,
        number: impl Fn(&I) -> N + Send + Sync + 'static,
    ) -> Self {
        Feature::new(name, Kind::Count, move |input| {
            match catch_panic(|| number(input.get()).into()) {
                Ok(number) => number.map_or(Value::None, Value::of_number::<i128>),
                Err(_) => Value::Unknown,
            }
        })
    }

    /// What sentences call the feature. `{}` stands for the name of the input.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let pairs = domain::all::<(u8, bool)>().features();
    /// assert_eq!([pairs[0].name(), pairs[1].name()], ["a", "b"]);
    /// ```
    pub fn name(&self) -> String {
        self.called("{}").name
    }

    /// The value for an input, as text: `"true"` or `"false"` for a fact.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// let even = Feature::fact("is even", |n: &u64| n.is_multiple_of(2));
    /// assert_eq!(even.shown(&3_u64), "false");
    /// ```
    pub fn shown<I: Debug + 'static>(&self, input: &I) -> String {
        (self.value)(input, None).to_string()
    }
}

/// The features of the inputs in a column. Inputs of an unknown type can only be tested for equality.
pub(crate) fn of_type(examples: &AnyVec) -> Vec<Feature> {
    let reader = reader(examples);
    let mut features = of_values(&reader, reader.kind);
    if examples.known::<u128>().is_some() {
        // Rules have no numbers this large, but code often converts to a signed type.
        let is_large = Feature::fact("is at least 2^127", |n: &u128| n >> 127 == 1);
        let is_small = "{} is less than 2^127";
        features.push(is_large.otherwise(is_small));
    }
    features
}

/// The features of the answers in a column. Of texts and lists, only the whole is compared.
pub(crate) fn of_answer(answers: &AnyVec) -> Vec<Feature> {
    let reader = reader(answers);
    match (reader.shape, reader.kind) {
        (ItemShape::Parts(_), _) | (_, Kind::Word(_)) => {
            vec![Feature::new("{}", Kind::Form, Value::form)]
        }
        (_, Kind::Integer { .. }) => of_values(&reader, Kind::Code),
        (_, kind) => of_values(&reader, kind),
    }
}

fn of_values(reader: &Reader, kind: Kind) -> Vec<Feature> {
    let value = reader.value;
    match reader.shape {
        ItemShape::One => vec![Feature::new("{}", kind, value)],
        ItemShape::Option => {
            let is_none = move |item: &dyn Item| Value::Truth(value(item) == Value::None);
            vec![
                Feature::new("the value of {}", kind, value),
                Feature::new_fact("is None", is_none),
            ]
        }
        ItemShape::Parts(len) => {
            let places = (0..len).map(|place| Feature {
                path: Path::place(place),
                ..Feature::new("{}", kind, move |whole| match value(whole) {
                    Value::Word(parts) => parts[place].clone(),
                    _ => Value::Unknown,
                })
            });
            places.collect()
        }
    }
}
