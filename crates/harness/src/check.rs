//! Runs a plan on several threads.
//!
//! The positions of a stage are cut into blocks. Each thread takes the next block, has its own
//! panel answer it and compares the answers. What is drawn depends on the seed and the block's
//! number in the plan only, so a run finds the same on any number of threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossply_problems::Position;
use crossply_solvers::Solved;

use crate::agreement::{Disagreement, compare};
use crate::generators::uniform;
use crate::panel::Answers;
use crate::plan::{Amount, Stage};
use crate::{Answered, Panel, Plan, Statistics};

/// Positions in a block: enough to make the overhead small, few enough to keep all threads busy
/// until the end. Positions are drawn when they are slow, so their blocks are smaller.
const BLOCK: u64 = 512;
const DRAWN_BLOCK: u64 = 8;

/// How many disagreements are kept, those on the simplest positions.
const KEPT: usize = 10;

/// What a run found.
#[derive(Debug)]
pub struct Findings<P: Solved> {
    /// How many positions were answered by at least two solvers.
    pub compared: Answered,
    /// Whether the plan was carried out to its end.
    pub complete: bool,
    /// What each solver did, in the plan's order.
    pub statistics: Vec<Statistics<P>>,
    /// How often solvers disagreed; on a position that came up again they may do so again.
    pub disagreements: u64,
    /// The disagreements on the simplest positions, simplest first.
    pub simplest: Vec<Disagreement<P>>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Carries out the plan on `jobs` threads, until the deadline if there is one.
///
/// `progress` is told after each block how many positions it had.
pub fn check<P: Solved>(
    plan: &Plan<P>,
    jobs: NonZeroUsize,
    deadline: Option<Instant>,
    progress: impl Fn(u64) + Sync,
) -> Findings<P> {
    let start = Instant::now();
    let next_block = AtomicU64::new(0);
    let work = || {
        let mut panel = Panel::new(&plan.solvers);
        let mut findings = Findings::nothing(plan);
        loop {
            let number = next_block.fetch_add(1, Ordering::Relaxed);
            let Some((stage, indices)) = locate(plan, number) else {
                break;
            };
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                findings.complete = false;
                break;
            }
            let positions = positions_of(plan, stage, number, indices);
            findings.check_block(plan, stage, &mut panel, &positions);
            progress(positions.len() as u64);
        }
        findings
    };
    let mut findings = Findings::nothing(plan);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.get()).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            match worker.join() {
                Ok(found) => findings.merge(found),
                Err(panic) => resume_unwind(panic),
            }
        }
    });
    findings.elapsed = start.elapsed();
    findings
}

impl<P: Solved> Findings<P> {
    fn nothing(plan: &Plan<P>) -> Self {
        let statistics = plan.solvers.iter().map(|entry| Statistics::new(entry.name));
        Findings {
            compared: Answered::default(),
            complete: true,
            statistics: statistics.collect(),
            disagreements: 0,
            simplest: Vec::new(),
            elapsed: Duration::ZERO,
        }
    }

    fn check_block(
        &mut self,
        plan: &Plan<P>,
        stage: &Stage,
        panel: &mut Panel<P>,
        positions: &[Position<P>],
    ) {
        for positions in positions.chunk_by(|a, b| a.empties() == b.empties()) {
            let empties = positions[0].empties();
            let places: Vec<usize> = stage
                .solvers
                .iter()
                .copied()
                .filter(|&place| plan.solvers[place].practical_empties >= empties)
                .collect();
            if places.len() < 2 {
                continue;
            }
            let mut columns = Vec::with_capacity(places.len());
            for &place in &places {
                let start = Instant::now();
                let answers = panel.answer_block(place, positions);
                let statistics = &mut self.statistics[place];
                statistics.time += start.elapsed();
                statistics.count(empties, stage.amount, &answers);
                columns.push(answers);
            }
            self.compared.add(stage.amount, positions.len() as u64);
            let all_answered = matches!(columns[0], Answers::All(_));
            if all_answered && columns.iter().all(|column| *column == columns[0]) {
                continue;
            }
            for (row, &position) in positions.iter().enumerate() {
                let names = places.iter().map(|&place| plan.solvers[place].name);
                let outcomes = columns.iter().map(|column| column.outcome(row));
                if let Err(disagreement) = compare(position, names.zip(outcomes)) {
                    self.add(disagreement);
                }
            }
        }
    }

    fn add(&mut self, disagreement: Disagreement<P>) {
        self.disagreements += 1;
        for name in disagreement.minority() {
            let mut statistics = self.statistics.iter_mut();
            if let Some(statistics) = statistics.find(|statistics| statistics.solver == name) {
                statistics.in_minority += 1;
            }
        }
        self.keep_simplest([disagreement]);
    }

    fn merge(&mut self, other: Self) {
        self.compared.merge(other.compared);
        self.complete &= other.complete;
        for (statistics, others) in self.statistics.iter_mut().zip(other.statistics) {
            statistics.merge(others);
        }
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

/// The stage of the plan's block with this number, and which of the stage's positions are in it.
fn locate<P: Solved>(plan: &Plan<P>, number: u64) -> Option<(&Stage, Range<u64>)> {
    let mut block = number;
    for stage in &plan.stages {
        let positions = stage.positions();
        let blocks = positions.div_ceil(stage.block());
        if block < blocks {
            let first = block * stage.block();
            return Some((stage, first..positions.min(first + stage.block())));
        }
        block -= blocks;
    }
    None
}

/// Positions of a stage that are in the plan's block with this number, in the domain's order.
fn positions_of<P: Solved>(
    plan: &Plan<P>,
    stage: &Stage,
    number: u64,
    in_stage: Range<u64>,
) -> Vec<Position<P>> {
    match stage.amount {
        Amount::All => {
            let start = stage.indices.start;
            let indices = start + in_stage.start..start + in_stage.end;
            P::domain().positions(indices).collect()
        }
        Amount::Drawn(_) => {
            let drawn = uniform(plan.seed, number, stage.indices.clone());
            let mut indices: Vec<u64> = drawn.zip(in_stage).map(|(index, _)| index).collect();
            indices.sort_unstable();
            let position = |index| P::domain().position(index);
            indices.into_iter().map(position).collect()
        }
    }
}

impl Stage {
    fn block(&self) -> u64 {
        match self.amount {
            Amount::All => BLOCK,
            Amount::Drawn(_) => DRAWN_BLOCK,
        }
    }
}
