//! Evidence about a solver's answers: counts, and samples of bounded size.
//!
//! A sample keeps the inputs with the smallest keys. It therefore does not depend on the division of work between
//! threads, and the samples of parts of a run can be merged into a sample of the whole.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem;

use super::change::Pair;
use super::differences::Differences;
use crate::digest::Digest;
use crate::feature::Value;

/// The maximum number of wrong inputs that a report lists.
pub(crate) const NAMED: usize = 4;

/// The maximum number of counterexamples to rules to keep.
pub(super) const COUNTEREXAMPLES: usize = 500;

/// What a solver does wrong, in words: "gives too low an answer".
pub(crate) type Mistake = Cow<'static, str>;

#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub(crate) mistake: Mistake,
    /// `None` if the check has its own words for mistakes.
    pub(crate) answers: Option<Pair>,
}

/// An input in a sample.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) number: u128,
    /// `None` if the answer is right.
    pub(crate) wrong: Option<Wrong>,
    pub(crate) values: Vec<Value>,
}

/// The inputs from which a sample is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SampleOf {
    Wrong,
    Right,
    /// Pairs of consecutive inputs, one with a wrong answer and one with a right one.
    Edges,
    Counterexamples,
    /// The first wrong inputs.
    First,
}

impl SampleOf {
    pub(super) fn most(self) -> usize {
        match self {
            SampleOf::Wrong | SampleOf::Edges => 1000,
            SampleOf::Right => 2000,
            SampleOf::Counterexamples => COUNTEREXAMPLES,
            SampleOf::First => NAMED,
        }
    }
}

/// What orders a sample: a number, often a hash, followed by the number of the input.
type Key = (u128, u128);

#[derive(Debug, Default)]
pub(crate) struct Evidence {
    pub(super) judged: u64,
    pub(super) wrong: u64,
    /// A digest of the numbers of the wrong inputs.
    pub(super) digest: Digest,
    pub(super) mistakes: BTreeMap<Mistake, u64>,
    pub(super) differences: Differences,
    samples: [BTreeMap<Key, Example>; 5],
}

impl Evidence {
    /// Adds an input to a sample if its key is among the smallest.
    pub(super) fn keep(&mut self, of: SampleOf, number: u128, example: impl FnOnce() -> Example) {
        // The first inputs of a domain are the simplest and often special cases, so each sample favours them.
        let is_first = of == SampleOf::First || number < of.most() as u128 / 2;
        let key = (if is_first { number } else { hash(number) }, number);
        let sample = &mut self.samples[of as usize];
        let last = sample.last_key_value();
        if sample.len() < of.most() || last.is_some_and(|(last, _)| key < *last) {
            sample.entry(key).or_insert_with(example);
            if sample.len() > of.most() {
                sample.pop_last();
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        use SampleOf::{Counterexamples, Edges, First, Right, Wrong};
        self.judged += other.judged;
        self.wrong += other.wrong;
        self.digest.merge(other.digest);
        for (mistake, times) in other.mistakes {
            *self.mistakes.entry(mistake).or_default() += times;
        }
        self.differences.merge(other.differences);
        let all = [Wrong, Right, Edges, Counterexamples, First];
        for (of, sample) in all.into_iter().zip(other.samples) {
            for example in sample.into_values() {
                self.keep(of, example.number, || example);
            }
        }
    }

    /// Counts a wrong answer for the input with this number.
    pub(super) fn count(&mut self, number: u128, wrong: &Wrong) {
        self.wrong += 1;
        self.digest.merge(Digest::of(number as u64, &number));
        *self.mistakes.entry(wrong.mistake.clone()).or_default() += 1;
        if let Some(pair) = &wrong.answers {
            self.differences.note(pair, number);
        }
    }

    /// The evidence from the sample of first wrong inputs alone. Call this only if the sample contains all wrong
    /// inputs.
    pub(super) fn of_first(&self) -> Self {
        let mut evidence = Evidence::default();
        for one in self.samples[SampleOf::First as usize].values() {
            if let Some(wrong) = &one.wrong {
                evidence.count(one.number, wrong);
            }
            evidence.keep(SampleOf::First, one.number, || one.clone());
        }
        evidence
    }

    /// The numbers of the first wrong inputs.
    pub(super) fn first(&self) -> impl ExactSizeIterator<Item = u128> {
        self.samples[SampleOf::First as usize]
            .values()
            .map(|example| example.number)
    }

    /// Takes the examples out of all samples, but leaves a copy of the first wrong ones.
    pub(super) fn take_examples(&mut self) -> impl Iterator<Item = Example> + use<> {
        let first = self.samples[SampleOf::First as usize].clone();
        let samples = mem::take(&mut self.samples);
        self.samples[SampleOf::First as usize] = first;
        samples.into_iter().flat_map(BTreeMap::into_values)
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
