//! The findings of a run: counts, digests, and the simplest wrong inputs.
//!
//! They hold inputs and answers as text, as a person reads them. So journals, merges and reports need not know the types
//! of a check, and are compiled once. The sum of the findings of blocks does not depend on the order of the blocks.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::digest::Digest;
use crate::error::JournalError;
use crate::finding::Finding;
use crate::run::{Counts, Plan, Shard};

/// How many wrong inputs are kept: the simplest.
pub(crate) const KEPT_FINDINGS: usize = 10;

/// The findings of a run.
#[derive(Debug)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Findings {
    /// Numbers.
    pub counts: Counts,
    /// How the run ended.
    #[cfg_attr(feature = "journal", serde(skip))]
    pub ended: Ended,
    /// The simplest wrong inputs, simplest first.
    pub simplest: Vec<Finding>,
    /// The blocks that these cover, by their numbers in the shard.
    pub(crate) done: Done,
    /// How long the slowest block took.
    #[cfg_attr(feature = "journal", serde(skip))]
    pub(crate) slowest: Duration,
    /// Why the journal lacks some of this.
    #[cfg_attr(feature = "journal", serde(skip))]
    pub unsaved: Option<JournalError>,
}

/// How a run ended.
///
/// ```
/// use crossply::{CrossCheck, Ended, domain};
///
/// let check = CrossCheck::new("sign", domain::all::<i8>())
///     .solver("library", |n| n.signum())
///     .solver("comparisons", |&n| i8::from(n > 0) - i8::from(n < 0));
/// assert_eq!(check.check_quickly()?.ended, Ended::Completed);
/// # Ok::<(), crossply::CheckError>(())
/// ```
// The worst is the greatest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "journal", serde(rename_all = "snake_case"))]
pub enum Ended {
    /// Everything was done.
    #[default]
    Completed,
    /// The time was up.
    TimeUp,
    /// A solver had failed too often to be asked on.
    GivenUp,
    /// The user interrupted it.
    Interrupted,
}

/// The distinct inputs of a section that solvers answered, and their answers.
///
/// ```
/// use crossply::{CrossCheck, domain};
///
/// let check = CrossCheck::new("palindromes", domain::words("ab", 0..=3))
///     .digests()
///     .solver("reversed", |word| word.iter().eq(word.iter().rev()))
///     .solver("ends", |word| word.first() == word.last());
/// let digests = check.check_quickly()?.digests;
/// assert_eq!((&*digests[3].section, digests[3].inputs), ("length 3", 8));
/// # Ok::<(), crossply::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct SectionDigest {
    /// The section.
    pub section: String,
    /// How many distinct inputs.
    pub inputs: u64,
    /// The digest of the answers; none if solvers differ.
    pub sum: Option<Digest>,
    /// Whether it equals the digest on record; none unless it covers all inputs of the section.
    pub as_recorded: Option<bool>,
}

impl Findings {
    /// The findings of a run that has not begun.
    pub(crate) fn nothing(plan: &Plan) -> Self {
        Findings {
            counts: Counts::nothing(plan),
            ended: Ended::Completed,
            simplest: Vec::new(),
            done: Done::default(),
            slowest: Duration::ZERO,
            unsaved: None,
        }
    }

    /// Whether a finding with this number would be kept.
    pub(crate) fn keeps(&self, index: u128) -> bool {
        let last = self.simplest.get(KEPT_FINDINGS - 1);
        last.is_none_or(|last| index <= last.index.0)
    }

    /// Puts the result of a search first.
    pub(crate) fn keep_first(&mut self, simplest: Finding) {
        self.simplest.retain(|found| found.index != simplest.index);
        self.simplest.insert(0, simplest);
        self.simplest.truncate(KEPT_FINDINGS);
    }

    /// Adds the findings of other blocks.
    pub(crate) fn merge(&mut self, other: Self) {
        self.counts.merge(other.counts);
        self.ended = self.ended.max(other.ended);
        keep_simplest(&mut self.simplest, other.simplest);
    }

    /// Records that a run compared nothing, unless this part of the plan is empty. An interrupted run says so
    /// itself.
    pub(crate) fn fail_if_nothing_compared(&mut self, plan: &Plan, shard: Shard) {
        let noun = &plan.outline.noun;
        let who = match plan.outline.least() {
            2 => "two solvers",
            _ => "the solver",
        };
        let why = match self.ended {
            _ if self.counts.compared.total() > 0 || plan.inputs(shard) == 0 => return,
            Ended::Interrupted => return,
            Ended::TimeUp => format!("the time was up before {who} had answered one {noun}"),
            _ if self.counts.excluded.total() > 0 => {
                format!("no {noun} is `{}`", plan.outline.only)
            }
            Ended::GivenUp | Ended::Completed => format!("no {noun} was answered by {who}"),
        };
        let trouble = || format!("nothing was compared: {why}");
        self.counts.trouble.get_or_insert_with(trouble);
    }
}

/// Keeps the simplest of these and those kept before.
pub(crate) fn keep_simplest(kept: &mut Vec<Finding>, found: impl IntoIterator<Item = Finding>) {
    for found in found {
        match kept.binary_search_by_key(&found.index, |kept| kept.index) {
            // The same input in two stages: the one with more solvers says more.
            Ok(at) if found.answers.len() > kept[at].answers.len() => kept[at] = found,
            Ok(_) => {}
            Err(at) => {
                kept.insert(at, found);
                kept.truncate(KEPT_FINDINGS);
            }
        }
    }
}

/// A set of block numbers. Blocks start in order, so it is a range with few others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Done {
    /// All blocks below this number are done.
    pub(crate) below: u64,
    others: BTreeSet<u64>,
}

impl Done {
    pub(crate) fn contains(&self, number: u64) -> bool {
        number < self.below || self.others.contains(&number)
    }

    pub(crate) fn insert(&mut self, number: u64) {
        if number >= self.below {
            self.others.insert(number);
        }
        while self.others.remove(&self.below) {
            self.below += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_set(numbers in proptest::collection::vec(0..40_u64, 0..60)) {
            let mut done = Done::default();
            let mut expected = BTreeSet::new();
            for number in numbers {
                done.insert(number);
                expected.insert(number);
                prop_assert!((0..50).all(|n| done.contains(n) == expected.contains(&n)));
                prop_assert!(!done.others.contains(&done.below), "{:?}", done);
            }
        }
    }
}
