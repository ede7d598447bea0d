//! Has solvers answer a block of inputs, and judges the answers.
//!
//! Each thread of a run has a worker. What it finds in a block depends on the plan and the number of the block only.

use std::fmt::Debug;
use std::mem;
use std::ops::Range;
use std::time::Instant;

use crate::batch;
use crate::cross_check::{CrossCheck, Numbers};
use crate::draw::{random, uniform};
use crate::findings::count;
use crate::outcome::{Outcome, outcome_of};
use crate::panel::{Answers, Panel};
use crate::plan::{Choice, Part, Stage};
use crate::watch::Watched;
use crate::{Digest, Domain, Findings, Given, Oracles, Plan};

/// How many blocks of a stage have batches in disorder, about: each costs hundreds of answers.
const BLOCKS_WITH_BATCHES: u64 = 8192;

/// A thread's solvers, and what it has found since it was asked last.
pub(crate) struct Worker<'a, I, A> {
    check: &'a CrossCheck<I, A>,
    plan: &'a Plan,
    panel: Panel<I, A>,
    watched: &'a Watched,
    findings: Findings,
    /// The memory of inputs and answers that are no longer needed.
    inputs: Vec<I>,
    buffers: Vec<Vec<A>>,
}

/// Inputs that solvers have answered.
struct Answered<'b, I, A> {
    choice: Choice,
    solvers: &'b [usize],
    batch: &'b Batch<I>,
    /// The answers of each solver.
    columns: Vec<Answers<A>>,
}

/// Inputs and their numbers.
struct Batch<I> {
    numbers: Numbers,
    inputs: Vec<I>,
}

impl<'a, I, A> Worker<'a, I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    pub(crate) fn new(check: &'a CrossCheck<I, A>, plan: &'a Plan, watched: &'a Watched) -> Self {
        Worker {
            check,
            plan,
            panel: check.panel(),
            watched,
            findings: Findings::nothing(plan),
            inputs: Vec::new(),
            buffers: Vec::new(),
        }
    }

    /// What it has found since this was called last.
    pub(crate) fn take_findings(&mut self) -> Findings {
        mem::replace(&mut self.findings, Findings::nothing(self.plan))
    }

    /// Checks the block with this number in the plan, which takes these inputs of a stage.
    pub(crate) fn check_block(&mut self, number: u64, stage: &Stage, in_stage: Range<u64>) {
        let plan = self.plan;
        match stage.choice {
            Choice::All => {
                let start = stage.indices.start;
                let indices = start + u128::from(in_stage.start)..start + u128::from(in_stage.end);
                let part = plan.part(indices.start);
                self.check_part(number, stage, part, Numbers::From(indices.start), indices);
            }
            Choice::Drawn(_) => {
                let drawn = uniform(random(plan.seed, number), stage.indices.clone());
                let mut indices: Vec<u128> = drawn.zip(in_stage).map(|(index, _)| index).collect();
                indices.sort_unstable();
                let part = |index: &u128| plan.part(*index).indices.start;
                for indices in indices.chunk_by(|a, b| part(a) == part(b)) {
                    let numbers = Numbers::Listed(indices.to_vec());
                    self.check_part(number, stage, plan.part(indices[0]), numbers, 0..0);
                }
            }
        }
    }

    /// Checks inputs that all lie in this part of the domain: those with these numbers.
    fn check_part(
        &mut self,
        number: u64,
        stage: &Stage,
        part: &Part,
        numbers: Numbers,
        indices: Range<u128>,
    ) {
        let check = self.check;
        let mut inputs = mem::take(&mut self.inputs);
        let filled = outcome_of(|| match &numbers {
            Numbers::From(_) => check.domain.fill(indices.clone(), &mut inputs),
            Numbers::Listed(numbers) => {
                inputs.extend(numbers.iter().map(|&index| check.domain.input(index)));
            }
        });
        if let Outcome::Panic(message) = filled {
            let from = numbers.at(0);
            let trouble = format!("the domain panics at or after index {from}: {message}");
            self.findings.counts.trouble.get_or_insert(trouble);
            return;
        }
        let mut judged = Batch { numbers, inputs };
        let asked = |solvers: &[usize]| -> Vec<usize> {
            let is_asked = |solver: &&usize| part.solvers.contains(solver);
            solvers.iter().filter(is_asked).copied().collect()
        };
        let represents = check.representatives.as_ref();
        if let (Some(solvers), Some(represents)) = (&stage.solvers_of_others, represents) {
            let others = judged.without(|input| !represents(input));
            self.check_inputs(stage.choice, part, &asked(solvers), Oracles::NONE, &others);
        }
        let solvers = asked(&stage.solvers);
        let every = stage.blocks().div_ceil(BLOCKS_WITH_BATCHES);
        if stage.oracles.relations && solvers.len() >= 2 && number.is_multiple_of(every) {
            self.check_batches(number, part, &solvers, &judged);
        }
        self.check_inputs(stage.choice, part, &solvers, stage.oracles, &judged);
        self.inputs = judged.inputs;
        self.inputs.clear();
    }

    /// Has the solvers answer these inputs, and the oracles judge.
    fn check_inputs(
        &mut self,
        choice: Choice,
        part: &Part,
        solvers: &[usize],
        oracles: Oracles,
        batch: &Batch<I>,
    ) {
        let (check, inputs) = (self.check, &batch.inputs[..]);
        if solvers.len() < 2 || inputs.is_empty() {
            return;
        }
        // The answers of each solver, and their digest, which is mostly that of the solver before.
        let mut columns = Vec::<Answers<A>>::with_capacity(solvers.len());
        let mut digest = Digest::default();
        let mut agreed = true;
        for &solver in solvers {
            let start = Instant::now();
            let ends = [0, inputs.len() - 1].map(|row| batch.numbers.at(row));
            self.watched.begin(solver, ends, start);
            let buffer = self.buffers.pop().unwrap_or_default();
            let answers = self.panel.answer_all(solver, inputs, buffer);
            self.watched.end();
            let seconds = start.elapsed().as_secs_f64();
            let is_as_before = match (columns.last(), &answers) {
                (Some(Answers::All(before)), Answers::All(answers)) => {
                    (check.equal)(before, answers)
                }
                (last, answers) => last.is_none() && matches!(answers, Answers::All(_)),
            };
            agreed &= is_as_before;
            if let Some(digest_of) = &check.digest
                && (columns.is_empty() || !is_as_before)
            {
                digest = digest_of(&batch.numbers, &answers);
            }
            if let Answers::Outcomes(outcomes) = &answers {
                let is_panic = |outcome: &&Outcome<A>| matches!(outcome, Outcome::Panic(_));
                let panics = outcomes.iter().filter(is_panic).count();
                self.findings.counts.solvers[solver].panics += panics as u64;
            }
            let place = (solver, part.section);
            count(
                &mut self.findings.counts,
                place,
                choice,
                inputs.len(),
                digest,
                seconds,
            );
            columns.push(answers);
        }
        self.findings
            .counts
            .compared
            .add(choice, inputs.len() as u64);
        let oracles = Oracles {
            truth: oracles.truth && check.truth.is_some(),
            relations: oracles.relations && !check.relations.is_empty(),
        };
        let answered = Answered {
            choice,
            solvers,
            batch,
            columns,
        };
        if !agreed || oracles != Oracles::NONE {
            let subject = self
                .plan
                .outline
                .subject(solvers)
                .filter(|_| oracles.relations);
            // Of the wrong inputs of a batch the first is looked at for a leak.
            let mut is_first = true;
            for row in 0..answered.batch.inputs.len() {
                let is_agreed = agreed || self.is_agreed(&answered, row);
                if self.is_right(&answered, row, is_agreed, oracles.truth, &mut is_first)
                    && let Some(subject) = subject
                {
                    self.check_relations(&answered, row, subject);
                }
            }
        }
        let columns = answered.columns.into_iter();
        self.buffers.extend(columns.map(Answers::into_buffer));
    }

    /// Whether nothing is wrong about the answers to an input. The trusted answer is asked if it is to judge, or to
    /// say who is wrong.
    fn is_right(
        &mut self,
        answered: &Answered<'_, I, A>,
        row: usize,
        is_agreed: bool,
        truth_judges: bool,
        is_first: &mut bool,
    ) -> bool {
        if is_agreed && !truth_judges {
            return true;
        }
        let Some(truth) = &self.check.truth else {
            self.add(answered, row, None, is_first);
            return false;
        };
        let input = &answered.batch.inputs[row];
        let right = match outcome_of(|| (truth.answer)(input)) {
            Outcome::Answer(right) => right,
            Outcome::Panic(message) => {
                let name = &truth.name;
                let trouble = format!(
                    "the check itself is at fault: the trusted answer `{name}` panics on {input:?}: {message}"
                );
                self.findings.counts.trouble.get_or_insert(trouble);
                return false;
            }
        };
        let mut outcomes = answered.columns.iter().map(|column| column.outcome(row));
        let is_right = !outcomes.any(|outcome| self.check.is_wrong(&outcome, Some(&right)));
        if !is_right {
            self.add(answered, row, Some(&right), is_first);
        } else if truth_judges {
            self.findings.counts.confirmed.add(answered.choice, 1);
        }
        is_right
    }

    /// Whether all solvers gave the same answer.
    fn is_agreed(&self, answered: &Answered<'_, I, A>, row: usize) -> bool {
        let mut outcomes = answered.columns.iter().map(|column| column.outcome(row));
        let first = outcomes.next().expect("two solvers answered");
        matches!(first, Outcome::Answer(_))
            && outcomes.all(|outcome| self.check.same_outcome(&outcome, &first))
    }

    /// Counts a wrong input, and keeps it if it is among the simplest.
    fn add(
        &mut self,
        answered: &Answered<'_, I, A>,
        row: usize,
        right: Option<&A>,
        is_first: &mut bool,
    ) {
        let Answered {
            solvers,
            batch,
            columns,
            ..
        } = answered;
        let (check, index) = (self.check, batch.numbers.at(row));
        self.findings.counts.disagreements += 1;
        let outcomes: Vec<_> = columns.iter().map(|column| column.outcome(row)).collect();
        let wrong = outcomes
            .iter()
            .map(|outcome| check.is_wrong(outcome, right));
        let wrong: Vec<_> = wrong.collect();
        for (n, &solver) in solvers.iter().enumerate() {
            let statistics = &mut self.findings.counts.solvers[solver];
            statistics.wrong += u64::from(wrong[n]);
            statistics.alone += u64::from(right.is_none() && check.is_alone(&outcomes, n));
        }
        if !self.findings.keeps(index) {
            return;
        }
        let mut found = check.finding(index, &batch.inputs[row]);
        for ((&solver, outcome), &wrong) in solvers.iter().zip(&outcomes).zip(&wrong) {
            let name = &check.solvers[solver].name;
            found
                .answers
                .push(Given::new(name, &outcome.in_words(), wrong));
        }
        found.right = right.map(|right| format!("{right:?}"));
        if mem::take(is_first) {
            let mut suspects = (0..solvers.len()).filter(|&n| wrong[n] || right.is_none());
            let behind = suspects
                .find_map(|n| batch::behind(check, solvers[n], &batch.inputs, row, &outcomes[n]));
            found.batch = behind.unwrap_or_default();
        }
        self.findings.keep_simplest([found]);
    }

    /// Compares the answers to a batch of inputs, repeated and in disorder, with the answers to each input alone. Only
    /// solvers that are quick here take part, because this asks for some inputs again.
    fn check_batches(&mut self, number: u64, part: &Part, solvers: &[usize], block: &Batch<I>) {
        let (check, plan) = (self.check, self.plan);
        if block.inputs.is_empty() {
            return;
        }
        let numbers = (0..block.inputs.len()).map(|row| block.numbers.at(row));
        let numbers: Vec<_> = numbers.collect();
        for &solver in solvers {
            let quick = check.solvers[solver].limits.representatives;
            let quick = quick.min(plan.outline.len);
            if quick >= part.indices.end {
                let batch = batch::disordered(&numbers, 0..quick, random(plan.seed, number));
                let found = check.leak(&mut self.panel, solver, &batch);
                if let Some(found) = found {
                    self.count_wrong(solver);
                    self.findings.keep_simplest([found]);
                }
            }
        }
    }

    /// Has the relations judge a solver's answer to the input and to those that they ask for.
    fn check_relations(&mut self, answered: &Answered<'_, I, A>, row: usize, solver: usize) {
        let index = answered.batch.numbers.at(row);
        let Some(found) = self.check.relate(&mut self.panel, solver, index) else {
            self.findings.counts.related.add(answered.choice, 1);
            return;
        };
        // If the trusted answer shows which input is wrong, that counts when the run reaches it. But the run may never
        // reach it, so it is kept.
        if found.right.is_none() {
            self.count_wrong(solver);
        }
        self.findings.keep_simplest([found]);
    }

    fn count_wrong(&mut self, solver: usize) {
        self.findings.counts.disagreements += 1;
        self.findings.counts.solvers[solver].wrong += 1;
    }
}

impl<I> Batch<I> {
    /// Takes away the inputs for which this holds.
    fn without(&mut self, is_other: impl Fn(&I) -> bool) -> Self {
        let mut others = Batch {
            numbers: Numbers::Listed(Vec::new()),
            inputs: Vec::new(),
        };
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let mut inputs = Vec::with_capacity(self.inputs.len());
        for (row, input) in mem::take(&mut self.inputs).into_iter().enumerate() {
            let number = self.numbers.at(row);
            if is_other(&input) {
                theirs.push(number);
                others.inputs.push(input);
            } else {
                ours.push(number);
                inputs.push(input);
            }
        }
        (self.numbers, self.inputs) = (Numbers::Listed(ours), inputs);
        others.numbers = Numbers::Listed(theirs);
        others
    }
}
