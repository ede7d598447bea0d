//! Samples of inputs, of bounded size.
//!
//! A sample keeps the inputs with the smallest keys. It therefore does not depend on the division of work between
//! threads.

use std::collections::BTreeMap;

use crate::feature::Value;
use crate::mistakes::Mistake;

/// The maximum number of wrong inputs that a report lists.
pub(crate) const MAX_NAMED: usize = 4;

/// An input in a sample.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) number: u128,
    /// `None` if the answer is right.
    pub(crate) mistake: Option<Mistake>,
    /// The values of the features of inputs and, once they are needed, of the expected answer.
    pub(crate) values: Vec<Value>,
}

/// The inputs from which a sample is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SampleOf {
    Right,
    /// Pairs of consecutive inputs, one with a wrong answer and one with a right one.
    Edges,
    Counterexamples,
}

/// The size of each sample.
const MOST: [usize; 3] = [2000, 1000, 500];

/// What orders a sample: a number, often a hash, followed by the number of the input.
type Key = (u128, u128);

/// Samples of the inputs that a solver answered.
#[derive(Debug, Default)]
pub(crate) struct Samples([BTreeMap<Key, Example>; 3]);

impl Samples {
    /// Adds an input to a sample if its key is among the smallest.
    pub(super) fn keep(&mut self, of: SampleOf, number: u128, example: impl FnOnce() -> Example) {
        // The first inputs of a domain are the simplest and often special cases, so each sample favours them.
        let most = MOST[of as usize];
        let is_first = number < most as u128 / 2;
        let key = (if is_first { number } else { hash(number) }, number);
        let sample = &mut self.0[of as usize];
        let last = sample.last_key_value();
        if sample.len() < most || last.is_some_and(|(last, _)| key < *last) {
            sample.entry(key).or_insert_with(example);
            if sample.len() > most {
                sample.pop_last();
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        use SampleOf::{Counterexamples, Edges, Right};
        for (of, sample) in [Right, Edges, Counterexamples].into_iter().zip(other.0) {
            for example in sample.into_values() {
                self.keep(of, example.number, || example);
            }
        }
    }

    /// All examples. Some occur in several samples.
    pub(super) fn examples(self) -> impl Iterator<Item = Example> {
        self.0.into_iter().flat_map(BTreeMap::into_values)
    }
}

/// A hash that ends with the finaliser of splitmix64.
#[inline]
fn hash(number: u128) -> u128 {
    let mut hash = (number as u64 ^ (number >> 64) as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u128::from(hash ^ (hash >> 31))
}
