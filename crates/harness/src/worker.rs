//! Has a panel of solvers answer a block of positions, and judges the answers.
//!
//! Each thread of a run has a worker. A worker returns the findings of each block, which depend on the plan and the
//! number of the block only.

use std::mem;
use std::ops::Range;
use std::time::Instant;

use crossply_problems::symmetry::is_first_of_its_class;
use crossply_problems::{Position, Problem};

use crate::generators::uniform;
use crate::oracles::agreement::compare;
use crate::oracles::batch;
use crate::oracles::metamorphic::{self, Relation, Violation};
use crate::oracles::proof::proven_answer;
use crate::panel::Answers;
use crate::plan::{Choice, Stage};
use crate::statistics::digest_of;
use crate::{Finding, Findings, Oracles, Outcome, Panel, Plan};

/// A thread's solvers, and the findings of the block at hand.
pub(crate) struct Worker<'a, P: Problem> {
    plan: &'a Plan<P>,
    panel: Panel<P>,
    findings: Findings<P>,
}

impl<'a, P: Problem> Worker<'a, P> {
    pub(crate) fn new(plan: &'a Plan<P>) -> Self {
        Worker {
            plan,
            panel: Panel::new(&plan.solvers),
            findings: Findings::nothing(plan),
        }
    }

    /// The findings of the block with this number in the plan, which takes these positions of a stage.
    pub(crate) fn check_block(
        &mut self,
        number: u64,
        stage: &Stage,
        in_stage: Range<u64>,
    ) -> Findings<P> {
        let plan = self.plan;
        let positions = positions_of(plan, stage, number, in_stage);
        for positions in positions.chunk_by(|a, b| a.empties() == b.empties()) {
            let empties = positions[0].empties();
            let asked = |solvers: &[usize]| -> Vec<usize> {
                let is_asked = |&&solver: &&usize| plan.asks(plan.solvers[solver], empties);
                solvers.iter().filter(is_asked).copied().collect()
            };
            let mut judged = positions.to_vec();
            if let Some(solvers) = &stage.solvers_of_others {
                let others = judged.extract_if(.., |position| !is_first_of_its_class(*position));
                let others: Vec<_> = others.collect();
                self.check_positions(stage.choice, &asked(solvers), Oracles::NONE, &others);
            }
            let solvers = asked(&stage.solvers);
            if stage.oracles.metamorphic && solvers.len() >= 2 {
                self.check_batches(number, &solvers, &judged);
            }
            self.check_positions(stage.choice, &solvers, stage.oracles, &judged);
        }
        mem::replace(&mut self.findings, Findings::nothing(plan))
    }

    /// Has the solvers answer these positions of a block, all with equally many empties, and the oracles judge.
    fn check_positions(
        &mut self,
        choice: Choice,
        solvers: &[usize],
        oracles: Oracles,
        positions: &[Position<P>],
    ) {
        let plan = self.plan;
        if solvers.len() < 2 || positions.is_empty() {
            return;
        }
        let empties = positions[0].empties();
        // The answers of each solver, and their digest, which is mostly that of the solver before.
        let mut columns = Vec::<Answers<P::Answer>>::with_capacity(solvers.len());
        let mut digest = Default::default();
        for &solver in solvers {
            let start = Instant::now();
            let answers = self.panel.answer_block(solver, positions);
            let seconds = start.elapsed().as_secs_f64();
            if columns.last() != Some(&answers) {
                digest = digest_of(positions, &answers);
            }
            let statistics = &mut self.findings.counts.solvers[solver];
            statistics.count((empties, positions.len()), choice, digest, seconds);
            columns.push(answers);
        }
        let compared = &mut self.findings.counts.compared;
        compared.add(choice, positions.len() as u64);
        let all_answered = matches!(columns[0], Answers::All(_));
        let agreed = all_answered && columns.windows(2).all(|pair| pair[0] == pair[1]);
        if agreed && oracles == Oracles::NONE {
            return;
        }
        let names = || solvers.iter().map(|&solver| plan.solvers[solver].name);
        let subject = self.panel.subject(solvers.iter().copied(), empties);
        let mut is_first = true;
        for (row, &position) in positions.iter().enumerate() {
            let outcomes = || names().zip(columns.iter().map(|column| column.outcome(row)));
            if !agreed && let Err(mut finding) = compare(position, outcomes()) {
                if mem::take(&mut is_first) {
                    finding.batch = batch::behind(&finding, &plan.solvers, positions);
                }
                self.findings.add(finding);
                continue;
            }
            if oracles.proof {
                let outcomes = outcomes().collect();
                let answers = Finding::new(position, outcomes);
                let proven = proven_answer(position);
                if !self.findings.prove(choice, answers, proven) {
                    continue;
                }
            }
            if let Some(solver) = subject.filter(|_| oracles.metamorphic) {
                self.check_relations(choice, position, solver);
            }
        }
    }

    /// Compares the answers to a batch of positions, repeated and in disorder, with the answers to each position
    /// alone. Only quick solvers take part, because this asks for some positions again.
    fn check_batches(&mut self, number: u64, solvers: &[usize], positions: &[Position<P>]) {
        for &solver in solvers {
            let exhaustive_max_empties = self.plan.solvers[solver].exhaustive_max_empties;
            let empties = positions.first().map(|position| position.empties());
            if empties.is_some_and(|empties| empties <= exhaustive_max_empties) {
                let others = P::domain().with_empties(0..=exhaustive_max_empties);
                let batch = batch::disordered(positions, others, self.plan.seed, number);
                if let Err(found) = batch::check(&mut self.panel, solver, &batch) {
                    self.findings.add(found);
                }
            }
        }
    }

    /// Compares a solver's answer with its answers to related positions.
    fn check_relations(&mut self, choice: Choice, position: Position<P>, solver: usize) {
        let (panel, findings) = (&mut self.panel, &mut self.findings);
        let outcome = panel.ask(solver, |solver| {
            metamorphic::check(position, &mut |position| solver.solve(position))
        });
        let violation = match outcome {
            Outcome::Answer(Ok(())) => return findings.counts.related.add(choice, 1),
            Outcome::Answer(Err(violation)) => violation,
            Outcome::Panic(_) => Violation {
                relation: Relation::Possible,
                position,
            },
        };
        // The proof decides which of the answers is wrong.
        let name = panel.entry(solver).name;
        let mut answers = violation.positions().into_iter().map(|position| {
            let outcome = panel.ask(solver, |solver| solver.solve(position));
            Finding::new(position, vec![(name, outcome)])
        });
        let asked = answers.next().expect("the position itself");
        if asked.wrong().next().is_some() {
            return findings.add(asked);
        }
        // It counts when the run reaches it; but the run may never reach it.
        let wrong = answers.find(|answer| answer.wrong().next().is_some());
        // If none is wrong, the solver's answers depend on the positions before.
        findings.keep_simplest([wrong.unwrap_or(asked)]);
    }
}

/// The positions in the plan's block with this number, in their order.
fn positions_of<P: Problem>(
    plan: &Plan<P>,
    stage: &Stage,
    number: u64,
    in_stage: Range<u64>,
) -> Vec<Position<P>> {
    let domain = P::domain();
    match stage.choice {
        Choice::All => {
            let start = stage.indices.start;
            let indices = start + in_stage.start..start + in_stage.end;
            domain.positions(indices).collect()
        }
        Choice::Drawn(_) => {
            let drawn = uniform(plan.seed, number, stage.indices.clone());
            let mut indices: Vec<u64> = drawn.zip(in_stage).map(|(index, _)| index).collect();
            indices.sort_unstable();
            let positions = indices.into_iter().map(|index| domain.position(index));
            positions.collect()
        }
    }
}
