//! Edges: the inputs at which functions are most often wrong. A run that does not cover a domain asks for them.

use std::collections::BTreeSet;

/// How many edges a domain has at most.
pub(super) const MOST: usize = 1 << 14;

/// The edges of a range of integers, the most likely ones first: its ends, zero, one, powers of two and of ten, and the
/// neighbours of all these.
pub(super) fn edges_of(least: i128, greatest: i128) -> Vec<i128> {
    let two = (0..127).rev().map(|exponent| 1_i128 << exponent);
    let ten = (0..39).rev().map(|exponent| 10_i128.pow(exponent));
    let powers: Vec<i128> = two.chain(ten).flat_map(|power| [power, -power]).collect();
    let ends = [0, 1, -1, least, greatest, 2, 10];
    let near = |by: i128| powers.iter().map(move |power| power + by);
    let beside_ends = [least.saturating_add(1), greatest.saturating_sub(1)];
    let all = ends.into_iter().chain(beside_ends);
    let all = all.chain(near(0)).chain(near(-1)).chain(near(1));
    let mut known = BTreeSet::new();
    all.filter(|edge| (least..=greatest).contains(edge) && known.insert(*edge))
        .collect()
}

/// The edges of a domain with so many inputs of which nothing else is known: those of the numbers.
pub(super) fn edges_of_numbers(len: u128) -> Vec<u128> {
    let last = len
        .checked_sub(1)
        .and_then(|last| i128::try_from(last).ok());
    let edges = last
        .map_or(Vec::new(), |last| edges_of(0, last))
        .into_iter();
    edges.map(|edge| edge as u128).collect()
}

/// The combinations of the first edges of each part, as many as there may be.
pub(super) fn combined(mut parts: Vec<Vec<u128>>) -> Vec<Vec<u128>> {
    let each = (MOST as f64).powf(1.0 / parts.len().max(1) as f64) as usize;
    let mut all = vec![Vec::new()];
    for part in &mut parts {
        part.truncate(each.max(2));
        let longer = |start: &Vec<u128>| {
            let with = |edge: &u128| [&**start, &[*edge]].concat();
            part.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).take(MOST).collect();
    }
    all
}
