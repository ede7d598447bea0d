//! Edges: the inputs on which functions are most often wrong.

use std::collections::HashSet;

/// The most edges of a combination of domains.
const MAX_EDGES: usize = 1 << 14;

/// The edges of a range of integers, the most likely ones first: its ends, zero, one, powers of two and of ten, and the
/// neighbours of all of these.
pub(super) fn edge_integers(least: i128, greatest: i128) -> Vec<i128> {
    let powers_of_two = (0..127).rev().map(|exponent| 1_i128 << exponent);
    let powers_of_ten = (0..39).rev().map(|exponent| 10_i128.pow(exponent));
    let powers = powers_of_two.chain(powers_of_ten);
    let powers: Vec<i128> = powers.flat_map(|power| [power, -power]).collect();
    let mut candidates = vec![0, 1, -1, least, greatest, 2, 10];
    candidates.extend([least.saturating_add(1), greatest.saturating_sub(1)]);
    for offset in [0, -1, 1] {
        candidates.extend(powers.iter().map(|power| power + offset));
    }
    let mut seen = HashSet::new();
    candidates.retain(|edge| (least..=greatest).contains(edge) && seen.insert(*edge));
    candidates
}

/// The edges of a domain of this length about which nothing else is known.
pub(super) fn edge_indices(len: u128) -> Vec<u128> {
    let Some(Ok(last)) = len.checked_sub(1).map(i128::try_from) else {
        return Vec::new();
    };
    let edges = edge_integers(0, last).into_iter();
    edges.map(|edge| edge as u128).collect()
}

/// Combinations of the edges of all parts. Parts with many edges contribute only the first ones, to limit their number.
pub(super) fn combine(parts: &[Vec<u128>]) -> Vec<Vec<u128>> {
    let root = (MAX_EDGES as f64).powf(1.0 / parts.len().max(1) as f64);
    let edges_per_part = (root as usize).max(2);
    let mut combinations = vec![Vec::new()];
    for part in parts {
        let mut longer = Vec::new();
        for combination in &combinations {
            for &edge in part.iter().take(edges_per_part) {
                longer.push([&combination[..], &[edge]].concat());
            }
        }
        longer.truncate(MAX_EDGES);
        combinations = longer;
    }
    combinations
}
