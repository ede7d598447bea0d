//! The search for a rule: conditions that hold where answers are wrong, and nowhere else.
//!
//! Each condition of a rule holds for all wrong positions, and each right position is excluded by one of them: the
//! problem of the smallest hitting set. There are many more right positions than it takes to refute nearly all
//! combinations, so the search knows only some, the witnesses. What fits these is tried on all positions, and those that
//! refute it become witnesses. The result is the shortest rule, and of equally short ones the first, whichever
//! witnesses there were.

use super::facts::all;
use super::transcript::Transcript;
use super::words::InWords;
use crossply::{Interrupted, Threads};

/// How many conditions a rule has at most.
const MOST_CONDITIONS: usize = 5;

/// How many right positions are witnesses from the beginning, at most.
pub(super) const FIRST_WITNESSES: usize = 1024;

/// The shortest exact rule; of equally short ones, the first. Whether a position is wrong is known for so many bits,
/// and a rule that takes more could be found for any positions.
pub(super) fn rule(
    transcript: &Transcript,
    wrong: &[usize],
    bits: f64,
    threads: Threads<'_>,
) -> Result<Option<Vec<InWords>>, Interrupted> {
    let judged = transcript.asked.len();
    // A condition on the right answer holds for all wrong positions only if they have one.
    let mut conditions = all(transcript, transcript.asked[wrong[0]].right);
    let most =
        (0..=MOST_CONDITIONS).rfind(|&some| super::bits_to_name(some, conditions.len()) <= bits);
    conditions.retain(|row| wrong.iter().all(|&n| (row.holds)(transcript.at(n))));

    let is_right = |n: usize| !transcript.at(n).is_wrong();
    let excluding = |n| {
        conditions
            .iter()
            .map(|row| !(row.holds)(transcript.at(n)))
            .collect()
    };
    let right = (0..judged).filter(|&n| is_right(n));
    let right = right.step_by(judged.div_ceil(FIRST_WITNESSES));
    let mut witnesses: Vec<Vec<bool>> = right.map(excluding).collect();
    while let Some(chosen) = smallest_hitting_set(&mut witnesses, most.unwrap_or(0)) {
        let rule: Vec<_> = chosen.iter().map(|&row| &conditions[row]).collect();
        let refutes =
            |&n: &usize| is_right(n) && rule.iter().all(|row| (row.holds)(transcript.at(n)));
        let refuting = threads.parts(judged, |mut part| part.find(refutes))?;
        if refuting.iter().all(Option::is_none) {
            let rule = rule.iter().map(|one| one.said.clone());
            return Ok(Some(rule.collect()));
        }
        witnesses.extend(refuting.into_iter().flatten().map(excluding));
    }
    Ok(None)
}

/// The smallest set with an element of each of these, of at most so many elements; the first of equally small ones.
/// None if there is no such set. A set says of each number whether it is an element. Sorts the sets.
fn smallest_hitting_set(sets: &mut Vec<Vec<bool>>, most: usize) -> Option<Vec<usize>> {
    // The fewest elements leave the fewest choices.
    sets.sort_by_cached_key(|set| (set.iter().filter(|&&is| is).count(), set.clone()));
    sets.dedup();
    (1..=most).find_map(|size| first_hitting_set(sets, &mut Vec::new(), size))
}

/// Adds at most so many elements to the chosen ones, and returns the first hitting set that this makes.
fn first_hitting_set(
    sets: &[Vec<bool>],
    chosen: &mut Vec<usize>,
    more: usize,
) -> Option<Vec<usize>> {
    let Some(missed) = sets.iter().find(|set| !chosen.iter().any(|&n| set[n])) else {
        let mut found = chosen.clone();
        found.sort_unstable();
        return Some(found);
    };
    let elements = (0..missed.len()).filter(|&n| more > 0 && missed[n]);
    let found = elements.filter_map(|n| {
        chosen.push(n);
        let found = first_hitting_set(sets, chosen, more - 1);
        chosen.pop();
        found
    });
    found.min()
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
            let has = |set: &Vec<usize>| (0..256).map(|n| set.contains(&n)).collect();
            let mut given: Vec<_> = sets.iter().map(has).collect();
            let expected = by_trying_all(&sets, &numbers, most);
            prop_assert_eq!(smallest_hitting_set(&mut given, most), expected);
        }
    }

    #[test]
    fn nothing_hits_an_empty_set() {
        let mut sets = vec![vec![true, false], vec![false, false]];
        assert_eq!(smallest_hitting_set(&mut sets, 5), None);
    }
}
