//! The findings of a run: counts, digests, and the simplest wrong positions.
//!
//! Each block has findings of its own, which the run merges. The sum does not depend on the order of the blocks.

use std::collections::BTreeMap;
use std::time::Duration;

use crossply_problems::{Position, Problem};
use schemars::JsonSchema;
use serde::Serialize;

use crate::oracles::proof::Unproven;
use crate::plan::Amount;
use crate::{Answered, Digest, Finding, JournalError, Outcome, Pairs, Plan, Shard, Statistics};

/// How many wrong positions are kept: the simplest.
const KEPT: usize = 10;

/// The findings of a run.
#[derive(Debug)]
pub struct Findings<P: Problem> {
    /// How many positions were answered by at least two solvers.
    pub compared: Answered,
    /// How many of these have a proven answer.
    pub proven: Answered,
    /// For how many of these the metamorphic relations hold.
    pub related: Answered,
    /// How the run ended.
    pub ended: Ended,
    /// The statistics of each solver, in the plan's order.
    pub statistics: Vec<Statistics<P>>,
    /// How often each pair of solvers differed.
    pub pairs: Pairs,
    /// How often solvers disagreed, or an oracle refused an answer on which they agreed. A position that comes
    /// up again counts again.
    pub disagreements: u64,
    /// The simplest wrong positions, simplest first.
    pub simplest: Vec<Finding<P>>,
    /// Why the run proves nothing although no solver is wrong: the harness itself is at fault, or compared
    /// nothing.
    pub trouble: Option<String>,
    /// Why the journal lacks some of this.
    pub unsaved: Option<JournalError>,
    /// How long the run took, including the time on record in the journal.
    pub elapsed: Duration,
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
        for statistics in &self.statistics {
            for (&empties, &digest) in &statistics.digests {
                let positions = statistics.answered[&empties].in_order;
                let covered = digests.entry(empties).or_insert(Covered {
                    positions,
                    digest: Some(digest),
                });
                if positions > covered.positions {
                    *covered = Covered {
                        positions,
                        digest: Some(digest),
                    };
                } else if positions == covered.positions && covered.digest != Some(digest) {
                    covered.digest = None;
                }
            }
        }
        digests
    }

    /// The findings of a run that has not begun.
    pub(crate) fn nothing(plan: &Plan<P>) -> Self {
        let statistics = plan.solvers.iter().map(|entry| Statistics::new(entry.name));
        Findings {
            compared: Answered::default(),
            proven: Answered::default(),
            related: Answered::default(),
            trouble: None,
            ended: Ended::Completed,
            statistics: statistics.collect(),
            pairs: Pairs::default(),
            disagreements: 0,
            simplest: Vec::new(),
            unsaved: None,
            elapsed: Duration::ZERO,
        }
    }

    /// Compares the answer on which all agree with the proven one. Returns whether it is right.
    pub(crate) fn prove(
        &mut self,
        amount: Amount,
        answers: Finding<P>,
        proven: Result<P::Answer, Unproven<P>>,
    ) -> bool {
        let right = match proven {
            Ok(right) => Outcome::Answer(right),
            Err(unproven) => {
                self.trouble = Some(at_fault(&unproven));
                return false;
            }
        };
        let is_right = answers
            .outcomes
            .iter()
            .all(|(_, outcome)| *outcome == right);
        if is_right {
            self.proven.add(amount, 1);
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
                self.trouble = Some(at_fault(&unproven));
            }
        }
    }

    /// Records that a run compared nothing, unless this part of the plan is empty. An interrupted run says so
    /// itself.
    pub(crate) fn refuse_nothing(&mut self, plan: &Plan<P>, shard: Shard) {
        let why = match self.ended {
            _ if self.compared.total() > 0 || plan.positions(shard) == 0 => return,
            Ended::Interrupted => return,
            Ended::TimeUp => "the time was up before two solvers had answered one position",
            Ended::Completed => "no position was answered by two solvers",
        };
        self.trouble = self
            .trouble
            .take()
            .or(Some(format!("nothing was compared: {why}")));
    }

    /// Counts a wrong position, and keeps it if it is among the simplest.
    pub(crate) fn add(&mut self, finding: Finding<P>) {
        self.disagreements += 1;
        for name in finding.wrong() {
            let mut statistics = self.statistics.iter_mut();
            if let Some(statistics) = statistics.find(|statistics| statistics.solver == name) {
                statistics.wrong += 1;
            }
        }
        self.keep_simplest([finding]);
    }

    /// Adds the findings of other blocks.
    pub(crate) fn merge(&mut self, other: Self) {
        self.compared.merge(other.compared);
        self.proven.merge(other.proven);
        self.related.merge(other.related);
        self.trouble = self.trouble.take().or(other.trouble);
        if other.ended != Ended::Completed {
            self.ended = other.ended;
        }
        for (statistics, others) in self.statistics.iter_mut().zip(other.statistics) {
            statistics.merge(others);
        }
        self.pairs.merge(other.pairs);
        self.disagreements += other.disagreements;
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
                    self.simplest.truncate(KEPT);
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
