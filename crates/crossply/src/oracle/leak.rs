//! Finds state that leaks from one input to the next.
//!
//! A run takes each input once and in order, so it misses solvers that fail on a repeated input or in another order.
//! This oracle compares the answers to a batch with the answers to each input alone.

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

/// The largest number of inputs that a batch takes from a block. Each occurs four times, with different neighbours.
const SAMPLE: usize = 16;

/// How many differing answers of a batch are looked into until one is found that the batch alone shows.
const TRIED: usize = 8;

/// The largest number of answers of a program in a batch that are compared with the answer to the input alone, if nothing
/// confirms them.
const ASKED_OF_PROGRAM: usize = 8;

/// Minimising a batch asks for at most this many times its number of inputs: the first limit is for functions, the second
/// for programs, which are slow. If a few of a thousand inputs matter, about fifty smaller and smaller batches are needed.
const FACTOR: usize = 200;
const PROGRAM_FACTOR: usize = 12;

/// The numbers of a batch: a sample of `numbers` in reverse, then each of them twice in a row, then all
/// shuffled with the same number of inputs drawn from `others`. The batch has at most `most` inputs, the limit of a program.
pub(crate) fn disordered(
    numbers: &Numbers,
    others: Range<u128>,
    most: usize,
    mut random: ChaCha8Rng,
) -> Vec<u128> {
    let rows = numbers.len();
    // At most `rows`: more repetitions would show nothing new, and complicated inputs take long.
    let size = random.random_range(1..=SAMPLE.min(rows));
    let sample: Vec<u128> = (0..size)
        .map(|_| numbers.at(random.random_range(0..rows)))
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

/// Compares a solver's answers to a batch with its answers to each input alone, and with `earlier` ones: an instance that has
/// met an input before may now be wrong in both ways. Returns the first input whose answers differ, with the shortest batch
/// that shows it.
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
        return None;
    }
    // In reverse order: in the same order, a solver that remembers the previous input would give the same answers again.
    let is_program = panel.is_program(solver);
    let mut rows: Vec<usize> = (0..batch.len()).rev().collect();
    if is_program {
        // A process for each input is slow.
        rows.retain(|&row| !is_confirmed(check, panel, (batch, row), at_once.outcome(row)));
        rows.truncate(ASKED_OF_PROGRAM);
    }
    let mut differing = Vec::new();
    for row in rows {
        let again = panel.answer_row(solver, batch, row);
        let at_once = at_once.outcome(row);
        if !equality.is_unsure_of(at_once) && !equality.of_outcomes(at_once, again.outcome(0)) {
            differing.push((row, again));
        }
    }
    if let (true, Some((numbers, answers))) = (differing.is_empty() && !is_program, earlier) {
        for row in (0..batch.len()).rev() {
            let Some(before) = numbers.row(batch.numbers.at(row)) else {
                continue;
            };
            let at_once = at_once.outcome(row);
            if !equality.is_unsure_of(at_once)
                && !equality.of_outcomes(at_once, answers.outcome(before))
            {
                differing.push((row, panel.answer_row(solver, batch, row)));
            }
        }
    }
    // An answer may also depend on inputs before the batch. Then the batch alone does not show it, but another row may.
    let mut first = None;
    for (row, again) in differing.iter().rev().take(TRIED) {
        let at_once = at_once.outcome(*row);
        let found = finding_of(check, solver, (batch, *row), at_once, again.outcome(0));
        if !found.batch.is_empty() {
            return Some(found);
        }
        first.get_or_insert(found);
    }
    first
}

/// Whether the trusted answer, or else another solver, gives the same answer to the input in this row. No process is started.
fn is_confirmed(
    check: &Definition,
    panel: &mut Panel,
    (batch, row): (&Batch, usize),
    given: Outcome<'_>,
) -> bool {
    let mut rights = (check.no_answers)();
    if quick_answer(check, &batch.inputs, row, &mut rights) {
        return !is_wrong(&check.equality, given, rights.item(0));
    }
    let mut others = 0..check.solvers.len();
    let Some(other) = others.find(|&other| !panel.is_program(other)) else {
        return false;
    };
    let answer = panel.answer_row(other, batch, row);
    check.equality.of_outcomes(given, answer.outcome(0))
}

/// The finding about a row of a batch in which the solver gave one answer `at_once`, and another one when it was asked
/// `again`.
fn finding_of(
    check: &Definition,
    solver: usize,
    (batch, row): (&Batch, usize),
    at_once: Outcome<'_>,
    again: Outcome<'_>,
) -> Finding {
    let inputs = &batch.inputs;
    let alone = Panel::new(check).answer_row(solver, batch, row);
    let alone = alone.outcome(0);
    let mut rights = (check.no_answers)();
    let is_known = quick_answer(check, inputs, row, &mut rights);
    let right = is_known.then(|| rights.item(0));
    // Without a trusted answer, the answer to the input alone is at least independent of earlier inputs.
    let expected = right.map_or(alone, Ok);
    let outcomes = [at_once, alone, again];
    let are_right = outcomes.map(|outcome| check.equality.of_outcomes(outcome, expected));
    let wrong = are_right.iter().position(|is_right| !is_right);
    let wrong = outcomes[wrong.unwrap_or(0)];
    let mut found = finding(check, Some(batch.numbers.at(row)), inputs.item(row), right);
    let name = &check.solvers[solver].name;
    found.answers.push(Given::new(name, wrong, true));
    if check.truth.is_none() {
        found.right = Some(Given::text(alone));
    }
    found.batch = behind(check, solver, (batch, row), wrong, alone).unwrap_or_default();
    // Where only the answer to the input alone is wrong, no earlier input is needed.
    if are_right[1] || !are_right[0] {
        found.provenance = Provenance::DependsOnHistory;
    }
    found
}

/// The shortest batch that still gives the wrong answer in this row of a batch. `None` if a fresh solver gives the same
/// answer to the input alone, or if the batch does not give it again.
pub(crate) fn behind(
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
    // The last batch that failed is the result, even if the attempts run out.
    let mut asked = 0;
    let mut shortest = others.clone();
    let is_program = Panel::new(check).is_program(solver);
    let factor = if is_program { PROGRAM_FACTOR } else { FACTOR };
    let most = match given {
        // Each attempt would take as long as the limit.
        Err(failure) if failure.kind == FailureKind::TimeLimit => 0,
        _ => batch.len() * factor,
    };
    let _ = ddmin(others, |rows| {
        asked += rows.len();
        if asked > most {
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
        input: check.domain.show(batch.inputs.item(row)),
    });
    Some(numbered.collect())
}

/// The place of a row among other rows, and all of them in order.
fn inserted(row: usize, others: &[usize]) -> (usize, Vec<usize>) {
    let at = others.partition_point(|&other| other < row);
    (at, [&others[..at], &[row], &others[at..]].concat())
}
