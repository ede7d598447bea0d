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

/// The maximum size of a sample.
const MOST: usize = 1000;

/// A sample of inputs, each with its key: a number, often a hash, followed by the number of the input.
#[derive(Debug, Default)]
pub(crate) struct Sampled(pub(crate) BTreeMap<(u128, u128), Example>);

impl Sampled {
    /// Adds an input if its key is among the smallest.
    pub(crate) fn keep(&mut self, number: u128, example: impl FnOnce() -> Example) {
        // The first inputs of a domain are the simplest and often special cases, so a sample favours them.
        let is_first = number < MOST as u128 / 2;
        let key = (if is_first { number } else { hash(number) }, number);
        let last = self.0.last_key_value();
        if self.0.len() < MOST || last.is_some_and(|(last, _)| key < *last) {
            self.0.entry(key).or_insert_with(example);
            if self.0.len() > MOST {
                self.0.pop_last();
            }
        }
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
