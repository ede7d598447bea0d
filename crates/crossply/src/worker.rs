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
use crate::explain::{Block, Observer, Value};
use crate::outcome::{Outcome, outcome_of};
use crate::panel::{Answers, Panel};
use crate::plan::{Choice, Part, Stage};
use crate::watch::Watched;
use crate::{Digest, Domain, Findings, Given, Limits, Oracles, Plan};

/// How many blocks of a stage have batches in random order, about: each costs hundreds of answers.
const BLOCKS_WITH_BATCHES: u64 = 8192;

/// A thread's solvers, and what it has found since it was asked last.
pub(crate) struct Worker<'a, I, A> {
    check: &'a CrossCheck<I, A>,
    plan: &'a Plan,
    panel: Panel<I, A>,
    watched: &'a Watched,
    findings: Findings,
    /// What each solver was asked in random order, before the inputs of the block.
    batches: Vec<(Vec<u128>, Vec<I>)>,
    /// Whether the next wrong input is looked at for a leak: the first one of those that were asked together is.
    seeks_leak: bool,
    /// The memory of inputs and answers that are no longer needed.
    inputs: Vec<I>,
    buffers: Vec<Vec<A>>,
    /// Is shown all answers. Then they are not judged again.
    observer: Option<Observer<'a, I, A>>,
}

/// Inputs that solvers have answered.
struct Answered<'b, I, A> {
    choice: Choice,
    solvers: &'b [usize],
    /// The oracles that judge the answers.
    oracles: Oracles,
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
    pub(crate) fn new(
        check: &'a CrossCheck<I, A>,
        plan: &'a Plan,
        watched: &'a Watched,
        observer: Option<Observer<'a, I, A>>,
    ) -> Self {
        Worker {
            check,
            plan,
            panel: check.panel(),
            watched,
            findings: Findings::nothing(plan),
            batches: vec![Default::default(); check.solvers.len()],
            seeks_leak: true,
            inputs: Vec::new(),
            buffers: Vec::new(),
            observer,
        }
    }

    /// What it has found since this was called last.
    pub(crate) fn take_findings(&mut self) -> Findings {
        mem::replace(&mut self.findings, Findings::nothing(self.plan))
    }

    /// Checks the block with this number in the plan, which takes these inputs of a stage.
    pub(crate) fn check_block(&mut self, number: u64, stage: &Stage, in_stage: Range<u64>) {
        match stage.choice {
            Choice::All => {
                let ends = [in_stage.start, in_stage.end];
                let [start, end] = ends.map(|end| stage.indices.start + u128::from(end));
                self.check_part(number, stage, Numbers::All(start..end));
            }
            Choice::Drawn(_) => {
                let plan = self.plan;
                let drawn = uniform(random(plan.seed, number), stage.indices.clone());
                let mut indices: Vec<u128> = drawn.zip(in_stage).map(|(index, _)| index).collect();
                indices.sort_unstable();
                let part = |index: &u128| plan.part(*index).indices.start;
                for indices in indices.chunk_by(|a, b| part(a) == part(b)) {
                    self.check_part(number, stage, Numbers::Listed(indices.to_vec()));
                }
            }
        }
    }

    /// Checks the inputs with these numbers, which all lie in one part of the domain.
    fn check_part(&mut self, number: u64, stage: &Stage, numbers: Numbers) {
        let check = self.check;
        let first = numbers.at(0);
        let part = self.plan.part(first);
        let mut inputs = mem::take(&mut self.inputs);
        let filled = outcome_of(|| match &numbers {
            Numbers::All(indices) => check.domain.fill(indices.clone(), &mut inputs),
            Numbers::Listed(numbers) => inputs.extend(check.inputs(numbers)),
        });
        if let Outcome::Panic(message) = filled {
            let trouble = format!("the domain panics at or after index {first}: {message}");
            return self.findings.add_trouble(trouble);
        }
        let mut judged = Batch { numbers, inputs };
        let asked = |solvers: &[usize]| {
            let mut solvers = solvers.to_vec();
            solvers.retain(|solver| part.solvers.contains(solver));
            solvers
        };
        self.batches.fill_with(Default::default);
        let (others, represents) = (&stage.solvers_of_others, &check.representatives);
        if let (Some(solvers), Some(represents)) = (others, represents) {
            let [representatives, others] = judged.split(&**represents);
            self.check_inputs(stage.choice, part, &asked(solvers), Oracles::NONE, &others);
            judged = representatives;
        }
        let solvers = asked(&stage.solvers);
        let every = stage.blocks().div_ceil(BLOCKS_WITH_BATCHES);
        let is_judged = stage.oracles.relations && self.observer.is_none();
        if is_judged && solvers.len() >= 2 && number.is_multiple_of(every) {
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
                (Some(Answers::All(before)), Answers::All(now)) => {
                    check.equality.of_lists(before, now)
                }
                (last, answers) => last.is_none() && matches!(answers, Answers::All(_)),
            };
            agreed &= is_as_before;
            if let Some(digest_of) = &check.digest
                && (columns.is_empty() || !is_as_before)
            {
                digest = digest_of(&batch.numbers, &answers);
            }
            let statistics = &mut self.findings.counts.solvers[solver];
            statistics.panics += answers.panics();
            let work = &mut statistics.sections[part.section];
            work.seconds += seconds;
            work.answered.add(choice, inputs.len() as u64);
            if choice == Choice::All {
                work.digest.merge(digest);
            }
            columns.push(answers);
        }
        let counts = &mut self.findings.counts;
        counts.compared.add(choice, inputs.len() as u64);
        let oracles = Oracles {
            truth: oracles.truth && check.truth.is_some(),
            relations: oracles.relations && !check.relations.is_empty(),
        };
        let answered = Answered {
            choice,
            solvers,
            oracles,
            batch,
            columns,
        };
        if let Some(mut observer) = self.observer.take() {
            self.show(&answered, agreed, part, &mut observer);
            self.observer = Some(observer);
        } else if !agreed || oracles != Oracles::NONE {
            self.seeks_leak = true;
            let agreed = self.agreed(&answered);
            for (row, is_agreed) in agreed.into_iter().enumerate() {
                if self.is_right(&answered, row, is_agreed) && oracles.relations {
                    self.check_relations(&answered, row);
                }
            }
        }
        let columns = answered.columns.into_iter();
        self.buffers.extend(columns.map(Answers::into_buffer));
    }

    /// Shows the answers of each solver that is to be explained.
    fn show(
        &self,
        answered: &Answered<'_, I, A>,
        agreed: bool,
        part: &Part,
        observer: &mut Observer<'_, I, A>,
    ) {
        let (check, inputs) = (self.check, &answered.batch.inputs);
        let judges = answered.oracles.truth;
        let agreed = if agreed && !judges {
            Vec::new()
        } else {
            self.agreed(answered)
        };
        // Where solvers disagree, what the trusted answer says.
        let rights: Vec<Option<A>> = match &check.truth {
            None => Vec::new(),
            Some(_) => agreed
                .iter()
                .zip(inputs)
                .map(|(agreed, input)| {
                    let is_open = judges || !agreed;
                    is_open.then(|| check.right(input)).flatten()
                })
                .collect(),
        };
        let section = Value::section(&self.plan.outline.sections[part.section].name);
        for (n, suspect) in observer.solvers().into_iter().enumerate() {
            let Some(column) = answered
                .solvers
                .iter()
                .position(|&solver| solver == suspect)
            else {
                continue;
            };
            let given = &answered.columns[column];
            let is_wrong = |(row, &agreed): (usize, &bool)| match rights.get(row) {
                _ if agreed && !judges => Some(false),
                Some(right) => {
                    let right = right.as_ref()?;
                    Some(check.is_wrong(&given.outcome(row), Some(right)))
                }
                // One of two, or one alone.
                None if check.solvers.len() == 2 => Some(true),
                None => {
                    let outcomes: Vec<_> = answered.outcomes(row).collect();
                    let panics = matches!(outcomes[column], Outcome::Panic(_));
                    Some(panics || check.is_alone(&outcomes, column))
                }
            };
            let wrong: Vec<_> = agreed.iter().enumerate().map(is_wrong).collect();
            let other = &answered.columns[usize::from(column == 0)];
            let block = Block {
                inputs,
                number: &|row| answered.batch.numbers.at(row),
                section,
                given,
                wrong: &wrong,
                right: &|row| {
                    let is_agreed = agreed.get(row) != Some(&false);
                    match rights.get(row) {
                        Some(Some(right)) => Some(right),
                        _ if is_agreed => answer_of(given, row),
                        // The others agree.
                        None if wrong[row] == Some(true) => answer_of(other, row),
                        _ => None,
                    }
                },
            };
            observer.see(n, &block);
        }
    }

    /// Whether nothing is wrong about the answers to an input. The trusted answer is asked if it is to judge, or to
    /// say who is wrong.
    fn is_right(&mut self, answered: &Answered<'_, I, A>, row: usize, is_agreed: bool) -> bool {
        let truth_judges = answered.oracles.truth;
        if is_agreed && !truth_judges {
            return true;
        }
        let (check, input) = (self.check, &answered.batch.inputs[row]);
        // If the quicker way fails, the trusted answer itself says why.
        let quick = if truth_judges {
            None
        } else {
            check.right(input)
        };
        let right = match quick.map_or_else(|| check.confirmed(input), |right| Ok(Some(right))) {
            Ok(Some(right)) => right,
            Ok(None) => {
                self.add(answered, row, None);
                return false;
            }
            Err(trouble) => {
                self.findings.add_trouble(trouble);
                return false;
            }
        };
        let mut outcomes = answered.outcomes(row);
        let is_right = !outcomes.any(|outcome| self.check.is_wrong(&outcome, Some(&right)));
        if !is_right {
            self.add(answered, row, Some(&right));
        } else if truth_judges {
            self.findings.counts.confirmed.add(answered.choice, 1);
        }
        is_right
    }

    /// In which rows all solvers gave the same answer.
    fn agreed(&self, answered: &Answered<'_, I, A>) -> Vec<bool> {
        let rows = 0..answered.batch.inputs.len();
        let mut agreed = vec![true; rows.len()];
        for pair in answered.columns.windows(2) {
            if let [Answers::All(some), Answers::All(others)] = pair {
                self.check.equality.of_each(some, others, &mut agreed);
                continue;
            }
            for (row, agreed) in rows.clone().zip(&mut agreed) {
                let [one, other] = [0, 1].map(|n| pair[n].outcome(row));
                let is_answer = matches!(one, Outcome::Answer(_));
                *agreed &= is_answer && self.check.same_outcome(&one, &other);
            }
        }
        agreed
    }

    /// Counts a wrong input, and keeps it if it is among the simplest.
    fn add(&mut self, answered: &Answered<'_, I, A>, row: usize, right: Option<&A>) {
        let (check, solvers) = (self.check, answered.solvers);
        let (inputs, index) = (&answered.batch.inputs, answered.batch.numbers.at(row));
        let outcomes: Vec<_> = answered.outcomes(row).collect();
        let is_wrong = |outcome| check.is_wrong(outcome, right);
        let wrong: Vec<bool> = outcomes.iter().map(is_wrong).collect();
        self.findings.counts.disagreements += 1;
        for (n, &solver) in solvers.iter().enumerate() {
            let statistics = &mut self.findings.counts.solvers[solver];
            statistics.wrong += u64::from(wrong[n]);
            statistics.alone += u64::from(right.is_none() && check.is_alone(&outcomes, n));
        }
        if !self.findings.keeps(index) {
            return;
        }
        let mut found = check.finding(Some(index), &inputs[row], right);
        for (n, &solver) in solvers.iter().enumerate() {
            let name = &check.solvers[solver].name;
            found.answers.push(Given::new(name, &outcomes[n], wrong[n]));
        }
        if mem::take(&mut self.seeks_leak) {
            let mut suspects = (0..solvers.len()).filter(|&n| wrong[n] || right.is_none());
            let numbers = (0..inputs.len()).map(|row| answered.batch.numbers.at(row));
            let numbers: Vec<_> = numbers.collect();
            let behind = suspects.find_map(|n| {
                let (solver, given) = (solvers[n], &outcomes[n]);
                let (numbers_before, before) = &self.batches[solver];
                let in_block = batch::behind(check, solver, &numbers, inputs, row, given);
                in_block.or_else(|| {
                    let numbers = [numbers_before, &numbers[..=row]].concat();
                    let inputs = [before, &inputs[..=row]].concat();
                    batch::behind(check, solver, &numbers, &inputs, before.len() + row, given)
                })
            });
            found.batch = behind.unwrap_or_default();
        }
        self.findings.keep_simplest([found]);
    }

    /// Compares the answers to a batch of inputs, repeated and in random order, with the answers to each input alone. Only
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
            if quick < part.indices.end {
                continue;
            }
            let batch = batch::disordered(&numbers, 0..quick, random(plan.seed, number));
            let inputs = match outcome_of(|| check.inputs(&batch)) {
                Outcome::Answer(inputs) => inputs,
                Outcome::Panic(message) => {
                    let trouble = format!("the domain panics in a batch of inputs: {message}");
                    return self.findings.add_trouble(trouble);
                }
            };
            if let Some(found) = check.leak_in(&mut self.panel, solver, &batch, &inputs) {
                self.count_wrong(solver);
                self.findings.keep_simplest([found]);
            }
            self.batches[solver] = (batch, inputs);
        }
    }

    /// Has the relations judge the answers to the input and to those that they ask for, if a solver is quick with them.
    fn check_relations(&mut self, answered: &Answered<'_, I, A>, row: usize) {
        let (check, index) = (self.check, answered.batch.numbers.at(row));
        let is_quick = |&solver: &usize| index < check.solvers[solver].limits.representatives;
        let quick = answered.solvers.iter().copied().filter(is_quick);
        let quick = quick.map(|solver| (&*check.solvers[solver].name, solver));
        let quick: Vec<_> = quick.collect();
        if quick.is_empty() {
            return;
        }
        let is_asked = |asked: &str, _: &Limits| quick.iter().any(|(name, _)| *name == asked);
        let Some(found) = check.relate(&mut self.panel, index, is_asked) else {
            self.findings.counts.related.add(answered.choice, 1);
            return;
        };
        // If the trusted answer shows which input is wrong, that counts when the run reaches it. But the run may never
        // reach it, so it is kept.
        if found.right.is_none() {
            let mut quick = quick.iter();
            let wrong = quick.find(|(name, _)| *name == found.answers[0].solver);
            self.count_wrong(wrong.expect("it was asked").1);
        }
        self.findings.keep_simplest([found]);
    }

    fn count_wrong(&mut self, solver: usize) {
        self.findings.counts.disagreements += 1;
        self.findings.counts.solvers[solver].wrong += 1;
    }
}

/// The answer in a row, if it is no panic.
fn answer_of<A>(answers: &Answers<A>, row: usize) -> Option<&A> {
    match answers.outcome(row) {
        Outcome::Answer(answer) => Some(answer),
        Outcome::Panic(_) => None,
    }
}

impl<I, A> Answered<'_, I, A> {
    /// The outcome of each solver for an input.
    fn outcomes(&self, row: usize) -> impl Iterator<Item = Outcome<&A>> {
        self.columns.iter().map(move |column| column.outcome(row))
    }
}

impl<I> Batch<I> {
    /// The inputs for which this holds, and the others.
    fn split(self, is_ours: &dyn Fn(&I) -> bool) -> [Self; 2] {
        let inputs = self.inputs.into_iter().enumerate();
        let numbered = inputs.map(|(row, input)| (self.numbers.at(row), input));
        let (ours, others): (Vec<_>, Vec<_>) = numbered.partition(|(_, input)| is_ours(input));
        [ours, others].map(|inputs| {
            let (numbers, inputs) = inputs.into_iter().unzip();
            let numbers = Numbers::Listed(numbers);
            Batch { numbers, inputs }
        })
    }
}
