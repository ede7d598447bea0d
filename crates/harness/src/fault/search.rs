//! The search for a rule: conditions that hold where answers are wrong, and nowhere else.
//!
//! Each condition of a rule holds for all wrong positions, and each right position is excluded by one of them: the
//! problem of the smallest hitting set. There are many more right positions than it takes to refute nearly all
//! combinations, so the search knows only some, the witnesses. What fits these is tried on all positions, and one that
//! refutes it becomes a witness. The result is the shortest rule, and of equally short ones the first, whichever
//! witnesses there were.

use std::sync::atomic::{AtomicUsize, Ordering};

use crossply_problems::Problem;

use super::facts::{Here, Row, all};
use super::judged::Judged;
use super::words::InWords;
use crate::{Interrupted, Threads};

/// How many conditions a rule has at most.
const MOST: usize = 5;

/// How many right positions are witnesses from the beginning, at most.
pub(super) const FEW: usize = 1024;

/// The shortest exact rule; of equally short ones, the first. Whether a position is wrong is known for so many bits,
/// and a rule that takes more could be found for any positions.
pub(super) fn rule<P: Problem>(
    judged: &Judged<P>,
    wrong: &[usize],
    bits: f64,
    threads: Threads<'_>,
) -> Result<Option<Vec<InWords>>, Interrupted> {
    // A condition on the right answer holds for all wrong positions only if they have one.
    let mut rows = all::<P>(judged.solver.is_none(), judged.asked[wrong[0]].right);
    let number = rows.len();
    let most = (1..=MOST).rfind(|&some| super::bits_to_name(some, number) <= bits);
    let holds = |row: &Row<P>, index| (row.holds)(&Here { judged, index });
    let of_all_wrong = threads.in_order(rows.len(), |n| {
        wrong.iter().all(|&index| holds(&rows[n], index))
    })?;
    let mut of_all_wrong = of_all_wrong.into_iter();
    rows.retain(|_| of_all_wrong.next() == Some(true));

    let excluding = |index| Set::of(rows.iter().map(|row| !holds(row, index)));
    let right = (0..judged.asked.len()).filter(|&index| !judged.is_wrong(index));
    let step = judged.asked.len().div_ceil(FEW);
    let mut witnesses: Vec<Set> = right.step_by(step).map(excluding).collect();
    while let Some(chosen) = smallest_hitting_set(&mut witnesses, most.unwrap_or(0)) {
        let Some(index) = first_right_one(judged, &chosen, &rows, threads)? else {
            let chosen = chosen.iter().map(|&n| rows[n].condition.clone());
            return Ok(Some(chosen.collect()));
        };
        witnesses.push(excluding(index));
    }
    Ok(None)
}

/// The first position with a right answer for which all these conditions hold.
fn first_right_one<P: Problem>(
    judged: &Judged<P>,
    chosen: &[usize],
    rows: &[Row<P>],
    threads: Threads<'_>,
) -> Result<Option<usize>, Interrupted> {
    let first = AtomicUsize::new(usize::MAX);
    threads.parts(judged.asked.len(), |mut part| {
        let holds = |&index: &usize| {
            let here = Here { judged, index };
            !judged.is_wrong(index) && chosen.iter().all(|&n| (rows[n].holds)(&here))
        };
        if part.start < first.load(Ordering::Relaxed)
            && let Some(index) = part.find(holds)
        {
            first.fetch_min(index, Ordering::Relaxed);
        }
    })?;
    Ok(Some(first.into_inner()).filter(|&index| index < usize::MAX))
}

/// A set of conditions, by their indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Set([u64; 4]);

impl Set {
    fn of(has: impl Iterator<Item = bool>) -> Self {
        let mut words = [0; 4];
        for (n, has) in has.enumerate() {
            words[n / 64] |= u64::from(has) << (n % 64);
        }
        Set(words)
    }

    fn has(&self, n: usize) -> bool {
        self.0[n / 64] >> (n % 64) & 1 == 1
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// The smallest set with an element of each of these, of at most so many elements; the first of equally small ones.
/// None if there is no such set. Sorts the sets.
fn smallest_hitting_set(sets: &mut Vec<Set>, most: usize) -> Option<Vec<usize>> {
    // The fewest elements leave the fewest choices.
    sets.sort_unstable_by_key(|set| (set.len(), set.clone()));
    sets.dedup();
    (1..=most).find_map(|size| {
        let mut first = None;
        complete(sets, &mut Vec::new(), size, &mut first);
        first
    })
}

/// Adds so many elements to the chosen ones, in all ways that make a hitting set, and keeps the first such set.
fn complete(sets: &[Set], chosen: &mut Vec<usize>, more: usize, first: &mut Option<Vec<usize>>) {
    let missed = sets.iter().find(|set| !chosen.iter().any(|&n| set.has(n)));
    match missed {
        None => {
            let mut found = chosen.clone();
            found.sort_unstable();
            if first.as_ref().is_none_or(|first| found < *first) {
                *first = Some(found);
            }
        }
        Some(missed) if more > 0 => {
            for n in (0..256).filter(|&n| missed.has(n)) {
                chosen.push(n);
                complete(sets, chosen, more - 1, first);
                chosen.pop();
            }
        }
        Some(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries all sets of these numbers, the smallest first, and of equally small ones in their order.
    fn by_trying_all(sets: &[Vec<usize>], numbers: &[usize], most: usize) -> Option<Vec<usize>> {
        let chosen_by = |mask: u32| -> Vec<usize> {
            let chosen = (0..numbers.len()).filter(|n| mask >> n & 1 == 1);
            chosen.map(|n| numbers[n]).collect()
        };
        let all = (1..1 << numbers.len()).map(chosen_by);
        let hits = |chosen: &Vec<usize>| {
            let mut sets = sets.iter();
            chosen.len() <= most && sets.all(|set| set.iter().any(|n| chosen.contains(n)))
        };
        all.filter(hits)
            .min_by_key(|chosen| (chosen.len(), chosen.clone()))
    }

    proptest! {
        #[test]
        fn the_smallest_hitting_set_is_found(
            sets in prop::collection::vec(prop::sample::subsequence(vec![0, 1, 63, 64, 130, 191, 255], 1..5), 1..12),
            most in 0..5_usize,
        ) {
            let numbers = [0, 1, 63, 64, 130, 191, 255];
            let has = |set: &Vec<usize>| Set::of((0..256).map(|n| set.contains(&n)));
            let mut given: Vec<_> = sets.iter().map(has).collect();
            let expected = by_trying_all(&sets, &numbers, most);
            prop_assert_eq!(smallest_hitting_set(&mut given, most), expected);
        }
    }

    #[test]
    fn nothing_hits_an_empty_set() {
        let mut sets = vec![Set::of([true].into_iter()), Set::of([].into_iter())];
        assert_eq!(smallest_hitting_set(&mut sets, 5), None);
    }
}
