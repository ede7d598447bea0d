//! The plan of a run: which solvers answer which inputs.
//!
//! Unless the clock decides, a plan is complete before a run starts. So a selection that would compare nothing is rejected at
//! once, and a progress bar has the total. With a time limit, the plan of what was done grows with the run. A plan never
//! exceeds the limits of a solver.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::definition::{Definition, Limits, NamedSolver};
use crate::error::CheckError;
use crate::run::Shard;
use crate::wide::Wide;

/// In a domain of at most this size, a quick run checks all inputs and not only representatives: it takes about a second.
const SMALL_DOMAIN: u128 = 10_000;

/// A quick run without a time limit does not cover a domain larger than this, unless the check is complete or limits a solver.
/// It checks the first inputs, the edges, and some inputs drawn from the rest.
const LARGE_DOMAIN: u128 = 1 << 33;
const FIRST_OF_LARGE: u128 = 1 << 20;
const DRAWN_BY_DEFAULT: u64 = 1 << 17;

/// In a run on all inputs, blocks grow up to the number of inputs before them, divided by this.
const GROWTH_DIVISOR: u64 = 8;

/// The number of inputs in a block if some solver may be slow. A killed run loses its current block, so a block should take
/// less than a second.
const SMALL_BLOCK: u64 = 8;

/// Which inputs a run covers. [`Check::plan`](crate::Check::plan) has an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Coverage {
    /// Inputs that are quick to check. Solvers answer all inputs within their limits, and some drawn inputs beyond. If some
    /// inputs represent others, slower solvers answer, and oracles judge, only the representatives.
    #[default]
    Quick,
    /// All inputs within the limits of the solvers. All oracles judge the answers, but batches in random order are tried only if the check
    /// has relations. If some inputs represent others, the only oracle is agreement, unless [`judged_by`](Plan::judged_by) adds
    /// others.
    Exhaustive,
    /// This many inputs, drawn uniformly, for all solvers. An input may be drawn again. All inputs, if there are no more.
    Drawn(u64),
}

/// The oracles that judge answers, in addition to agreement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Oracles {
    /// The trusted answer.
    pub truth: bool,
    /// The oracles that compare answers of the same solver: relations must hold, and answers to batches in random order must
    /// equal answers to single inputs.
    pub relations: bool,
}

/// The plan of a run: which inputs it takes, in blocks, and which solvers and oracles get them.
/// [`Check::plan`](crate::Check::plan) makes it.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) check: Arc<Definition>,
    /// In order. The blocks of all stages are numbered together.
    pub(crate) stages: Vec<Stage>,
    /// The time limit, if there is one.
    pub(crate) time: Option<Time>,
    /// What was asked for.
    pub(crate) request: PlanRequest,
    /// The parts of the domain, in order. Inside a part, no section ends, and no solver has a limit.
    parts: Vec<Region>,
}

/// What makes the plan of a check: the same request gives the same plan on any machine, apart from
/// the time limit.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlanRequest {
    coverage: Coverage,
    /// The numbers of the first input and of the one after the last.
    start: Wide,
    end: Wide,
    pub(crate) seed: u64,
    /// The oracles for all inputs, if the caller chose them.
    oracles: Option<Oracles>,
}

impl PlanRequest {
    /// Whether a number of draws was asked for.
    pub(crate) fn is_drawn(&self) -> bool {
        matches!(self.coverage, Coverage::Drawn(_))
    }
}

/// How long a run may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    /// The limit for a run that covers the whole domain.
    pub(crate) whole: Duration,
    /// The limit for a run that covers a part.
    pub(crate) part: Duration,
}

/// A part of the domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) indices: Range<u128>,
    /// Its index in [`Definition::sections`].
    pub(crate) section: usize,
    /// The solvers that answer at least some inputs of this part.
    pub(crate) solvers: Vec<usize>,
}

/// A stage: some inputs, and the solvers that may answer them.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// The numbers of the inputs from which `choice` selects.
    pub(crate) indices: Range<u128>,
    pub(crate) choice: Choice,
    /// The positions of the stage's inputs in the sequence that `choice` gives.
    pub(crate) places: Range<u64>,
    /// The solvers' indices in [`Definition::solvers`], ascending.
    pub(crate) solvers: Vec<usize>,
    /// If set, the stage's solvers and oracles get only representatives, and these of its solvers answer the other inputs.
    pub(crate) solvers_of_others: Option<Vec<usize>>,
    /// The number of inputs in a block.
    pub(crate) block: u64,
    pub(crate) oracles: Oracles,
}

/// How a stage selects its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// All inputs.
    All,
    /// The edges of the domain.
    Edges,
    /// Inputs drawn uniformly, each independently of the others.
    Drawn,
    /// Inputs drawn independently of each other: half of them uniformly, and half as the domain spreads them.
    Spread,
}

impl Oracles {
    /// All oracles.
    pub const ALL: Self = Oracles {
        truth: true,
        relations: true,
    };
}

impl Plan {
    /// The plan for the inputs with these numbers. With a `time`, a quick plan covers all of them, and the run stops when the
    /// time is up.
    pub(crate) fn new(
        check: &Arc<Definition>,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
        time: Option<Time>,
    ) -> Result<Self, CheckError> {
        // A complete check covers the whole domain, and so does a check that limits a solver.
        let has_limits = check
            .solvers
            .iter()
            .any(|solver| solver.limits != Limits::NONE);
        let covers_domain = check.is_complete || has_limits;
        let is_timed = coverage == Coverage::Quick && !covers_domain;
        let time = if is_timed { time } else { None };
        let len = indices.end - indices.start;
        let is_large = len > LARGE_DOMAIN && time.is_none() && !covers_domain;
        let parts = divided(check, &indices);
        let stages = match coverage {
            Coverage::Drawn(cases) if !check.is_drawn && u128::from(cases) >= len => {
                let stages = exhaustive(check, &parts).into_iter();
                let oracles = Oracles::ALL;
                stages.map(|stage| Stage { oracles, ..stage }).collect()
            }
            Coverage::Drawn(cases) => vec![Stage::drawn(&indices, cases, check.all_solvers())],
            Coverage::Quick if check.is_drawn => {
                let cases = time.map_or(DRAWN_BY_DEFAULT, |_| u64::MAX);
                let stage = Stage::drawn(&indices, cases, check.all_solvers());
                vec![Stage {
                    block: check.block,
                    ..stage
                }]
            }
            Coverage::Quick if is_large => {
                let end_of_first = indices.start + FIRST_OF_LARGE;
                let mut stages = quick(check, &divided(check, &(indices.start..end_of_first)));
                stages.extend(beyond(check, end_of_first..indices.end, DRAWN_BY_DEFAULT));
                stages
            }
            Coverage::Quick => quick(check, &parts),
            Coverage::Exhaustive if check.is_drawn => {
                return Err(check.refuse(&format!(
                    "the domain cannot be numbered, so it cannot be covered; its {} can be drawn",
                    check.words.nouns
                )));
            }
            Coverage::Exhaustive => exhaustive(check, &parts),
        };
        if !parts.iter().any(|part| part.solvers.len() >= check.least()) {
            let nouns = &check.words.nouns;
            let names = check.names().join(", ");
            let whom = match check.least() {
                2 => "two of the selected solvers",
                _ => "the selected solver",
            };
            return Err(check.refuse(&format!(
                "none of these {nouns} is practical for {whom} ({names})"
            )));
        }
        Ok(Plan {
            check: Arc::clone(check),
            stages,
            time,
            request: PlanRequest {
                coverage,
                start: Wide(indices.start),
                end: Wide(indices.end),
                seed,
                oracles: None,
            },
            parts,
        })
    }

    /// The plan for this request, without a time limit.
    pub(crate) fn again(check: &Arc<Definition>, request: PlanRequest) -> Result<Self, CheckError> {
        let indices = request.start.0..request.end.0;
        let plan = Plan::new(check, request.coverage, indices, request.seed, None)?;
        Ok(match request.oracles {
            Some(oracles) => plan.judged_by(oracles),
            None => plan,
        })
    }

    /// The same plan without its stages.
    pub(crate) fn begun(&self) -> Self {
        Plan {
            stages: Vec::new(),
            ..self.clone()
        }
    }

    /// Adds a block of all inputs of a stage.
    pub(crate) fn push(&mut self, block: Stage) {
        let size = block.inputs();
        if let Some(last) = self.stages.last_mut()
            && (last.choice, &last.indices) == (block.choice, &block.indices)
            && last.places.end == block.places.start
            && last.block == size
            && last.inputs().is_multiple_of(size)
        {
            last.places.end = block.places.end;
            return;
        }
        self.stages.push(Stage {
            block: size,
            ..block
        });
    }

    /// The end of the range of inputs that the plan takes in order, or 0 if it takes none so.
    pub(crate) fn end_in_order(&self) -> u128 {
        let last = self.stages_in_order().last();
        last.map_or(0, |stage| stage.in_order().end)
    }

    /// The same plan, with these oracles for all inputs in addition to agreement.
    #[must_use]
    pub fn judged_by(mut self, oracles: Oracles) -> Self {
        self.request.oracles = Some(oracles);
        for stage in &mut self.stages {
            stage.oracles = oracles;
        }
        self
    }

    /// The oracles that judge at least one stage. Batches do not count.
    pub fn oracles(&self) -> Oracles {
        let judges = self.stages.iter().any(|stage| stage.oracles.truth);
        let relates = self.stages.iter().any(|stage| stage.oracles.relations);
        Oracles {
            truth: judges && self.check.truth.is_some(),
            relations: relates && !self.check.relations.is_empty(),
        }
    }

    /// The names of the solvers that take part.
    pub fn solvers(&self) -> Vec<&str> {
        self.check.names()
    }

    /// Whether some inputs are drawn at random, so that the seed matters.
    pub fn draws(&self) -> bool {
        self.stages
            .iter()
            .any(|stage| matches!(stage.choice, Choice::Drawn | Choice::Spread))
    }

    /// The number of inputs in this shard of the plan. Repeated inputs count each time. If some inputs represent others,
    /// solvers answer fewer.
    pub fn inputs(&self, shard: Shard) -> u64 {
        let mut first_block = 0;
        let mut inputs = 0_u64;
        for stage in &self.stages {
            inputs = inputs.saturating_add(stage.inputs_of(shard, first_block));
            first_block += stage.blocks();
        }
        inputs
    }

    /// Whether the plan covers all inputs within the limits of the solvers.
    pub(crate) fn is_exhaustive(&self) -> bool {
        self.request.coverage == Coverage::Exhaustive
    }

    /// If all inputs are drawn uniformly, the number of inputs of which enough solvers answer draws.
    pub(crate) fn drawn_from(&self) -> Option<u128> {
        if !self.request.is_drawn() || !self.draws() || self.check.is_drawn {
            return None;
        }
        let least = self.check.least();
        let compared = self.parts.iter().filter(|part| part.solvers.len() >= least);
        let inputs = compared.map(|part| part.indices.end - part.indices.start);
        Some(inputs.sum())
    }

    /// Whether only representatives are compared.
    pub(crate) fn is_by_representatives(&self) -> bool {
        let least = self.check.least();
        self.stages
            .iter()
            .all(|stage| matches!(&stage.solvers_of_others, Some(few) if few.len() < least))
    }

    /// Whether the oracles judge only representatives, apart from drawn inputs.
    pub(crate) fn is_judged_by_representatives(&self) -> bool {
        let mut stages = self.stages_in_order().peekable();
        stages.peek().is_some() && stages.all(|stage| stage.solvers_of_others.is_some())
    }

    /// Whether the inputs that the plan takes in order are all inputs below some number.
    pub(crate) fn is_from_the_first(&self) -> bool {
        let mut end = 0;
        self.stages_in_order().all(|stage| {
            let is_next = stage.in_order().start == end && stage.solvers_of_others.is_none();
            end = stage.in_order().end;
            is_next
        })
    }

    /// The number below which all answers of this solver have been judged (by the trusted answer, if there is one), once the
    /// first `blocks` blocks are done.
    pub(crate) fn judged_below(&self, solver: usize, blocks: u64) -> u128 {
        let check = &self.check;
        let mut left = blocks;
        let mut judged = 0;
        for stage in &self.stages {
            let judges = check.truth.is_none() || stage.oracles.truth || check.least() == 1;
            let is_next = stage.choice == Choice::All && stage.in_order().start == judged;
            let is_asked = stage.solvers.contains(&solver) && stage.solvers_of_others.is_none();
            if !(judges && is_next && is_asked) {
                break;
            }
            let done = left.min(stage.blocks());
            left -= done;
            judged += u128::from(done.saturating_mul(stage.block).min(stage.inputs()));
        }
        judged
    }

    /// The stages that take all their inputs in order.
    fn stages_in_order(&self) -> impl Iterator<Item = &Stage> {
        self.stages
            .iter()
            .filter(|stage| stage.choice == Choice::All)
    }

    /// The inputs of the block with this number.
    pub(crate) fn block(&self, number: u64) -> Option<Stage> {
        let mut block = number;
        for stage in &self.stages {
            let blocks = stage.blocks();
            if block < blocks {
                let first = block * stage.block;
                let end = first.saturating_add(stage.block).min(stage.inputs());
                return Some(stage.only(first..end));
            }
            block -= blocks;
        }
        None
    }

    /// The part of the domain with this input, which must be in the plan.
    pub(crate) fn part(&self, index: u128) -> &Region {
        let at = self.parts.partition_point(|part| part.indices.end <= index);
        &self.parts[at]
    }

    /// These inputs, divided at the ends of parts.
    pub(crate) fn by_parts(&self, indices: Range<u128>) -> impl Iterator<Item = Range<u128>> {
        let first = self
            .parts
            .partition_point(|part| part.indices.end <= indices.start);
        let parts = self.parts[first..].iter();
        let parts = parts.map(move |part| {
            let part = &part.indices;
            indices.start.max(part.start)..indices.end.min(part.end)
        });
        parts.take_while(|part| !part.is_empty())
    }

    /// A description of each stage. Two plans with the same solvers and equal descriptions are equal.
    pub(crate) fn in_words(&self) -> impl Iterator<Item = String> {
        let seed = self.request.seed;
        self.stages.iter().map(move |stage| {
            let inputs = stage.inputs();
            let choice = match stage.choice {
                Choice::All => "all".to_owned(),
                Choice::Edges => format!("{inputs} edges"),
                Choice::Drawn => format!("{inputs} drawn with seed {seed}"),
                Choice::Spread => format!("{inputs} spread with seed {seed}"),
            };
            let others = match &stage.solvers_of_others {
                Some(others) => format!(", inputs that others represent to {others:?}"),
                None => String::new(),
            };
            let indices = &stage.indices;
            let block = stage.block;
            let solvers = &stage.solvers;
            let Oracles { truth, relations } = stage.oracles;
            format!(
                "{choice} of {indices:?} by {block} to {solvers:?}{others}, truth {truth}, relations {relations}"
            )
        })
    }
}

/// Divides `indices` at the ends of sections and at the limits of solvers.
fn divided(check: &Definition, indices: &Range<u128>) -> Vec<Region> {
    let mut ends: BTreeSet<u128> = check.sections.iter().map(|section| section.end).collect();
    for NamedSolver { limits, .. } in &check.solvers {
        ends.extend([limits.all, limits.representatives, limits.drawn]);
    }
    ends.insert(indices.end);
    let ends = ends.range(indices.start + 1..=indices.end);
    let mut start = indices.start;
    let parts = ends.map(|&end| {
        let indices = start..end;
        start = end;
        let section = check.sections.iter().position(|section| section.end >= end);
        Region {
            solvers: check.within(|limits| limits.drawn >= end),
            section: section.expect("the last section ends with the domain"),
            indices,
        }
    });
    parts.collect()
}

/// The stages of a quick run: for each part, all inputs for the quick solvers, and some drawn ones for all that answer there.
fn quick(check: &Definition, parts: &[Region]) -> Vec<Stage> {
    let represented = check.representatives.is_some() && check.len > SMALL_DOMAIN;
    let mut stages: Vec<Stage> = Vec::new();
    for part in parts {
        let indices = &part.indices;
        let end = part.indices.end;
        let solvers = &part.solvers;
        let mut all = check.within(|limits| limits.all >= end);
        let mut quick = if represented {
            check.within(|limits| limits.representatives >= end)
        } else {
            all.clone()
        };
        let mut block = check.block;
        if quick != *solvers && indices.end - indices.start <= check.sample.into() {
            // As many draws would miss some inputs.
            all.clone_from(solvers);
            quick.clone_from(solvers);
            block = SMALL_BLOCK;
        }
        // Oracles take the most time, so only the first stage of a part has them.
        let mut oracles_of_drawn = Oracles::ALL;
        if quick.len() >= check.least() {
            oracles_of_drawn = Oracles::default();
            let stage = Stage {
                solvers_of_others: represented.then_some(all),
                oracles: Oracles::ALL,
                ..Stage::all(indices, quick.clone(), block)
            };
            match stages.last_mut() {
                Some(last) if last.is_like(&stage) => {
                    last.indices.end = indices.end;
                    last.places.end = last.places.end.saturating_add(stage.inputs());
                }
                _ => stages.push(stage),
            }
        }
        if *solvers != quick && solvers.len() >= check.least() {
            stages.push(Stage {
                oracles: oracles_of_drawn,
                ..Stage::drawn(indices, check.sample, solvers.clone())
            });
        }
    }
    stages
}

/// The stages of a run on all inputs: for each part, all solvers that answer there.
fn exhaustive(check: &Definition, parts: &[Region]) -> Vec<Stage> {
    let least = check.least();
    let compared = parts.iter().filter(|part| part.solvers.len() >= least);
    let stages = compared.map(|part| {
        let end = part.indices.end;
        let quick = check.within(|limits| limits.representatives >= end);
        let is_quick = part.solvers == quick;
        let grown = part.indices.start / u128::from(GROWTH_DIVISOR);
        let quick_block = grown.clamp(check.block.into(), check.largest_block.into());
        let block = if is_quick {
            quick_block as u64
        } else {
            SMALL_BLOCK
        };
        let mut stage = Stage::all(&part.indices, part.solvers.clone(), block);
        // If some inputs represent others, the oracles judge only in quick runs. Without relations, there are no batches
        // either, so that each solver gets each input once, as the counts on record assume.
        if check.representatives.is_none() {
            stage.oracles = Oracles {
                truth: check.truth.is_some(),
                relations: !check.relations.is_empty(),
            };
        }
        stage
    });
    stages.collect()
}

/// The stages for inputs that a run does not cover completely: the edges, and at most `drawn` drawn inputs.
pub(crate) fn beyond(check: &Definition, indices: Range<u128>, drawn: u64) -> [Stage; 2] {
    let edges = check.edges_in(&indices).len() as u64;
    let solvers = check.all_solvers();
    [(Choice::Edges, edges), (Choice::Spread, drawn)].map(|(choice, inputs)| Stage {
        choice,
        block: check.block,
        ..Stage::drawn(&indices, inputs, solvers.clone())
    })
}

impl Stage {
    /// A stage of all inputs with these numbers, judged only by agreement.
    fn all(indices: &Range<u128>, solvers: Vec<usize>, block: u64) -> Self {
        // No run reaches `u64::MAX` inputs.
        let inputs = u64::try_from(indices.end - indices.start).unwrap_or(u64::MAX);
        Stage {
            indices: indices.clone(),
            choice: Choice::All,
            places: 0..inputs,
            solvers,
            solvers_of_others: None,
            block,
            oracles: Oracles::default(),
        }
    }

    /// A stage of at most `cases` inputs, drawn from those with these numbers and judged by all oracles.
    fn drawn(indices: &Range<u128>, cases: u64, solvers: Vec<usize>) -> Self {
        let all = Stage::all(indices, solvers, SMALL_BLOCK);
        Stage {
            choice: Choice::Drawn,
            places: 0..cases.min(all.inputs()),
            oracles: Oracles::ALL,
            ..all
        }
    }

    /// Whether the other stage takes the inputs after these in the same way. Then they are one, and a program gets the inputs of
    /// several sections in one call.
    fn is_like(&self, next: &Self) -> bool {
        let how = |stage: &Self| (stage.choice, stage.block, stage.oracles);
        how(self) == how(next)
            && self.choice == Choice::All
            && self.indices.end == next.indices.start
            && self.solvers == next.solvers
            && self.solvers_of_others == next.solvers_of_others
    }

    pub(crate) fn inputs(&self) -> u64 {
        self.places.end - self.places.start
    }

    /// The numbers of the stage's inputs. Only for [`Choice::All`].
    pub(crate) fn in_order(&self) -> Range<u128> {
        let start = self.indices.start;
        start + u128::from(self.places.start)..start + u128::from(self.places.end)
    }

    /// The same stage with only those of its inputs that have these positions in it.
    pub(crate) fn only(&self, of_stage: Range<u64>) -> Self {
        let start = self.places.start;
        let places = start + of_stage.start..start + of_stage.end;
        let stage = self.clone();
        Stage { places, ..stage }
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.inputs().div_ceil(self.block)
    }

    /// The number of this stage's inputs that are in the shard. The stage's first block has the number `first_block` in the
    /// plan.
    fn inputs_of(&self, shard: Shard, first_block: u64) -> u64 {
        let end = first_block + self.blocks();
        let blocks = shard.blocks_below(end) - shard.blocks_below(first_block);
        let rest = self.inputs() % self.block;
        let ends_here = blocks > 0 && rest > 0 && shard.has(end - 1);
        let missing = if ends_here { self.block - rest } else { 0 };
        blocks.saturating_mul(self.block) - missing
    }
}
