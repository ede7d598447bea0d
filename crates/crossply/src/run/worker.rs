//! Workers: each thread of a run has one. It asks the solvers for the inputs of a block, and judges the answers.
//!
//! The findings of a block depend only on the plan and the block's number.

use std::collections::HashMap;
use std::mem;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::carry_out::Observer;
use super::grid::cells;
use super::plan::{Choice, Oracles, Part, Stage};
use super::watch::Watched;
use crate::definition::{Answers, Batch, Definition, Numbers};
use crate::digest::Digest;
use crate::draw::{Shuffled, Spread, random};
use crate::failure::{Failure, catch_panic};
use crate::isolated;
use crate::oracle::ask::listed;
use crate::oracle::leak::{behind, disordered, leak};
use crate::oracle::relation::{subject, violation};
use crate::oracle::{Comparison, Open, Panel, Verdicts};
use crate::run::{Findings, Plan, keep_simplest};

/// The number of first blocks that each have a batch in random order. Later blocks have batches more and more rarely,
/// because a batch costs hundreds of answers.
const BLOCKS_WITH_BATCHES: u64 = 2048;

/// In a run with a time limit, a batch in random order comes after each so many inputs, or after all of a smaller domain:
/// blocks are small if answers take long, and oracles must not depend on the clock.
const INPUTS_BEFORE_BATCH: u64 = 512;

/// For programs, at most one in this many batches takes place, because it takes another process.
const BATCHES_OF_PROGRAMS: u64 = 4;

/// The outcomes of programs in a run, for the second run that explains faults. Programs are slow to run again, and may answer
/// differently.
#[derive(Default)]
pub(crate) struct Record(Mutex<HashMap<Place, Answers>>);

/// The number of a block in the plan, the number of the first input in a part of the block, and the solver's index.
type Place = (u64, u128, usize);

impl Record {
    /// Ignores poisoning: no panic can happen while the lock is held.
    fn lock(&self) -> MutexGuard<'_, HashMap<Place, Answers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread's solvers, and its findings since [`Worker::take_findings`] was last called.
pub(crate) struct Worker<'a> {
    check: &'a Definition,
    plan: &'a Plan,
    panel: Panel,
    watched: &'a Watched,
    findings: Findings,
    /// Whether to search for a leak behind the next failing input. This is done for the first one of each batch.
    seeks_leak: bool,
    /// Whether a solver has stopped or failed too often, so that the run has to end.
    pub(super) has_given_up: bool,
    /// The outcomes of solvers that are expensive to ask.
    record: &'a Record,
    /// If set, it gets all answers and verdicts, and the worker does not count faults.
    observer: Option<Observer<'a>>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        check: &'a Definition,
        plan: &'a Plan,
        watched: &'a Watched,
        record: &'a Record,
        observer: Option<Observer<'a>>,
    ) -> Self {
        let mut panel = Panel::new(check);
        panel.heeds_stops = true;
        Worker {
            check,
            plan,
            panel,
            watched,
            findings: Findings::nothing(plan),
            seeks_leak: true,
            has_given_up: false,
            record,
            observer,
        }
    }

    /// Whether the worker has found a failing input since its findings were last taken.
    pub(crate) fn has_wrong(&self) -> bool {
        !self.findings.simplest.is_empty()
    }

    /// The findings since this was last called.
    pub(crate) fn take_findings(&mut self) -> Findings {
        mem::replace(&mut self.findings, Findings::nothing(self.plan))
    }

    /// Checks the block with this number in the plan, which has these inputs of the stage.
    pub(crate) fn check_block(&mut self, number: u64, stage: &Stage, in_stage: Range<u64>) {
        let (check, plan) = (self.check, self.plan);
        let block = stage.part(in_stage);
        let places = block.places.clone();
        let mut indices: Vec<u128> = match stage.choice {
            Choice::All => {
                return self.check_part(number, stage, Numbers::All(block.in_order()));
            }
            Choice::Edges => {
                let edges = check.edges_in(&stage.indices);
                edges[places.start as usize..places.end as usize].to_vec()
            }
            Choice::Drawn => {
                let shuffled = Shuffled::new(plan.seed, stage.indices.clone());
                places.map(|n| shuffled.get(n.into())).collect()
            }
            Choice::Spread => {
                let mut parts: Vec<u128> = check.axes().iter().map(|axis| axis.len).collect();
                if parts.is_empty() {
                    parts.push(check.len);
                }
                let spread = Spread::new(plan.seed, stage.indices.clone(), &parts);
                let drawn = places.filter_map(|n| spread.get(n));
                let edges = check.edges_in(&stage.indices);
                drawn
                    .filter(|index| edges.binary_search(index).is_err())
                    .collect()
            }
        };
        indices.sort_unstable();
        let part = |index: &u128| plan.part(*index).indices.start;
        for indices in indices.chunk_by(|a, b| part(a) == part(b)) {
            self.check_part(number, stage, Numbers::Listed(indices.to_vec()));
        }
    }

    /// Checks the inputs with these numbers, which all lie in one part of the domain.
    fn check_part(&mut self, number: u64, stage: &Stage, numbers: Numbers) {
        let check = self.check;
        let first = numbers.at(0);
        let part = self.plan.part(first);
        let mut inputs = check.domain.empty();
        if let Err(Failure { text, .. }) = catch_panic(|| check.domain.fill(&numbers, &mut inputs))
        {
            let trouble = format!("the domain panics at or after index {first}: {text}");
            return self.findings.counts.add_trouble(trouble);
        }
        let Some(mut judged) = self.counting(Batch { numbers, inputs }, stage.choice) else {
            return;
        };
        let asked = |solvers: &[usize]| {
            let mut solvers = solvers.to_vec();
            solvers.retain(|solver| part.solvers.contains(solver));
            solvers
        };
        let (others, represents) = (&stage.solvers_of_others, &check.representatives);
        if let (Some(solvers), Some(represents)) = (others, represents) {
            let rows = 0..judged.len();
            let is_first = |&row: &usize| (represents.holds)(judged.inputs.item(row));
            let (first, others): (Vec<_>, Vec<_>) = rows.partition(is_first);
            let [first, others] = [first, others].map(|rows| judged.of_rows(&*check.domain, &rows));
            let asked = asked(solvers);
            let stage = Stage {
                oracles: Oracles::default(),
                ..stage.clone()
            };
            self.check_inputs(number, &stage, part, &asked, others);
            judged = first;
        }
        let solvers = asked(&stage.solvers);
        let has_batches =
            stage.oracles.relations && self.observer.is_none() && solvers.len() >= check.least();
        let batch = self.batch_after(number).filter(|_| has_batches);
        let (rows, numbers) = (judged.len(), judged.numbers.clone());
        let columns = self.check_inputs(number, stage, part, &solvers, judged);
        if let (Some(batch), false) = (batch, self.has_given_up) {
            let is_rare = !batch.is_multiple_of(BATCHES_OF_PROGRAMS);
            let answered = (&solvers[..], &columns[..]);
            self.check_batches((number, is_rare), part, answered, (&numbers, rows));
        }
    }

    /// The number of the batch in random order that comes after the block with this number, if one does.
    fn batch_after(&self, block: u64) -> Option<u64> {
        let plan = self.plan;
        let mut batch = block;
        if plan.time.is_some() {
            let every = plan.check.len.min(INPUTS_BEFORE_BATCH.into()) as u64;
            let passed = plan.inputs_before(block + 1) / every;
            batch = passed.checked_sub(1)?;
            if plan.inputs_before(block) / every == passed {
                return None;
            }
        }
        let every = 1 + batch / BLOCKS_WITH_BATCHES;
        (batch + 1).is_multiple_of(every).then_some(batch)
    }

    /// The inputs that meet the precondition, if there are any. If the precondition panics, the check is at fault.
    fn counting(&mut self, batch: Batch, choice: Choice) -> Option<Batch> {
        let check = self.check;
        let Some(only) = &check.only else {
            return Some(batch);
        };
        let mut rows = Vec::new();
        for row in 0..batch.len() {
            let input = batch.inputs.item(row);
            match check.counts(input) {
                Ok(true) => rows.push(row),
                Ok(false) => self.findings.counts.excluded.add(choice, 1),
                Err(failure) => {
                    let only = &only.words;
                    let trouble = format!(
                        "the check itself is at fault: whether {input:?} is `{only}`: {failure}"
                    );
                    self.findings.counts.add_trouble(trouble);
                }
            }
        }
        (!rows.is_empty()).then(|| batch.of_rows(&*check.domain, &rows))
    }

    /// Asks the solvers for these inputs of a block, and judges the answers. Returns those of each solver, or nothing if
    /// there are too few solvers or one has stopped. Those of programs are in the record.
    fn check_inputs(
        &mut self,
        number: u64,
        stage: &Stage,
        part: &Part,
        solvers: &[usize],
        mut batch: Batch,
    ) -> Vec<Option<Answers>> {
        let (check, mut count) = (self.check, batch.len());
        let (choice, oracles) = (stage.choice, stage.oracles);
        if solvers.len() < check.least() || count == 0 {
            return Vec::new();
        }
        let first = batch.numbers.at(0);
        let mut columns = Vec::<Answers>::with_capacity(solvers.len());
        for &solver in solvers {
            let Some(answers) = self.answers((number, first, solver), &batch) else {
                return Vec::new();
            };
            count = count.min(answers.len());
            columns.push(answers);
        }
        if count < batch.len() {
            // A solver has stopped. Only the inputs that all solvers have answered count.
            self.has_given_up |= self.observer.is_none();
            for answers in &mut columns {
                answers.truncate(count);
            }
            batch.truncate(count);
        }
        if count == 0 {
            return Vec::new();
        }
        let all_agree = self.count_answers(choice, part, solvers, &columns, &batch);
        let comparison = Comparison {
            batch: &batch,
            solvers: solvers.to_vec(),
            columns,
        };
        // Drawn inputs are few, so the trusted answer judges all of them, even if no oracle is selected.
        let is_judged = oracles.truth || choice != Choice::All || comparison.solvers.len() == 1;
        let judges = is_judged && check.truth.is_some();
        let relates = oracles.relations && !check.relations.is_empty();
        let is_seen = self.observer.is_some();
        if !all_agree || judges || (relates && !is_seen) {
            let by_itself = oracles.truth && judges && !is_seen;
            let verdicts = Verdicts::of(check, &comparison, judges, by_itself);
            if let Some(observer) = &mut self.observer {
                observer(&comparison, Some(&verdicts));
            } else {
                let wrong = self.judge(choice, &comparison, verdicts, oracles.truth);
                if relates {
                    let rows = (0..count).filter(|row| wrong.binary_search(row).is_err());
                    rows.for_each(|row| self.check_relations(choice, &comparison, row));
                }
            }
        } else if let Some(observer) = &mut self.observer {
            observer(&comparison, None);
        }
        let mut columns = Vec::new();
        for (&solver, answers) in solvers.iter().zip(comparison.columns) {
            if self.panel.is_recorded(solver) {
                let place = (number, first, solver);
                self.record.lock().insert(place, answers);
                columns.push(None);
            } else {
                columns.push(Some(answers));
            }
        }
        columns
    }

    /// The answers of a solver to a batch. In a second run, the answers of a recorded solver come from the record, and are
    /// `None` if they are not there.
    fn answers(&mut self, place: Place, batch: &Batch) -> Option<Answers> {
        let (_, first, solver) = place;
        if self.observer.is_some() && self.panel.is_recorded(solver) {
            // The caller puts them back.
            return self.record.lock().remove(&place);
        }
        let start = Instant::now();
        let last = batch.numbers.at(batch.len() - 1);
        self.watched.begin(solver, [first, last], start);
        let asking = isolated::asks_for(self.check, solver, &batch.numbers);
        let answers = self.panel.answer_all(solver, &batch.inputs);
        drop(asking);
        self.watched.end();
        let part = self.plan.part(first);
        let statistics = &mut self.findings.counts.solvers[solver];
        statistics.sections[part.section].seconds += start.elapsed().as_secs_f64();
        Some(answers)
    }

    /// Counts the answers of the solvers. Returns whether all solvers gave the same answers, without any failures.
    fn count_answers(
        &mut self,
        choice: Choice,
        part: &Part,
        solvers: &[usize],
        columns: &[Answers],
        batch: &Batch,
    ) -> bool {
        let (check, count) = (self.check, batch.len() as u64);
        let mut all_agree = true;
        // Usually, a solver's answers are those of the previous solver, and the digest need not be computed again.
        let mut digest = Digest::default();
        for (n, (&solver, answers)) in solvers.iter().zip(columns).enumerate() {
            let has_no_failures = answers.failures.is_empty();
            // Within a tolerance, two answers may differ although each is near the one between.
            let first = if check.equality.is_transitive {
                n.saturating_sub(1)
            } else {
                0
            };
            let is_same = |previous: &Answers| {
                let (some, others) = (&previous.answered, &answers.answered);
                previous.failures.is_empty() && check.equality.of_columns(some, others)
            };
            let is_as_before = has_no_failures && columns[first..n].iter().all(is_same);
            all_agree &= is_as_before;
            if let Some(digest_of) = check.digest.filter(|_| n == 0 || !is_as_before) {
                digest = digest_of(&batch.numbers, answers);
            }
            let statistics = &mut self.findings.counts.solvers[solver];
            for (_, failure) in &answers.failures {
                *statistics.failures.entry(failure.kind).or_default() += 1;
            }
            let work = &mut statistics.sections[part.section];
            work.answered.add(choice, count);
            if choice == Choice::All {
                work.digest.merge(digest);
            }
        }
        let counts = &mut self.findings.counts;
        counts.compared.add(choice, count);
        for grid in &mut counts.grids {
            grid.add_compared(check.axes(), &batch.numbers);
        }
        all_agree
    }

    /// Counts wrong answers, and confirmed ones if the trusted answer itself `confirms`. Returns the rows whose answers are
    /// wrong, or not known to be right.
    fn judge(
        &mut self,
        choice: Choice,
        comparison: &Comparison<'_>,
        verdicts: Verdicts,
        confirms: bool,
    ) -> Vec<usize> {
        self.seeks_leak = true;
        let mut wrong = Vec::new();
        for open in verdicts.open.iter().chain(&verdicts.alike) {
            let is_known = verdicts.right(open).is_some();
            if !is_known || open.standings.iter().any(|standing| standing.is_wrong) {
                self.add(comparison, &verdicts, open);
                wrong.push(open.row);
            } else if verdicts.judges && confirms {
                // With a tolerance, answers may differ from each other although each equals the right one.
                self.findings.counts.confirmed.add(choice, 1);
            }
        }
        if confirms {
            let confirmed = &mut self.findings.counts.confirmed;
            confirmed.add(choice, verdicts.confirmed);
        }
        if let Some(trouble) = verdicts.trouble {
            self.findings.counts.add_trouble(trouble);
        }
        wrong.extend(verdicts.unknown);
        wrong.sort_unstable();
        wrong
    }

    /// Counts a failing input, and keeps it if it is among the simplest.
    fn add(&mut self, comparison: &Comparison<'_>, verdicts: &Verdicts, open: &Open) {
        let (check, solvers, batch) = (self.check, &comparison.solvers, comparison.batch);
        let (standings, right) = (&open.standings, verdicts.right(open));
        let alike = standings.iter().all(|standing| !standing.differs);
        let counts = &mut self.findings.counts;
        match comparison.columns[0].outcome(open.row) {
            Err(failure) if alike && right.is_none() => {
                *counts.alike.entry(failure.kind).or_default() += 1;
            }
            _ => counts.disagreements += 1,
        }
        let number = batch.numbers.at(open.row);
        let axes = check.axes();
        let cells = cells(axes, number);
        for (&solver, standing) in solvers.iter().zip(standings) {
            let statistics = &mut self.findings.counts.solvers[solver];
            statistics.wrong += u64::from(standing.is_wrong);
            statistics.alone += u64::from(standing.is_alone);
            let is_other = match (right, check.solvers.len()) {
                (None, 2) => standing.differs,
                _ => standing.is_wrong || standing.is_alone,
            };
            if is_other {
                for grid in &mut self.findings.counts.grids {
                    grid.add_wrong(axes, &cells, solver);
                }
                let statistics = &mut self.findings.counts.solvers[solver];
                statistics
                    .inputs_of_these
                    .merge(Digest::of(number as u64, &number));
            }
        }
        if !self.findings.keeps(number) {
            return;
        }
        let mut finding = comparison.finding(check, open.row, right, standings);
        if mem::take(&mut self.seeks_leak) {
            let is_suspect = |&n: &usize| standings[n].is_wrong || right.is_none();
            let mut suspects = (0..solvers.len()).filter(is_suspect);
            let behind = suspects.find_map(|n| {
                let (solver, given) = (solvers[n], comparison.columns[n].outcome(open.row));
                // A program may take seconds, so it is asked only once for the input alone.
                let alone = Panel::new(check).answer_row(solver, batch, open.row);
                let alone = alone.outcome(0);
                behind(check, solver, (batch, open.row), given, alone)
            });
            finding.batch = behind.unwrap_or_default();
        }
        keep_simplest(&mut self.findings.simplest, [finding]);
    }

    /// Compares the answers to a batch of inputs, repeated and in random order, with the answers to each input alone. Only
    /// solvers that are quick for these inputs take part, because this asks for some inputs again.
    fn check_batches(
        &mut self,
        (number, is_rare): (u64, bool),
        part: &Part,
        (solvers, columns): (&[usize], &[Option<Answers>]),
        (numbers, rows): (&Numbers, usize),
    ) {
        let (check, plan) = (self.check, self.plan);
        for (&solver, answers) in solvers.iter().zip(columns) {
            let quick = check.solvers[solver].limits.representatives;
            let quick = quick.min(check.len);
            if quick < part.indices.end || is_rare && self.panel.is_recorded(solver) {
                continue;
            }
            let earlier = answers.as_ref().map(|answers| (numbers, answers));
            let most = check.block as usize;
            let random = random(plan.seed, number);
            let disordered = disordered((numbers, rows), 0..quick, most, random);
            let batch = match catch_panic(|| listed(check, &disordered)) {
                Ok(batch) => {
                    let rows = 0..batch.len();
                    let counts = |&row: &usize| check.counts(batch.inputs.item(row)) == Ok(true);
                    batch.of_rows(&*check.domain, &rows.filter(counts).collect::<Vec<_>>())
                }
                Err(Failure { text, .. }) => {
                    let trouble = format!("the domain panics in a batch of inputs: {text}");
                    return self.findings.counts.add_trouble(trouble);
                }
            };
            if let Some(finding) = leak(check, &mut self.panel, solver, &batch, earlier) {
                // The finding is not counted, because it is not about an answer to the inputs in order.
                keep_simplest(&mut self.findings.simplest, [finding]);
            }
        }
    }

    /// Tests the relations on the input and on the inputs that they ask for, if a solver is quick enough.
    fn check_relations(&mut self, choice: Choice, comparison: &Comparison<'_>, row: usize) {
        let (check, index) = (self.check, comparison.batch.numbers.at(row));
        let is_quick = |&solver: &usize| index < check.solvers[solver].limits.representatives;
        let quick = comparison.solvers.iter().copied().filter(is_quick);
        let Some(solver) = subject(check, quick) else {
            return;
        };
        let input = comparison.batch.inputs.item(row);
        let Some(finding) = violation(check, &mut self.panel, solver, Some(index), input) else {
            self.findings.counts.related.add(choice, 1);
            return;
        };
        if let Some(fault) = finding.contradiction() {
            let input = &finding.input;
            let trouble = format!("the check itself is at fault: {fault} to {input}");
            return self.findings.counts.add_trouble(trouble);
        }
        // If the trusted answer shows which input is wrong, it is counted when the run reaches it. The finding is kept
        // anyway, because the run may never reach it.
        if finding.right.is_none() {
            let (axes, counts) = (check.axes(), &mut self.findings.counts);
            counts.disagreements += 1;
            counts.solvers[solver].wrong += 1;
            for grid in &mut counts.grids {
                grid.add_wrong(axes, &cells(axes, index), solver);
            }
        }
        keep_simplest(&mut self.findings.simplest, [finding]);
    }
}
