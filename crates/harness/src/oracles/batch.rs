//! The batch oracle: a batch gets the answers that its positions get one by one.
//!
//! `solve`, `judge` and `check` ask a solver for many positions at once ([`Solver::solve_all`]). A run asks
//! for each position once and in order, so it never sees a solver that stumbles over a repeated position,
//! or over another order. This oracle asks for such batches, and cuts a batch that fails.
//!
//! [`Solver::solve_all`]: crossply_problems::Solver::solve_all

use std::ops::Range;

use crossply_problems::{Entry, Position, Problem};
use crossply_proof::right_answer;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::panel::Panel;
use crate::{Finding, Outcome};

/// How many positions of a block a batch is made of. Each comes up four times, beside others.
const SAMPLE: usize = 16;

/// How often a solver is asked while a batch is cut. A batch of a thousand positions, of which a few
/// matter, takes about fifty.
const ATTEMPTS: u32 = 200;

/// A batch made of some of the positions: in reverse, then each twice in a row, then in disorder and
/// among as many others, which have the given indices. The seed and the stream decide which.
///
/// # Panics
/// If there are no positions, or no indices.
#[must_use]
pub fn disordered<P: Problem>(
    positions: &[Position<P>],
    others: Range<u64>,
    seed: u64,
    stream: u64,
) -> Vec<Position<P>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    let size = random.random_range(1..=SAMPLE);
    let sample: Vec<_> = (0..size)
        .map(|_| positions[random.random_range(0..positions.len())])
        .collect();
    let mut mixed = sample.clone();
    mixed.extend((0..size).map(|_| P::domain().position(random.random_range(others.clone()))));
    mixed.shuffle(&mut random);
    let reversed = sample.iter().rev().copied();
    let repeated = sample.iter().flat_map(|&position| [position; 2]);
    reversed.chain(repeated).chain(mixed).collect()
}

/// Asks the solver with this place in the panel for the whole batch, and then for each of its positions.
///
/// # Errors
/// The first position to which the two answers differ, with the one that is wrong.
pub fn check<P: Problem>(
    panel: &mut Panel<P>,
    place: usize,
    batch: &[Position<P>],
) -> Result<(), Finding<P>> {
    let at_once = panel.answer_block(place, batch);
    for (row, &position) in batch.iter().enumerate() {
        let at_once = at_once.outcome(row);
        let alone = panel.ask(place, |solver| solver.solve(position));
        if at_once != alone {
            let entry = panel.entry(place);
            let right = Outcome::Answer(right_answer(position));
            let wrong = if at_once == right { alone } else { at_once };
            let mut found = Finding::new(position, vec![(entry.name, wrong)]);
            found.batch = behind(&found, &[entry], batch);
            return Err(found);
        }
    }
    Ok(())
}

/// The batch behind a disagreement on one of the positions, which were all asked for at once: as short as it
/// can be made. Empty if the position alone shows the fault, or if these positions do not show it again.
#[must_use]
pub fn behind<P: Problem>(
    found: &Finding<P>,
    solvers: &[&'static Entry<P>],
    positions: &[Position<P>],
) -> Vec<Position<P>> {
    let wrong = found.wrong().next();
    let Some(entry) = solvers.iter().find(|entry| Some(entry.name) == wrong) else {
        return Vec::new();
    };
    let fails = |batch: &[Position<P>]| is_wrong_about(entry, found.position, batch);
    if fails(&[found.position]) || !fails(positions) {
        return Vec::new();
    }
    shortest(positions.to_vec(), fails)
}

/// The shortest batch that fails, found by leaving out halves, quarters, and so on down to single positions.
///
/// This is the algorithm `ddmin` of Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input" (2002), without its test of the parts themselves: a position alone does not fail.
fn shortest<P: Problem>(
    mut batch: Vec<Position<P>>,
    fails: impl Fn(&[Position<P>]) -> bool,
) -> Vec<Position<P>> {
    let mut size = batch.len().div_ceil(2);
    let mut attempts = 0;
    loop {
        let mut any = false;
        let mut start = 0;
        while start < batch.len() && attempts < ATTEMPTS {
            let end = (start + size).min(batch.len());
            let rest = [&batch[..start], &batch[end..]].concat();
            attempts += 1;
            if fails(&rest) {
                batch = rest;
                any = true;
            } else {
                start = end;
            }
        }
        if size == 1 && !any || attempts == ATTEMPTS {
            return batch;
        }
        size = size.div_ceil(2);
    }
}

/// Whether the solver, which was asked nothing before, is wrong about the position in this batch.
fn is_wrong_about<P: Problem>(
    entry: &'static Entry<P>,
    position: Position<P>,
    batch: &[Position<P>],
) -> bool {
    let answers = Panel::new(&[entry]).answer_block(0, batch);
    let right = Outcome::Answer(right_answer(position));
    (0..batch.len()).any(|row| batch[row] == position && answers.outcome(row) != right)
}
