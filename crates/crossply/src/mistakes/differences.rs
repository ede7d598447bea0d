//! How wrong answers differ from right ones: the distinct pairs of answers, if there are few, and the distances between
//! numbers.

use super::Pair;
use crate::feature::number;
use crate::wide::Wide;

/// The maximum number of distinct pairs of answers to keep.
const MAX_PAIRS: usize = 6;

/// Stands for the distance between answers that are not numbers.
const NO_DISTANCE: u128 = u128::MAX;

/// The greatest distance between floats to report, in units in the last place.
const ULPS: u128 = 1 << 20;

#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Differences {
    /// The distinct pairs, up to [`MAX_PAIRS`].
    pairs: Vec<CountedPair>,
    too_many_pairs: bool,
    distances: Option<Distances>,
}

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct CountedPair {
    /// The expected answer and the given one.
    pub(crate) texts: [String; 2],
    pub(crate) times: u64,
    /// The number of the first input with this pair.
    pub(crate) first: Wide,
}

/// The range of [distances](Pair::distance).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Distances {
    pub(crate) least: Wide,
    pub(crate) most: Wide,
    /// The number of the first input with the greatest distance.
    pub(crate) at: Wide,
    is_float: bool,
}

impl Differences {
    /// Counts the pair of answers for the input with this number.
    pub(super) fn note(&mut self, pair: &Pair<'_>, number: u128) {
        let distance = Wide(pair.distance().unwrap_or(NO_DISTANCE));
        self.measure(Distances {
            least: distance,
            most: distance,
            at: Wide(number),
            is_float: pair.values[1].float().is_some(),
        });
        if self.too_many_pairs {
            return;
        }
        match pair.texts() {
            Some(texts) => self.count(CountedPair {
                texts,
                times: 1,
                first: Wide(number),
            }),
            None => self.too_many_pairs = true,
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.too_many_pairs |= other.too_many_pairs;
        other.pairs.into_iter().for_each(|pair| self.count(pair));
        if let Some(distances) = other.distances {
            self.measure(distances);
        }
    }

    /// All distinct pairs, most frequent first. Empty if there are too many.
    pub(crate) fn pairs(&self) -> Vec<CountedPair> {
        let mut pairs = self.pairs.clone();
        if self.too_many_pairs {
            pairs.clear();
        }
        pairs.sort_by_key(|pair| (u64::MAX - pair.times, pair.first));
        pairs
    }

    /// The range of distances. `None` if the answers are not numbers, or are floats so far apart that units in the last
    /// place mean nothing.
    pub(crate) fn distances(&self) -> Option<Distances> {
        self.distances.filter(|one| {
            let is_near = one.most.0 <= ULPS;
            is_near || !one.is_float && one.most.0 < NO_DISTANCE
        })
    }

    fn count(&mut self, counted: CountedPair) {
        let mut pairs = self.pairs.iter_mut();
        if let Some(same) = pairs.find(|other| other.texts == counted.texts) {
            same.times += counted.times;
            same.first = same.first.min(counted.first);
        } else if self.pairs.len() < MAX_PAIRS {
            self.pairs.push(counted);
        } else {
            self.too_many_pairs = true;
        }
    }

    fn measure(&mut self, other: Distances) {
        let range = self.distances.get_or_insert(other);
        range.least = range.least.min(other.least);
        if (other.most, range.at) > (range.most, other.at) {
            (range.most, range.at) = (other.most, other.at);
        }
    }
}

impl Distances {
    /// The greatest distance, in words.
    pub(crate) fn words(self) -> String {
        let most = i128::try_from(self.most.0).map_or_else(|_| self.most.0.to_string(), number);
        match self.most.0 {
            _ if !self.is_float => most,
            1 => "1 unit in the last place".to_owned(),
            _ => format!("{most} units in the last place"),
        }
    }
}
