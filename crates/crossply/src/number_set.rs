//! Exact sets of the numbers of inputs.
//!
//! A run may get millions of inputs wrong. Compressed bitmaps hold their numbers exactly in little memory, and the union of
//! the sets of two threads or machines is one call.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use roaring::RoaringBitmap;
use xxhash_rust::xxh3::xxh3_64;

/// The memory that a bitmap takes besides its containers, in bytes.
const BITMAP: u64 = 128;

/// A longer range in a text is refused: no run gets so far.
const LARGEST_RANGE: u128 = 1 << 48;

/// The number of low bits that a bitmap holds.
const LOW_BITS: u32 = 32;

/// An exact set of numbers. As text, it lists ranges: `3 5-9`.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub(crate) struct NumberSet {
    /// The low bits of numbers, by their other bits. No bitmap is empty.
    bitmaps: BTreeMap<u128, RoaringBitmap>,
}

impl NumberSet {
    #[inline]
    pub(crate) fn insert(&mut self, number: u128) {
        let bitmap = self.bitmaps.entry(number >> LOW_BITS).or_default();
        bitmap.insert(number as u32);
    }

    fn insert_range(&mut self, first: u128, last: u128) {
        for high in first >> LOW_BITS..=last >> LOW_BITS {
            let start = high << LOW_BITS;
            let low = first.max(start) as u32;
            let end = last.min(start | u128::from(u32::MAX)) as u32;
            let bitmap = self.bitmaps.entry(high).or_default();
            bitmap.insert_range(low..=end);
        }
    }

    #[inline]
    pub(crate) fn contains(&self, number: u128) -> bool {
        let bitmap = self.bitmaps.get(&(number >> LOW_BITS));
        bitmap.is_some_and(|bitmap| bitmap.contains(number as u32))
    }

    pub(crate) fn len(&self) -> u64 {
        self.bitmaps.values().map(RoaringBitmap::len).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bitmaps.is_empty()
    }

    /// Adds all numbers of another set.
    pub(crate) fn merge(&mut self, other: Self) {
        for (high, bitmap) in other.bitmaps {
            *self.bitmaps.entry(high).or_default() |= bitmap;
        }
    }

    /// The numbers from `start` on, ascending.
    pub(crate) fn from(&self, start: u128) -> impl Iterator<Item = u128> {
        let first = start >> LOW_BITS;
        self.bitmaps
            .range(first..)
            .flat_map(move |(&high, bitmap)| {
                let low = if high == first { start as u32 } else { 0 };
                let numbers = bitmap.range(low..);
                numbers.map(move |number| high << LOW_BITS | u128::from(number))
            })
    }

    /// One of each `step` numbers of a bitmap. Which one seems random: equal distances would be a pattern of their own.
    pub(crate) fn one_of_each(&self, step: u64) -> impl Iterator<Item = u128> {
        self.bitmaps.iter().flat_map(move |(&high, bitmap)| {
            let starts = (0..bitmap.len()).step_by(step as usize);
            starts.filter_map(move |start| {
                let place = start + xxh3_64(&start.to_le_bytes()) % step;
                let low = bitmap.select(place as u32)?;
                Some(high << LOW_BITS | u128::from(low))
            })
        })
    }

    pub(crate) fn last(&self) -> Option<u128> {
        let (high, bitmap) = self.bitmaps.last_key_value()?;
        Some(high << LOW_BITS | u128::from(bitmap.max()?))
    }

    /// The consecutive numbers around this one, which is in the set. They end where a bitmap ends.
    pub(crate) fn run_around(&self, number: u128) -> RangeInclusive<u128> {
        let high = number >> LOW_BITS;
        let low = number as u32;
        let run = self.bitmaps.get(&high).and_then(|bitmap| {
            let before = bitmap.range(..=low).next_range_back()?;
            let after = bitmap.range(low..).next_range()?;
            Some([*before.start(), *after.end()])
        });
        let [start, end] = run.unwrap_or([low, low]);
        let whole = |low| high << LOW_BITS | u128::from(low);
        whole(start)..=whole(end)
    }

    /// The least number from this one on that is missing.
    fn gap_from(&self, number: u128) -> u128 {
        let mut gap = number;
        while self.contains(gap) {
            gap = self.run_around(gap).end() + 1;
        }
        gap
    }

    /// The least number that is missing.
    pub(crate) fn first_gap(&self) -> u64 {
        self.gap_from(0) as u64
    }

    /// About how many bytes of memory the set takes.
    pub(crate) fn bytes(&self) -> u64 {
        let bitmaps = self.bitmaps.values().map(|bitmap| {
            let counts = bitmap.statistics();
            BITMAP + counts.n_bytes_array_containers + counts.n_bytes_bitset_containers
        });
        bitmaps.sum()
    }
}

/// As in `3 5-9`.
impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        let mut rest = self.from(0).next();
        while let Some(first) = rest {
            let end = self.gap_from(first);
            write!(f, "{gap}{first}")?;
            if end - first > 1 {
                write!(f, "-{}", end - 1)?;
            }
            gap = " ";
            rest = self.from(end).next();
        }
        Ok(())
    }
}

impl FromStr for NumberSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut set = NumberSet::default();
        for range in text.split_whitespace() {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let ends = first.parse::<u128>().ok().zip(last.parse().ok());
            match ends {
                Some((first, last)) if first <= last && last - first < LARGEST_RANGE => {
                    set.insert_range(first, last);
                }
                _ => return Err(format!("`{range}` is not a range of numbers such as 5-9")),
            }
        }
        Ok(set)
    }
}

impl From<NumberSet> for String {
    fn from(set: NumberSet) -> Self {
        set.to_string()
    }
}

impl TryFrom<String> for NumberSet {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_set(
            small in prop::collection::vec(0..40_u128, 0..60),
            middle in prop::collection::vec((1 << 32) - 3..(1_u128 << 32) + 3, 0..6),
            large in prop::collection::vec(u128::MAX - 9..u128::MAX, 0..3),
        ) {
            let mut set = NumberSet::default();
            let mut expected = BTreeSet::new();
            for number in small.into_iter().chain(middle).chain(large) {
                set.insert(number);
                expected.insert(number);
            }
            prop_assert!(set.from(0).eq(expected.iter().copied()));
            prop_assert!(set.from(17).eq(expected.range(17..).copied()));
            prop_assert_eq!(set.len(), expected.len() as u64);
            prop_assert_eq!(set.last(), expected.last().copied());
            for &number in &expected {
                let (first, last) = set.run_around(number).into_inner();
                prop_assert!((first..=last).contains(&number));
                prop_assert!((first..=last).all(|n| expected.contains(&n)));
                let begins_bitmap = |n: u128| n.is_multiple_of(1 << LOW_BITS);
                prop_assert!(begins_bitmap(first) || !expected.contains(&(first - 1)));
                prop_assert!(begins_bitmap(last + 1) || !expected.contains(&(last + 1)));
            }
            prop_assert!((0..45).all(|n| set.contains(n) == expected.contains(&n)));
            prop_assert!(set.one_of_each(1).eq(expected.iter().copied()));
            let thirds: Vec<u128> = set.one_of_each(3).collect();
            prop_assert!(thirds.is_sorted() && thirds.iter().all(|n| expected.contains(n)));
            prop_assert!(thirds.len() >= expected.len().saturating_sub(6) / 3);
            let gap = (0..=60).find(|n| !expected.contains(n));
            prop_assert_eq!(Some(set.first_gap().into()), gap);
            prop_assert_eq!(set.to_string().parse(), Ok(set));
        }
    }

    #[test]
    fn a_set_is_written_as_ranges() {
        let set: NumberSet = "5-9 12 3".parse().expect("a set");
        assert_eq!(set.to_string(), "3 5-9 12");
        for wrong in ["5-9 x", "9-5", "0-340282366920938463463374607431768211455"] {
            assert!(wrong.parse::<NumberSet>().is_err(), "{wrong}");
        }
        let text = "4294967290-4294967300";
        assert_eq!(
            text.parse().map(|set: NumberSet| set.to_string()),
            Ok(text.to_owned())
        );
        let below: NumberSet = "0-12884901889".parse().expect("a set");
        assert_eq!(below.first_gap(), 12_884_901_890);
    }
}
