//! What an explanation can be made of: features of inputs and answers, and misreadings.

use std::borrow::Cow;
use std::fmt::Debug;
use std::sync::Arc;

use super::feature::{Feature, of_answer};
use super::reading::{Asked, Reading};
use super::term::{Kind, Term};
use super::value::Value;
use crate::outcome::Outcome;

/// How much less the section and the right answer say than the input itself.
const SECTION_BITS: f64 = 2.0;
const ANSWER_BITS: f64 = 6.0;

/// Explains where answers are wrong, and which misreading they match. A [check](crate::CrossCheck) has one; answers that were given
/// elsewhere, for example by a program, can be explained by one alone.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use crossply::{Domain, Explainer, Outcome, domain};
///
/// let numbers = domain::range(0..=999_u32);
/// let explainer = Explainer::of(&numbers, "number", "numbers");
/// let answers = (0..1000).map(|n| {
///     let is_even = n % 2 == 0;
///     (n, is_even, Outcome::Answer(is_even != (n % 100 == 0)))
/// });
/// let runs = [answers.collect::<Vec<_>>()];
/// let fault = explainer.explain("It", "numbers", runs, NonZeroUsize::MIN.into());
/// let fault = fault.expect("nobody interrupts it").expect("it is wrong");
/// assert_eq!(
///     fault.text,
///     "It is wrong on 10 of 1,000 numbers.\n\
///      It is wrong exactly where the number is divisible by 100.\n\
///      Its answer there is always false."
/// );
/// ```
pub struct Explainer<I, A> {
    /// What an input is called, and several.
    pub(crate) nouns: [String; 2],
    pub(crate) features: Vec<Feature<I>>,
    pub(crate) answers: Vec<Feature<A>>,
    pub(crate) readings: Vec<Arc<Reading<I, A>>>,
    pub(super) mistake: Option<Arc<MistakeOf<I, A>>>,
}

type MistakeOf<I, A> = dyn Fn(&I, &A, &Outcome<&A>) -> Cow<'static, str> + Send + Sync;

impl<I, A> Clone for Explainer<I, A> {
    fn clone(&self) -> Self {
        Explainer {
            nouns: self.nouns.clone(),
            features: self.features.clone(),
            answers: self.answers.clone(),
            readings: self.readings.clone(),
            mistake: self.mistake.clone(),
        }
    }
}

impl<I, A> Explainer<I, A>
where
    I: Clone + Debug + 'static,
    A: Debug + 'static,
{
    /// One for the inputs of a domain, and what an input is called, and several.
    pub fn of(domain: &impl crate::Domain<Input = I>, noun: &str, nouns: &str) -> Self {
        Explainer::with(domain.features(), noun, nouns)
    }

    /// One for inputs with these features.
    #[must_use]
    pub fn with(features: Vec<Feature<I>>, noun: &str, nouns: &str) -> Self {
        Explainer {
            nouns: [noun, nouns].map(str::to_owned),
            features,
            answers: of_answer(),
            readings: Vec::new(),
            mistake: None,
        }
    }

    /// Adds a [fact](Feature::fact) about inputs.
    #[must_use]
    pub fn fact(mut self, words: &str, holds: impl Fn(&I) -> bool + Send + Sync + 'static) -> Self {
        self.features.push(Feature::fact(words, holds));
        self
    }

    /// Adds a misreading: what completes "as if", and the answers to which it leads.
    #[must_use]
    pub fn misreading(
        self,
        words: impl Into<String>,
        answer: impl Fn(&I) -> A + Send + Sync + 'static,
    ) -> Self {
        let answer = Arc::new(answer);
        self.read(words.into(), Asked::Everywhere, move || {
            let answer = Arc::clone(&answer);
            Box::new(move |input: &I| answer(input))
        })
    }

    /// Adds a misreading whose answers depend on what it was asked for before.
    #[must_use]
    pub fn misreading_with_memory<F: FnMut(&I) -> A + 'static>(
        self,
        words: impl Into<String>,
        new: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        self.read(words.into(), Asked::InOrder, move || Box::new(new()))
    }

    fn read(
        mut self,
        words: String,
        asked: Asked,
        new: impl Fn() -> Box<dyn FnMut(&I) -> A> + Send + Sync + 'static,
    ) -> Self {
        self.readings.push(Arc::new(Reading {
            words,
            asked,
            new: Box::new(move || {
                let mut answer = new();
                Box::new(move |input| Some(answer(input)))
            }),
        }));
        self
    }

    /// Says what a solver does that gives a wrong answer, from the input, the right answer and the outcome: `"misses a
    /// win"`. By default, a number is too high or too low.
    #[must_use]
    pub fn mistakes(
        mut self,
        mistake: impl Fn(&I, &A, &Outcome<&A>) -> Cow<'static, str> + Send + Sync + 'static,
    ) -> Self {
        self.mistake = Some(Arc::new(mistake));
        self
    }

    /// What rules are about, if the right answer is called so.
    pub(crate) fn terms(&self, right: &str) -> Vec<Term> {
        let subject = self.subject();
        let of = |feature: &Feature<I>| feature.term(&subject, 0.0);
        let section = Term {
            name: "the section".to_owned(),
            otherwise: None,
            kind: Kind::Form,
            bits: SECTION_BITS,
        };
        let answers = self
            .answers
            .iter()
            .map(|feature| feature.term(right, ANSWER_BITS));
        let features = self.features.iter().map(of);
        features.chain([section]).chain(answers).collect()
    }

    /// What an input is called in a rule.
    pub(crate) fn subject(&self) -> String {
        match (&*self.nouns[0], self.features.first()) {
            ("input", Some(first)) if first.name == "{}" => match first.kind {
                Kind::Integer { .. } => "n",
                Kind::Float { .. } => "x",
                Kind::Character => "c",
                _ => "the input",
            }
            .to_owned(),
            ("input", Some(first)) if first.name.contains(" of {}") => "the word".to_owned(),
            (noun, _) => format!("the {noun}"),
        }
    }

    /// What a solver did that gave this wrong answer.
    pub(super) fn mistake_of(
        &self,
        input: &I,
        right: Option<&A>,
        given: &Outcome<&A>,
    ) -> Cow<'static, str> {
        if let (Some(mistake), Some(right)) = (&self.mistake, right) {
            return mistake(input, right, given);
        }
        let Outcome::Answer(given) = given else {
            return "panics".into();
        };
        let order = match (right.map(Value::of), Value::of(*given)) {
            (Some(Value::Integer(right)), Value::Integer(given)) => given.partial_cmp(&right),
            (Some(Value::Float(right)), Value::Float(given)) => given.partial_cmp(&right),
            _ => None,
        };
        match order {
            Some(std::cmp::Ordering::Less) => "gives too low an answer".into(),
            Some(std::cmp::Ordering::Greater) => "gives too high an answer".into(),
            _ => "gives another answer".into(),
        }
    }
}
