//! Weighted set cover: the cheapest conditions that together exclude all negative examples.
//!
//! The search first drops each condition for which another is no dearer and excludes at least as much. It then branches
//! on a row that few sets cover.

/// The maximum number of steps in a search. Few searches need even a hundredth of it.
const STEPS: u32 = 200_000;

/// The maximum number of conditions in a case of a rule. Longer cases are hard to read.
pub(super) const MAX_CONDITIONS: usize = 3;

/// The indices of the cheapest sets that together cover the rows `0..rows` and cost less than `limit`. Each set is a
/// bit set of rows, with its cost.
pub(crate) fn cheapest_cover(
    sets: &[(Vec<u64>, f64)],
    rows: usize,
    limit: f64,
) -> Option<Vec<usize>> {
    let mut useful: Vec<usize> = Vec::new();
    for (n, (set, cost)) in sets.iter().enumerate() {
        let is_empty = set.iter().all(|word| *word == 0);
        let is_worse = useful
            .iter()
            .any(|&other| sets[other].1 <= *cost && is_part(set, &sets[other].0));
        if *cost < limit && !(is_empty && rows > 0) && !is_worse {
            useful.retain(|&other| sets[other].1 < *cost || !is_part(&sets[other].0, set));
            useful.push(n);
        }
    }
    let mut search = Search {
        sets,
        useful,
        best: None,
        limit,
        steps: STEPS,
    };
    let mut left = vec![u64::MAX; rows.div_ceil(64)];
    if let (Some(last), true) = (left.last_mut(), !rows.is_multiple_of(64)) {
        *last = u64::MAX >> (64 - rows % 64);
    }
    search.extend(&mut Vec::new(), &left, 0.0);
    search.best
}

struct Search<'a> {
    sets: &'a [(Vec<u64>, f64)],
    useful: Vec<usize>,
    best: Option<Vec<usize>>,
    /// A new cover must cost less than this: the cost of the best cover so far or, at first, the caller's limit.
    limit: f64,
    steps: u32,
}

impl Search<'_> {
    fn extend(&mut self, chosen: &mut Vec<usize>, left: &[u64], cost: f64) {
        if left.iter().all(|word| *word == 0) {
            let mut cover = chosen.clone();
            cover.sort_unstable();
            (self.best, self.limit) = (Some(cover), cost);
            return;
        }
        if chosen.len() == MAX_CONDITIONS || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        // A look at 16 rows is enough to find one that few sets cover.
        let open = left
            .iter()
            .enumerate()
            .filter(|(_, word)| **word != 0)
            .take(16);
        let mut covering = open
            .map(|(word, bits)| self.covering(word, bits & bits.wrapping_neg()))
            .min_by_key(Vec::len)
            .unwrap_or_default();
        covering.sort_by(|&a, &b| self.sets[a].1.total_cmp(&self.sets[b].1));
        for n in covering {
            let (set, more) = &self.sets[n];
            if cost + more >= self.limit {
                break;
            }
            let pairs = left.iter().zip(set);
            let left: Vec<u64> = pairs.map(|(left, set)| left & !set).collect();
            chosen.push(n);
            self.extend(chosen, &left, cost + more);
            chosen.pop();
        }
    }

    /// The useful sets that cover the row of this bit.
    fn covering(&self, word: usize, bit: u64) -> Vec<usize> {
        let mut covering = self.useful.clone();
        covering.retain(|&n| self.sets[n].0[word] & bit != 0);
        covering
    }
}

/// Whether `a` is a part of `b`.
fn is_part(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cost_by_trying_all(sets: &[(Vec<u64>, f64)], rows: usize, limit: f64) -> Option<f64> {
        let all = (0_u32..1 << sets.len())
            .filter(|chosen| chosen.count_ones() as usize <= MAX_CONDITIONS);
        let costs = all.filter_map(|chosen| {
            let chosen = (0..sets.len()).filter(|n| chosen >> n & 1 == 1);
            let covered = chosen.clone().fold(0, |covered, n| covered | sets[n].0[0]);
            let cost: f64 = chosen.map(|n| sets[n].1).sum();
            (covered == (1 << rows) - 1 && cost < limit).then_some(cost)
        });
        costs.min_by(f64::total_cmp)
    }

    proptest! {
        #[test]
        fn the_cheapest_cover_is_found(
            sets in prop::collection::vec((0_u64..1 << 12, 1_u8..9), 0..10),
            rows in 1_usize..12,
            limit in 0_u8..40,
        ) {
            let sets: Vec<_> = sets
                .into_iter()
                .map(|(set, cost)| (vec![set & ((1 << rows) - 1)], f64::from(cost)))
                .collect();
            let cover = cheapest_cover(&sets, rows, limit.into());
            let cost = cover.map(|cover| {
                let covered = cover.iter().fold(0, |covered, &n| covered | sets[n].0[0]);
                assert_eq!(covered, (1 << rows) - 1);
                cover.iter().map(|&n| sets[n].1).sum()
            });
            prop_assert_eq!(cost, cost_by_trying_all(&sets, rows, limit.into()));
        }
    }
}
