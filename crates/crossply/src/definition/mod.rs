//! The type-erased definition of a check: a domain, solvers, and other oracles.
//!
//! A [`CrossCheck`](crate::CrossCheck) has the types, and wraps its functions so that they hide them. The rest of the library
//! works with this definition, in terms of columns, rows and items.

mod answers;
mod equality;
mod inputs;
mod oracles;
mod solver;
mod vocabulary;

use std::fmt;
use std::ops::Range;
use std::panic::Location;
use std::sync::{Arc, OnceLock};

use crate::any_vec::{AnyVec, Item};
use crate::content::Shown;
use crate::cut::in_line;
use crate::digest::Digest;
use crate::domain::{Axis, Section};
use crate::error::CheckError;
use crate::failure::{Failure, catch_panic};
use crate::finding::Finding;

pub(crate) use answers::Answers;
pub(crate) use equality::Equality;
pub use equality::Float;
pub(crate) use inputs::{AnyDomain, Batch, Numbers};
pub(crate) use oracles::{AnswerTo, DigestOf, Observer, Relation, Truth, answering, digest_of};
pub(crate) use solver::{Instance, NamedSolver};
pub use solver::{Limits, Solver};
pub(crate) use vocabulary::{MisreadAnswer, Misreading, Vocabulary};

/// The definition of a check. A clone shares its solvers and other functions with the original.
#[derive(Clone)]
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) summary: String,
    /// The command line that includes the check.
    pub(crate) command: Option<String>,
    pub(crate) words: InputWords,
    pub(crate) domain: Arc<dyn AnyDomain>,
    /// The number of inputs in the domain.
    pub(crate) len: u128,
    /// Whether the inputs can only be drawn, so that their numbers are seeds.
    pub(crate) is_drawn: bool,
    /// At least one section. The last one ends with the domain.
    pub(crate) sections: Vec<Section>,
    /// The edges and axes of the domain, once a run has needed them: a large combination takes milliseconds to list its edges.
    pub(crate) edges: Arc<OnceLock<Vec<u128>>>,
    pub(crate) axes: Arc<OnceLock<Vec<Axis>>>,
    pub(crate) solvers: Vec<NamedSolver>,
    /// The solver that relations ask, if it takes part.
    pub(crate) subject: Option<String>,
    pub(crate) truth: Option<Truth>,
    pub(crate) relations: Vec<Arc<Relation>>,
    /// The precondition: which inputs count. `None` if all do.
    pub(crate) only: Option<Predicate>,
    /// Which inputs represent others.
    pub(crate) representatives: Option<Predicate>,
    pub(crate) equality: Equality,
    /// The equality before the user has chosen a wider one, such as a tolerance.
    pub(crate) identity: Equality,
    pub(crate) digest: Option<DigestOf>,
    /// The recorded digests, by section.
    pub(crate) records: Vec<(String, Digest)>,
    /// Whether each run checks all inputs, however long that takes.
    pub(crate) is_complete: bool,
    /// Whether the check runs in a child process.
    pub(crate) is_isolated: bool,
    /// The smallest number of inputs that a run has to compare, if the user has set it.
    pub(crate) at_least: Option<u64>,
    /// The number of inputs in a block if all solvers are quick.
    pub(crate) block: u64,
    /// The largest number of inputs in a block. Blocks grow with the number of inputs before them.
    pub(crate) largest_block: u64,
    /// The number of inputs drawn from each part of the domain that a solver does not answer completely.
    pub(crate) sample: u64,
    pub(crate) shown: Option<Arc<ShownBy>>,
    pub(crate) vocabulary: Vocabulary,
    /// Makes an empty column of answers.
    pub(crate) no_answers: fn() -> AnyVec,
    /// The source location that defines the check.
    pub(crate) source: &'static Location<'static>,
}

/// What reports call inputs and sections.
#[derive(Clone)]
pub(crate) struct InputWords {
    /// The word for an input, and its plural.
    pub(crate) noun: String,
    pub(crate) nouns: String,
    /// What the names of sections stand for.
    pub(crate) sections_are: Option<String>,
}

/// A property of inputs, in words and as a function.
#[derive(Clone)]
pub(crate) struct Predicate {
    pub(crate) words: String,
    pub(crate) holds: Arc<IsOne>,
}

type IsOne = dyn Fn(&dyn Item) -> bool + Send + Sync;

type ShownBy = dyn Fn(&dyn Item, &Finding) -> Shown + Send + Sync;

impl fmt::Debug for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Definition").field(&self.name).finish()
    }
}

impl Definition {
    /// The inputs with these numbers. Panics if the domain panics.
    pub(crate) fn inputs(&self, numbers: &[u128]) -> AnyVec {
        let mut inputs = self.domain.empty();
        let numbers = Numbers::Listed(numbers.to_vec());
        self.domain.fill(&numbers, &mut inputs);
        inputs
    }

    /// How sentences show the input with this number. Panics if the domain panics.
    pub(crate) fn shown(&self, number: u128) -> String {
        self.in_line(self.inputs(&[number]).item(0))
    }

    /// How sentences show an input.
    pub(crate) fn in_line(&self, input: &dyn Item) -> String {
        in_line(&self.domain.show(input))
    }

    /// The number of an input, if the domain knows it. A domain of the user's may be wrong about it.
    pub(crate) fn number_of(&self, input: &dyn Item) -> Option<u128> {
        let number = self
            .domain
            .index(input)
            .filter(|&number| number < self.len)?;
        let shown = catch_panic(|| self.shown(number));
        (shown == Ok(self.in_line(input))).then_some(number)
    }

    /// Whether the precondition holds for an input.
    ///
    /// # Errors
    /// If the precondition panics.
    pub(crate) fn admits(&self, input: &dyn Item) -> Result<bool, Failure> {
        let only = self.only.as_ref();
        only.map_or(Ok(true), |only| catch_panic(|| (only.holds)(input)))
    }

    /// The indices of all solvers.
    pub(crate) fn all_solvers(&self) -> Vec<usize> {
        (0..self.solvers.len()).collect()
    }

    /// The indices of the solvers whose limits satisfy `is_within`.
    pub(crate) fn within(&self, is_within: impl Fn(&Limits) -> bool) -> Vec<usize> {
        let within = self
            .solvers
            .iter()
            .enumerate()
            .filter(|(_, solver)| is_within(&solver.limits));
        within.map(|(index, _)| index).collect()
    }

    /// The smallest number of solvers that have to answer an input so that it counts as compared. It is two, or one if the
    /// check has only one solver, which the trusted answer or a relation then judges.
    pub(crate) fn least(&self) -> usize {
        self.solvers.len().min(2)
    }

    /// The edges of the domain within this range.
    pub(crate) fn edges_in(&self, indices: &Range<u128>) -> &[u128] {
        let edges = self.edges.get_or_init(|| self.domain.edges());
        let [start, end] =
            [indices.start, indices.end].map(|end| edges.partition_point(|edge| *edge < end));
        &edges[start..end]
    }

    /// The axes of the domain.
    pub(crate) fn axes(&self) -> &[Axis] {
        self.axes.get_or_init(|| self.domain.axes())
    }

    /// The names of the solvers.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.solvers.iter().map(|solver| &*solver.name).collect()
    }

    /// An error about this check, with its name before the message.
    pub(crate) fn refuse(&self, fault: &str) -> CheckError {
        CheckError::new(format!("{}: {fault}", self.name))
    }
}
