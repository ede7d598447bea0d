//! The search for conditions that together exclude negative examples: one after the other, each time the one with the greatest
//! gain. Then each gives way to a cheaper one.

use super::candidates::Candidate;
use super::condition::Condition;

/// The maximum number of conditions in a case of a rule. Longer cases are hard to read.
const MAX_CONDITIONS: usize = 3;

/// A search among conditions that hold for all positive examples.
pub(crate) struct Narrowing<'a> {
    /// The cheapest first.
    candidates: &'a [Candidate],
    positives: usize,
    /// A bit set of all negative examples.
    negatives: Vec<u64>,
    /// Whether to take a condition, given the share of the negative examples left for which it holds, and its gain.
    is_worth: &'a dyn Fn(f64, f64) -> bool,
}

/// The conditions that a search has chosen.
pub(crate) struct Chosen {
    pub(crate) conditions: Vec<Condition>,
    /// Whether they exclude all negative examples.
    pub(crate) is_exact: bool,
}

impl<'a> Narrowing<'a> {
    pub(crate) fn new(
        candidates: &'a [Candidate],
        positives: usize,
        negatives: usize,
        is_worth: &'a dyn Fn(f64, f64) -> bool,
    ) -> Self {
        let mut all = vec![u64::MAX; negatives.div_ceil(64)];
        if let (Some(last), false) = (all.last_mut(), negatives.is_multiple_of(64)) {
            *last >>= 64 - negatives % 64;
        }
        Narrowing {
            candidates,
            positives,
            negatives: all,
            is_worth,
        }
    }

    /// The searches that begin with each of the conditions with the greatest gains, the greatest first.
    pub(crate) fn searches(&self, most: usize) -> impl Iterator<Item = Chosen> {
        let mut firsts = self.gains(&self.negatives);
        firsts.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let firsts = firsts.into_iter().take(most);
        firsts.map(|(_, first)| self.beginning_with(first))
    }

    fn beginning_with(&self, first: &'a Candidate) -> Chosen {
        let mut left = without(&self.negatives, first);
        let mut chosen = vec![first];
        while chosen.len() < MAX_CONDITIONS && left.iter().any(|word| *word != 0) {
            let gains = self.gains(&left).into_iter();
            let Some((_, best)) = gains.max_by(|(one, _), (other, _)| one.total_cmp(other)) else {
                break;
            };
            left = without(&left, best);
            chosen.push(best);
        }
        // Each gives way to the cheapest one that excludes what the others do not, or to none if that is nothing.
        for n in (0..chosen.len()).rev().cycle().take(2 * chosen.len()) {
            let Some(&old) = chosen.get(n) else { continue };
            chosen.remove(n);
            let others = chosen
                .iter()
                .fold(self.negatives.clone(), |left, other| without(&left, other));
            let kept = without(&others, old);
            if kept != others {
                let mut cheapest = self.candidates.iter();
                let cheapest = cheapest.find(|one| {
                    let left = without(&others, one);
                    left.iter().zip(&kept).all(|(left, kept)| left & !kept == 0)
                });
                chosen.insert(n, cheapest.unwrap_or(old));
            }
        }
        chosen.sort_by(|one, other| one.condition.bits.total_cmp(&other.condition.bits));
        let conditions = chosen.into_iter().map(|one| one.condition.clone());
        Chosen {
            conditions: conditions.collect(),
            is_exact: left.iter().all(|word| *word == 0),
        }
    }

    /// The conditions to take, given the negative examples left, with their gains: how unlikely it is that each holds by chance for
    /// all positive examples, minus its cost, in bits.
    fn gains(&self, left: &[u64]) -> Vec<(f64, &'a Candidate)> {
        let all = count(left);
        let mut gains = Vec::new();
        for one in self.candidates {
            let holds = count(&without(left, one));
            // As if the sample had one more input for which the condition holds.
            let share = (f64::from(holds) + 1.0) / (f64::from(all) + 1.0);
            let gain = -share.log2() * self.positives as f64 - one.condition.bits;
            if holds < all && (self.is_worth)(share, gain) {
                gains.push((gain, one));
            }
        }
        gains
    }
}

/// These negative examples, without those that the condition excludes.
fn without(left: &[u64], one: &Candidate) -> Vec<u64> {
    let pairs = left.iter().zip(&one.excluded);
    pairs.map(|(left, excluded)| left & !excluded).collect()
}

fn count(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}
