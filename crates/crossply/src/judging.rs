//! Who is right: compares the answers to one input with each other, and with the trusted one.

use std::fmt::Debug;

use crate::cross_check::CrossCheck;
use crate::outcome::{Outcome, outcome_of};

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    /// Whether two answers are the same.
    pub(crate) fn same(&self, one: &A, other: &A) -> bool {
        self.equality.of(one, other)
    }

    pub(crate) fn same_outcome(&self, one: &Outcome<&A>, other: &Outcome<&A>) -> bool {
        match (one, other) {
            (Outcome::Answer(one), Outcome::Answer(other)) => self.same(one, other),
            (Outcome::Panic(one), Outcome::Panic(other)) => one == other,
            _ => false,
        }
    }

    /// The trusted answer, if there is one, in the quickest way.
    pub(crate) fn right(&self, input: &I) -> Option<A> {
        let truth = self.truth.as_ref()?;
        let answer = truth.in_bulk.as_ref().unwrap_or(&truth.answer);
        match outcome_of(|| answer(input)) {
            Outcome::Answer(right) => Some(right),
            Outcome::Panic(_) => None,
        }
    }

    /// The trusted answer itself, if there is one.
    ///
    /// # Errors
    /// The message, if it panics.
    pub(crate) fn confirmed(&self, input: &I) -> Result<Option<A>, String> {
        let (Some(name), Some(truth)) = (&self.about.truth, &self.truth) else {
            return Ok(None);
        };
        match outcome_of(|| (truth.answer)(input)) {
            Outcome::Answer(right) => Ok(Some(right)),
            Outcome::Panic(message) => Err(format!(
                "the check itself is at fault: the trusted answer `{name}` panics on {input:?}: {message}"
            )),
        }
    }

    /// Whether the outcome is known to be wrong: a panic, or another answer than the right one.
    pub(crate) fn is_wrong(&self, outcome: &Outcome<&A>, right: Option<&A>) -> bool {
        match outcome {
            Outcome::Panic(_) => true,
            Outcome::Answer(given) => right.is_some_and(|right| !self.same(given, right)),
        }
    }

    /// Whether all other outcomes, at least two, are the same, and this one is not.
    pub(crate) fn is_alone(&self, outcomes: &[Outcome<&A>], n: usize) -> bool {
        let mut others = outcomes[..n].iter().chain(&outcomes[n + 1..]);
        let first = &outcomes[usize::from(n == 0)];
        outcomes.len() >= 3
            && others.all(|other| self.same_outcome(first, other))
            && !self.same_outcome(first, &outcomes[n])
    }
}
