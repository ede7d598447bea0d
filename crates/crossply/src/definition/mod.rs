//! The definition of a check without its types: a domain, solvers, and what else judges their answers.
//!
//! A [`CrossCheck`](crate::CrossCheck) knows the types, and puts its functions behind this. All that happens to a check
//! happens to its definition, in terms of columns, rows and items.

mod answers;
mod equality;
mod inputs;
mod misreading;
mod outline;
mod solver;
mod vocabulary;

use std::ops::Range;
use std::panic::Location;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::content::Shown;
use crate::digest::Digest;
use crate::failure::Failure;
use crate::finding::Finding;

pub(crate) use answers::Answers;
pub(crate) use equality::Equality;
pub(crate) use inputs::{AnyDomain, Batch, Numbers};
pub(crate) use misreading::{Applies, Misreading, Reader, Reading};
pub(crate) use outline::Outline;
pub(crate) use solver::{Instance, NamedSolver, Typed};
pub use solver::{Limits, Solver};
pub(crate) use vocabulary::Vocabulary;

/// The definition of a check. A clone shares solvers and whatever else is behind a function.
#[derive(Clone)]
pub(crate) struct Definition {
    pub(crate) outline: Outline,
    pub(crate) domain: Arc<dyn AnyDomain>,
    pub(crate) solvers: Vec<Arc<NamedSolver>>,
    pub(crate) truth: Option<Truth>,
    pub(crate) relations: Vec<Arc<Relation>>,
    /// Whether an input represents others.
    pub(crate) represents: Option<Arc<Represents>>,
    pub(crate) equality: Equality,
    pub(crate) digest: Option<Arc<DigestOf>>,
    pub(crate) shown: Option<Arc<ShownBy>>,
    pub(crate) vocabulary: Vocabulary,
    /// A column of answers without any.
    pub(crate) no_answers: fn() -> AnyVec,
    /// Where it is defined.
    pub(crate) source: &'static Location<'static>,
}

type Represents = dyn Fn(&dyn Item) -> bool + Send + Sync;

/// Appends the answers to the inputs in these rows.
pub(crate) type AnswerTo = dyn Fn(&AnyVec, Range<usize>, &mut AnyVec) + Send + Sync;

/// The trusted answer.
#[derive(Clone)]
pub(crate) struct Truth {
    pub(crate) answer: Arc<AnswerTo>,
    /// A cheaper way to compute it.
    pub(crate) in_bulk: Option<Arc<AnswerTo>>,
}

/// A relation between the answers of one solver.
pub(crate) struct Relation {
    pub(crate) name: String,
    pub(crate) holds: Box<Holds>,
}

/// Whether the answers that a solver gives fit together. Each input that it is asked for is passed on first.
type Holds = dyn Fn(&dyn Item, &mut dyn Instance, &mut dyn FnMut(&dyn Item)) -> bool + Send + Sync;

/// The digest of the answers that begin with this row of a column, to the inputs in these rows of a batch.
type DigestOf = dyn Fn(&Numbers, Range<usize>, &AnyVec, usize) -> Digest + Send + Sync;

type ShownBy = dyn Fn(&dyn Item, &Finding) -> Shown + Send + Sync;

impl Definition {
    /// The inputs with these numbers. If one panics, so does this.
    pub(crate) fn inputs(&self, numbers: &[u128]) -> AnyVec {
        let mut inputs = self.domain.empty();
        let numbers = Numbers::Listed(numbers.to_vec());
        self.domain.fill(&numbers, &mut inputs);
        inputs
    }

    /// The input with this number, as text.
    ///
    /// # Errors
    /// If the domain panics.
    pub(crate) fn shown_input(&self, number: u128) -> Result<String, Failure> {
        crate::failure::catch_panic(|| format!("{:?}", self.inputs(&[number]).item(0)))
    }

    /// The names of the solvers.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.solvers.iter().map(|solver| &*solver.name).collect()
    }
}
