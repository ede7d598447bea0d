//! Workers: each thread of a run has one. It asks the solvers for the inputs of a block, and judges the answers.
//!
//! The findings of a block depend only on the plan and the block's number.

use std::mem;
use std::time::{Duration, Instant};

use super::carry_out::Shared;
use super::pieces::{Piece, Pieces};
use super::plan::Choice;
use super::schedule::NextBlock;
use super::watch::{CurrentCall, SolverCall};
use crate::definition::{Answers, Batch, Definition, Numbers};
use crate::digest::Digest;
use crate::draw::random;
use crate::failure::{Failure, catch_panic};
use crate::isolated;
use crate::mistakes::Collector;
use crate::oracle::ask::{listed, without_excluded};
use crate::oracle::leak::{disordered, leak, shortest_batch};
use crate::oracle::relation::{subject, violation};
use crate::oracle::{Comparison, Contested, Panel, Verdict, Verdicts};
use crate::run::{Ended, Findings, Progress, keep_simplest};

/// The number of first blocks that each have a batch in random order. Later blocks have batches more and more rarely,
/// because a batch costs hundreds of answers.
const BLOCKS_WITH_BATCHES: u64 = 2048;

/// In a run with a time limit, a batch in random order comes after this many inputs, or after all of a smaller domain, and not
/// after each block: blocks are small if answers take long, and oracles must not depend on the clock.
const INPUTS_BEFORE_BATCH: u64 = 512;

/// For programs, at most one in this many batches takes place, because it takes another process.
const BATCHES_OF_PROGRAMS: u64 = 4;

/// How often a worker merges its findings into the shared state.
const MERGE_INTERVAL: Duration = Duration::from_millis(50);

/// What one thread of a run works with.
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    check: &'a Definition,
    panel: Panel,
    call: &'a CurrentCall,
    /// What it has found since the last merge.
    findings: Findings,
    collector: Collector<'a>,
    /// How many inputs are done that the listener has not heard of.
    unreported: u64,
    /// How long searches for batches that show a wrong answer took since the last measurement.
    searched: Duration,
    last_merge: Instant,
    has_merged_wrong: bool,
    /// Why it takes no more blocks.
    ended: Option<Ended>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, call: &'a CurrentCall) -> Self {
        let check = &*shared.plan.check;
        let mut panel = Panel::new(check);
        panel.heeds_stops = true;
        Worker {
            shared,
            check,
            panel,
            call,
            findings: Findings::nothing(shared.plan),
            collector: Collector::new(check),
            unreported: 0,
            searched: Duration::ZERO,
            last_merge: Instant::now(),
            has_merged_wrong: false,
            ended: None,
        }
    }

    /// Carries out the blocks that show how large later ones should be.
    pub(super) fn measure(mut self) {
        while self.ended.is_none() && self.shared.schedule().measures() {
            let start = Instant::now();
            self.carry_out_block();
            // Later blocks hardly ever need a search.
            let took = start
                .elapsed()
                .saturating_sub(mem::take(&mut self.searched));
            let mut solvers = 0..self.check.solvers.len();
            let has_program = solvers.any(|solver| self.panel.is_program(solver));
            let mut schedule = self.shared.schedule();
            schedule.note_time(took, has_program);
        }
        self.hand_over();
    }

    /// Carries out one block after another.
    pub(super) fn work(mut self) {
        while self.ended.is_none() {
            self.carry_out_block();
        }
        self.hand_over();
    }

    /// Carries out the next block, if there is one.
    fn carry_out_block(&mut self) {
        let next = self.shared.schedule().next(self.shared.run);
        match &next {
            Ok(block) => self.check_block(block),
            Err(ended) => self.ended = Some(*ended),
        }
        // Each thread hands over its first finding at once: if the next block never ends, a message can name it.
        let has_wrong = !self.findings.simplest.is_empty();
        let is_first_wrong = has_wrong && !self.has_merged_wrong;
        if is_first_wrong || self.last_merge.elapsed() >= MERGE_INTERVAL {
            self.has_merged_wrong |= is_first_wrong;
            self.hand_over();
        }
    }

    /// Adds the thread's findings to those of the run.
    fn hand_over(&mut self) {
        let nothing = Findings::nothing(self.shared.plan);
        let mut found = mem::replace(&mut self.findings, nothing);
        found.ended = self.ended.unwrap_or_default();
        self.shared.add(found);
        (self.shared.run.listener)(Progress::Done(mem::take(&mut self.unreported)));
        self.last_merge = Instant::now();
    }

    /// Checks a block.
    fn check_block(&mut self, block: &NextBlock) {
        let number = block.number;
        let pieces = Pieces::filled(self.shared.plan, &block.stage);
        if let Some(trouble) = pieces.trouble {
            self.findings.counts.add_trouble(trouble);
        }
        let columns = self.columns(&pieces.list);
        let mut left = pieces.list.len();
        let mut compared = 0;
        for (piece, columns) in pieces.list.into_iter().zip(columns) {
            left -= 1;
            let batch = if left == 0 {
                self.batch_after(block)
            } else {
                None
            };
            compared += self.check_piece(piece, columns, batch);
            if self.ended.is_some() {
                self.findings.outcome.partly.insert(number.into(), compared);
                return;
            }
        }
        let excluded = &mut self.findings.counts.excluded;
        excluded.add(block.stage.choice, pieces.excluded);
        let outcome = &mut self.findings.outcome;
        outcome.done.insert(number.into());
        outcome.blocks.insert(number.into());
        self.unreported += block.stage.inputs();
    }

    /// For each piece of a block, the answers of its solvers. A program gets all pieces in one call, because it may take longer to
    /// start than to answer.
    fn columns(&mut self, pieces: &[Piece]) -> Vec<Vec<Answers>> {
        let mut columns = Vec::new();
        columns.resize_with(pieces.len(), Vec::new);
        for solver in 0..self.check.solvers.len() {
            let asked = || (0..pieces.len()).filter(|&n| pieces[n].solvers.contains(&solver));
            if asked().count() < 2 || !self.panel.is_program(solver) {
                for n in asked() {
                    let answers = self.answers(solver, &pieces[n].batch, pieces[n].section);
                    columns[n].push(answers);
                }
                continue;
            }
            let mut rows = Vec::new();
            let mut inputs = self.check.domain.empty();
            let mut ends = Vec::new();
            for n in asked() {
                let batch = &pieces[n].batch;
                for row in 0..batch.len() {
                    self.check.domain.copy(batch.inputs.item(row), &mut inputs);
                    rows.push(batch.numbers.at(row));
                }
                ends.push((n, rows.len() - batch.len()));
            }
            let numbers = Numbers::Listed(rows);
            let section = pieces[ends[0].0].section;
            let mut answers = self.answers(solver, &Batch { numbers, inputs }, section);
            for (n, start) in ends.into_iter().rev() {
                columns[n].push(answers.split_off(start));
            }
        }
        columns
    }

    /// Judges the answers of the solvers to a piece of a block. Returns how many inputs all have answered. `nth_batch` is the
    /// number of the batch in random order that comes after them, if one does.
    fn check_piece(
        &mut self,
        mut piece: Piece,
        mut columns: Vec<Answers>,
        nth_batch: Option<u64>,
    ) -> u64 {
        let check = self.check;
        let counts = columns.iter().map(Answers::len);
        let count = counts.min().unwrap_or(0);
        if count < piece.batch.len() {
            // A solver has stopped. Only the inputs that all solvers have answered count.
            self.ended = Some(self.shared.stop_within_block());
            for answers in &mut columns {
                answers.truncate(count);
            }
            piece.batch.truncate(count);
        }
        if count == 0 {
            return 0;
        }
        let all_agree = self.count_answers(&piece, &columns);
        let comparison = Comparison {
            batch: &piece.batch,
            solvers: piece.solvers.clone(),
            columns,
        };
        let choice = piece.choice;
        let oracles = piece.oracles;
        // The trusted answer also judges answers that agree if it is selected, if inputs are edges or drawn (there are few), or
        // if there is nothing to compare with.
        let judges_agreed = check.truth.is_some()
            && (oracles.truth || choice != Choice::All || piece.solvers.len() == 1);
        let mut verdicts = None;
        if !all_agree || judges_agreed {
            let by_itself = oracles.truth;
            verdicts = Some(Verdicts::of(check, &comparison, judges_agreed, by_itself));
        }
        let outcome = &mut self.findings.outcome;
        let unknown = verdicts
            .as_ref()
            .map_or(0, |verdicts| verdicts.unknown.len());
        for &solver in &comparison.solvers {
            outcome.answered[solver].add(choice, count as u64, (count - unknown) as u64);
        }
        self.collector
            .see(&comparison, verdicts.as_ref(), &mut outcome.mistakes);
        let objections = match verdicts {
            Some(verdicts) => self.judge(choice, &comparison, verdicts, oracles.truth),
            None => Vec::new(),
        };
        if isolated::asks_only_known() {
            // The other oracles would ask for other inputs.
            return count as u64;
        }
        if oracles.relations && !check.relations.is_empty() {
            let rows = (0..count).filter(|row| objections.binary_search(row).is_err());
            rows.for_each(|row| self.check_relations(choice, &comparison, row));
        }
        if let Some(nth_batch) = nth_batch
            && oracles.relations
            && self.ended.is_none()
        {
            self.check_batches(nth_batch, &comparison, piece.part_end);
        }
        count as u64
    }

    /// The number of the batch in random order that comes after this block, if one does.
    fn batch_after(&self, block: &NextBlock) -> Option<u64> {
        let plan = self.shared.plan;
        let mut nth_batch = block.number;
        if plan.time.is_some() {
            let inputs = plan.check.len.min(INPUTS_BEFORE_BATCH.into()) as u64;
            let before = block.before / inputs;
            let after = (block.before + block.stage.inputs()) / inputs;
            if before == after {
                return None;
            }
            nth_batch = after - 1;
        }
        let every = 1 + nth_batch / BLOCKS_WITH_BATCHES;
        (nth_batch + 1).is_multiple_of(every).then_some(nth_batch)
    }

    /// The answers of a solver to a batch, whose time counts for this section.
    fn answers(&mut self, solver: usize, batch: &Batch, section: usize) -> Answers {
        let numbers = &batch.numbers;
        let start = Instant::now();
        let ends = [numbers.at(0), numbers.at(batch.len() - 1)];
        self.call.set(Some(SolverCall {
            solver,
            is_program: self.panel.is_program(solver),
            start,
            ends,
        }));
        let request = isolated::begin_batch(self.check, solver, numbers);
        let answers = self.panel.answer_all(solver, &batch.inputs);
        drop(request);
        self.call.set(None);
        let statistics = &mut self.findings.counts.solvers[solver];
        statistics.sections[section].seconds += start.elapsed().as_secs_f64();
        answers
    }

    /// Counts the answers of the solvers. Returns whether all solvers gave the same answers, without any failures.
    fn count_answers(&mut self, piece: &Piece, columns: &[Answers]) -> bool {
        let check = self.check;
        let count = piece.batch.len() as u64;
        let mut all_agree = true;
        // Usually, a solver's answers are those of the previous solver, and the digest need not be computed again.
        let mut digest = Digest::default();
        for (n, (&solver, answers)) in piece.solvers.iter().zip(columns).enumerate() {
            // Within a tolerance, two answers may differ although each is near the one between.
            let compared_from = if check.equality.is_transitive {
                n.saturating_sub(1)
            } else {
                0
            };
            // The first column has nothing before it, so only its failures count.
            let is_as_before = answers.failures.is_empty()
                && columns[compared_from..n]
                    .iter()
                    .all(|previous| are_equal(check, previous, answers));
            all_agree &= is_as_before;
            if piece.choice == Choice::All
                && (n == 0 || !is_as_before)
                && let Some(digest_of) = check.digest
            {
                digest = digest_of(&piece.batch.numbers, answers);
            }
            let statistics = &mut self.findings.counts.solvers[solver];
            for (_, failure) in &answers.failures {
                *statistics.failures.entry(failure.kind).or_default() += 1;
            }
            let work = &mut statistics.sections[piece.section];
            work.answered.add(piece.choice, count);
            if piece.choice == Choice::All {
                work.digest.merge(digest);
            }
        }
        self.findings.counts.compared.add(piece.choice, count);
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
        for contested in &verdicts.contested {
            self.add(comparison, &verdicts, contested);
        }
        let counts = &mut self.findings.counts;
        if confirms {
            counts.confirmed.add(choice, verdicts.confirmed);
        }
        if let Some(trouble) = verdicts.trouble {
            counts.add_trouble(trouble);
        }
        for &row in &verdicts.unknown {
            let number = comparison.batch.numbers.at(row);
            self.findings.outcome.unknown.insert(number);
        }
        let mut objections = verdicts.unknown;
        objections.extend(verdicts.contested.iter().map(|contested| contested.row));
        objections.sort_unstable();
        objections
    }

    /// Counts a failing input, and keeps it if it is among the simplest.
    fn add(&mut self, comparison: &Comparison<'_>, verdicts: &Verdicts, contested: &Contested) {
        let check = self.check;
        let solvers = &comparison.solvers;
        let batch = comparison.batch;
        let right = verdicts.right(contested);
        let counts = &mut self.findings.counts;
        match contested.alike {
            Some(kind) => *counts.alike.entry(kind).or_default() += 1,
            None => counts.disagreements += 1,
        }
        for (&solver, verdict) in solvers.iter().zip(&contested.verdicts) {
            let statistics = &mut counts.solvers[solver];
            statistics.wrong += u64::from(*verdict == Verdict::Wrong);
            statistics.alone += u64::from(*verdict == Verdict::Alone);
        }
        let number = batch.numbers.at(contested.row);
        let mut verdicts_of_all = contested.verdicts.iter();
        if verdicts_of_all.all(|one| *one == Verdict::Accepted) {
            self.findings.outcome.disputed.insert(number);
        }
        let mut is_kept = self.findings.keeps(number);
        for (n, &solver) in solvers.iter().enumerate() {
            let failure = comparison.columns[n].outcome(contested.row).err();
            let name = &check.solvers[solver].name;
            let is_blamed = match contested.verdicts[n] {
                Verdict::Accepted => false,
                // From a failure, every answer differs.
                Verdict::Differs => comparison.columns[0].outcome(contested.row).is_ok(),
                Verdict::Wrong | Verdict::Alone => true,
            };
            is_kept |= is_blamed && self.findings.keeps_kind(number, name, failure);
        }
        if !is_kept {
            return;
        }
        let mut finding = comparison.finding(check, contested.row, right);
        // For others of the batch, the same search would take long again.
        if contested.row == verdicts.contested[0].row {
            let start = Instant::now();
            let mut suspects = (0..solvers.len())
                .filter(|&n: &usize| contested.verdicts[n] == Verdict::Wrong || right.is_none());
            let shortest = suspects.find_map(|n| {
                let solver = solvers[n];
                let given = comparison.columns[n].outcome(contested.row);
                let alone = Panel::new(check).answer_row(solver, batch, contested.row);
                let alone = alone.outcome(0);
                shortest_batch(check, solver, (batch, contested.row), given, alone)
            });
            finding.batch = shortest.unwrap_or_default();
            self.searched += start.elapsed();
        }
        keep_simplest(&mut self.findings.simplest, [finding]);
    }

    /// Compares the answers to a batch of inputs, repeated and in random order, with the answers to each input alone. Only
    /// solvers that are quick for these inputs take part, because this asks for some inputs again.
    fn check_batches(&mut self, nth_batch: u64, comparison: &Comparison<'_>, part_end: u128) {
        let skips_programs = !nth_batch.is_multiple_of(BATCHES_OF_PROGRAMS);
        let check = self.check;
        let batch = comparison.batch;
        for (&solver, answers) in comparison.solvers.iter().zip(&comparison.columns) {
            let limits = check.solvers[solver].limits;
            let quick_below = limits.representatives.min(check.len);
            let is_program = self.panel.is_program(solver);
            if quick_below < part_end || skips_programs && is_program {
                continue;
            }
            let mut others = 0..quick_below;
            if isolated::child().is_some() {
                // An input that ends the process should do so where the run counts it.
                let first = batch.numbers.at(0);
                others = first..first + 1;
            }
            let stream = random(self.shared.plan.request.seed, nth_batch);
            let numbers = disordered(&batch.numbers, others, check.block as usize, stream);
            let again = match catch_panic(|| without_excluded(check, &listed(check, &numbers))) {
                Ok(again) => again,
                Err(Failure { text, .. }) => {
                    let trouble = format!("the domain panics in a batch of inputs: {text}");
                    return self.findings.counts.add_trouble(trouble);
                }
            };
            let earlier = (!is_program).then_some((&batch.numbers, answers));
            if let Some(finding) = leak(check, &mut self.panel, solver, &again, earlier) {
                // The finding is not counted, because it is not about an answer to the inputs in order.
                keep_simplest(&mut self.findings.simplest, [finding]);
            }
        }
    }

    /// Tests the relations on the input and on the inputs that they ask for, if a solver is quick enough.
    fn check_relations(&mut self, choice: Choice, comparison: &Comparison<'_>, row: usize) {
        let check = self.check;
        let index = comparison.batch.numbers.at(row);
        let quick = comparison
            .solvers
            .iter()
            .copied()
            .filter(|&solver| index < check.solvers[solver].limits.representatives);
        let Some(solver) = subject(check, quick) else {
            return;
        };
        let input = comparison.batch.inputs.item(row);
        let Some(finding) = violation(check, &mut self.panel, solver, Some(index), input) else {
            self.findings.counts.related.add(choice, 1);
            self.findings.outcome.note_related(index, choice, None);
            return;
        };
        if let Some(fault) = finding.contradiction() {
            let input = &finding.input;
            let trouble = format!("the check itself is at fault: {fault} to {input}");
            return self.findings.counts.add_trouble(trouble);
        }
        // If the trusted answer shows which input is wrong, that is counted when the run reaches it. The finding is kept
        // anyway, because the run may never reach it.
        self.findings.counts.solvers[solver].violated += 1;
        let name = finding.violated.as_ref().map(|violated| &violated.relation);
        let violated = check
            .relations
            .iter()
            .position(|relation| Some(&relation.name) == name);
        self.findings.outcome.note_related(index, choice, violated);
        keep_simplest(&mut self.findings.simplest, [finding]);
    }
}

/// Whether two solvers gave the same answers, without any failures.
fn are_equal(check: &Definition, some: &Answers, others: &Answers) -> bool {
    some.failures.is_empty()
        && others.failures.is_empty()
        && check.equality.of_columns(&some.answered, &others.answered)
}
