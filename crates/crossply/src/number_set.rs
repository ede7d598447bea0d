//! Exact sets of the numbers of inputs.
//!
//! A run may get millions of inputs wrong. Compressed bitmaps hold their numbers exactly in little memory, and the union of
//! the sets of two threads or machines is one call.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use roaring::RoaringTreemap;

/// The memory that a bitmap for 2^32 numbers takes besides its containers, and that of a number in a tree, in bytes.
const BITMAP: u64 = 128;
const IN_TREE: u64 = 32;

/// An exact set of numbers. As text, it lists ranges: `3 5-9`.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "journal", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "journal", serde(try_from = "String", into = "String"))]
pub(crate) struct NumberSet {
    /// The numbers below 2^64.
    small: RoaringTreemap,
    /// The others. No run takes such inputs in order, so they are few.
    large: BTreeSet<u128>,
}

impl NumberSet {
    /// All numbers below this one.
    pub(crate) fn below(end: u64) -> Self {
        let mut set = NumberSet::default();
        set.small.insert_range(0..end);
        set
    }

    #[inline]
    pub(crate) fn insert(&mut self, number: u128) {
        match u64::try_from(number) {
            Ok(number) => {
                self.small.insert(number);
            }
            Err(_) => {
                self.large.insert(number);
            }
        }
    }

    #[inline]
    pub(crate) fn contains(&self, number: u128) -> bool {
        match u64::try_from(number) {
            Ok(number) => self.small.contains(number),
            Err(_) => self.large.contains(&number),
        }
    }

    pub(crate) fn len(&self) -> u64 {
        self.small.len() + self.large.len() as u64
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.small.is_empty() && self.large.is_empty()
    }

    /// Adds all numbers of another set.
    pub(crate) fn merge(&mut self, other: Self) {
        self.small |= other.small;
        self.large.extend(other.large);
    }

    /// The numbers from `start` on, ascending.
    pub(crate) fn from(&self, start: u128) -> impl Iterator<Item = u128> {
        let small = u64::try_from(start).ok().map(|start| {
            let mut numbers = self.small.iter();
            numbers.advance_to(start);
            numbers.map(u128::from)
        });
        let large = self.large.range(start..).copied();
        small.into_iter().flatten().chain(large)
    }

    /// The number at this place of the ascending order.
    pub(crate) fn nth(&self, place: u64) -> Option<u128> {
        match place.checked_sub(self.small.len()) {
            None => self.small.select(place).map(u128::from),
            Some(place) => self.large.iter().nth(place as usize).copied(),
        }
    }

    /// The least number that is missing.
    pub(crate) fn first_gap(&self) -> u64 {
        let mut below = 0;
        let mut above = self.small.len() + 1;
        while above - below > 1 {
            let middle = u64::midpoint(below, above);
            if self.small.contains_range(0..middle) {
                below = middle;
            } else {
                above = middle;
            }
        }
        below
    }

    /// About how many bytes of memory the set takes.
    pub(crate) fn bytes(&self) -> u64 {
        let bitmaps = self.small.bitmaps().map(|(_, bitmap)| {
            let counts = bitmap.statistics();
            BITMAP + counts.n_bytes_array_containers + counts.n_bytes_bitset_containers
        });
        bitmaps.sum::<u64>() + IN_TREE * self.large.len() as u64
    }
}

/// As in `3 5-9`.
impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut numbers = self.from(0).peekable();
        let mut gap = "";
        while let Some(first) = numbers.next() {
            let mut last = first;
            while let Some(next) = numbers.next_if_eq(&(last + 1)) {
                last = next;
            }
            write!(f, "{gap}{first}")?;
            if last > first {
                write!(f, "-{last}")?;
            }
            gap = " ";
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
            let (Ok(first), Ok(last)) = (first.parse::<u128>(), last.parse()) else {
                return Err(format!("`{range}` is not a range of numbers such as 5-9"));
            };
            match (u64::try_from(first), u64::try_from(last)) {
                (Ok(first), Ok(last)) => {
                    set.small.insert_range(first..=last);
                }
                _ => set.large.extend(first..=last),
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
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_a_set(small in prop::collection::vec(0..40_u128, 0..60), large in prop::collection::vec(u128::MAX - 9..u128::MAX, 0..3)) {
            let mut set = NumberSet::default();
            let mut expected = BTreeSet::new();
            for number in small.into_iter().chain(large) {
                set.insert(number);
                expected.insert(number);
            }
            prop_assert!(set.from(0).eq(expected.iter().copied()));
            prop_assert!(set.from(17).eq(expected.range(17..).copied()));
            prop_assert_eq!(set.len(), expected.len() as u64);
            prop_assert!((0..45).all(|n| set.contains(n) == expected.contains(&n)));
            prop_assert!((0..45).all(|n| set.nth(n) == expected.iter().nth(n as usize).copied()));
            let gap = (0..=60).find(|n| !expected.contains(n));
            prop_assert_eq!(Some(set.first_gap().into()), gap);
            prop_assert_eq!(set.to_string().parse(), Ok(set));
        }
    }

    #[test]
    fn a_set_is_written_as_ranges() {
        let set: NumberSet = "5-9 12 3".parse().expect("a set");
        assert_eq!(set.to_string(), "3 5-9 12");
        assert!("5-9 x".parse::<NumberSet>().is_err());
    }
}
