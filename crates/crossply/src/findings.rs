//! The findings of a run: counts, digests, and the simplest wrong inputs.
//!
//! They hold inputs and answers as text, as a person reads them. So journals, merges and reports need not know the types
//! of a check, and are compiled once. The sum of the findings of blocks does not depend on the order of the blocks.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::wide::Wide;
use crate::{Counts, Digest, JournalError, Outcome, Shard};

/// How many wrong inputs are kept: the simplest.
pub(crate) const KEPT_FINDINGS: usize = 10;

/// The findings of a run.
#[derive(Debug)]
pub struct Findings {
    /// Numbers.
    pub counts: Counts,
    /// How the run ended.
    pub ended: Ended,
    /// The simplest wrong inputs, simplest first.
    pub simplest: Vec<Finding>,
    /// Why the journal lacks some of this.
    pub unsaved: Option<JournalError>,
}

/// An input on which solvers disagree, or to which an oracle refuses their answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The number of the input in the domain; the seed that it was drawn with, if the domain cannot be numbered.
    pub index: Wide,
    /// The input.
    pub input: String,
    /// The section of the domain, if it has sections.
    pub section: String,
    /// The outcome of each solver.
    pub answers: Vec<Given>,
    /// The trusted answer, if there is one.
    pub right: Option<String>,
    /// The relation that the answers violate, if that is what is wrong, and the inputs and answers that it compared.
    pub violated: Option<Violation>,
    /// If the input alone gets no wrong answer: a batch that does, as short as one was found. Otherwise empty.
    pub batch: Vec<Numbered>,
    /// How it was found.
    pub provenance: Provenance,
}

/// The outcome of a solver on an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Given {
    /// The solver.
    pub solver: String,
    /// Its answer, or the message of its panic.
    pub answer: String,
    /// Whether it is wrong. A panic is wrong.
    pub wrong: bool,
    /// Whether it panicked.
    pub panicked: bool,
}

/// A relation between answers that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Violation {
    /// The relation.
    pub relation: String,
    /// The inputs and answers that it compared.
    pub compared: Vec<(String, String)>,
}

/// An input with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Numbered {
    /// Its number in the domain.
    pub index: Wide,
    /// The input.
    pub input: String,
}

/// How an input was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// A run met it.
    #[default]
    Seen,
    /// It is the result of a search for a simpler input about which this solver is wrong as well.
    Minimised {
        /// The solver.
        wrong: String,
        /// Whether the solver answered every simpler input, and is right about all of them.
        simplest: bool,
    },
    /// Every solver is right about the input alone: an answer depends on earlier inputs.
    DependsOnHistory,
}

/// How a run ended.
// The worst is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", schemars(rename = "HowItEnded"))]
pub enum Ended {
    /// Everything was done.
    Completed,
    /// The time was up.
    TimeUp,
    /// The user interrupted it.
    Interrupted,
}

/// The distinct inputs of a section that solvers answered, and their answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

impl Finding {
    /// The solvers that are wrong.
    pub fn wrong(&self) -> impl Iterator<Item = &str> {
        let wrong = self.answers.iter().filter(|given| given.wrong);
        wrong.map(|given| &*given.solver)
    }
}

impl Given {
    pub(crate) fn new(solver: &str, outcome: &Outcome<impl Debug>, wrong: bool) -> Self {
        Given {
            solver: solver.to_owned(),
            answer: outcome.in_words(),
            wrong,
            panicked: matches!(outcome, Outcome::Panic(_)),
        }
    }
}

impl Findings {
    /// The findings of a run that has not begun.
    pub(crate) fn nothing(plan: &Plan) -> Self {
        Findings {
            counts: Counts::nothing(plan),
            ended: Ended::Completed,
            simplest: Vec::new(),
            unsaved: None,
        }
    }

    /// Whether a finding with this number would be kept.
    pub(crate) fn keeps(&self, index: u128) -> bool {
        let last = self.simplest.get(KEPT_FINDINGS - 1);
        last.is_none_or(|last| index <= last.index.0)
    }

    /// Keeps the simplest of these and those kept before, without counting them.
    pub(crate) fn keep_simplest(&mut self, found: impl IntoIterator<Item = Finding>) {
        keep_simplest(&mut self.simplest, found);
    }

    /// Puts the result of a search first.
    pub fn keep_first(&mut self, simplest: Finding) {
        self.simplest.retain(|found| found.index != simplest.index);
        self.simplest.insert(0, simplest);
        self.simplest.truncate(KEPT_FINDINGS);
    }

    /// Adds the findings of other blocks.
    pub(crate) fn merge(&mut self, other: Self) {
        self.counts.merge(other.counts);
        if other.ended != Ended::Completed {
            self.ended = other.ended;
        }
        self.keep_simplest(other.simplest);
    }

    /// Records why the run proves nothing, unless that is known.
    pub(crate) fn add_trouble(&mut self, trouble: String) {
        self.counts.trouble.get_or_insert(trouble);
    }

    /// Records that a run compared nothing, unless this part of the plan is empty. An interrupted run says so
    /// itself.
    pub(crate) fn refuse_nothing(&mut self, plan: &Plan, shard: Shard) {
        let noun = &plan.outline.noun;
        let why = match self.ended {
            _ if self.counts.compared.total() > 0 || plan.inputs(shard) == 0 => return,
            Ended::Interrupted => return,
            Ended::TimeUp => format!("the time was up before two solvers had answered one {noun}"),
            Ended::Completed => format!("no {noun} was answered by two solvers"),
        };
        self.add_trouble(format!("nothing was compared: {why}"));
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
