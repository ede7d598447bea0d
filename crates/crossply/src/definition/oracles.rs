//! Oracles in addition to the agreement of solvers: the trusted answer, relations and digests. Each is a type-erased
//! function.

use std::any::Any;
use std::cell::RefCell;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use super::{Answers, Instance, Numbers, Solver};
use crate::any_vec::{AnyVec, Item};
use crate::digest::Digest;

/// The trusted answer.
#[derive(Clone)]
pub(crate) struct Truth {
    pub(crate) name: String,
    pub(crate) answer: Arc<AnswerTo>,
    /// A cheaper way to compute the trusted answer.
    pub(crate) in_bulk: Option<Arc<AnswerTo>>,
}

/// Appends the answers to the inputs in these rows.
pub(crate) type AnswerTo = dyn Fn(&AnyVec, Range<usize>, &mut AnyVec) + Send + Sync;

/// A relation between the answers of one solver.
pub(crate) struct Relation {
    pub(crate) name: String,
    pub(crate) holds: Box<Holds>,
}

/// Whether a relation holds for an input and a solver. Calls [`Observer`] before and after each input that the solver gets.
type Holds = dyn Fn(&dyn Item, &mut dyn Instance, &mut Observer<'_>) -> bool + Send + Sync;

/// Gets each input of a relation before the solver answers it, and again with the solver's answer.
pub(crate) type Observer<'a> = dyn FnMut(&dyn Item, Option<&dyn Item>) + 'a;

/// The digest of the answers to inputs with these numbers.
pub(crate) type DigestOf = fn(&Numbers, &Answers) -> Digest;

/// Erases the types of a function from inputs to answers.
pub(crate) fn answering<I: 'static, A: 'static>(
    answer: impl Fn(&I) -> A + Send + Sync + 'static,
) -> Arc<AnswerTo> {
    Arc::new(move |inputs, rows, answers| {
        let inputs = &inputs.values::<I>()[rows];
        answers.values_mut().extend(inputs.iter().map(&answer));
    })
}

impl Relation {
    /// Makes a relation. `holds` gets the solver as a function.
    pub(crate) fn new<I: Debug + 'static, A: Debug + 'static>(
        name: String,
        holds: impl Fn(&I, &dyn Fn(&I) -> A) -> bool + Send + Sync + 'static,
    ) -> Self {
        let holds = Box::new(
            move |input: &dyn Item, solver: &mut dyn Instance, asked: &mut Observer<'_>| {
                let any: &mut dyn Any = solver;
                let typed = any.downcast_mut::<Box<dyn Solver<I, A>>>();
                let solver = typed.expect("all solvers of a check have its types");
                // So that a relation may ask for what depends on another answer in one expression.
                let both = RefCell::new((solver, asked));
                holds(input.get(), &|input| {
                    let mut both = both.borrow_mut();
                    let (solver, asked) = &mut *both;
                    asked(input, None);
                    let answer = (***solver).solve(input);
                    asked(input, Some(&answer));
                    answer
                })
            },
        );
        Relation { name, holds }
    }
}

/// The digest of the answers to inputs with these numbers. All failures have the same hash.
pub(crate) fn digest_of<A: Hash + 'static>(numbers: &Numbers, answers: &Answers) -> Digest {
    let answered = answers.answered.values::<A>();
    if let (Numbers::All(numbers), []) = (numbers, &answers.failures[..]) {
        let numbered = (numbers.start as u64..).zip(answered);
        return numbered
            .map(|(number, answer)| Digest::of(number, answer))
            .sum();
    }
    (0..answers.len())
        .map(|row| {
            let number = numbers.at(row) as u64;
            answers.place(row).map_or_else(
                |_| Digest::of(number, "panic"),
                |place| Digest::of(number, &answered[place]),
            )
        })
        .sum()
}
