//! The search for a rule: conditions that hold where a solver is wrong, and nowhere else.
//!
//! A rule that is exact, "all those and only those", is searched for first, and completely: only conditions that hold
//! for all wrong positions can be part of it, so few are left, and one right position is enough to refute most
//! combinations. If there is none, up to three rules are chosen one after the other, each the best on a sample of the
//! positions still unexplained. All counts are made on all positions.

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::Serialize;

use super::facts::{Condition, Known};
use super::parallel::in_parallel;

/// How many conditions a rule has: searched for completely, and in any case.
const COMPLETE: usize = 3;
const MOST: usize = 6;

/// How many rules are joined by "or".
const ALTERNATIVES: usize = 3;

/// How many positions the choice of an alternative looks at: wrong ones, and right ones.
const SAMPLE: [usize; 2] = [1 << 13, 1 << 15];

/// How many combinations are kept to be made longer, and how many of the best are counted on all positions.
const KEPT: usize = 64;
const COUNTED: usize = 8;

/// What a right position that a rule covers weighs, in wrong ones.
const PENALTY: i64 = 4;

/// Where a solver is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rule {
    /// It holds where all conditions of one of these lists hold.
    pub any_of: Vec<Vec<Condition>>,
    /// For how many wrong positions it holds.
    pub wrong: u64,
    /// For how many right positions it holds.
    pub right: u64,
}

impl Rule {
    /// Whether it holds for at least nine of ten wrong positions and few others, and says less than a list would.
    fn explains(&self, all_wrong: u64) -> bool {
        let conditions: usize = self.any_of.iter().map(Vec::len).sum();
        let is_short = 4 * conditions as u64 <= all_wrong;
        is_short && 10 * self.wrong >= 9 * all_wrong && 10 * self.right <= self.wrong
    }
}

/// The positions among which a rule is searched for.
pub(super) struct Search<'a> {
    pub(super) known: &'a [Known],
    pub(super) conditions: &'a [Condition],
    /// The indices of the wrong positions, ascending.
    pub(super) wrong: &'a [usize],
    pub(super) jobs: NonZeroUsize,
}

impl Search<'_> {
    /// The shortest exact rule with at most this many conditions; of equally short ones, the first.
    pub(super) fn exact(&self, most: usize) -> Option<Rule> {
        let wrong = bits(self.wrong, self.known.len());
        let common = self.conditions.iter().filter(|condition| {
            let mut wrong = self.wrong.iter();
            wrong.all(|&place| condition.holds(&self.known[place]))
        });
        let common: Vec<&Condition> = common.collect();
        // For each condition the right positions for which it holds.
        let columns = in_parallel(common.len(), self.jobs, |number| {
            let words = common[number].words(self.known).zip(&wrong);
            words.map(|(word, wrong)| word & !wrong).collect()
        });
        let mut columns = Columns {
            columns,
            witnesses: Vec::new(),
        };
        let everything: Vec<usize> = (0..common.len()).collect();
        if common.is_empty() || !columns.exclude_all(&everything) {
            return None;
        }
        let shortest = (1..=COMPLETE.min(most)).find_map(|size| columns.combination(size));
        let chosen = shortest.or_else(|| columns.greedy().filter(|chosen| chosen.len() <= most))?;
        Some(Rule {
            any_of: vec![chosen.iter().map(|&place| common[place].clone()).collect()],
            wrong: self.wrong.len() as u64,
            right: 0,
        })
    }

    /// The shortest exact rule; otherwise up to three that hold for most wrong positions and few others.
    pub(super) fn rule(&self) -> Option<Rule> {
        let cover = || Some(self.cover()).filter(|rule| rule.explains(self.wrong.len() as u64));
        self.exact(MOST).or_else(cover)
    }

    fn cover(&self) -> Rule {
        let wrong = bits(self.wrong, self.known.len());
        let mut left = self.wrong.to_vec();
        let mut any_of: Vec<Vec<Condition>> = Vec::new();
        while any_of.len() < ALTERNATIVES && !left.is_empty() {
            let Some(best) = self.best(&left, &wrong) else {
                break;
            };
            left.retain(|&place| !best.iter().all(|c| c.holds(&self.known[place])));
            any_of.push(best);
        }
        let mut counts = [0, 0];
        for (some, wrong) in self.known.chunks(64).zip(&wrong) {
            let holds = any_of
                .iter()
                .fold(0, |word, all| word | conjunction(all.iter(), some));
            counts[0] += u64::from((holds & wrong).count_ones());
            counts[1] += u64::from((holds & !wrong).count_ones());
        }
        let [wrong, right] = counts;
        Rule {
            any_of,
            wrong,
            right,
        }
    }

    /// The conditions that together hold for most of the wrong positions left and for few right ones.
    fn best(&self, left: &[usize], wrong: &[u64]) -> Option<Vec<Condition>> {
        let right =
            (0..self.known.len()).filter(|place| wrong[place / 64] >> (place % 64) & 1 == 0);
        let all_right = self.known.len() - self.wrong.len();
        let right: Vec<usize> = right.step_by(all_right / SAMPLE[1] + 1).collect();
        let some_left: Vec<usize> = left
            .iter()
            .copied()
            .step_by(left.len() / SAMPLE[0] + 1)
            .collect();
        let column = |condition: &Condition, places: &[usize]| -> Vec<u64> {
            let word = |places: &[usize]| {
                let holds = |&place: &usize| u64::from(condition.holds(&self.known[place]));
                places
                    .iter()
                    .rev()
                    .map(holds)
                    .fold(0, |word, bit| word << 1 | bit)
            };
            places.chunks(64).map(word).collect()
        };
        let columns: Vec<[Vec<u64>; 2]> = self
            .conditions
            .iter()
            .map(|condition| [column(condition, &some_left), column(condition, &right)])
            .collect();
        // Estimates for all positions; a condition more has to be worth something.
        let weights = [
            left.len() / some_left.len().max(1),
            all_right / right.len().max(1),
        ];
        let price = left.len() as i64 / 100;
        let value = |holding: usize, others: usize, conditions: usize| {
            holding as i64 - PENALTY * others as i64 - price * conditions as i64
        };
        let estimate = |chosen: &[usize]| {
            let count = |of: usize| -> usize {
                let words = 0..columns[0][of].len();
                let word = |word: usize| {
                    chosen
                        .iter()
                        .fold(u64::MAX, |all, &c| all & columns[c][of][word])
                        .count_ones()
                };
                words.map(|n| word(n) as usize).sum()
            };
            value(weights[0] * count(0), weights[1] * count(1), chosen.len())
        };
        let mut best: Vec<(i64, Vec<usize>)> = Vec::new();
        let mut longer = vec![Vec::new()];
        for _ in 0..COMPLETE {
            let longest = longer.iter().flat_map(|chosen: &Vec<usize>| {
                let others = 0..columns.len();
                let others = others.filter(|other| !chosen.contains(other));
                others.map(|other| {
                    let mut chosen = chosen.clone();
                    chosen.push(other);
                    chosen.sort_unstable();
                    chosen
                })
            });
            let mut valued: Vec<_> = longest.map(|chosen| (estimate(&chosen), chosen)).collect();
            valued.sort_by(|(a, one), (b, other)| b.cmp(a).then(one.cmp(other)));
            valued.dedup();
            // All pairs are tried, but only the best are made longer.
            let kept = if valued.first()?.1.len() == 1 {
                valued.len()
            } else {
                KEPT
            };
            valued.truncate(kept);
            longer = valued.iter().map(|(_, chosen)| chosen.clone()).collect();
            best.extend(valued);
        }
        best.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
        let left = bits(left, self.known.len());
        let exact = |(_, chosen): &(i64, Vec<usize>)| {
            let conditions = chosen.iter().map(|&place| &self.conditions[place]);
            let mut counts = [0, 0];
            for ((some, left), wrong) in self.known.chunks(64).zip(&left).zip(wrong) {
                let holds = conjunction(conditions.clone(), some);
                counts[0] += (holds & left).count_ones() as usize;
                counts[1] += (holds & !wrong).count_ones() as usize;
            }
            (value(counts[0], counts[1], chosen.len()), chosen.clone())
        };
        let counted = best.iter().take(COUNTED).map(exact);
        // Of equals, the first.
        let (value, chosen) = counted.rev().max_by_key(|&(value, _)| value)?;
        let conditions = chosen.iter().map(|&place| self.conditions[place].clone());
        (value > 0).then(|| conditions.collect())
    }
}

/// For which of at most 64 positions all conditions hold.
fn conjunction<'a>(conditions: impl Iterator<Item = &'a Condition>, some: &[Known]) -> u64 {
    let mut all = u64::MAX;
    for condition in conditions {
        all &= condition.word(some);
        if all == 0 {
            break;
        }
    }
    all
}

/// The set of these places.
fn bits(places: &[usize], len: usize) -> Vec<u64> {
    let mut bits = vec![0; len.div_ceil(64)];
    for place in places {
        bits[place / 64] |= 1 << (place % 64);
    }
    bits
}

/// Conditions that hold for all wrong positions, each with the right ones for which it holds.
struct Columns {
    columns: Vec<Vec<u64>>,
    /// Words that refuted a combination, the latest last: they refute most others.
    witnesses: Vec<usize>,
}

impl Columns {
    /// Whether these conditions together hold for no right position.
    fn exclude_all(&mut self, chosen: &[usize]) -> bool {
        let columns = &self.columns;
        let holds = |word: &usize| {
            chosen
                .iter()
                .fold(u64::MAX, |all, &column| all & columns[column][*word])
                != 0
        };
        if self.witnesses.iter().rev().take(64).any(holds) {
            return false;
        }
        let refuted = (0..columns[0].len()).find(holds);
        self.witnesses.extend(refuted);
        refuted.is_none()
    }

    /// The first combination of so many conditions that excludes all right positions.
    fn combination(&mut self, size: usize) -> Option<Vec<usize>> {
        let mut chosen: Vec<usize> = (0..size).collect();
        let len = self.columns.len();
        if size > len {
            return None;
        }
        loop {
            if self.exclude_all(&chosen) {
                return Some(chosen);
            }
            // The next combination in the order of the places.
            let moves = (0..size).rev().find(|&n| chosen[n] < len - size + n)?;
            chosen[moves] += 1;
            for n in moves + 1..size {
                chosen[n] = chosen[n - 1] + 1;
            }
        }
    }

    /// Conditions that together exclude all right positions, each chosen because it excludes most; none of them is
    /// superfluous.
    fn greedy(&mut self) -> Option<Vec<usize>> {
        let mut chosen: Vec<usize> = Vec::new();
        let mut left = vec![u64::MAX; self.columns[0].len()];
        while chosen.is_empty() || left.iter().any(|&word| word != 0) {
            let remaining = |&column: &usize| -> u64 {
                let words = left.iter().zip(&self.columns[column]);
                words
                    .map(|(left, holds)| u64::from((left & holds).count_ones()))
                    .sum()
            };
            let next = (0..self.columns.len()).min_by_key(remaining)?;
            if chosen.contains(&next) {
                return None;
            }
            chosen.push(next);
            for (left, holds) in left.iter_mut().zip(&self.columns[next]) {
                *left &= holds;
            }
        }
        for n in (0..chosen.len()).rev() {
            let mut fewer = chosen.clone();
            fewer.remove(n);
            if !fewer.is_empty() && self.exclude_all(&fewer) {
                chosen = fewer;
            }
        }
        chosen.sort_unstable();
        Some(chosen)
    }
}
