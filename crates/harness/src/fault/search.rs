//! The search for a rule: conditions that hold where answers are wrong, and nowhere else.
//!
//! All combinations of up to three conditions are tried, and then one of up to six that excludes right positions
//! greedily. There are hundreds of thousands of combinations and millions of positions, so a combination is tried on a
//! few positions first. Whatever passes is tried on all. A position that refutes it joins the few, and refutes most
//! others. The result is the shortest rule, and of equally short ones the first: it does not depend on the few.

use std::sync::atomic::{AtomicUsize, Ordering};

use crossply_problems::Problem;

use super::facts::{Condition, Facts, all};
use super::reading::{Player, lines};
use super::{Judged, bits_to_name};
use crate::{Interrupted, Threads};

/// How many conditions a rule has: searched for completely, and in any case.
const COMPLETE: usize = 3;
const MOST: usize = 6;

/// How many wrong positions, and how many right ones, a combination is tried on first.
pub(super) const FEW: usize = 4096;

/// The shortest exact rule; of equally short ones, the first. Whether a position is wrong is known for so many bits,
/// and a rule that takes more could be found for any positions.
pub(super) fn rule<P: Problem>(
    judged: &Judged<P>,
    wrong: &[usize],
    bits: f64,
    player: &Player<P>,
    threads: Threads<'_>,
) -> Result<Option<Vec<Condition>>, Interrupted> {
    // A condition on the right answer holds for all wrong positions only if they have one.
    let mut conditions = all::<P>(judged.solver().is_none(), &[judged.right(wrong[0])]);
    let number = conditions.len();
    let most = (1..=MOST).rfind(|&some| bits_to_name(some, number) <= bits);
    let Some(most) = most else {
        return Ok(None);
    };
    let facts = Facts {
        judged,
        player,
        lines: lines(P::SIDE),
    };
    let few = wrong.iter().step_by(wrong.len().div_ceil(FEW));
    conditions.retain(|condition| few.clone().all(|&index| condition.holds(&facts, index)));
    let mut search = Search {
        facts,
        threads,
        out: vec![false; conditions.len()],
        columns: vec![Vec::new(); conditions.len()],
        conditions,
        witnesses: 0,
    };
    let right = (0..judged.len()).filter(|&index| !judged.is_wrong(index));
    let rights = right.clone().count();
    for index in right.step_by(rights.div_ceil(FEW).max(1)) {
        search.add_witness(index);
    }
    let chosen = search.shortest(most)?;
    Ok(chosen.map(|chosen| {
        let chosen = chosen.into_iter();
        chosen.map(|n| search.conditions[n].clone()).collect()
    }))
}

struct Search<'a, P: Problem> {
    facts: Facts<'a, P>,
    threads: Threads<'a>,
    /// Conditions that hold for a few wrong positions.
    conditions: Vec<Condition>,
    /// Which of them do not hold for all.
    out: Vec<bool>,
    /// For each condition, whether it holds for each of the few right positions.
    columns: Vec<Vec<u64>>,
    witnesses: usize,
}

impl<P: Problem> Search<'_, P> {
    fn add_witness(&mut self, index: usize) {
        let bit = self.witnesses % 64;
        for (condition, column) in self.conditions.iter().zip(&mut self.columns) {
            if bit == 0 {
                column.push(0);
            }
            let holds = condition.holds(&self.facts, index);
            *column.last_mut().expect("a word") |= u64::from(holds) << bit;
        }
        self.witnesses += 1;
    }

    fn shortest(&mut self, most: usize) -> Result<Option<Vec<usize>>, Interrupted> {
        // All conditions together exclude more than any of them.
        loop {
            let together: Vec<usize> = self.in_question().collect();
            if together.is_empty() || self.covers_witness(&together) {
                return Ok(None);
            }
            if self.is_exact(&together)? {
                break;
            }
        }
        for size in 1..=COMPLETE.min(most) {
            if let Some(chosen) = self.combination(size)? {
                return Ok(Some(chosen));
            }
        }
        while let Some(chosen) = self.greedy().filter(|chosen| chosen.len() <= most) {
            if self.is_exact(&chosen)? {
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }

    /// The conditions that may hold for all wrong positions.
    fn in_question(&self) -> impl Iterator<Item = usize> {
        (0..self.conditions.len()).filter(|&n| !self.out[n])
    }

    /// Whether these conditions together hold for one of the few right positions.
    fn covers_witness(&self, chosen: &[usize]) -> bool {
        let words = 0..self.witnesses.div_ceil(64);
        let holds = |word: usize| {
            let words = chosen.iter().map(|&n| self.columns[n][word]);
            words.fold(u64::MAX, |all, word| all & word) != 0
        };
        // The latest refute most.
        words.rev().any(holds)
    }

    /// Whether these conditions together hold for all wrong positions and no others. Otherwise it learns why not.
    fn is_exact(&mut self, chosen: &[usize]) -> Result<bool, Interrupted> {
        if chosen.iter().any(|&n| self.out[n]) || self.covers_witness(chosen) {
            return Ok(false);
        }
        let Some(index) = self.first_exception(chosen)? else {
            return Ok(true);
        };
        if self.facts.judged.is_wrong(index) {
            for &n in chosen {
                self.out[n] |= !self.conditions[n].holds(&self.facts, index);
            }
        } else {
            self.add_witness(index);
        }
        Ok(false)
    }

    /// The first position that is wrong, and not all conditions hold; or right, and they do.
    fn first_exception(&self, chosen: &[usize]) -> Result<Option<usize>, Interrupted> {
        let first = AtomicUsize::new(usize::MAX);
        let facts = &self.facts;
        let is_exception = |&index: &usize| {
            let mut chosen = chosen.iter();
            let holds = chosen.all(|&n| self.conditions[n].holds(facts, index));
            holds != facts.judged.is_wrong(index)
        };
        self.threads.parts(facts.judged.len(), |mut part| {
            if part.start < first.load(Ordering::Relaxed)
                && let Some(index) = part.find(is_exception)
            {
                first.fetch_min(index, Ordering::Relaxed);
            }
        })?;
        Ok(Some(first.into_inner()).filter(|&index| index < usize::MAX))
    }

    /// The first exact combination of so many conditions.
    fn combination(&mut self, size: usize) -> Result<Option<Vec<usize>>, Interrupted> {
        let len = self.columns.len();
        let mut chosen: Vec<usize> = (0..size).collect();
        if size > len {
            return Ok(None);
        }
        loop {
            if self.is_exact(&chosen)? {
                return Ok(Some(chosen));
            }
            // The next combination in the order of the conditions.
            let Some(moves) = (0..size).rfind(|&n| chosen[n] < len - size + n) else {
                return Ok(None);
            };
            chosen[moves] += 1;
            for n in moves + 1..size {
                chosen[n] = chosen[n - 1] + 1;
            }
        }
    }

    /// Conditions that together exclude the few right positions, each chosen because it excludes most; none of them is
    /// superfluous.
    fn greedy(&self) -> Option<Vec<usize>> {
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.is_empty() || self.covers_witness(&chosen) {
            let remaining = |&next: &usize| -> u32 {
                let words = 0..self.witnesses.div_ceil(64);
                let together = chosen.iter().chain([&next]);
                let word = |word: usize| {
                    let words = together.clone().map(|&n| self.columns[n][word]);
                    words.fold(u64::MAX, |all, word| all & word).count_ones()
                };
                words.map(word).sum()
            };
            let next = self.in_question().min_by_key(remaining)?;
            if chosen.contains(&next) {
                return None;
            }
            chosen.push(next);
        }
        for n in (0..chosen.len()).rev() {
            let mut fewer = chosen.clone();
            fewer.remove(n);
            if !fewer.is_empty() && !self.covers_witness(&fewer) {
                chosen = fewer;
            }
        }
        chosen.sort_unstable();
        Some(chosen)
    }
}
