//! Features: what conditions on an input are about, such as the number itself, a part of a tuple, or the length of a word.

use std::any::{Any, TypeId};
use std::fmt::Debug;
use std::sync::Arc;

use super::term::{Kind, Term};
use super::value::{Read, Value};
use crate::outcome::{Outcome, outcome_of};

/// How many numbers in the `Debug` of an input are features of their own.
const MOST_NUMBERS: usize = 6;

/// A feature of an input: a value that rules about inputs are made of, and how to speak of it.
///
/// Domains know their features by the types of their inputs. A domain of your own can say more of its inputs with
/// [`Domain::features`](crate::Domain::features); to a check, [`fact`](crate::CrossCheck::fact) adds one.
///
/// ```
/// use crossply::Feature;
///
/// let digits = Feature::number("the number of digits", |n: &u64| n.to_string().len() as i128);
/// let leap = Feature::fact("is a leap year", |year: &u64| year % 4 == 0);
/// # let _ = (digits, leap);
/// ```
pub struct Feature<I> {
    /// In words. Braces stand for what the input is called.
    pub(crate) name: String,
    /// Of a fact: how to say that it does not hold.
    pub(crate) otherwise: Option<String>,
    pub(crate) kind: Kind,
    pub(crate) value: Arc<ValueOf<I>>,
    /// The same for many inputs at once, as long as all are short numbers.
    pub(crate) numbers: Arc<NumbersOf<I>>,
}

type ValueOf<I> = dyn Fn(&I) -> Value + Send + Sync;

type NumbersOf<I> = dyn Fn(&[I], &mut Vec<i64>) -> bool + Send + Sync;

impl<I> Clone for Feature<I> {
    fn clone(&self) -> Self {
        Feature {
            name: self.name.clone(),
            otherwise: self.otherwise.clone(),
            kind: self.kind,
            value: Arc::clone(&self.value),
            numbers: Arc::clone(&self.numbers),
        }
    }
}

impl<I: 'static> Feature<I> {
    fn new(name: &str, kind: Kind, value: impl Fn(&I) -> Value + Send + Sync + 'static) -> Self {
        let value = Arc::new(value);
        let each = Arc::clone(&value);
        Feature {
            name: name.to_owned(),
            otherwise: None,
            kind,
            value,
            numbers: Arc::new(move |inputs, numbers| {
                numbers.reserve(inputs.len());
                for input in inputs {
                    match each(input).integer().map(i64::try_from) {
                        Some(Ok(number)) => numbers.push(number),
                        _ => return false,
                    }
                }
                true
            }),
        }
    }

    /// A fact about an input. The words are a sentence, such as `"the cache is full"`; if they begin with `is` or `has`,
    /// the input is what is or has it. Where `holds` panics, rules say nothing of the fact.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// let even = Feature::fact("is even", |n: &u64| n.is_multiple_of(2));
    /// assert_eq!(even.name(), "{} is even");
    /// ```
    #[must_use]
    pub fn fact(words: &str, holds: impl Fn(&I) -> bool + Send + Sync + 'static) -> Self {
        let is_of_input = words.starts_with("is ") || words.starts_with("has ");
        let name = if is_of_input {
            format!("{{}} {words}")
        } else {
            words.to_owned()
        };
        let value = move |input: &I| match outcome_of(|| holds(input)) {
            Outcome::Answer(holds) => Value::Truth(holds),
            Outcome::Panic(_) => Value::None,
        };
        let mut fact = Feature::new(&name, Kind::Fact, value);
        if let Some(what) = words.strip_prefix("is ") {
            fact.otherwise = Some(format!("{{}} is not {what}"));
        }
        fact
    }

    /// How to say that a fact does not hold.
    #[doc(hidden)]
    #[must_use]
    pub fn otherwise(mut self, words: &str) -> Self {
        self.otherwise = Some(words.to_owned());
        self
    }

    /// A number that says how much or how many of something an input has: `"the number of digits"`. An input may have
    /// none.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// // The empty word has no first letter.
    /// let first = Feature::number("the first letter", |word: &String| Some(i128::from(*word.as_bytes().first()?)));
    /// assert_eq!(first.name(), "the first letter");
    /// ```
    #[must_use]
    pub fn number<N: Into<Option<i128>>>(
        name: &str,
        number: impl Fn(&I) -> N + Send + Sync + 'static,
    ) -> Self {
        Feature::new(name, Kind::Count, move |input| {
            match outcome_of(|| number(input).into()) {
                Outcome::Answer(Some(number)) => Value::Integer(number),
                _ => Value::None,
            }
        })
    }

    /// What it is, in words. Braces stand for what an input is called.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let pairs = domain::all::<(u8, bool)>().features();
    /// assert_eq!([pairs[0].name(), pairs[1].name()], ["a", "b is true"]);
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value that an input has, as text: `"true"` or `"false"` of a fact.
    #[doc(hidden)]
    #[must_use]
    pub fn shown(&self, input: &I) -> String {
        (self.value)(input).to_string()
    }

    /// The same of a part of something larger, which has this name there. Without one, it keeps its own.
    #[doc(hidden)]
    #[must_use]
    pub fn of<W: 'static>(
        &self,
        name: &str,
        part: impl Fn(&W) -> &I + Send + Sync + 'static,
    ) -> Feature<W> {
        let rename = |words: &String| match words.contains("{}") {
            _ if name.is_empty() => words.clone(),
            true => words.replace("{}", name),
            false => format!("{words} of {name}"),
        };
        let value = Arc::clone(&self.value);
        Feature {
            otherwise: self.otherwise.as_ref().map(rename),
            ..Feature::new(&rename(&self.name), self.kind, move |whole| {
                value(part(whole))
            })
        }
    }
}

impl<I> Feature<I> {
    /// What rules are about, if what it is a feature of is called so.
    pub(crate) fn term(&self, subject: &str, bits: f64) -> Term {
        let fill = |words: &String| words.replace("{}", subject);
        Term {
            name: fill(&self.name),
            otherwise: self.otherwise.as_ref().map(fill),
            kind: self.kind,
            bits,
        }
    }
}

/// The features that inputs of a type have. Of a type that is not known, examples show what it is made of.
pub(crate) fn of_type<I: Debug + 'static>(examples: impl Iterator<Item = I>) -> Vec<Feature<I>> {
    if let Some(kind) = kind_of::<I>() {
        let value = |input: &I| Value::known(input).unwrap_or(Value::None);
        let feature = Feature::new("{}", kind, value);
        return vec![match kind {
            Kind::Fact => Feature {
                name: "{} is true".to_owned(),
                ..feature
            }
            .otherwise("{} is false"),
            _ => feature,
        }];
    }
    let letters = letters_of::<I>();
    if let Some(letters) = letters {
        return of_word(letters);
    }
    of_debug(examples)
}

fn kind_of<T: 'static>() -> Option<Kind> {
    macro_rules! integers {
        ($($type:ty)*) => {
            $(if TypeId::of::<T>() == TypeId::of::<$type>() {
                return Some(Kind::Integer {
                    least: <$type>::MIN as i128,
                    greatest: i128::try_from(<$type>::MAX).unwrap_or(i128::MAX),
                });
            })*
        };
    }
    integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    let kinds = [
        (TypeId::of::<bool>(), Kind::Fact),
        (TypeId::of::<char>(), Kind::Character),
        (TypeId::of::<f32>(), Kind::Float { is_single: true }),
        (TypeId::of::<f64>(), Kind::Float { is_single: false }),
    ];
    let mut kinds = kinds.into_iter();
    kinds.find_map(|(of, kind)| (of == TypeId::of::<T>()).then_some(kind))
}

/// The features of answers of a type: the number that they are or have, and the form around it.
pub(crate) fn of_answer<A: Debug + 'static>() -> Vec<Feature<A>> {
    let mut features = match kind_of::<A>() {
        Some(_) => of_type(std::iter::empty()),
        None => vec![Feature::new("{}", Kind::Code, |answer: &A| {
            Value::of(answer)
        })],
    };
    for feature in &mut features {
        if let Kind::Integer { .. } = feature.kind {
            feature.kind = Kind::Code;
        }
    }
    if kind_of::<A>().is_some() {
        return features;
    }
    let form = Feature::new("{}", Kind::Form, |answer: &A| Read::of(answer).form());
    features.push(form);
    features
}

/// How to get the letters of a word.
type Letters<I> = fn(&I) -> Vec<Value>;

fn letters_of<I: 'static>() -> Option<Letters<I>> {
    macro_rules! words {
        ($($type:ty, $letters:expr;)*) => {
            $(if TypeId::of::<I>() == TypeId::of::<$type>() {
                return Some(|word| {
                    let word = (word as &dyn Any).downcast_ref::<$type>();
                    word.map_or_else(Vec::new, $letters)
                });
            })*
        };
    }
    words! {
        Vec<u8>, |word| word.iter().map(|&letter| letter.into()).collect();
        Vec<u32>, |word| word.iter().map(|&letter| letter.into()).collect();
        Vec<i32>, |word| word.iter().map(|&letter| letter.into()).collect();
        Vec<char>, |word| word.iter().map(|&letter| Value::Character(letter)).collect();
        String, |word| word.chars().map(Value::Character).collect();
        &'static str, |word| word.chars().map(Value::Character).collect();
    }
    None
}

fn of_word<I: 'static>(letters: Letters<I>) -> Vec<Feature<I>> {
    let at = |name: &str, place: fn(&[Value]) -> Option<&Value>| {
        let texts = [
            TypeId::of::<String>(),
            TypeId::of::<&'static str>(),
            TypeId::of::<Vec<char>>(),
        ];
        let kind = if texts.contains(&TypeId::of::<I>()) {
            Kind::Character
        } else {
            Kind::Code
        };
        Feature::new(name, kind, move |word: &I| {
            place(&letters(word)).copied().unwrap_or(Value::None)
        })
    };
    let sorted = move |word: &I| {
        let letters = letters(word);
        letters.is_sorted_by_key(|letter| letter.integer())
    };
    let palindrome = move |word: &I| {
        let letters = letters(word);
        letters.iter().eq(letters.iter().rev())
    };
    let repeats = move |word: &I| {
        let letters = letters(word).into_iter();
        let mut letters: Vec<_> = letters.map(Value::integer).collect();
        letters.sort_unstable();
        letters.windows(2).any(|pair| pair[0] == pair[1])
    };
    vec![
        Feature::number("the length of {}", move |word| letters(word).len() as i128),
        at("the first letter of {}", <[Value]>::first),
        at("the last letter of {}", <[Value]>::last),
        Feature::fact("is sorted", sorted),
        Feature::fact("is a palindrome", palindrome),
        Feature::fact("has a letter twice", repeats).otherwise("{} has no letter twice"),
    ]
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

/// The numbers that `Debug` shows, and the form around them.
fn of_debug<I: Debug + 'static>(examples: impl Iterator<Item = I>) -> Vec<Feature<I>> {
    let mut longest = Vec::new();
    for example in examples {
        let numbers = Read::of(&example).numbers;
        if numbers.len() > longest.len() {
            longest = numbers;
        }
    }
    let fields: Vec<String> = longest.iter().map(|(field, _)| field.clone()).collect();
    let numbers = longest.iter().take(MOST_NUMBERS).enumerate();
    let numbers = numbers.map(|(n, (field, value))| {
        let is_same = |other: &&String| *other == field;
        let nth = fields[..n].iter().filter(is_same).count();
        let is_only = fields.iter().filter(is_same).count() == 1;
        let name = match &**field {
            "" if fields.len() == 1 => "{}".to_owned(),
            "" => char::from(b'a' + n as u8).to_string(),
            _ if is_only => field.clone(),
            _ => format!("{field} number {}", nth + 1),
        };
        let kind = match value {
            Value::Float(_) => Kind::Float { is_single: false },
            _ => Kind::ANY_INTEGER,
        };
        let field = field.clone();
        Feature::new(&name, kind, move |input: &I| {
            let numbers = Read::of(input).numbers.into_iter();
            let mut of_field = numbers.filter(|(name, _)| *name == field);
            of_field.nth(nth).map_or(Value::None, |(_, value)| value)
        })
    });
    let form = Feature::new("{}", Kind::Form, |input: &I| Read::of(input).form());
    numbers.chain([form]).collect()
}
