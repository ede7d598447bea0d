//! What a pass notes about a suspect: counts, and samples. A sample has a bounded number of inputs, those with the least
//! keys. Which these are depends neither on threads nor on the order, and samples of parts add up to that of the whole.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem;

use super::change::Pair;
use super::differences::Differences;
use crate::digest::Digest;
use crate::feature::Value;

/// How many of the first wrong inputs are named.
pub(crate) const NAMED: usize = 4;

/// How many counterexamples of a rule are worth knowing.
pub(super) const COUNTEREXAMPLES: usize = 500;

/// What a solver does that gives a wrong answer, in words.
pub(crate) type Mistake = Cow<'static, str>;

/// What is known of a wrong answer.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub(crate) mistake: Mistake,
    /// The right answer and the one given, unless the check has its own words for mistakes.
    pub(crate) answers: Option<Pair>,
}

/// An input as it was met.
#[derive(Clone, Debug)]
pub(crate) struct Sampled {
    pub(crate) number: u128,
    /// None if the answer is right.
    pub(crate) wrong: Option<Wrong>,
    /// The values of all terms.
    pub(crate) values: Vec<Value>,
}

impl Sampled {
    pub(crate) fn mistake(&self) -> Option<&Mistake> {
        self.wrong.as_ref().map(|wrong| &wrong.mistake)
    }
}

/// Which inputs a sample has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Of {
    Wrong,
    Right,
    /// Those next to each other of which one is wrong.
    Edges,
    Counterexamples,
    /// The first wrong ones.
    First,
}

impl Of {
    pub(super) fn most(self) -> usize {
        match self {
            Of::Wrong | Of::Edges => 1000,
            Of::Right => 2000,
            Of::Counterexamples => COUNTEREXAMPLES,
            Of::First => NAMED,
        }
    }
}

/// By a number, which may look like chance, and the number of the input.
type Key = (u128, u128);

/// What is known of a suspect.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    pub(super) seen: u64,
    pub(super) wrong: u64,
    /// Of the numbers of the wrong ones.
    pub(super) digest: Digest,
    pub(super) mistakes: BTreeMap<Mistake, u64>,
    pub(super) differences: Differences,
    /// All inputs, if these are few.
    pub(super) all: BTreeMap<u128, Sampled>,
    samples: [BTreeMap<Key, Sampled>; 5],
}

impl Notes {
    /// Keeps an input in a sample, if it belongs to those with the least keys.
    pub(super) fn keep(&mut self, of: Of, number: u128, known: impl FnOnce() -> Sampled) {
        // The first ones are the simplest, and often special.
        let is_first = of == Of::First || number < of.most() as u128 / 2;
        let key = (if is_first { number } else { hash(number) }, number);
        let sample = &mut self.samples[of as usize];
        let last = sample.last_key_value();
        if sample.len() < of.most() || last.is_some_and(|(last, _)| key < *last) {
            sample.entry(key).or_insert_with(known);
            if sample.len() > of.most() {
                sample.pop_last();
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        use Of::{Counterexamples, Edges, First, Right, Wrong};
        self.seen += other.seen;
        self.wrong += other.wrong;
        self.digest.merge(other.digest);
        for (mistake, times) in other.mistakes {
            *self.mistakes.entry(mistake).or_default() += times;
        }
        self.differences.merge(other.differences);
        self.all.extend(other.all);
        let all = [Wrong, Right, Edges, Counterexamples, First];
        for (of, sample) in all.into_iter().zip(other.samples) {
            for known in sample.into_values() {
                self.keep(of, known.number, || known);
            }
        }
    }

    /// Counts a wrong answer to the input with this number.
    pub(super) fn count(&mut self, number: u128, wrong: &Wrong) {
        self.wrong += 1;
        self.digest.merge(Digest::of(number as u64, &number));
        *self.mistakes.entry(wrong.mistake.clone()).or_default() += 1;
        if let Some(pair) = &wrong.answers {
            self.differences.note(pair, number);
        }
    }

    /// What the first wrong ones alone say, if these are all: a sample may have met some twice.
    pub(super) fn of_first(&self) -> Self {
        let mut notes = Notes::default();
        for one in self.samples[Of::First as usize].values() {
            if let Some(wrong) = &one.wrong {
                notes.count(one.number, wrong);
            }
            notes.keep(Of::First, one.number, || one.clone());
        }
        notes
    }

    /// The numbers of the first wrong inputs.
    pub(super) fn first(&self) -> impl ExactSizeIterator<Item = u128> {
        self.samples[Of::First as usize]
            .values()
            .map(|known| known.number)
    }

    /// Takes all inputs that are known one by one. The first wrong ones stay.
    pub(super) fn take_known(&mut self) -> impl Iterator<Item = Sampled> + use<> {
        let first = self.samples[Of::First as usize].clone();
        let known = mem::take(&mut self.samples);
        self.samples[Of::First as usize] = first;
        known.into_iter().flat_map(BTreeMap::into_values)
    }
}

/// A number that looks like chance: the finaliser of splitmix64.
#[inline]
fn hash(number: u128) -> u128 {
    let mut hash = (number as u64 ^ (number >> 64) as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    u128::from(hash ^ (hash >> 31))
}
