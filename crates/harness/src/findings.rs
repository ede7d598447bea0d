//! What a run finds, and how: blocks of positions are answered, judged and counted.
//!
//! Each thread has findings of its own for the block it works at; they are merged when it is done. What
//! comes out does not depend on the order of the blocks.

use std::collections::BTreeMap;
use std::iter;
use std::mem;
use std::ops::Range;
use std::time::{Duration, Instant};

use crossply_problems::symmetry::is_first_of_its_class;
use crossply_problems::{Position, Problem};

use crate::generators::uniform;
use crate::oracles::agreement::compare;
use crate::oracles::batch;
use crate::oracles::metamorphic::{self, Relation, Violation};
use crate::oracles::proof::{Unproven, proven_answer};
use crate::panel::Answers;
use crate::plan::{Amount, Stage};
use crate::statistics::Tally;
use crate::{
    Answered, Digest, Disagreement, JournalError, Oracles, Outcome, Pairs, Panel, Plan, Shard,
    Statistics,
};

/// How many disagreements are kept, those on the simplest positions.
const KEPT: usize = 10;

/// What a run found.
#[derive(Debug)]
pub struct Findings<P: Problem> {
    /// How many positions were answered by at least two solvers.
    pub compared: Answered,
    /// Of how many of these the answer was proven.
    pub proven: Answered,
    /// Of how many the answer was compared with those that depend on it.
    pub related: Answered,
    /// Whether the plan was carried out to its end.
    pub ended: Ended,
    /// What each solver did, in the plan's order.
    pub statistics: Vec<Statistics<P>>,
    /// How often each two solvers differed.
    pub pairs: Pairs,
    /// How often solvers disagreed, or an oracle refused what they agreed on; on a position that
    /// came up again they may do so again.
    pub disagreements: u64,
    /// The disagreements on the simplest positions, simplest first.
    pub simplest: Vec<Disagreement<P>>,
    /// Why the run shows nothing, although no solver is wrong: the harness itself is at fault, or nothing was
    /// compared.
    pub trouble: Option<String>,
    /// Why the journal does not hold all of this.
    pub unsaved: Option<JournalError>,
    /// How long it took, with what the journal remembers.
    pub elapsed: Duration,
}

/// Distinct positions that were answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covered {
    /// How many.
    pub positions: u64,
    /// The digest of the answers. None if solvers differ.
    pub digest: Option<Digest>,
}

impl Covered {
    /// Whether these are the answers on record. None if they are not those to all positions with
    /// so many empties.
    #[must_use]
    pub fn is_as_recorded<P: Problem>(&self, empties: u32) -> Option<bool> {
        let indices = P::domain().with_empties(empties..=empties);
        let all = self.positions == indices.end - indices.start;
        all.then(|| self.digest == Digest::on_record::<P>(empties))
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything was done.
    Completed,
    /// The deadline came first.
    TimeUp,
    /// Somebody wanted it to stop.
    Interrupted,
}

impl<P: Problem> Findings<P> {
    /// For each number of empties the digests of the answers to distinct positions, if those
    /// solvers that were asked for most of them agree.
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

    /// Has the solvers answer the block with this number in the plan.
    pub(crate) fn check_block(
        &mut self,
        plan: &Plan<P>,
        stage: &Stage,
        panel: &mut Panel<P>,
        number: u64,
        in_stage: Range<u64>,
    ) {
        let (indices, positions) = positions_of(plan, stage, number, in_stage);
        let mut rest = &indices[..];
        for positions in positions.chunk_by(|a, b| a.empties() == b.empties()) {
            let (indices, later) = rest.split_at(positions.len());
            rest = later;
            let empties = positions[0].empties();
            let asked = |places: &[usize]| -> Vec<usize> {
                let asked = |&&place: &&usize| plan.asks(plan.solvers[place], empties);
                places.iter().filter(asked).copied().collect()
            };
            let mut group = Group {
                number,
                amount: stage.amount,
                places: asked(&stage.solvers),
                oracles: stage.oracles,
                indices: indices.to_vec(),
                positions: positions.to_vec(),
            };
            if let Some(everywhere) = &stage.everywhere {
                let others = group.split_off_all_but_the_first_of_each_class();
                self.check_group(
                    plan,
                    panel,
                    &Group {
                        places: asked(everywhere),
                        oracles: Oracles::NONE,
                        ..others
                    },
                );
            }
            self.check_group(plan, panel, &group);
        }
    }

    /// Has the solvers answer these positions, all with equally many empties.
    fn check_group(&mut self, plan: &Plan<P>, panel: &mut Panel<P>, group: &Group<P>) {
        let Group {
            number,
            amount,
            places,
            oracles,
            indices,
            positions,
        } = group;
        let (amount, oracles) = (*amount, *oracles);
        if places.len() < 2 || positions.is_empty() {
            return;
        }
        let empties = positions[0].empties();
        // What each solver answered, and what that amounts to: the same as for the one before, mostly.
        let mut columns = Vec::<Answers<P::Answer>>::with_capacity(places.len());
        let mut tally = None;
        for &place in places {
            let start = Instant::now();
            let answers = panel.answer_block(place, positions);
            let statistics = &mut self.statistics[place];
            *statistics.times.entry(empties).or_default() += start.elapsed();
            if columns.last() != Some(&answers) {
                tally = Some(Tally::of(indices, &answers));
            }
            if let Some(tally) = &tally {
                statistics.count(empties, amount, tally);
            }
            columns.push(answers);
        }
        self.compared.add(amount, positions.len() as u64);
        self.pairs.count(positions.len(), places, &columns);
        let all_answered = matches!(columns[0], Answers::All(_));
        let agreed = all_answered && columns.windows(2).all(|pair| pair[0] == pair[1]);
        if agreed && oracles == Oracles::NONE {
            return;
        }
        if oracles.metamorphic {
            self.disorder(plan, panel, *number, places, positions);
        }
        let names = || places.iter().map(|&place| plan.solvers[place].name);
        let subject = subject(plan, places, empties);
        let mut is_first = true;
        for (row, &position) in positions.iter().enumerate() {
            let outcomes = || names().zip(columns.iter().map(|column| column.outcome(row)));
            if !agreed && let Err(mut disagreement) = compare(position, outcomes()) {
                if mem::take(&mut is_first) {
                    disagreement.batch = batch::behind(&disagreement, &plan.solvers, positions);
                }
                self.add(disagreement);
                continue;
            }
            if oracles.proof {
                let outcomes = outcomes().collect();
                let answers = Disagreement::new(position, outcomes);
                if !self.prove(amount, answers, proven_answer(position)) {
                    continue;
                }
            }
            if let Some(place) = subject.filter(|_| oracles.metamorphic) {
                self.relate(amount, position, panel, place);
            }
        }
    }

    /// Compares what solvers make of positions in a batch, repeated and in disorder, with what they make of each
    /// alone: solvers that are quick, because that asks for some positions again.
    fn disorder(
        &mut self,
        plan: &Plan<P>,
        panel: &mut Panel<P>,
        number: u64,
        places: &[usize],
        positions: &[Position<P>],
    ) {
        for &place in places {
            let quick_empties = plan.solvers[place].quick_empties;
            if positions[0].empties() <= quick_empties {
                let others = P::domain().with_empties(0..=quick_empties);
                let batch = batch::disordered(positions, others, plan.seed, number);
                if let Err(found) = batch::check(panel, place, &batch) {
                    self.add(found);
                }
            }
        }
    }

    /// Compares the answer that all gave with the proven one; says whether it is right.
    fn prove(
        &mut self,
        amount: Amount,
        answers: Disagreement<P>,
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

    /// Whoever is shown to be wrong has to be proven wrong. Of the others the prover's word is taken.
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

    /// A run that compared nothing shows nothing, unless there was nothing to do in this part of the plan. One
    /// that was interrupted says so.
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

    /// Compares a solver's answer with those that depend on it.
    fn relate(
        &mut self,
        amount: Amount,
        position: Position<P>,
        panel: &mut Panel<P>,
        place: usize,
    ) {
        let outcome = panel.ask(place, |solver| {
            metamorphic::check(position, &mut |position| solver.solve(position))
        });
        let violation = match outcome {
            Outcome::Answer(Ok(())) => return self.related.add(amount, 1),
            Outcome::Answer(Err(violation)) => violation,
            Outcome::Panic(_) => Violation {
                relation: Relation::Possible,
                position,
            },
        };
        // Which of the answers is wrong is for the proof to say.
        let name = panel.entry(place).name;
        let mut answers = violation.positions().into_iter().map(|position| {
            let outcome = panel.ask(place, |solver| solver.solve(position));
            Disagreement::new(position, vec![(name, outcome)])
        });
        let asked = answers.next().expect("the position itself");
        if asked.wrong().next().is_some() {
            return self.add(asked);
        }
        // It counts where its turn comes; but a run need not come to it.
        let wrong = answers.find(|answer| answer.wrong().next().is_some());
        // If none is, what the solver said depends on what it was asked before.
        self.keep_simplest([wrong.unwrap_or(asked)]);
    }

    fn add(&mut self, disagreement: Disagreement<P>) {
        self.disagreements += 1;
        for name in disagreement.wrong() {
            let mut statistics = self.statistics.iter_mut();
            if let Some(statistics) = statistics.find(|statistics| statistics.solver == name) {
                statistics.wrong += 1;
            }
        }
        self.keep_simplest([disagreement]);
    }

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

    fn keep_simplest(&mut self, found: impl IntoIterator<Item = Disagreement<P>>) {
        let index = |found: &Disagreement<P>| P::domain().index(found.position);
        for found in found {
            match self.simplest.binary_search_by_key(&index(&found), index) {
                // The same position in two stages: the one with more solvers says more.
                Ok(place) if found.outcomes.len() > self.simplest[place].outcomes.len() => {
                    self.simplest[place] = found;
                }
                Ok(_) => {}
                Err(place) => {
                    self.simplest.insert(place, found);
                    self.simplest.truncate(KEPT);
                }
            }
        }
    }
}

/// Positions of a block that the same solvers answer and the same oracles judge.
struct Group<P> {
    /// Of the block.
    number: u64,
    amount: Amount,
    /// The places of the solvers in the plan.
    places: Vec<usize>,
    oracles: Oracles,
    indices: Vec<u64>,
    positions: Vec<Position<P>>,
}

impl<P: Problem> Group<P> {
    /// Keeps the first position of each symmetry class; the others are returned.
    fn split_off_all_but_the_first_of_each_class(&mut self) -> Self {
        let all = iter::zip(mem::take(&mut self.indices), mem::take(&mut self.positions));
        let (firsts, others): (Vec<_>, Vec<_>) =
            all.partition(|&(_, position)| is_first_of_its_class(position));
        (self.indices, self.positions) = firsts.into_iter().unzip();
        let (indices, positions) = others.into_iter().unzip();
        Group {
            indices,
            positions,
            places: Vec::new(),
            ..*self
        }
    }
}

fn at_fault<P: Problem>(unproven: &Unproven<P>) -> String {
    format!("the harness itself is at fault: {unproven}")
}

/// The solver whose answers are compared with each other: `fast`, or another one that is quick with
/// so many empties.
fn subject<P: Problem>(plan: &Plan<P>, places: &[usize], empties: u32) -> Option<usize> {
    let quick = |&&place: &&usize| plan.solvers[place].quick_empties >= empties;
    let quick = places.iter().filter(quick);
    quick
        .copied()
        .max_by_key(|&place| plan.solvers[place].name == P::FAST.name)
}

/// The positions in the plan's block with this number, and their indices, ascending.
fn positions_of<P: Problem>(
    plan: &Plan<P>,
    stage: &Stage,
    number: u64,
    in_stage: Range<u64>,
) -> (Vec<u64>, Vec<Position<P>>) {
    let domain = P::domain();
    match stage.amount {
        Amount::All => {
            let start = stage.indices.start;
            let indices = start + in_stage.start..start + in_stage.end;
            indices.clone().zip(domain.positions(indices)).unzip()
        }
        Amount::Drawn(_) => {
            let drawn = uniform(plan.seed, number, stage.indices.clone());
            let mut indices: Vec<u64> = drawn.zip(in_stage).map(|(index, _)| index).collect();
            indices.sort_unstable();
            let positions = indices
                .iter()
                .map(|&index| domain.position(index))
                .collect();
            (indices, positions)
        }
    }
}

#[cfg(test)]
mod tests;
