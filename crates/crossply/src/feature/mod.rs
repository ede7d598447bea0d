//! Features: what conditions on an input are about, such as the number itself, a part of a tuple, or the length of a word.

mod known;
mod value;
mod word;

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::failure::catch_panic;

pub(crate) use known::{ValueOf, form_of, kind_of, value_of};
pub(crate) use value::{DebugText, Value, number};
pub(crate) use word::occurs;

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
}

type ValueFn = dyn Fn(&dyn Item) -> Value + Send + Sync;

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
    /// It can only be the same as another.
    Form,
}

impl Kind {
    /// Any number.
    pub(crate) const ANY_INTEGER: Self = Kind::Integer {
        least: i128::MIN,
        greatest: i128::MAX,
    };
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
            value: Arc::new(value),
            is_itself: false,
        }
    }

    /// A fact, in words that are as those of [`Feature::fact`].
    fn fact(words: &str, holds: impl Fn(&dyn Item) -> bool + Send + Sync + 'static) -> Self {
        let is_of_input = words.starts_with("is ") || words.starts_with("has ");
        let name = if is_of_input {
            format!("{{}} {words}")
        } else {
            words.to_owned()
        };
        let value =
            move |input: &dyn Item| catch_panic(|| holds(input)).map_or(Value::None, Value::Truth);
        let mut fact = AnyFeature::new(&name, Kind::Fact, value);
        if let Some(what) = words.strip_prefix("is ") {
            fact.otherwise = Some(format!("{{}} is not {what}"));
        }
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
        numbers.reserve(inputs.len());
        for row in 0..inputs.len() {
            match (self.value)(inputs.item(row)).integer().map(i64::try_from) {
                Some(Ok(number)) => numbers.push(number),
                _ => return false,
            }
        }
        true
    }

    /// The same with other words and another way to get the value.
    fn renamed(
        &self,
        rename: impl Fn(&String) -> String,
        value: impl Fn(&dyn Item) -> Value + Send + Sync + 'static,
    ) -> Self {
        AnyFeature {
            otherwise: self.otherwise.as_ref().map(&rename),
            ..AnyFeature::new(&rename(&self.name), self.kind, value)
        }
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
    /// the input is what is or has it. Where `holds` panics, rules say nothing of the fact.
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
    /// none.
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
        let value = move |input: &dyn Item| {
            let number = catch_panic(|| number(input.get()).into());
            number.ok().flatten().map_or(Value::None, Value::Integer)
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
        (self.feature.value)(input).to_string()
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
        let renamed = self
            .feature
            .renamed(rename, move |whole| value(part(whole.get())));
        renamed.into()
    }
}

/// The features of inputs of a column's type. Of a type that is not known, the inputs show what it is made of.
pub(crate) fn of_type(examples: &AnyVec) -> Vec<AnyFeature> {
    if let (Some(kind), Some(value)) = (kind_of(examples), value_of(examples)) {
        let mut feature = AnyFeature::new("{}", kind, value);
        feature.is_itself = true;
        return vec![match kind {
            Kind::Fact => AnyFeature {
                name: "{} is true".to_owned(),
                ..feature
            }
            .otherwise("{} is false"),
            _ => feature,
        }];
    }
    word::features(examples).unwrap_or_else(|| of_debug(examples))
}

/// The features of answers of a column's type: the number that they are or have, and the form around it.
pub(crate) fn of_answer(answers: &AnyVec) -> Vec<AnyFeature> {
    if kind_of(answers).is_none() {
        let number = |answer: &dyn Item| Value::of(answer);
        let form = |answer: &dyn Item| DebugText::of(answer).form();
        return vec![
            AnyFeature::new("{}", Kind::Code, number),
            AnyFeature::new("{}", Kind::Form, form),
        ];
    }
    let mut features = of_type(answers);
    for feature in &mut features {
        if let Kind::Integer { .. } = feature.kind {
            feature.kind = Kind::Code;
        }
    }
    features
}

/// The numbers that `Debug` shows, and the form around them.
fn of_debug(examples: &AnyVec) -> Vec<AnyFeature> {
    let mut longest = Vec::new();
    for row in 0..examples.len() {
        let numbers = DebugText::of(examples.item(row)).numbers;
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
        AnyFeature::new(&name, kind, move |input| {
            let numbers = DebugText::of(input).numbers.into_iter();
            let mut of_field = numbers.filter(|(name, _)| *name == field);
            of_field.nth(nth).map_or(Value::None, |(_, value)| value)
        })
    });
    let form = AnyFeature::new("{}", Kind::Form, |input| DebugText::of(input).form());
    numbers.chain([form]).collect()
}
