//! The findings of a run: counts, digests, and the simplest wrong positions.
//!
//! Each block has findings of its own, which the run merges. The sum does not depend on the order of the blocks.

use std::collections::BTreeMap;

use crossply_problems::{Position, Problem};
use schemars::JsonSchema;
use serde::Serialize;

use crate::oracles::proof::Unproven;
use crate::plan::Choice;
use crate::{Counts, Digest, Finding, JournalError, Outcome, Plan, Shard, Statistics};

/// How many wrong positions are kept: the simplest.
const KEPT_FINDINGS: usize = 10;

/// The findings of a run.
#[derive(Debug)]
pub struct Findings<P: Problem> {
    /// Numbers.
    pub counts: Counts,
    /// How the run ended.
    pub ended: Ended,
    /// The simplest wrong positions, simplest first.
    pub simplest: Vec<Finding<P>>,
    /// Why the journal lacks some of this.
    pub unsaved: Option<JournalError>,
}

/// The distinct positions that solvers answered, and their answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covered {
    /// How many.
    pub positions: u64,
    /// The digest of the answers. None if solvers differ.
    pub digest: Option<Digest>,
}

impl Covered {
    /// Whether these are the answers on record. None unless they cover all positions with this number of
    /// empties.
    #[must_use]
    pub fn is_as_recorded<P: Problem>(&self, empties: u32) -> Option<bool> {
        let indices = P::domain().with_empties(empties..=empties);
        let all = self.positions == indices.end - indices.start;
        all.then(|| self.digest == Digest::on_record::<P>(empties))
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "HowItEnded")]
pub enum Ended {
    /// Everything was done.
    Completed,
    /// The time was up.
    TimeUp,
    /// The user interrupted it.
    Interrupted,
}

impl<P: Problem> Findings<P> {
    /// The digests of the answers to distinct positions, by the number of empties. A digest is that of the
    /// solvers that answered most of these positions, if they agree.
    #[must_use]
    pub fn digests(&self) -> BTreeMap<u32, Covered> {
        let mut digests = BTreeMap::<u32, Covered>::new();
        for statistics in &self.counts.solvers {
            for (&empties, work) in &statistics.by_empties {
                let covered = Covered {
                    positions: work.answered.in_order,
                    digest: Some(work.digest),
                };
                if covered.positions == 0 {
                    continue;
                }
                let known = digests.entry(empties).or_insert(covered);
                if covered.positions > known.positions {
                    *known = covered;
                } else if covered.positions == known.positions && covered.digest != known.digest {
                    known.digest = None;
                }
            }
        }
        digests
    }

    /// The findings of a run that has not begun.
    pub(crate) fn nothing(plan: &Plan<P>) -> Self {
        let solvers = plan.solvers.iter().map(|entry| Statistics::new(entry.name));
        Findings {
            counts: Counts {
                solvers: solvers.collect(),
                ..Counts::default()
            },
            ended: Ended::Completed,
            simplest: Vec::new(),
            unsaved: None,
        }
    }

    /// Compares the answer on which all agree with the proven one. Returns whether it is right.
    pub(crate) fn prove(
        &mut self,
        choice: Choice,
        answers: Finding<P>,
        proven: Result<P::Answer, Unproven<P>>,
    ) -> bool {
        let right = match proven {
            Ok(right) => Outcome::Answer(right),
            Err(unproven) => {
                self.counts.trouble = Some(at_fault(&unproven));
                return false;
            }
        };
        let mut outcomes = answers.outcomes.iter();
        let is_right = outcomes.all(|(_, outcome)| *outcome == right);
        if is_right {
            self.counts.proven.add(choice, 1);
        } else {
            self.add(answers);
        }
        is_right
    }

    /// Proves the right answers to the wrong positions that will be shown. For the others the prover's word is
    /// enough.
    pub(crate) fn prove_simplest(
        &mut self,
        mut prove: impl FnMut(Position<P>) -> Result<P::Answer, Unproven<P>>,
    ) {
        for found in &self.simplest {
            if let Err(unproven) = prove(found.position) {
                self.counts.trouble = Some(at_fault(&unproven));
            }
        }
    }

    /// Records that a run compared nothing, unless this part of the plan is empty. An interrupted run says so
    /// itself.
    pub(crate) fn refuse_nothing(&mut self, plan: &Plan<P>, shard: Shard) {
        let why = match self.ended {
            _ if self.counts.compared.total() > 0 || plan.positions(shard) == 0 => return,
            Ended::Interrupted => return,
            Ended::TimeUp => "the time was up before two solvers had answered one position",
            Ended::Completed => "no position was answered by two solvers",
        };
        let trouble = self.counts.trouble.take();
        self.counts.trouble = trouble.or(Some(format!("nothing was compared: {why}")));
    }

    /// Counts a wrong position, and keeps it if it is among the simplest.
    pub(crate) fn add(&mut self, finding: Finding<P>) {
        self.counts.disagreements += 1;
        for name in finding.wrong() {
            let mut statistics = self.counts.solvers.iter_mut();
            if let Some(statistics) = statistics.find(|statistics| statistics.solver == name) {
                statistics.wrong += 1;
            }
        }
        self.keep_simplest([finding]);
    }

    /// Adds the findings of other blocks.
    pub(crate) fn merge(&mut self, other: Self) {
        self.counts.merge(other.counts);
        if other.ended != Ended::Completed {
            self.ended = other.ended;
        }
        self.keep_simplest(other.simplest);
    }

    /// Keeps the simplest of these and those kept before, without counting them.
    pub(crate) fn keep_simplest(&mut self, found: impl IntoIterator<Item = Finding<P>>) {
        let index = |found: &Finding<P>| P::domain().index(found.position);
        for found in found {
            match self.simplest.binary_search_by_key(&index(&found), index) {
                // The same position in two stages: the one with more solvers says more.
                Ok(at) if found.outcomes.len() > self.simplest[at].outcomes.len() => {
                    self.simplest[at] = found;
                }
                Ok(_) => {}
                Err(at) => {
                    self.simplest.insert(at, found);
                    self.simplest.truncate(KEPT_FINDINGS);
                }
            }
        }
    }
}

fn at_fault<P: Problem>(unproven: &Unproven<P>) -> String {
    format!("the harness itself is at fault: {unproven}")
}

#[cfg(test)]
mod tests;
