//! Explanations with the types of a check: facts, misreadings, and words for what is wrong.

use std::borrow::Cow;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::definition::{Applies, Misreading, Reader, Reading, Vocabulary};
use crate::domain::Domain;
use crate::failure::Failure;
use crate::feature::{Feature, of_answer};

/// Explains where answers are wrong, and which misreading they match. A [check](crate::CrossCheck) has one; answers that were given
/// elsewhere, for example by a program, can be explained by one alone.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use crossply::{Explainer, domain};
///
/// let numbers = domain::range(0..=999_u32);
/// let explainer = Explainer::of(&numbers, "number", "numbers");
/// let answers = (0..1000).map(|n| {
///     let is_even = n % 2 == 0;
///     (n, is_even, Ok(is_even != (n % 100 == 0)))
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
    pub(crate) vocabulary: Vocabulary,
    types: PhantomData<fn(&I) -> A>,
}

impl<I, A> From<Vocabulary> for Explainer<I, A> {
    fn from(vocabulary: Vocabulary) -> Self {
        let types = PhantomData;
        Explainer { vocabulary, types }
    }
}

impl<I, A> Explainer<I, A>
where
    I: Clone + Debug + 'static,
    A: Debug + 'static,
{
    /// One for the inputs of a domain, and what an input is called, and several.
    pub fn of(domain: &impl Domain<Input = I>, noun: &str, nouns: &str) -> Self {
        Explainer::with(domain.features(), noun, nouns)
    }

    /// One for inputs with these features.
    #[must_use]
    pub fn with(features: Vec<Feature<I>>, noun: &str, nouns: &str) -> Self {
        let features = features.into_iter().map(|feature| feature.feature);
        Explainer::from(Vocabulary {
            nouns: [noun, nouns].map(str::to_owned),
            features: features.collect(),
            answers: of_answer(&AnyVec::from(Vec::<A>::new())),
            misreadings: Vec::new(),
            mistake: None,
        })
    }

    /// Adds a [fact](Feature::fact) about inputs.
    #[must_use]
    pub fn fact(mut self, words: &str, holds: impl Fn(&I) -> bool + Send + Sync + 'static) -> Self {
        let fact = Feature::fact(words, holds);
        self.vocabulary.features.push(fact.feature);
        self
    }

    /// Adds a misreading: what completes "as if", and the answers to which it leads, or failures.
    #[must_use]
    pub fn misreading(
        self,
        words: impl Into<String>,
        answer: impl Fn(&I) -> Result<A, Failure> + Send + Sync + 'static,
    ) -> Self {
        let answer = Arc::new(answer);
        self.read(words.into(), Applies::Everywhere, move || {
            let answer = Arc::clone(&answer);
            reader(move |input| answer(input))
        })
    }

    /// Adds a misreading whose answers depend on what it was asked for before.
    #[must_use]
    pub fn misreading_with_memory<F: FnMut(&I) -> A + 'static>(
        self,
        words: impl Into<String>,
        new: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        self.read(words.into(), Applies::InOrder, move || {
            let mut answer = new();
            reader(move |input| Ok(answer(input)))
        })
    }

    fn read(
        mut self,
        words: String,
        applies: Applies,
        new: impl Fn() -> Reader + Send + Sync + 'static,
    ) -> Self {
        let new = Box::new(new);
        let misreading = Misreading {
            words,
            applies,
            new,
        };
        self.vocabulary.misreadings.push(Arc::new(misreading));
        self
    }

    /// Says what a solver does that gives a wrong answer, from the input, the right answer and the outcome: `"misses a
    /// win"`. By default, a number is too high or too low.
    #[must_use]
    pub fn mistakes(
        mut self,
        mistake: impl Fn(&I, &A, Result<&A, &Failure>) -> Cow<'static, str> + Send + Sync + 'static,
    ) -> Self {
        self.vocabulary.mistake = Some(Arc::new(move |input, right, given| {
            mistake(input.get(), right.get(), given.map(<dyn Item>::get))
        }));
        self
    }
}

/// A reader that gives these answers.
fn reader<I: 'static, A: Debug + 'static>(
    mut answer: impl FnMut(&I) -> Result<A, Failure> + 'static,
) -> Reader {
    Box::new(
        move |inputs, row, answers| match answer(inputs.item(row).get()) {
            Ok(answer) => {
                answers.values_mut().push(answer);
                Reading::Answer
            }
            Err(failure) => Reading::Failure(failure),
        },
    )
}
