//! Batches of inputs, which show state that leaks: an answer that depends on earlier inputs.
//!
//! A run takes each input once and in order, so it misses solvers that fail on a repeated input or in another order.
//! Here answers to a batch are compared with the answers to each input alone.

use std::ops::Range;

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::truth::quick_answer;
use super::{Panel, finding, is_wrong};
use crate::any_vec::Outcome;
use crate::ddmin::ddmin;
use crate::definition::{Batch, Definition};
use crate::draw::draw_one;
use crate::failure::FailureKind;
use crate::finding::{Finding, Given, Numbered, Provenance};
use crate::wide::Wide;

/// The number of inputs of a block in a batch. Each occurs four times, next to different ones.
const SAMPLE: usize = 16;

/// The most batches that a search for the shortest one tries. A batch of a thousand inputs of which a few matter takes
/// about fifty.
const ATTEMPTS: u32 = 200;

/// How many times as many inputs as the batch has it may ask a program for: these take long.
const ASKED_AGAIN: usize = 12;

/// The numbers of the inputs of a batch: some of these in reverse, then each twice in a row, then shuffled together with
/// as many drawn from `others`; at most as many as `most`, which a program may be given at once.
pub(crate) fn disordered(
    numbers: &[u128],
    others: Range<u128>,
    most: usize,
    mut random: ChaCha8Rng,
) -> Vec<u128> {
    // One input again and again would say no more, and the most complicated take longest.
    let size = random.random_range(1..=SAMPLE.min(numbers.len()));
    let sample = (0..size).map(|_| numbers[random.random_range(0..numbers.len())]);
    let sample: Vec<u128> = sample.collect();
    let mut mixed = sample.clone();
    mixed.extend((0..size).map(|_| draw_one(&mut random, &others)));
    mixed.shuffle(&mut random);
    let reversed = sample.iter().rev().copied();
    let repeated = sample.iter().flat_map(|&number| [number; 2]);
    let mut batch: Vec<u128> = reversed.chain(repeated).chain(mixed).collect();
    if batch.len() > most {
        batch.truncate(random.random_range(1..=most));
    }
    batch
}

/// Compares the answers of the solver with this index to a batch with its answers to each input alone. Returns the first
/// input with two different answers, and the shortest batch that shows it.
pub(crate) fn leak(
    check: &Definition,
    panel: &mut Panel,
    solver: usize,
    batch: &Batch,
) -> Option<Finding> {
    let (inputs, equality) = (&batch.inputs, &check.equality);
    let at_once = panel.answer_all(solver, inputs, (check.no_answers)());
    if at_once.len() < batch.len() {
        return None;
    }
    // In the opposite order: in the same one, a solver that remembers the input before would answer the same again.
    let is_recorded = panel.is_recorded(solver);
    let rows = (0..batch.len()).rev().filter(|&row| {
        // A process for each input costs more than to look only at answers that are wrong, where that is known.
        let mut rights = (check.no_answers)();
        let is_known = is_recorded && quick_answer(check, inputs, row, &mut rights);
        !is_known || is_wrong(equality, at_once.outcome(row), rights.item(0))
    });
    let differing = rows.filter(|&row| {
        let again = panel.answer(solver, inputs.item(row));
        !equality.of_outcomes(at_once.outcome(row), again.outcome(0))
    });
    let differing: Vec<_> = differing.collect();
    let alone = |row: usize| Panel::new(check).answer(solver, inputs.item(row));
    let differs_alone =
        |row: &&usize| !equality.of_outcomes(at_once.outcome(**row), alone(**row).outcome(0));
    let mut from_the_first = differing.iter().rev();
    let row = *from_the_first.find(differs_alone).or(differing.last())?;
    let (alone, at_once) = (alone(row), at_once.outcome(row));
    let mut rights = (check.no_answers)();
    let is_known = quick_answer(check, inputs, row, &mut rights);
    let right = is_known.then(|| rights.item(0));
    let is_right = right.is_some_and(|right| !is_wrong(equality, at_once, right));
    let wrong = if is_right { alone.outcome(0) } else { at_once };
    let mut found = finding(check, Some(batch.numbers.at(row)), inputs.item(row), right);
    let name = &check.solvers[solver].name;
    found.answers.push(Given::new(name, wrong, true));
    // Without a trusted answer: alone it is at least independent of what came before.
    found
        .right
        .get_or_insert_with(|| Given::text(alone.outcome(0)));
    found.batch = behind(check, solver, (batch, row), wrong, alone.outcome(0)).unwrap_or_default();
    if !is_right {
        found.provenance = Provenance::DependsOnHistory;
    }
    Some(found)
}

/// The batch behind a wrong answer to the input in this row, which was given to the whole batch in one call: as short as
/// possible. None if a fresh solver gives this answer to the input alone, too, or if these inputs do not show it again.
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
    // Inputs are told apart by their place, because they need not be comparable.
    let with = |others: &[usize]| {
        let at = others.partition_point(|&other| other < row);
        (at, [&others[..at], &[row], &others[at..]].concat())
    };
    let is_failing = |others: &[usize]| {
        let (at, rows) = with(others);
        let asked = batch.of_rows(&*check.domain, &rows);
        let answers = Panel::new(check).answer_all(solver, &asked.inputs, (check.no_answers)());
        at < answers.len() && !check.equality.of_outcomes(answers.outcome(at), alone)
    };
    let others: Vec<usize> = (0..batch.len()).filter(|&other| other != row).collect();
    if !is_failing(&others) {
        return None;
    }
    // The last batch that failed is the result, whether or not a shorter one may be found.
    let (mut attempts, mut asked, mut shortest) = (0, 0, others.clone());
    let most = match given {
        // Each attempt takes as long again.
        Err(failure) if failure.kind == FailureKind::TimeLimit => 0,
        _ if Panel::new(check).is_recorded(solver) => ASKED_AGAIN * batch.len(),
        _ => usize::MAX,
    };
    let _ = ddmin(others, |rows| {
        attempts += 1;
        asked += rows.len();
        if attempts > ATTEMPTS || asked > most {
            return Err(());
        }
        let fails = is_failing(rows);
        if fails {
            shortest = rows.to_vec();
        }
        Ok(fails)
    });
    if shortest.is_empty() {
        // Its answer changes from one time to the next.
        return None;
    }
    let (_, rows) = with(&shortest);
    let numbered = rows.iter().map(|&row| Numbered {
        index: Wide(batch.numbers.at(row)),
        input: format!("{:?}", batch.inputs.item(row)),
    });
    Some(numbered.collect())
}
