//! The type-erased definition of a check: a domain, solvers, and other oracles.
//!
//! A [`CrossCheck`](crate::CrossCheck) has the types, and wraps its functions so that they hide them. The rest of the library
//! works with this definition, in terms of columns, rows and items.

mod answers;
mod equality;
mod inputs;
mod oracles;
mod outline;
mod solver;
mod vocabulary;

use std::panic::Location;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::content::Shown;
use crate::failure::{Failure, catch_panic};
use crate::finding::Finding;

pub(crate) use answers::Answers;
pub(crate) use equality::Equality;
pub use equality::Float;
pub(crate) use inputs::{AnyDomain, Batch, Numbers};
pub(crate) use oracles::{AnswerTo, Asked, DigestOf, Relation, Truth, answering, digest_of};
pub(crate) use outline::Outline;
pub(crate) use solver::{Instance, NamedSolver};
pub use solver::{Limits, Solver};
pub(crate) use vocabulary::{Applies, Misreading, Reader, Vocabulary};

/// The definition of a check. A clone shares its solvers and other functions with the original.
#[derive(Clone)]
pub(crate) struct Definition {
    pub(crate) outline: Outline,
    pub(crate) domain: Arc<dyn AnyDomain>,
    pub(crate) solvers: Vec<Arc<NamedSolver>>,
    pub(crate) truth: Option<Truth>,
    pub(crate) relations: Vec<Arc<Relation>>,
    /// The precondition: which inputs count. `None` if all do.
    pub(crate) only: Option<Arc<IsOne>>,
    /// Whether an input represents others.
    pub(crate) represents: Option<Arc<IsOne>>,
    pub(crate) equality: Equality,
    pub(crate) digest: Option<DigestOf>,
    pub(crate) shown: Option<Arc<ShownBy>>,
    pub(crate) vocabulary: Vocabulary,
    /// Makes an empty column of answers.
    pub(crate) no_answers: fn() -> AnyVec,
    /// The source location that defines the check.
    pub(crate) source: &'static Location<'static>,
}

/// A property of inputs.
type IsOne = dyn Fn(&dyn Item) -> bool + Send + Sync;

type ShownBy = dyn Fn(&dyn Item, &Finding) -> Shown + Send + Sync;

impl Definition {
    /// The inputs with these numbers. Panics if the domain panics.
    pub(crate) fn inputs(&self, numbers: &[u128]) -> AnyVec {
        let mut inputs = self.domain.empty();
        let numbers = Numbers::Listed(numbers.to_vec());
        self.domain.fill(&numbers, &mut inputs);
        inputs
    }

    /// The `Debug` output of the input with this number. Panics if the domain panics.
    pub(crate) fn shown(&self, number: u128) -> String {
        format!("{:?}", self.inputs(&[number]).item(0))
    }

    /// Whether the precondition holds for an input.
    ///
    /// # Errors
    /// If the precondition panics.
    pub(crate) fn counts(&self, input: &dyn Item) -> Result<bool, Failure> {
        let only = self.only.as_ref();
        only.map_or(Ok(true), |only| catch_panic(|| only(input)))
    }
}
