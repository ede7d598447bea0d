//! A sample of inputs: a bounded number, those with the least hashes. Which these are depends neither on threads nor on
//! the order, and samples of parts add up to that of the whole.

use std::collections::BTreeMap;

use super::change::Pair;
use crate::feature::Value;

/// How many of the first wrong inputs are named.
pub(crate) const NAMED: usize = 4;

/// An input as it was met.
#[derive(Clone, Debug)]
pub(crate) struct Sampled {
    pub(crate) number: u128,
    pub(crate) is_wrong: bool,
    /// The values of all terms.
    pub(crate) values: Vec<Value>,
    /// The right answer and the one given.
    pub(crate) answers: Pair,
}

/// The inputs with the least hashes.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    kept: BTreeMap<u64, Sampled>,
}

/// A number that looks like chance: the finaliser of splitmix64.
#[inline]
pub(crate) fn hash(number: u128) -> u64 {
    let mut hash = (number as u64 ^ (number >> 64) as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

impl Sample {
    /// Keeps an input with this key, if it belongs to the `most` with the least ones.
    #[inline]
    pub(crate) fn keep(&mut self, most: usize, key: u64, known: impl FnOnce() -> Sampled) {
        let is_full = self.kept.len() >= most;
        if !is_full
            || self
                .kept
                .last_key_value()
                .is_some_and(|(last, _)| key < *last)
        {
            self.kept.entry(key).or_insert_with(known);
            if self.kept.len() > most {
                self.kept.pop_last();
            }
        }
    }

    pub(crate) fn merge(&mut self, most: usize, other: Self) {
        for (key, known) in other.kept {
            self.keep(most, key, || known);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Sampled> {
        self.kept.values()
    }
}
