//! Batches of inputs, which show state that leaks: an answer that depends on earlier inputs.
//!
//! A run takes each input once and in order, so it misses solvers that fail on a repeated input or in another order.
//! Here answers to a batch are compared with the answers to each input alone.

use std::fmt::Debug;
use std::ops::Range;

use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use crate::cross_check::CrossCheck;
use crate::draw::draw_one;
use crate::outcome::Outcome;
use crate::wide::Wide;
use crate::{Numbered, ddmin};

/// The number of inputs of a block in a batch. Each occurs four times, next to different ones.
const SAMPLE: usize = 16;

/// The most batches that a search for the shortest one tries. A batch of a thousand inputs of which a few matter takes
/// about fifty.
const ATTEMPTS: u32 = 200;

/// The numbers of the inputs of a batch: some of these in reverse, then each twice in a row, then shuffled together with
/// as many drawn from `others`.
pub(crate) fn disordered(
    numbers: &[u128],
    others: Range<u128>,
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
    reversed.chain(repeated).chain(mixed).collect()
}

/// The batch behind a wrong answer to the input in this row, which was given to all `inputs` in one call: as short as
/// possible. None if a fresh solver gives this answer to the input alone, or if these inputs do not show it again.
pub(crate) fn behind<I, A>(
    check: &CrossCheck<I, A>,
    solver: usize,
    numbers: &[u128],
    inputs: &[I],
    row: usize,
    given: &Outcome<&A>,
) -> Option<Vec<Numbered>>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    let alone = check.panel().answer(solver, &inputs[row]);
    if check.same_outcome(&alone.as_ref(), given) {
        return None;
    }
    // Inputs are told apart by their place, because they need not be comparable.
    let with = |others: &[usize]| {
        let at = others.partition_point(|&other| other < row);
        (at, [&others[..at], &[row], &others[at..]].concat())
    };
    let is_failing = |others: &[usize]| {
        let (at, rows) = with(others);
        let asked: Vec<I> = rows.iter().map(|&row| inputs[row].clone()).collect();
        let answers = check.panel().answer_all(solver, &asked, Vec::new());
        !check.same_outcome(&answers.outcome(at), &alone.as_ref())
    };
    let others: Vec<usize> = (0..inputs.len()).filter(|&other| other != row).collect();
    if !is_failing(&others) {
        return None;
    }
    // The last batch that failed is the result, whether or not a shorter one may be found.
    let (mut attempts, mut shortest) = (0, others.clone());
    let _ = ddmin(others, |rows| {
        attempts += 1;
        if attempts > ATTEMPTS {
            return Err(());
        }
        let fails = is_failing(rows);
        if fails {
            shortest = rows.to_vec();
        }
        Ok(fails)
    });
    let (_, batch) = with(&shortest);
    let batch = batch.iter().map(|&row| Numbered {
        index: Wide(numbers[row]),
        input: format!("{:?}", inputs[row]),
    });
    Some(batch.collect())
}
