//! The batch oracle: a solver answers a batch as it answers its positions one by one.
//!
//! `solve`, `judge` and `check` pass many positions to a solver in one call ([`Solver::solve_all`]). A run passes each
//! position once and in order, so it misses solvers that fail on a repeated position or in another order. This oracle
//! makes such batches, and shrinks one that fails.
//!
//! [`Solver::solve_all`]: crossply_problems::Solver::solve_all

use std::ops::Range;

use crossply_problems::{Entry, Position, Problem};
use crossply_proof::right_answer;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::panel::Panel;
use crate::{Finding, Outcome, ddmin};

/// The number of positions of a block in a batch. Each occurs four times, next to different ones.
const SAMPLE: usize = 16;

/// The most batches that a search for the shortest one tries. A batch of a thousand positions of which a few matter
/// takes about fifty.
const ATTEMPTS: u32 = 200;

/// Makes a batch from some of the positions: in reverse, then each twice in a row, then shuffled together with as many others,
/// drawn from `indices`. The seed and the stream determine the order.
///
/// # Panics
/// If there are no positions or no indices.
#[must_use]
pub fn disordered<P: Problem>(
    positions: &[Position<P>],
    others: Range<u64>,
    seed: u64,
    stream: u64,
) -> Vec<Position<P>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    // One position again and again would say no more, and the emptiest take longest.
    let size = random.random_range(1..=SAMPLE.min(positions.len()));
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

/// Compares a solver's answers to the whole batch with its answers to the positions one by one. `index` is the solver's
/// index in the panel.
///
/// # Errors
/// The first position with two different answers, and the wrong one of these.
pub fn check<P: Problem>(
    panel: &mut Panel<P>,
    index: usize,
    batch: &[Position<P>],
) -> Result<(), Finding<P>> {
    let at_once = panel.answer_block(index, batch);
    for (row, &position) in batch.iter().enumerate() {
        let at_once = at_once.outcome(row);
        let alone = panel.ask(index, |solver| solver.solve(position));
        if at_once != alone {
            let entry = panel.entry(index);
            let right = Outcome::Answer(right_answer(position));
            let wrong = if at_once == right { alone } else { at_once };
            let mut found = Finding::new(position, vec![(entry.name, wrong)]);
            found.batch = behind(&found, &[entry], batch);
            return Err(found);
        }
    }
    Ok(())
}

/// The batch behind a disagreement on one of `positions`, which the solvers answered in one call: as short as possible.
/// Empty if the position alone shows the fault, or if these positions do not show it again.
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
    // The last batch that failed is the result, whether or not a shorter one may be found.
    let (mut attempts, mut shortest) = (0, positions.to_vec());
    let _ = ddmin(shortest.clone(), |batch| {
        attempts += 1;
        if attempts > ATTEMPTS {
            return Err(());
        }
        let is_failing = fails(batch);
        if is_failing {
            shortest = batch.to_vec();
        }
        Ok(is_failing)
    });
    shortest
}

/// Whether a fresh instance of the solver is wrong about the position in this batch.
fn is_wrong_about<P: Problem>(
    entry: &'static Entry<P>,
    position: Position<P>,
    batch: &[Position<P>],
) -> bool {
    let answers = Panel::new(&[entry]).answer_block(0, batch);
    let right = Outcome::Answer(right_answer(position));
    (0..batch.len()).any(|row| batch[row] == position && answers.outcome(row) != right)
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;

    /// The empty board alone takes a slow solver as long as hundreds of others.
    #[test]
    fn one_position_is_asked_once_in_each_order() {
        let domain = Ccf201803_4::domain();
        let empty = domain.position(domain.len() - 1);
        for seed in 0..100 {
            assert_eq!(disordered(&[empty], 0..1, seed, 0).len(), 5, "{seed}");
        }
        let longest = (0..100).map(|seed| disordered(&[empty; 20], 0..1, seed, 0).len());
        assert_eq!(longest.max(), Some(5 * SAMPLE));
    }
}
