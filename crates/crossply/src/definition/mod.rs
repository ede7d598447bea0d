//! The definition of a check without its types: a domain, solvers, and what else judges their answers.
//!
//! A [`CrossCheck`](crate::CrossCheck) knows the types, and puts its functions behind this. All that happens to a check
//! happens to its definition, in terms of lists, rows and items.

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

/// The definition of a check. A clone shares solvers and whatever else is behind a function.
#[derive(Clone)]
pub(crate) struct Definition {
    pub(crate) outline: Outline,
    pub(crate) domain: Arc<dyn AnyDomain>,
    pub(crate) solvers: Vec<Arc<NamedSolver>>,
    pub(crate) truth: Option<Truth>,
    pub(crate) relations: Vec<Arc<Relation>>,
    /// Which inputs count, if not all.
    pub(crate) only: Option<Arc<IsOne>>,
    /// Whether an input represents others.
    pub(crate) represents: Option<Arc<IsOne>>,
    pub(crate) equality: Equality,
    pub(crate) digest: Option<DigestOf>,
    pub(crate) shown: Option<Arc<ShownBy>>,
    pub(crate) vocabulary: Vocabulary,
    /// A list of answers without any.
    pub(crate) no_answers: fn() -> AnyVec,
    /// Where it is defined.
    pub(crate) source: &'static Location<'static>,
}

/// A property of inputs.
type IsOne = dyn Fn(&dyn Item) -> bool + Send + Sync;

type ShownBy = dyn Fn(&dyn Item, &Finding) -> Shown + Send + Sync;

impl Definition {
    /// The inputs with these numbers. If one panics, so does this.
    pub(crate) fn inputs(&self, numbers: &[u128]) -> AnyVec {
        let mut inputs = self.domain.empty();
        let numbers = Numbers::Listed(numbers.to_vec());
        self.domain.fill(&numbers, &mut inputs);
        inputs
    }

    /// The input with this number, as people see it. If it panics, so does this.
    pub(crate) fn shown(&self, number: u128) -> String {
        format!("{:?}", self.inputs(&[number]).item(0))
    }

    /// Whether an input counts.
    ///
    /// # Errors
    /// If the precondition panics.
    pub(crate) fn counts(&self, input: &dyn Item) -> Result<bool, Failure> {
        let only = self.only.as_ref();
        only.map_or(Ok(true), |only| catch_panic(|| only(input)))
    }
}
