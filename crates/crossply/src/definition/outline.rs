//! The names and numbers of a check, which plans and reports use.

use std::ops::Range;
use std::sync::Arc;

use super::Limits;
use crate::digest::Digest;
use crate::domain::{Axis, Section};
use crate::error::CheckError;

/// The properties of a check that do not depend on its types.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) name: String,
    pub(crate) summary: String,
    /// The command line that includes the check. Empty if there is none.
    pub(crate) command: String,
    /// The word for an input, and its plural.
    pub(crate) noun: String,
    pub(crate) nouns: String,
    /// What the names of sections stand for.
    pub(crate) sections_are: String,
    /// The number of inputs in the domain.
    pub(crate) len: u128,
    /// Whether the inputs can only be drawn, so that their numbers are seeds.
    pub(crate) is_drawn: bool,
    /// At least one section. The last one ends with the domain.
    pub(crate) sections: Vec<Section>,
    /// The numbers of edges of the domain, ascending.
    pub(crate) edges: Arc<[u128]>,
    /// The axes of the domain. A domain of combinations has one for each part, most significant part first. Empty if inputs
    /// are drawn.
    pub(crate) axes: Arc<[Axis]>,
    pub(crate) solvers: Vec<(String, Limits)>,
    /// The solver that relations ask, if it takes part.
    pub(crate) subject: String,
    /// The name of the trusted answer, if there is one.
    pub(crate) truth: Option<String>,
    pub(crate) has_relations: bool,
    /// The name of the precondition. Empty if there is none.
    pub(crate) only: String,
    /// The description of inputs that represent others. Empty if there are none.
    pub(crate) representatives: String,
    pub(crate) has_digests: bool,
    /// The recorded digests, by section.
    pub(crate) records: Vec<(String, Digest)>,
    /// Whether each run checks all inputs, however long that takes.
    pub(crate) is_complete: bool,
    /// Whether the check runs in a child process.
    pub(crate) is_isolated: bool,
    /// The smallest number of inputs that a run has to compare.
    pub(crate) at_least: u64,
    /// The number of inputs in a block if all solvers are quick.
    pub(crate) block: u64,
    /// The largest number of inputs in a block. Blocks grow with the number of inputs before them.
    pub(crate) largest_block: u64,
    /// The number of inputs drawn from each part of the domain that a solver does not answer completely.
    pub(crate) sample: u64,
}

impl Outline {
    /// The indices of the solvers whose limits satisfy `is_within`.
    pub(crate) fn within(&self, is_within: impl Fn(&Limits) -> bool) -> Vec<usize> {
        let solvers = self.solvers.iter().enumerate();
        let within = solvers.filter(|(_, (_, limits))| is_within(limits));
        within.map(|(index, _)| index).collect()
    }

    /// The smallest number of solvers that have to answer an input so that it counts as compared. It is two, or one if the
    /// check has only one solver, which the trusted answer or a relation then judges.
    pub(crate) fn least(&self) -> usize {
        self.solvers.len().min(2)
    }

    /// The edges of the domain within this range.
    pub(crate) fn edges_in(&self, indices: &Range<u128>) -> &[u128] {
        let [start, end] =
            [indices.start, indices.end].map(|end| self.edges.partition_point(|edge| *edge < end));
        &self.edges[start..end]
    }

    /// Whether a quick run covers the whole domain, because the check is complete or limits a solver.
    pub(crate) fn has_whole_reach(&self) -> bool {
        let mut solvers = self.solvers.iter();
        self.is_complete || solvers.any(|(_, limits)| *limits != Limits::NONE)
    }

    /// The names of the solvers.
    pub(crate) fn names(&self) -> Vec<&str> {
        let solvers = self.solvers.iter();
        solvers.map(|(name, _)| &**name).collect()
    }

    /// An error about this check, with its name before the message.
    pub(crate) fn refuse(&self, fault: &str) -> CheckError {
        CheckError::Plan(format!("{}: {fault}", self.name))
    }
}
