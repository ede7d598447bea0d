//! The findings of a run: counts, digests, and the simplest failing inputs.
//!
//! Findings hold inputs and answers as text. So journals, merges and reports do not depend on the types of a check, and are
//! compiled only once. Merging the findings of blocks gives the same result in any order.

use std::collections::{HashMap, HashSet};

use crate::digest::Digest;
use crate::error::CheckError;
use crate::failure::Failure;
use crate::finding::Finding;
use crate::run::{Counts, Plan, RunOutcome, Shard};
use crate::wide::count;

/// The number of failing inputs that are kept: the simplest ones. In addition, the simplest of each kind is kept.
const KEPT_FINDINGS: usize = 10;

/// How many places where a solver panics are kinds of their own.
const PLACES_OF_PANICS: usize = 3;

/// The findings of a run.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Findings {
    /// The counts of inputs, answers and faults.
    pub counts: Counts,
    /// How the run ended.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ended: Ended,
    /// What each solver got wrong, as sets of inputs.
    pub(crate) outcome: RunOutcome,
    /// The simplest failing inputs and the simplest of each kind, simplest first.
    pub simplest: Vec<Finding>,
    /// The error if the journal is incomplete.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub unsaved: Option<CheckError>,
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
// In ascending order of severity: merging takes the maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Ended {
    /// The whole plan was carried out.
    #[default]
    Completed,
    /// The time was up.
    TimeUp,
    /// The run gave up because a solver failed too often.
    GivenUp,
    /// The user interrupted the run.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SectionDigest {
    /// The name of the section.
    pub section: String,
    /// The number of distinct inputs.
    pub inputs: u64,
    /// The digest of the answers. `None` if solvers differ.
    pub sum: Option<Digest>,
    /// Whether the digest equals the recorded one. `None` unless it covers all inputs of the section that count.
    pub as_recorded: Option<bool>,
}

impl Findings {
    /// The findings of a run that has not started.
    pub(crate) fn nothing(plan: &Plan) -> Self {
        Findings {
            counts: Counts::nothing(plan),
            outcome: RunOutcome::nothing(plan.check.solvers.len(), plan.check.relations.len()),
            ended: Ended::Completed,
            simplest: Vec::new(),
            unsaved: None,
        }
    }

    /// Whether a finding on the input with this number would be kept.
    pub(crate) fn keeps(&self, index: u128) -> bool {
        let last = self.simplest.get(KEPT_FINDINGS - 1);
        last.is_none_or(|last| index <= last.index.0)
    }

    /// Whether a finding on the input with this number, where the solver gives a wrong answer or fails so, would be kept as the
    /// simplest of its kind.
    pub(crate) fn keeps_kind(&self, index: u128, solver: &str, failure: Option<&Failure>) -> bool {
        let kind = failure.map(|failure| failure.kind);
        let simpler = self
            .simplest
            .iter()
            .take_while(|found| found.index.0 < index);
        let of_kind = simpler
            .flat_map(Finding::blamed)
            .filter(|given| given.solver == solver && given.failure == kind);
        let places: HashSet<Option<&str>> = of_kind.map(|given| given.place.as_deref()).collect();
        let place = failure.and_then(|failure| failure.place.as_deref());
        places.len() < PLACES_OF_PANICS && !places.contains(&place)
    }

    /// Puts the result of minimising first.
    pub(crate) fn keep_first(&mut self, simplest: Finding) {
        self.simplest.retain(|other| other.index != simplest.index);
        self.simplest.insert(0, simplest);
        drop_others(&mut self.simplest);
    }

    /// Adds the findings of other blocks.
    pub(crate) fn merge(&mut self, other: Self) {
        self.counts.merge(other.counts);
        self.outcome.merge(other.outcome);
        self.ended = self.ended.max(other.ended);
        keep_simplest(&mut self.simplest, other.simplest);
    }

    /// Records an error if a run that is over compared nothing, unless this part of the plan is empty: it has no inputs, or
    /// the precondition excludes all inputs of a shard. An interrupted run is reported anyway. Only the end of a run decides
    /// this: a piece of it that compares nothing says nothing of the others.
    pub(crate) fn fail_if_nothing_compared(&mut self, plan: &Plan, shard: Shard) {
        let excluded = self.counts.excluded.total();
        let is_excluded = shard != Shard::WHOLE && excluded > 0 && self.ended == Ended::Completed;
        let is_empty = plan.inputs(shard) == 0 || is_excluded;
        if self.counts.compared.total() > 0 || is_empty {
            return;
        }
        let noun = &plan.check.words.noun;
        let who = match plan.check.least() {
            2 => "two solvers",
            _ => "the solver",
        };
        let why = match self.ended {
            Ended::Interrupted => return,
            Ended::TimeUp => format!("the time was up before {who} had answered one {noun}"),
            Ended::GivenUp | Ended::Completed => match &plan.check.only {
                Some(only) if excluded > 0 => {
                    let nouns = &plan.check.words.nouns;
                    format!("none of {} {nouns} is `{}`", count(excluded), only.words)
                }
                _ => format!("no {noun} was answered by {who}"),
            },
        };
        self.counts
            .trouble
            .get_or_insert_with(|| format!("nothing was compared: {why}"));
    }
}

/// Adds findings to those already kept. Keeps the simplest of all, and the simplest of each kind, so that one fault does not
/// hide another.
pub(crate) fn keep_simplest(kept: &mut Vec<Finding>, findings: impl IntoIterator<Item = Finding>) {
    for finding in findings {
        match kept.binary_search_by_key(&finding.index, |kept| kept.index) {
            // Two stages may have the same input: keep the finding with more answers.
            Ok(at) if finding.answers.len() > kept[at].answers.len() => kept[at] = finding,
            Ok(_) => {}
            Err(at) => kept.insert(at, finding),
        }
    }
    drop_others(kept);
}

/// Drops findings that are neither among the simplest nor the first of a kind: of a solver and a kind of failure, or for a
/// panic its place.
fn drop_others(findings: &mut Vec<Finding>) {
    let mut seen = HashMap::<_, HashSet<Option<String>>>::new();
    let mut place = 0;
    findings.retain(|finding| {
        let mut is_new = false;
        for given in finding.blamed() {
            let kind = (given.solver.clone(), given.failure);
            let places = seen.entry(kind).or_default();
            is_new |= places.len() < PLACES_OF_PANICS && places.insert(given.place.clone());
        }
        place += 1;
        place <= KEPT_FINDINGS || is_new
    });
}
