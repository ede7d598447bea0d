//! The plan of a run: which solvers answer which inputs.
//!
//! A plan exists before anything runs. So a selection that compares nothing is refused at once, and a progress bar
//! knows the total. No plan takes a solver beyond its limits.

use std::collections::BTreeSet;
use std::mem;
use std::ops::Range;
use std::time::Duration;

use crate::definition::Outline;
use crate::error::CheckError;
use crate::run::Shard;

/// In about a second, all solvers answer this many inputs and all oracles judge them, whether or not some inputs
/// represent others.
const SMALL_DOMAIN: u128 = 10_000;

/// A domain with more inputs is too large to be covered where no time is given: its first inputs are, edges, and some
/// that are drawn from the rest.
const LARGE_DOMAIN: u128 = 1 << 33;
const FIRST_OF_LARGE: u128 = 1 << 20;
const DRAWN_OF_LARGE: u64 = 1 << 17;

/// By which factor the blocks of a run with a time grow.
const GROWTH: u64 = 8;

/// How many blocks are as large as the first one.
const FIRST: u64 = 64;

/// The number of inputs in a block where some solver is slow. A block should take less than a second, because a killed
/// run loses its current block.
const SLOW_BLOCK: u64 = 8;

/// Which inputs a run covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coverage {
    /// What is quick. Solvers answer everything within their limits, and some drawn inputs beyond. If inputs represent
    /// others, slower solvers answer only those, and oracles judge only those.
    #[default]
    Quick,
    /// All inputs that solvers are ever asked for. All oracles judge; if some inputs represent others, only agreement does,
    /// unless [`judged_by`](Plan::judged_by) says more.
    Exhaustive,
    /// This many different inputs, drawn with the same probability, for all solvers; all, if there are no more.
    Drawn(u64),
}

/// The oracles that judge, besides agreement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
pub struct Oracles {
    /// The trusted answer.
    pub truth: bool,
    /// The answers of one solver fit together: relations hold, and answers to batches in random order are those to single
    /// inputs.
    pub relations: bool,
}

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) outline: Outline,
    pub(crate) seed: u64,
    pub(crate) stages: Vec<Stage>,
    /// How long it may take, if it need not go on to its end.
    pub(crate) time: Option<Time>,
    coverage: Coverage,
    /// The parts of the domain, in order, within which each solver is asked alike.
    parts: Vec<Part>,
}

/// How long a run may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    /// If it covers the whole domain.
    pub(crate) whole: Duration,
    /// If it covers a part.
    pub(crate) part: Duration,
}

/// A part of the domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) indices: Range<u128>,
    pub(crate) section: usize,
    /// The solvers that answer inputs of it.
    pub(crate) solvers: Vec<usize>,
}

/// A stage: some inputs, and the solvers that may answer them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The numbers of the inputs from which `choice` takes some.
    pub(crate) indices: Range<u128>,
    pub(crate) choice: Choice,
    /// Which of those that it takes, in its order.
    pub(crate) places: Range<u64>,
    /// The solvers' indices in [`Outline::solvers`], ascending.
    pub(crate) solvers: Vec<usize>,
    /// If all these solvers answer, and oracles judge, only inputs that represent others: the solvers that answer the
    /// others.
    pub(crate) solvers_of_others: Option<Vec<usize>>,
    /// The number of inputs in a block.
    pub(crate) block: u64,
    pub(crate) oracles: Oracles,
}

/// Which inputs of a stage are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// All of them.
    All,
    /// The edges of the domain among them.
    Edges,
    /// Different ones, drawn with the same probability.
    Drawn,
    /// The same, but half of these draws are uniform by magnitude, and none is an edge.
    Spread,
}

impl Oracles {
    /// All of them.
    pub const ALL: Self = Oracles {
        truth: true,
        relations: true,
    };
}

impl Plan {
    /// A quick plan with a `time` has stages for the whole domain, and need not go on to its end.
    pub(crate) fn new(
        outline: Outline,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
        time: Option<Time>,
    ) -> Result<Self, CheckError> {
        let time = time.filter(|_| coverage == Coverage::Quick && !outline.has_whole_reach());
        let len = indices.end - indices.start;
        let is_large = len > LARGE_DOMAIN && time.is_none() && !outline.has_whole_reach();
        let parts = parts(&outline, &indices);
        let drawn = |cases| Stage::drawn(&indices, cases, outline.within(|_| true));
        let stages = match coverage {
            Coverage::Drawn(cases) if !outline.is_drawn && u128::from(cases) >= len => {
                let stages = exhaustive(&outline, &parts).into_iter();
                let oracles = Oracles::ALL;
                stages.map(|stage| Stage { oracles, ..stage }).collect()
            }
            Coverage::Drawn(cases) => vec![drawn(cases)],
            Coverage::Quick if outline.is_drawn => {
                let cases = time.map_or(DRAWN_OF_LARGE, |_| u64::MAX);
                let block = outline.block;
                vec![Stage {
                    block,
                    ..drawn(cases)
                }]
            }
            Coverage::Quick if is_large => {
                let first = indices.start + FIRST_OF_LARGE;
                let mut stages = quick(&outline, &self::parts(&outline, &(indices.start..first)));
                stages.extend(beyond(&outline, first..indices.end, DRAWN_OF_LARGE));
                stages
            }
            Coverage::Quick => quick(&outline, &parts),
            Coverage::Exhaustive if outline.is_drawn => {
                return Err(outline.refuse(&format!(
                    "the domain cannot be numbered, so it cannot be covered; its {} can be drawn",
                    outline.nouns
                )));
            }
            Coverage::Exhaustive => exhaustive(&outline, &parts),
        };
        let is_compared = |part: &Part| part.solvers.len() >= outline.least();
        if !parts.iter().any(is_compared) {
            let (nouns, names) = (&outline.nouns, outline.names().join(", "));
            return Err(outline.refuse(&format!(
                "none of these {nouns} is practical for two of the selected solvers ({names})"
            )));
        }
        Ok(Plan {
            outline,
            seed,
            stages,
            time,
            coverage,
            parts,
        })
    }

    /// The same plan in blocks that have so many inputs at first, and grow with the number of inputs before them.
    pub(crate) fn growing(&self, first_block: u64) -> Self {
        let (mut stages, mut before) = (Vec::new(), 0_u64);
        for stage in &self.stages {
            let mut start = 0;
            while start < stage.inputs() {
                let block = (before / GROWTH).max(first_block).min(stage.block);
                let mut end = stage.inputs();
                if block < stage.block {
                    end = end.min(start + (before * GROWTH).max(block * FIRST) - before);
                }
                before = before.saturating_add(end - start);
                let part = stage.part(start..end);
                stages.push(Stage { block, ..part });
                start = end;
            }
        }
        let plan = self.clone();
        Plan { stages, ..plan }
    }

    /// So many first blocks of the plan, as a plan that ends with them.
    pub(crate) fn until(&self, blocks: u64) -> Self {
        let (mut plan, mut left) = (self.clone(), blocks);
        plan.stages.retain_mut(|stage| {
            let blocks = stage.blocks().min(left);
            left -= blocks;
            let inputs = stage.inputs().min(blocks.saturating_mul(stage.block));
            *stage = stage.part(0..inputs);
            blocks > 0
        });
        plan
    }

    /// The number after that of the last input of the stages that take inputs in order.
    pub(crate) fn end_in_order(&self) -> u128 {
        let last = self.stages_in_order().last();
        last.map_or(0, |stage| stage.in_order().end)
    }

    /// The same plan with these oracles for everything, besides agreement.
    #[must_use]
    pub fn judged_by(mut self, oracles: Oracles) -> Self {
        for stage in &mut self.stages {
            stage.oracles = oracles;
        }
        self
    }

    /// The oracles that judge at least one stage.
    pub fn oracles(&self) -> Oracles {
        let oracles = || self.stages.iter().map(|stage| stage.oracles);
        Oracles {
            truth: self.outline.truth.is_some() && oracles().any(|oracles| oracles.truth),
            relations: self.outline.has_relations && oracles().any(|oracles| oracles.relations),
        }
    }

    /// The names of the solvers that take part.
    pub fn solvers(&self) -> Vec<&str> {
        self.outline.names()
    }

    /// Whether some inputs are drawn at random, and the seed matters.
    pub fn draws(&self) -> bool {
        let mut stages = self.stages.iter();
        stages.any(|stage| matches!(stage.choice, Choice::Drawn | Choice::Spread))
    }

    /// The number of inputs in this shard of the plan. An input that comes up again counts again. Where inputs represent
    /// others, solvers answer fewer.
    pub fn inputs(&self, shard: Shard) -> u64 {
        let mut first_block = 0;
        let mut inputs = 0;
        for stage in &self.stages {
            inputs = u64::saturating_add(inputs, stage.inputs_of(shard, first_block));
            first_block += stage.blocks();
        }
        inputs
    }

    /// Whether solvers answer all inputs.
    pub(crate) fn is_exhaustive(&self) -> bool {
        self.coverage == Coverage::Exhaustive
    }

    /// If all inputs are drawn with the same probability: how many there are that enough solvers answer.
    pub(crate) fn drawn_from(&self) -> Option<u128> {
        let least = self.outline.least();
        let compared = self.parts.iter().filter(|part| part.solvers.len() >= least);
        let compared = compared.map(|part| part.indices.end - part.indices.start);
        let is_drawn = self.draws() && matches!(self.coverage, Coverage::Drawn(_));
        let is_drawn = is_drawn && !self.outline.is_drawn;
        is_drawn.then(|| compared.sum())
    }

    /// Whether only inputs that represent others are answered.
    pub(crate) fn is_by_representatives(&self) -> bool {
        let mut others = self.stages.iter().map(|stage| &stage.solvers_of_others);
        others.all(|solvers| matches!(solvers, Some(few) if few.len() < self.outline.least()))
    }

    /// Whether the oracles judge only inputs that represent others, apart from drawn ones.
    pub(crate) fn is_judged_by_representatives(&self) -> bool {
        let mut stages = self.stages_in_order().peekable();
        stages.peek().is_some() && stages.all(|stage| stage.solvers_of_others.is_some())
    }

    /// Whether the inputs that are not drawn are all from the first up to some number.
    pub(crate) fn is_from_the_first(&self) -> bool {
        let mut next = 0;
        self.stages_in_order().all(|stage| {
            let start = mem::replace(&mut next, stage.in_order().end);
            stage.in_order().start == start && stage.solvers_of_others.is_none()
        })
    }

    /// Up to which input all answers of this solver were judged once so many first blocks of the shard are done: by the
    /// trusted answer, if there is one.
    pub(crate) fn judged_below(&self, solver: usize, shard: Shard, blocks: u64) -> u128 {
        let about = &self.outline;
        let (mut left, mut below) = (if shard == Shard::WHOLE { blocks } else { 0 }, 0);
        for stage in &self.stages {
            let judges = about.truth.is_none() || stage.oracles.truth || about.least() == 1;
            let is_next = stage.choice == Choice::All && stage.in_order().start == below;
            let is_asked = stage.solvers.contains(&solver) && stage.solvers_of_others.is_none();
            if !(judges && is_next && is_asked) {
                break;
            }
            let done = left.min(stage.blocks());
            left -= done;
            below += u128::from(done.saturating_mul(stage.block).min(stage.inputs()));
        }
        below
    }

    /// Whether an input that one stage takes in order may be drawn in another.
    pub(crate) fn may_repeat(&self) -> bool {
        let mut drawn = self.stages.iter();
        drawn.any(|drawn| {
            let from = &drawn.indices;
            let mut others = self.stages_in_order().map(Stage::in_order);
            drawn.choice == Choice::Drawn
                && others.any(|other| other.start < from.end && from.start < other.end)
        })
    }

    /// The stages that do not draw.
    fn stages_in_order(&self) -> impl Iterator<Item = &Stage> {
        let stages = self.stages.iter();
        stages.filter(|stage| stage.choice == Choice::All)
    }

    /// The stage of the block with this number, and the block's inputs within the stage.
    pub(crate) fn block(&self, number: u64) -> Option<(&Stage, Range<u64>)> {
        let mut block = number;
        for stage in &self.stages {
            let blocks = stage.blocks();
            if block < blocks {
                let first = block * stage.block;
                let end = first.saturating_add(stage.block).min(stage.inputs());
                return Some((stage, first..end));
            }
            block -= blocks;
        }
        None
    }

    /// The part of the plan with this input, which the plan covers.
    pub(crate) fn part(&self, index: u128) -> &Part {
        let at = self.parts.partition_point(|part| part.indices.end <= index);
        &self.parts[at]
    }

    /// Each stage in words: equal for equal plans with the same solvers.
    pub(crate) fn in_words(&self) -> impl Iterator<Item = String> {
        let seed = self.seed;
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
            let (indices, block, solvers) = (&stage.indices, stage.block, &stage.solvers);
            let Oracles { truth, relations } = stage.oracles;
            format!(
                "{choice} of {indices:?} by {block} to {solvers:?}{others}, truth {truth}, relations {relations}"
            )
        })
    }
}

/// Cuts the domain where a section ends or the limit of a solver.
fn parts(outline: &Outline, indices: &Range<u128>) -> Vec<Part> {
    let mut ends: BTreeSet<u128> = outline.sections.iter().map(|section| section.end).collect();
    for (_, limits) in &outline.solvers {
        ends.extend([limits.all, limits.representatives, limits.drawn]);
    }
    ends.insert(indices.end);
    let ends = ends.range(indices.start + 1..=indices.end);
    let mut start = indices.start;
    let parts = ends.map(|&end| {
        let indices = start..end;
        start = end;
        let mut sections = outline.sections.iter();
        let section = sections.position(|section| section.end >= end);
        Part {
            solvers: outline.within(|limits| limits.drawn >= end),
            section: section.expect("the last section ends with the domain"),
            indices,
        }
    });
    parts.collect()
}

fn quick(outline: &Outline, parts: &[Part]) -> Vec<Stage> {
    let represented = !outline.representatives.is_empty() && outline.len > SMALL_DOMAIN;
    let mut stages = Vec::new();
    for part in parts {
        let (indices, end, solvers) = (&part.indices, part.indices.end, &part.solvers);
        let all = outline.within(|limits| limits.all >= end);
        let quick = outline.within(|limits| limits.representatives >= end);
        let quick = if represented { quick } else { all.clone() };
        // Oracles take longest: the first stage has them, if there are two.
        let mut oracles = Oracles::ALL;
        if quick.len() >= outline.least() {
            stages.push(Stage {
                solvers_of_others: represented.then_some(all),
                oracles: mem::take(&mut oracles),
                ..Stage::all(indices, quick.clone(), outline.block)
            });
        }
        if *solvers != quick && solvers.len() >= outline.least() {
            stages.push(Stage {
                oracles,
                ..Stage::drawn(indices, outline.sample, solvers.clone())
            });
        }
    }
    stages
}

fn exhaustive(outline: &Outline, parts: &[Part]) -> Vec<Stage> {
    let compared = parts
        .iter()
        .filter(|part| part.solvers.len() >= outline.least());
    let stages = compared.map(|part| {
        let end = part.indices.end;
        let quick = outline.within(|limits| limits.representatives >= end);
        let is_quick = part.solvers == quick;
        let answered = part.indices.start / 8;
        let quick_block = answered.clamp(outline.block.into(), outline.largest_block.into());
        let block = if is_quick {
            quick_block as u64
        } else {
            SLOW_BLOCK
        };
        let mut stage = Stage::all(&part.indices, part.solvers.clone(), block);
        // With representatives, only these are judged.
        if outline.representatives.is_empty() {
            stage.oracles = Oracles {
                truth: outline.truth.is_some(),
                relations: outline.has_relations,
            };
        }
        stage
    });
    stages.collect()
}

/// The stages of a run that does not cover all inputs with these numbers: edges, and at most so many drawn ones.
pub(crate) fn beyond(outline: &Outline, indices: Range<u128>, drawn: u64) -> [Stage; 2] {
    let edges = outline.edges_in(&indices).len() as u64;
    let solvers = outline.within(|_| true);
    [(Choice::Edges, edges), (Choice::Spread, drawn)].map(|(choice, inputs)| Stage {
        choice,
        block: outline.block,
        ..Stage::drawn(&indices, inputs, solvers.clone())
    })
}

impl Stage {
    /// All inputs with these numbers, which only agreement judges.
    fn all(indices: &Range<u128>, solvers: Vec<usize>, block: u64) -> Self {
        // More than any run reaches.
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

    /// So many of the inputs with these numbers, or all, which all oracles judge.
    fn drawn(indices: &Range<u128>, cases: u64, solvers: Vec<usize>) -> Self {
        let all = Stage::all(indices, solvers, SLOW_BLOCK);
        Stage {
            choice: Choice::Drawn,
            places: 0..cases.min(all.inputs()),
            oracles: Oracles::ALL,
            ..all
        }
    }

    pub(crate) fn inputs(&self) -> u64 {
        self.places.end - self.places.start
    }

    /// The numbers of the inputs of a stage that takes all in order.
    pub(crate) fn in_order(&self) -> Range<u128> {
        let start = self.indices.start;
        start + u128::from(self.places.start)..start + u128::from(self.places.end)
    }

    /// The inputs of the stage from this one to that one.
    pub(crate) fn part(&self, inputs: Range<u64>) -> Self {
        let start = self.places.start;
        let places = start + inputs.start..start + inputs.end;
        let part = self.clone();
        Stage { places, ..part }
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.inputs().div_ceil(self.block)
    }

    /// The number of inputs in the shard's blocks of this stage, whose first block has this number in the plan.
    fn inputs_of(&self, shard: Shard, first_block: u64) -> u64 {
        let end = first_block + self.blocks();
        let blocks = shard.blocks_below(end) - shard.blocks_below(first_block);
        let rest = self.inputs() % self.block;
        let ends_here = blocks > 0 && rest > 0 && shard.has(end - 1);
        let missing = if ends_here { self.block - rest } else { 0 };
        blocks.saturating_mul(self.block) - missing
    }
}
