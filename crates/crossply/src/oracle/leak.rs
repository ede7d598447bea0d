//! Finds state that leaks from one input to the next.
//!
//! A run asks for inputs mostly once and in order, so it misses solvers that fail on a repeated input or in another order.
//! This oracle compares the answers to a batch with the answers to the same inputs, one by one.

use std::ops::Range;

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::truth::quick_answer;
use super::{Panel, finding, is_wrong};
use crate::any_vec::Outcome;
use crate::ddmin::ddmin;
use crate::definition::{Answers, Batch, Definition, Numbers};
use crate::draw::draw_one;
use crate::failure::FailureKind;
use crate::finding::{Finding, Given, Numbered, Provenance};
use crate::wide::Wide;

/// The largest number of inputs that a batch takes from a block. Each occurs four times (once reversed, twice in a row, once
/// shuffled), unless the batch is cut.
const SAMPLE: usize = 16;

/// How many differing answers of a batch are tried, until the batch shows one to a fresh instance.
const TRIED: usize = 8;

/// Of a program's answers to a batch, only those that nothing supports are asked for again, and at most this many.
const ASKED_OF_PROGRAM: usize = 8;

/// Minimising a batch asks for at most this many inputs for each input of the batch. Programs are slow, so they get fewer.
const ASKED_PER_INPUT: usize = 200;
const ASKED_PER_INPUT_OF_PROGRAM: usize = 12;

/// The numbers of a batch: a sample of `numbers` in reverse, then the sample with each number twice in a row, then the sample
/// shuffled together with as many numbers drawn from `others`. The batch has at most `most` inputs.
pub(crate) fn disordered(
    numbers: &Numbers,
    others: Range<u128>,
    most: usize,
    mut random: ChaCha8Rng,
) -> Vec<u128> {
    let len = numbers.len();
    // A small block has complicated inputs, so the sample is no larger than the block.
    let size = random.random_range(1..=SAMPLE.min(len));
    let sample: Vec<u128> = (0..size)
        .map(|_| numbers.at(random.random_range(0..len)))
        .collect();
    let mut mixed = sample.clone();
    mixed.extend((0..size).map(|_| draw_one(&mut random, &others)));
    mixed.shuffle(&mut random);
    let mut batch: Vec<u128> = sample.iter().rev().copied().collect();
    batch.extend(sample.iter().flat_map(|&number| [number; 2]));
    batch.extend(mixed);
    if batch.len() > most {
        batch.truncate(random.random_range(1..=most));
    }
    batch
}

/// Compares a solver's answers to a batch with its answers to the inputs one by one and, if these are the same, with its
/// `earlier` answers in the run: an instance may keep what it has once answered. Returns the finding on the first input that
/// the batch shows to be wrong or, if a fresh instance is right about all that were tried, the first one without a batch.
pub(crate) fn leak(
    check: &Definition,
    panel: &mut Panel,
    solver: usize,
    batch: &Batch,
    earlier: Option<(&Numbers, &Answers)>,
) -> Option<Finding> {
    let equality = &check.equality;
    let at_once = panel.answer_batch(solver, batch);
    if at_once.len() < batch.len() {
        // The solver has stopped, or the panel has given up on it.
        return None;
    }
    // In reverse order: in the same order, a solver that remembers the previous input would give the same answers again.
    let mut rows: Vec<usize> = (0..batch.len()).rev().collect();
    if panel.is_program(solver) {
        // A process for each input is slow.
        rows.retain(|&row| !is_supported(check, panel, (batch, row), at_once.outcome(row)));
        rows.truncate(ASKED_OF_PROGRAM);
    }
    let one_by_one: Vec<Answers> = rows
        .iter()
        .map(|&row| panel.answer_row(solver, batch, row))
        .collect();
    let differs = |&(row, other): &(usize, Outcome<'_>)| {
        let given = at_once.outcome(row);
        !equality.is_unsure_of(given) && !equality.of_outcomes(given, other)
    };
    let again = one_by_one.iter().map(|answers| answers.outcome(0));
    let again = rows.iter().copied().zip(again);
    let mut differing: Vec<_> = again.filter(differs).collect();
    if differing.is_empty()
        && let Some((numbers, answers)) = earlier
    {
        let of_run = rows.iter().filter_map(|&row| {
            let earlier_row = numbers.row(batch.numbers.at(row))?;
            Some((row, answers.outcome(earlier_row)))
        });
        differing = of_run.filter(differs).collect();
    }
    // An answer may also depend on inputs before the batch. Then this batch does not show it, but perhaps another answer.
    let mut first = None;
    for &(row, other) in differing.iter().rev().take(TRIED) {
        let found = finding_of(check, solver, (batch, row), at_once.outcome(row), other);
        if !found.batch.is_empty() {
            return Some(found);
        }
        first.get_or_insert(found);
    }
    first
}

/// Whether the trusted answer or, if it is not known, the first solver that is no program gives the same answer to the input
/// in this row. No process is started.
fn is_supported(
    check: &Definition,
    panel: &mut Panel,
    (batch, row): (&Batch, usize),
    given: Outcome<'_>,
) -> bool {
    if let Some(right) = quick_answer(check, &batch.inputs, row) {
        return !is_wrong(&check.equality, given, right.item(0));
    }
    let mut solvers = 0..check.solvers.len();
    let Some(other) = solvers.find(|&other| !panel.is_program(other)) else {
        return false;
    };
    let answer = panel.answer_row(other, batch, row);
    check.equality.of_outcomes(given, answer.outcome(0))
}

/// The finding about a row of a batch in which the solver gave one answer `at_once`, and an`other` one when it was asked
/// again, or in the run.
fn finding_of(
    check: &Definition,
    solver: usize,
    (batch, row): (&Batch, usize),
    at_once: Outcome<'_>,
    other: Outcome<'_>,
) -> Finding {
    let inputs = &batch.inputs;
    // A fresh instance has met no other input.
    let alone = Panel::new(check).answer_row(solver, batch, row);
    let alone = alone.outcome(0);
    let right = quick_answer(check, inputs, row);
    let right = right.as_ref().map(|right| right.item(0));
    // Without a trusted answer, the answer to the input alone is at least independent of earlier inputs.
    let expected = right.map_or(alone, Ok);
    let outcomes = [at_once, alone, other];
    let are_right = outcomes.map(|outcome| check.equality.of_outcomes(outcome, expected));
    let wrong = are_right.iter().position(|is_right| !is_right);
    // Within a tolerance, two answers may differ although both are right.
    let wrong = outcomes[wrong.unwrap_or(0)];
    let mut found = finding(check, Some(batch.numbers.at(row)), inputs.item(row), right);
    let name = &check.solvers[solver].name;
    found.answers.push(Given::new(name, wrong, true));
    if check.truth.is_none() {
        found.right = Some(Given::text(alone));
    }
    found.batch = shortest_batch(check, solver, (batch, row), wrong, alone).unwrap_or_default();
    // If only the answer to the input alone is wrong, no earlier input is needed.
    let [is_right_at_once, is_right_alone, _] = are_right;
    if is_right_alone || !is_right_at_once {
        found.provenance = Provenance::DependsOnHistory;
    }
    found
}

/// The shortest batch that still gets another answer than `alone` in this row of a batch. `None` if `given` is that answer
/// too, if the batch does not get another one again, or if even a fresh instance changes its answer to the input alone.
pub(crate) fn shortest_batch(
    check: &Definition,
    solver: usize,
    (batch, row): (&Batch, usize),
    given: Outcome<'_>,
    alone: Outcome<'_>,
) -> Option<Vec<Numbered>> {
    if check.equality.of_outcomes(alone, given) {
        return None;
    }
    // Works on rows and not on numbers, because the same input may occur twice.
    let is_failing = |others: &[usize]| {
        let (at, rows) = inserted(row, others);
        let asked = batch.of_rows(&*check.domain, &rows);
        let answers = Panel::new(check).answer_batch(solver, &asked);
        at < answers.len() && !check.equality.of_outcomes(answers.outcome(at), alone)
    };
    let others: Vec<usize> = (0..batch.len()).filter(|&other| other != row).collect();
    if !is_failing(&others) {
        return None;
    }
    let is_program = Panel::new(check).is_program(solver);
    let most = match given {
        // Each attempt would take as long as the limit.
        Err(failure) if failure.kind == FailureKind::TimeLimit => 0,
        _ if is_program => batch.len() * ASKED_PER_INPUT_OF_PROGRAM,
        _ => batch.len() * ASKED_PER_INPUT,
    };
    // The last batch that failed is the result, because that of `ddmin` is lost if the attempts run out.
    let mut asked_so_far = 0;
    let mut shortest = others.clone();
    let _ = ddmin(others, |rows| {
        asked_so_far += rows.len();
        if asked_so_far > most {
            return Err(());
        }
        let fails = is_failing(rows);
        if fails {
            shortest = rows.to_vec();
        }
        Ok(fails)
    });
    if shortest.is_empty() {
        // The answer changes from call to call.
        return None;
    }
    let (_, rows) = inserted(row, &shortest);
    let numbered = rows.iter().map(|&row| Numbered {
        index: Wide(batch.numbers.at(row)),
        input: check.in_line(batch.inputs.item(row)),
    });
    Some(numbered.collect())
}

/// Inserts a row into other rows, which ascend. Returns its index and all rows.
fn inserted(row: usize, others: &[usize]) -> (usize, Vec<usize>) {
    let at = others.partition_point(|&other| other < row);
    (at, [&others[..at], &[row], &others[at..]].concat())
}
