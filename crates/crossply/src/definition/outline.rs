//! What a plan and a report know of a check: names and numbers, without its types.

use std::ops::Range;
use std::sync::Arc;

use super::Limits;
use crate::digest::Digest;
use crate::domain::{Axis, Section};
use crate::error::CheckError;

/// The outline of a check.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    pub(crate) name: String,
    pub(crate) summary: String,
    /// The command line that has it, or empty.
    pub(crate) command: String,
    /// What an input is called, and several.
    pub(crate) noun: String,
    pub(crate) nouns: String,
    /// What tells sections apart.
    pub(crate) sections_are: String,
    /// How many inputs the domain has.
    pub(crate) len: u128,
    /// Whether numbers are only seeds.
    pub(crate) is_drawn: bool,
    /// At least one; the last ends with the domain.
    pub(crate) sections: Vec<Section>,
    /// The numbers of edges of the domain, ascending.
    pub(crate) edges: Arc<[u128]>,
    /// The inputs in the order of their values. Of combinations an axis for each part, in the order of the digits of a
    /// number; none if inputs are drawn.
    pub(crate) axes: Arc<[Axis]>,
    pub(crate) solvers: Vec<(String, Limits)>,
    /// The solver that relations ask, if it takes part.
    pub(crate) subject: String,
    /// The name of the trusted answer, if there is one.
    pub(crate) truth: Option<String>,
    pub(crate) has_relations: bool,
    /// What has to hold for an input that counts; empty if all count.
    pub(crate) only: String,
    /// Which inputs represent others, in words; empty if none do.
    pub(crate) representatives: String,
    pub(crate) has_digests: bool,
    /// The digests on record, by section.
    pub(crate) records: Vec<(String, Digest)>,
    /// Whether all inputs are wanted, however long they take.
    pub(crate) is_complete: bool,
    /// Whether it is carried out in a process of its own.
    pub(crate) is_isolated: bool,
    /// How many inputs a run has to compare.
    pub(crate) at_least: u64,
    /// How many inputs a block has where all solvers are quick.
    pub(crate) block: u64,
    /// How many it has at most where many inputs come before it.
    pub(crate) largest_block: u64,
    /// How many inputs are drawn from each part of the domain where a solver does not answer all.
    pub(crate) sample: u64,
}

impl Outline {
    /// The solvers whose limits are so.
    pub(crate) fn within(&self, is_within: impl Fn(&Limits) -> bool) -> Vec<usize> {
        let solvers = self.solvers.iter().enumerate();
        let within = solvers.filter(|(_, (_, limits))| is_within(limits));
        within.map(|(index, _)| index).collect()
    }

    /// How many solvers have to answer an input so that something judges their answers: one alone has the trusted answer or a
    /// relation beside it.
    pub(crate) fn least(&self) -> usize {
        self.solvers.len().min(2)
    }

    /// The edges of the domain with these numbers.
    pub(crate) fn edges_in(&self, indices: &Range<u128>) -> &[u128] {
        let [start, end] =
            [indices.start, indices.end].map(|end| self.edges.partition_point(|edge| *edge < end));
        &self.edges[start..end]
    }

    /// Whether a quick run goes through the whole domain: the check insists on it, or limits a solver.
    pub(crate) fn has_whole_reach(&self) -> bool {
        let mut solvers = self.solvers.iter();
        self.is_complete || solvers.any(|(_, limits)| *limits != Limits::NONE)
    }

    /// The names of the solvers.
    pub(crate) fn names(&self) -> Vec<&str> {
        let solvers = self.solvers.iter();
        solvers.map(|(name, _)| &**name).collect()
    }

    /// The error that says so of this check.
    pub(crate) fn refuse(&self, fault: &str) -> CheckError {
        CheckError::Plan(format!("{}: {fault}", self.name))
    }
}
