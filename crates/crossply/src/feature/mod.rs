//! Features: what conditions on an input are about, such as the number itself, a part of a tuple, or the length of a word.

mod known;
mod value;
mod word;

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::failure::catch_panic;

pub(crate) use known::{Known, known};
pub(crate) use value::{Value, number};
pub(crate) use word::{LENGTH, of_lists};

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
    pub(crate) feature: AnyFeature,
    inputs: PhantomData<fn(&I)>,
}

/// A feature without the type of inputs.
#[derive(Clone)]
pub(crate) struct AnyFeature {
    /// In words. Braces stand for what the input is called.
    pub(crate) name: String,
    /// Of a fact: how to say that it does not hold.
    pub(crate) otherwise: Option<String>,
    pub(crate) kind: Kind,
    pub(crate) value: Arc<ValueFn>,
    /// Whether it is the value of an input itself.
    is_itself: bool,
    /// How much less it says than others, in bits: features of inputs are preferred to those of answers.
    pub(crate) bits: f64,
}

/// Gets the value for an input, which may have a number.
type ValueFn = dyn Fn(&dyn Item, Option<u128>) -> Value + Send + Sync;

/// Which conditions a feature allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// It holds or not.
    Fact,
    /// Its type has these ends.
    Integer {
        least: i128,
        greatest: i128,
    },
    /// A number that only counts, or stands for something else: rules do not speak of its bits or digits.
    Count,
    /// A number that is only compared, such as an answer, or a letter of a word.
    Code,
    Character,
    Float {
        is_single: bool,
    },
    /// A list, of which rules say what occurs in it.
    Word,
    /// It can only be the same as another.
    Form,
}

impl AnyFeature {
    pub(crate) fn new(
        name: &str,
        kind: Kind,
        value: impl Fn(&dyn Item) -> Value + Send + Sync + 'static,
    ) -> Self {
        AnyFeature {
            name: name.to_owned(),
            otherwise: None,
            kind,
            value: Arc::new(move |item, _| value(item)),
            is_itself: false,
            bits: 0.0,
        }
    }

    /// The value itself, under this name.
    fn itself(
        name: &str,
        kind: Kind,
        value: impl Fn(&dyn Item) -> Value + Send + Sync + 'static,
    ) -> Self {
        if kind == Kind::Fact {
            let truth = AnyFeature::new(&format!("{name} is true"), kind, value);
            return truth.otherwise(&format!("{name} is false"));
        }
        AnyFeature::new(name, kind, value)
    }

    /// A fact, in words that are as those of [`Feature::fact`].
    fn fact(words: &str, holds: impl Fn(&dyn Item) -> bool + Send + Sync + 'static) -> Self {
        let is_of_input = words.starts_with("is ") || words.starts_with("has ");
        let name = if is_of_input {
            format!("{{}} {words}")
        } else {
            words.to_owned()
        };
        let value = move |input: &dyn Item| {
            catch_panic(|| holds(input)).map_or(Value::Unknown, Value::Truth)
        };
        let mut fact = AnyFeature::new(&name, Kind::Fact, value);
        let what = words.strip_prefix("is ");
        fact.otherwise = what.map(|what| format!("{{}} is not {what}"));
        fact
    }

    fn otherwise(mut self, words: &str) -> Self {
        self.otherwise = Some(words.to_owned());
        self
    }

    /// The same numbers of many inputs, if all are short ones.
    pub(crate) fn short_numbers(&self, inputs: &AnyVec, numbers: &mut Vec<i64>) -> bool {
        numbers.clear();
        if self.is_itself && known::short_integers(inputs, numbers) {
            return true;
        }
        numbers.clear();
        let values = (0..inputs.len()).map(|row| (self.value)(inputs.item(row), None).integer());
        numbers.extend(values.map_while(|value| i64::try_from(value?).ok()));
        numbers.len() == inputs.len()
    }

    /// The same with other words.
    fn renamed(&self, rename: impl Fn(&String) -> String) -> Self {
        AnyFeature {
            name: rename(&self.name),
            otherwise: self.otherwise.as_ref().map(&rename),
            ..self.clone()
        }
    }

    /// The same of what the input with a number was made of, which is called so.
    pub(crate) fn of_source<I: Debug + 'static>(
        &self,
        name: &str,
        source: impl Fn(u128) -> I + Send + Sync + 'static,
    ) -> Self {
        let value = Arc::clone(&self.value);
        let value = move |_: &dyn Item, number: Option<u128>| match number {
            Some(number) => value(&source(number), Some(number)),
            None => Value::Unknown,
        };
        AnyFeature {
            value: Arc::new(value),
            is_itself: false,
            ..self.called(name)
        }
    }

    /// The same in words, if what it is a feature of is called so.
    pub(crate) fn called(&self, subject: &str) -> Self {
        self.renamed(|words| words.replace("{}", subject))
    }
}

impl<I> Clone for Feature<I> {
    fn clone(&self) -> Self {
        Feature::from(self.feature.clone())
    }
}

impl<I> From<AnyFeature> for Feature<I> {
    fn from(feature: AnyFeature) -> Self {
        let inputs = PhantomData;
        Feature { feature, inputs }
    }
}

impl<I: 'static> Feature<I> {
    /// A fact about an input. The words are a sentence, such as `"the cache is full"`; if they begin with `is` or `has`,
    /// the input is what is or has it. If `holds` panics for an input, no rule that holds there depends on the fact.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// let even = Feature::fact("is even", |n: &u64| n.is_multiple_of(2));
    /// assert_eq!(even.name(), "{} is even");
    /// ```
    pub fn fact(words: &str, holds: impl Fn(&I) -> bool + Send + Sync + 'static) -> Self {
        AnyFeature::fact(words, move |input| holds(input.get())).into()
    }

    /// How to say that a fact does not hold.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// let odd = Feature::fact("is odd", |n: &u64| n % 2 == 1).otherwise("{} is even");
    /// # let _ = odd;
    /// ```
    #[must_use]
    pub fn otherwise(self, words: &str) -> Self {
        self.feature.otherwise(words).into()
    }

    /// A number that says how much or how many of something an input has: `"the number of digits"`. An input may have
    /// none. Rules use numbers of at most 64 bits.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// // The empty word has no first letter.
    /// let first = Feature::number("the first letter", |word: &String| Some(i128::from(*word.as_bytes().first()?)));
    /// assert_eq!(first.name(), "the first letter");
    /// ```
    pub fn number<N: Into<Option<i128>>>(
        name: &str,
        number: impl Fn(&I) -> N + Send + Sync + 'static,
    ) -> Self {
        let value = move |input: &dyn Item| match catch_panic(|| number(input.get()).into()) {
            Ok(number) => number.map_or(Value::None, Value::of_number::<i128>),
            Err(_) => Value::Unknown,
        };
        AnyFeature::new(name, Kind::Count, value).into()
    }

    /// What it is, in words. Braces stand for what an input is called.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let pairs = domain::all::<(u8, bool)>().features();
    /// assert_eq!([pairs[0].name(), pairs[1].name()], ["a", "b is true"]);
    /// ```
    pub fn name(&self) -> &str {
        &self.feature.name
    }

    /// The value that an input has, as text: `"true"` or `"false"` of a fact.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// let even = Feature::fact("is even", |n: &u64| n.is_multiple_of(2));
    /// assert_eq!(even.shown(&3), "false");
    /// ```
    pub fn shown(&self, input: &I) -> String
    where
        I: Debug,
    {
        (self.feature.value)(input, None).to_string()
    }

    /// The same of a part of something larger, which has this name there. Without one, it keeps its own.
    ///
    /// ```
    /// use crossply::Feature;
    ///
    /// let even = Feature::fact("is even", |n: &u64| n.is_multiple_of(2));
    /// let first_is_even = even.of("the first", |pair: &(u64, u64)| &pair.0);
    /// assert_eq!(first_is_even.name(), "the first is even");
    /// ```
    pub fn of<W: 'static>(
        &self,
        name: &str,
        part: impl Fn(&W) -> &I + Send + Sync + 'static,
    ) -> Feature<W>
    where
        I: Debug,
    {
        let rename = |words: &String| match words.contains("{}") {
            _ if name.is_empty() => words.clone(),
            true => words.replace("{}", name),
            false => format!("{words} of {name}"),
        };
        let value = Arc::clone(&self.feature.value);
        let mut renamed = self.feature.renamed(rename);
        renamed.value = Arc::new(move |whole, _| value(part(whole.get()), None));
        renamed.is_itself = false;
        renamed.into()
    }
}

/// The features of inputs of a column's type. Of a type that is not known, values can only be told apart.
pub(crate) fn of_type(examples: &AnyVec) -> Vec<AnyFeature> {
    if let Some((names, parts, kind)) = known::parts_of(examples) {
        let part = |(n, name): (usize, &&str)| {
            AnyFeature::itself(name, kind, move |whole| parts(whole)[n].clone())
        };
        return names.iter().enumerate().map(part).collect();
    }
    let known = known(examples);
    word::features(examples).unwrap_or_else(|| of_known(&known, known.kind))
}

/// The features of answers of a column's type.
pub(crate) fn of_answer(answers: &AnyVec) -> Vec<AnyFeature> {
    let known = known(answers);
    let kind = match known.kind {
        Kind::Integer { .. } => Kind::Code,
        kind => kind,
    };
    of_known(&known, kind)
}

fn of_known(known: &Known, kind: Kind) -> Vec<AnyFeature> {
    let name = known.is_none.map_or("{}", |_| "the value of {}");
    let mut value = AnyFeature::itself(name, kind, known.value);
    value.is_itself = known.is_none.is_none();
    let is_none = known.is_none;
    let is_none = is_none.map(|is_none| AnyFeature::fact("is None", is_none));
    [value].into_iter().chain(is_none).collect()
}
