//! How wrong answers differ from right ones: which of them stand for which, where these are few, and how far they are
//! apart.

use super::change::Pair;
use crate::feature::number;

/// So many pairs of answers are few.
const FEW: usize = 6;

/// The distance of answers that are no numbers.
const NO_DISTANCE: u128 = u128::MAX;

/// So many units in the last place are told.
const NEAR: u128 = 1 << 20;

/// All pairs of a right answer and a wrong one.
#[derive(Debug, Default)]
pub(crate) struct Differences {
    /// Each pair, if there are few.
    pairs: Vec<Counted>,
    are_many: bool,
    distances: Option<Distances>,
}

/// A pair of answers.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) pair: Pair,
    pub(super) times: u64,
    /// The number of the first input with it.
    pub(super) first: u128,
}

/// How far answers are apart: integers by their difference, floating-point numbers by how many others are between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distances {
    pub(super) least: u128,
    pub(super) most: u128,
    /// The number of the first input with the greatest one.
    pub(super) at: u128,
    is_float: bool,
}

impl Differences {
    /// Counts a pair that the input with this number has.
    pub(super) fn note(&mut self, pair: &Pair, number: u128) {
        let distance = pair.distance().unwrap_or(NO_DISTANCE);
        self.measure(Distances {
            least: distance,
            most: distance,
            at: number,
            is_float: pair.is_float(),
        });
        self.are_many |= !pair.is_known();
        if !self.are_many {
            self.count(Counted {
                pair: pair.clone(),
                times: 1,
                first: number,
            });
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.are_many |= other.are_many;
        other.pairs.into_iter().for_each(|pair| self.count(pair));
        if let Some(distances) = other.distances {
            self.measure(distances);
        }
    }

    /// All pairs, the most frequent first; empty if there are many.
    pub(super) fn pairs(&self) -> Vec<Counted> {
        let mut pairs = self.pairs.clone();
        if self.are_many {
            pairs.clear();
        }
        pairs.sort_by_key(|pair| (u64::MAX - pair.times, pair.first));
        pairs
    }

    /// None if they say nothing: there may be numbers between two floating-point numbers beyond counting.
    pub(super) fn distances(&self) -> Option<Distances> {
        let most = |one: &Distances| if one.is_float { NEAR } else { NO_DISTANCE - 1 };
        self.distances.filter(|one| one.most <= most(one))
    }

    fn count(&mut self, counted: Counted) {
        let mut known = self.pairs.iter_mut();
        if let Some(known) = known.find(|known| known.pair.is(&counted.pair)) {
            known.times += counted.times;
            known.first = known.first.min(counted.first);
        } else if self.pairs.len() < FEW {
            self.pairs.push(counted);
        } else {
            self.are_many = true;
        }
    }

    fn measure(&mut self, other: Distances) {
        let known = self.distances.get_or_insert(other);
        known.least = known.least.min(other.least);
        if (other.most, known.at) > (known.most, other.at) {
            (known.most, known.at) = (other.most, other.at);
        }
    }
}

impl Distances {
    /// The greatest, in words.
    pub(super) fn words(self) -> String {
        match self.most {
            most if !self.is_float => number(most as i128),
            1 => "1 unit in the last place".to_owned(),
            most => format!("{} units in the last place", number(most as i128)),
        }
    }
}
