//! The plan of a run: which solvers answer which positions.
//!
//! A plan exists before anything runs. So a selection that compares nothing is refused at once, and a progress bar
//! knows the total. No plan gives a solver positions that are not practical for it, except a patient one.

use std::fmt::Display;
use std::ops::{Range, RangeInclusive};

use crossply_problems::{Entry, Problem};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Shard;

/// The number of positions that the quick plan draws for each number of empties, for the solvers that are too slow to
/// answer all of them.
const DRAWN_OF_EACH: u64 = 500;

/// The number of positions in a block where all solvers are quick: large enough to make the overhead small, small
/// enough to keep all threads busy until the end.
const QUICK_BLOCK: u64 = 1024;

/// The same where some solver is slow, and where one is not even practical. A block should take less than a second,
/// because a killed run loses its current block.
const SLOW_BLOCK: u64 = 8;
const HOPELESS_BLOCK: u64 = 1;

/// The same where proofs are long, and the number of empties from which they are.
const PROOF_BLOCK: u64 = 64;
const PROOF_IS_LONG: u32 = 10;

/// In about a second, all quick solvers answer this many positions and all answers are proven.
const SMALL_DOMAIN: u64 = 10_000;

/// The plan of a run.
#[derive(Debug)]
pub struct Plan<P: 'static> {
    pub(crate) solvers: Vec<&'static Entry<P>>,
    pub(crate) seed: u64,
    pub(crate) stages: Vec<Stage>,
    /// None if the plan is not exhaustive.
    exhaustive: Option<ExhaustiveOptions>,
}

/// How an exhaustive plan treats what takes long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExhaustiveOptions {
    /// Also give solvers the positions that are not practical for them.
    pub patient: bool,
    /// Take only the first position of each symmetry class.
    pub one_of_each_class: bool,
}

/// A stage: some positions, and the solvers that may answer them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The indices of the positions, or of the positions to draw from.
    pub(crate) indices: Range<u64>,
    pub(crate) choice: Choice,
    /// The solvers' indices in [`Plan::solvers`], ascending.
    pub(crate) solvers: Vec<usize>,
    /// If all these solvers answer, and oracles judge, only the first position of each symmetry class: the solvers that
    /// answer the others.
    pub(crate) solvers_of_others: Option<Vec<usize>>,
    /// The number of positions in a block.
    pub(crate) block: u64,
    pub(crate) oracles: Oracles,
}

/// The oracles that judge, besides agreement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Oracles {
    /// Certificates prove the right answer.
    // See [`proof`](crate::oracles::proof).
    pub proof: bool,
    /// The answers of `fast`, or of another quick solver, are compared with each other.
    // See [`metamorphic`](crate::oracles::metamorphic).
    pub metamorphic: bool,
}

/// Which positions of a stage are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// All of them.
    All,
    /// This many, drawn independently.
    Drawn(u64),
}

/// Why a plan would compare nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlanError(String);

/// The indices of the positions with these numbers of empties; never an empty range.
///
/// # Errors
/// If there is no such position.
pub fn indices_with_empties<P: Problem>(
    empties: &RangeInclusive<u32>,
) -> Result<Range<u64>, PlanError> {
    let indices = P::domain().with_empties(empties.clone());
    if indices.is_empty() {
        let existing: Vec<_> = P::domain().empties().collect();
        return Err(PlanError(format!(
            "{} has no position with {} empties: there are {}",
            P::NAME,
            in_words(empties),
            listed(&existing)
        )));
    }
    Ok(indices)
}

impl Oracles {
    /// All of them.
    pub const ALL: Self = Oracles {
        proof: true,
        metamorphic: true,
    };

    /// None besides agreement.
    pub const NONE: Self = Oracles {
        proof: false,
        metamorphic: false,
    };
}

impl<P: Problem> Plan<P> {
    /// A quick run. Solvers that are instant answer all positions, quick ones answer one of each symmetry class, and
    /// all answer some drawn positions. All oracles judge one of each class, and everything in a small game.
    ///
    /// # Errors
    /// If the plan would compare nothing.
    pub fn quick(
        solvers: Vec<&'static Entry<P>>,
        empties: &RangeInclusive<u32>,
        seed: u64,
    ) -> Result<Self, PlanError> {
        let is_small = P::domain().len() <= SMALL_DOMAIN;
        let mut stages = Vec::new();
        for empties in P::domain().empties().filter(|e| empties.contains(e)) {
            let indices = P::domain().with_empties(empties..=empties);
            let instant = indices_of(&solvers, |entry| entry.instant_max_empties >= empties);
            let quick = indices_of(&solvers, |entry| entry.exhaustive_max_empties >= empties);
            let practical = indices_of(&solvers, |entry| entry.max_empties >= empties);
            let known = stages.len();
            if quick.len() >= 2 {
                stages.push(Stage {
                    indices: indices.clone(),
                    choice: Choice::All,
                    solvers: quick.clone(),
                    solvers_of_others: (!is_small).then_some(instant),
                    block: QUICK_BLOCK,
                    oracles: Oracles::NONE,
                });
            }
            if practical != quick && practical.len() >= 2 {
                stages.push(Stage {
                    choice: Choice::Drawn(DRAWN_OF_EACH.min(indices.end - indices.start)),
                    indices,
                    solvers_of_others: None,
                    solvers: practical,
                    block: SLOW_BLOCK,
                    oracles: Oracles::NONE,
                });
            }
            // Proofs take longest: the first stage has them, if there are two.
            if let Some(first) = stages.get_mut(known) {
                first.judge::<P>(Oracles::ALL);
            }
        }
        Self::comparing(solvers, empties, seed, stages, None)
    }

    /// An exhaustive run: all positions, or one of each symmetry class, for all solvers for which they are practical,
    /// or for all solvers if the options are patient. Agreement judges; [`judged_by`](Self::judged_by) adds other
    /// oracles.
    ///
    /// # Errors
    /// If the plan would compare nothing.
    pub fn exhaustive(
        solvers: Vec<&'static Entry<P>>,
        empties: &RangeInclusive<u32>,
        options: ExhaustiveOptions,
    ) -> Result<Self, PlanError> {
        let patient = options.patient;
        let mut stages = Vec::new();
        for empties in P::domain().empties().filter(|e| empties.contains(e)) {
            let quick = indices_of(&solvers, |entry| entry.exhaustive_max_empties >= empties);
            let practical = indices_of(&solvers, |entry| entry.max_empties >= empties);
            let asked = indices_of(&solvers, |entry| patient || entry.max_empties >= empties);
            if asked.len() >= 2 {
                stages.push(Stage {
                    indices: P::domain().with_empties(empties..=empties),
                    choice: Choice::All,
                    block: match &asked {
                        asked if *asked == quick => QUICK_BLOCK,
                        asked if *asked == practical => SLOW_BLOCK,
                        _ => HOPELESS_BLOCK,
                    },
                    solvers_of_others: options.one_of_each_class.then(Vec::new),
                    solvers: asked,
                    oracles: Oracles::NONE,
                });
            }
        }
        Self::comparing(solvers, empties, 0, stages, Some(options))
    }

    /// A run on `cases` positions, drawn from all, for all solvers. All oracles judge.
    ///
    /// # Errors
    /// If the plan would compare nothing.
    pub fn drawn(
        solvers: Vec<&'static Entry<P>>,
        empties: &RangeInclusive<u32>,
        seed: u64,
        cases: u64,
    ) -> Result<Self, PlanError> {
        let stage = Stage {
            indices: indices_with_empties::<P>(empties)?,
            choice: Choice::Drawn(cases),
            solvers: indices_of(&solvers, |_| true),
            solvers_of_others: None,
            block: SLOW_BLOCK,
            oracles: Oracles::ALL,
        };
        Self::comparing(solvers, empties, seed, vec![stage], None)
    }

    /// The same plan with these oracles for everything, besides agreement.
    #[must_use]
    pub fn judged_by(mut self, oracles: Oracles) -> Self {
        for stage in &mut self.stages {
            stage.judge::<P>(oracles);
        }
        self
    }

    /// The oracles that judge at least one stage.
    #[must_use]
    pub fn oracles(&self) -> Oracles {
        let oracles = || self.stages.iter().map(|stage| stage.oracles);
        Oracles {
            proof: oracles().any(|oracles| oracles.proof),
            metamorphic: oracles().any(|oracles| oracles.metamorphic),
        }
    }

    /// The solvers that take part.
    #[must_use]
    pub fn solvers(&self) -> &[&'static Entry<P>] {
        &self.solvers
    }

    /// Whether some positions are drawn at random, and the seed matters.
    #[must_use]
    pub fn draws(&self) -> bool {
        let mut stages = self.stages.iter();
        stages.any(|stage| matches!(stage.choice, Choice::Drawn(_)))
    }

    /// The number of positions in this shard of the plan. A position that comes up again counts again. With classes,
    /// solvers answer fewer.
    #[must_use]
    pub fn positions(&self, shard: Shard) -> u64 {
        if shard == Shard::WHOLE {
            return self.stages.iter().map(Stage::positions).sum();
        }
        self.positions_of(shard, 0..)
    }

    /// The number of positions in these blocks of the shard, up to the first block that does not exist.
    pub(crate) fn positions_of(&self, shard: Shard, blocks: impl Iterator<Item = u64>) -> u64 {
        let blocks = blocks.map_while(|number| self.block(shard.block(number)));
        blocks.map(|(_, indices)| indices.end - indices.start).sum()
    }

    /// Whether the plan gives the solver positions with this number of empties.
    pub(crate) fn asks(&self, entry: &Entry<P>, empties: u32) -> bool {
        self.exhaustive.is_some_and(|options| options.patient) || entry.max_empties >= empties
    }

    /// Whether two solvers answer positions with this number of empties, if there are any in the plan.
    fn compares(&self, empties: u32) -> bool {
        let asked = self.solvers.iter();
        asked.filter(|entry| self.asks(entry, empties)).count() >= 2
    }

    /// Whether solvers are asked for all positions.
    #[must_use]
    pub fn is_exhaustive(&self) -> bool {
        self.exhaustive.is_some()
    }

    /// If all positions are drawn with the same probability: how many there are that two solvers answer.
    #[must_use]
    pub fn drawn_from(&self) -> Option<u64> {
        let [stage] = &self.stages[..] else {
            return None;
        };
        let domain = P::domain();
        let empties = domain.empties().filter(|&empties| self.compares(empties));
        let compared = empties.map(|empties| {
            let indices = domain.with_empties(empties..=empties);
            let start = indices.start.max(stage.indices.start);
            indices.end.min(stage.indices.end).saturating_sub(start)
        });
        matches!(stage.choice, Choice::Drawn(_)).then(|| compared.sum())
    }

    /// Whether only one position of each symmetry class is answered.
    #[must_use]
    pub fn is_by_class(&self) -> bool {
        let is_by_class =
            |stage: &Stage| matches!(&stage.solvers_of_others, Some(few) if few.len() < 2);
        self.stages.iter().all(is_by_class)
    }

    /// Whether the oracles judge only one of each symmetry class, apart from drawn positions.
    #[must_use]
    pub fn is_judged_by_class(&self) -> bool {
        let is_by_class = |stage: &Stage| stage.solvers_of_others.is_some();
        let mut stages = self.stages.iter();
        stages.clone().any(is_by_class)
            && stages.all(|stage| is_by_class(stage) || stage.choice != Choice::All)
    }

    /// The stage of the block with this number, and the block's positions within the stage.
    pub(crate) fn block(&self, number: u64) -> Option<(&Stage, Range<u64>)> {
        let mut block = number;
        for stage in &self.stages {
            let positions = stage.positions();
            let blocks = positions.div_ceil(stage.block);
            if block < blocks {
                let first = block * stage.block;
                return Some((stage, first..positions.min(first + stage.block)));
            }
            block -= blocks;
        }
        None
    }

    /// The positions and the blocks in words: equal for equal plans with the same solvers.
    pub(crate) fn in_words(&self) -> String {
        let in_words = |stage: &Stage| {
            let (indices, block) = (&stage.indices, stage.block);
            let choice = match stage.choice {
                Choice::All => "all".to_owned(),
                Choice::Drawn(cases) => format!("{cases} drawn with seed {}", self.seed),
            };
            let solvers = listed(&stage.solvers);
            let judged = match stage.oracles {
                Oracles::NONE => "",
                Oracles::ALL => ", proven and related",
                Oracles { proof: true, .. } => ", proven",
                Oracles { proof: false, .. } => ", related",
            };
            if let Some(others) = &stage.solvers_of_others {
                let others = listed(others);
                return format!(
                    "one of each class of {indices:?} by {block} to {solvers}{judged}, the others to {others}"
                );
            }
            format!("{choice} of {indices:?} by {block} to {solvers}{judged}")
        };
        let stages: Vec<_> = self.stages.iter().map(in_words).collect();
        stages.join("; ")
    }

    fn comparing(
        solvers: Vec<&'static Entry<P>>,
        empties: &RangeInclusive<u32>,
        seed: u64,
        stages: Vec<Stage>,
        exhaustive: Option<ExhaustiveOptions>,
    ) -> Result<Self, PlanError> {
        indices_with_empties::<P>(empties)?;
        let plan = Plan {
            solvers,
            seed,
            stages,
            exhaustive,
        };
        let names: Vec<_> = plan.solvers.iter().map(|entry| entry.name).collect();
        let (problem, selected) = (P::NAME, listed(&names));
        if names.len() < 2 {
            return Err(PlanError(format!(
                "{problem}: two solvers are needed for a comparison; selected: {selected}"
            )));
        }
        let mut existing = P::domain().empties().filter(|e| empties.contains(e));
        if !existing.any(|empties| plan.compares(empties)) {
            let wanted = in_words(empties);
            return Err(PlanError(format!(
                "{problem}: no position with {wanted} empties is practical for two of the selected solvers ({selected})"
            )));
        }
        Ok(plan)
    }
}

impl Stage {
    /// Has these oracles judge.
    fn judge<P: Problem>(&mut self, oracles: Oracles) {
        self.oracles = oracles;
        let most_empties = P::domain().position(self.indices.end - 1).empties();
        if oracles.proof && most_empties >= PROOF_IS_LONG {
            self.block = self.block.min(PROOF_BLOCK);
        }
    }

    pub(crate) fn positions(&self) -> u64 {
        match self.choice {
            Choice::All => self.indices.end - self.indices.start,
            Choice::Drawn(cases) => cases,
        }
    }
}

fn in_words(empties: &RangeInclusive<u32>) -> String {
    match (empties.start(), empties.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

fn listed<T: Display>(items: &[T]) -> String {
    match items {
        [] => "none".to_owned(),
        [one] => one.to_string(),
        [first, others @ ..] => format!("{first}, {}", listed(others)),
    }
}

fn indices_of<P>(solvers: &[&'static Entry<P>], wanted: impl Fn(&Entry<P>) -> bool) -> Vec<usize> {
    (0..solvers.len())
        .filter(|&index| wanted(solvers[index]))
        .collect()
}

#[cfg(test)]
mod tests;
