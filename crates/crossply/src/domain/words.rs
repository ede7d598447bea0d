//! All words over an alphabet. Texts, sequences of operations and lists of small numbers are words.

use std::fmt::Debug;
use std::ops::{Bound, Range, RangeBounds, RangeInclusive};

use super::{Domain, Inputs, Section, of};

/// What [`words`] takes for an alphabet: an array, a slice, a vector, a range, or the characters of a string.
///
/// ```
/// use crossply::domain::Letters;
///
/// assert_eq!("ab".letters(), ['a', 'b']);
/// assert_eq!(b"ab".letters(), [97, 98]);
/// assert_eq!((1..4).letters(), [1, 2, 3]);
/// ```
pub trait Letters {
    /// A letter of the alphabet.
    type Letter;

    /// The letters, in their order.
    fn letters(self) -> Vec<Self::Letter>;
}

/// All words over an alphabet whose length is in a range: shorter ones first, then in the order of their first letter, of
/// the second one, and so on. Each length is a section.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let words = domain::words(b"ab", 0..=4);
/// assert_eq!((words.len(), words.input(5)), (31, b"ba".to_vec()));
/// assert_eq!((words.sections()[2].name.as_str(), words.sections()[2].end), ("length 2", 7));
/// assert_eq!(domain::words(0..=255_u8, 3..=3).len(), 1 << 24);
/// ```
///
/// # Panics
///
/// If the range of lengths has no upper end, or the words are too many for 128 bits.
pub fn words<L: Letters>(letters: L, lengths: impl RangeBounds<usize>) -> Inputs<Vec<L::Letter>>
where
    L::Letter: Clone + Debug + PartialEq + Send + Sync + 'static,
{
    let shortest = match lengths.start_bound() {
        Bound::Included(length) => *length,
        Bound::Excluded(length) => length.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let after_longest = match lengths.end_bound() {
        Bound::Included(length) => length.saturating_add(1),
        Bound::Excluded(length) => *length,
        Bound::Unbounded => panic!("the lengths of words need an upper end, such as `0..=4`"),
    };
    let letters = letters.letters();
    let base = letters.len() as u128;
    let mut end = 0;
    let mut lengths = Vec::new();
    for length in shortest..after_longest {
        let added = base
            .checked_pow(length as u32)
            .and_then(|count| count.checked_add(end));
        let added = added.unwrap_or_else(|| {
            panic!("words of up to {length} of {base} letters are too many to number")
        });
        if added > end {
            end = added;
            lengths.push((length, end));
        }
    }
    of(Words { letters, lengths })
}

impl<T, const N: usize> Letters for [T; N] {
    type Letter = T;

    fn letters(self) -> Vec<T> {
        self.into()
    }
}

impl<T: Clone, const N: usize> Letters for &[T; N] {
    type Letter = T;

    fn letters(self) -> Vec<T> {
        self.to_vec()
    }
}

impl<T: Clone> Letters for &[T] {
    type Letter = T;

    fn letters(self) -> Vec<T> {
        self.to_vec()
    }
}

impl<T> Letters for Vec<T> {
    type Letter = T;

    fn letters(self) -> Vec<T> {
        self
    }
}

impl<T> Letters for Range<T>
where
    Self: Iterator<Item = T>,
{
    type Letter = T;

    fn letters(self) -> Vec<T> {
        self.collect()
    }
}

impl<T> Letters for RangeInclusive<T>
where
    Self: Iterator<Item = T>,
{
    type Letter = T;

    fn letters(self) -> Vec<T> {
        self.collect()
    }
}

impl Letters for &str {
    type Letter = char;

    fn letters(self) -> Vec<char> {
        self.chars().collect()
    }
}

struct Words<L> {
    letters: Vec<L>,
    /// Each length that has words, and the number after that of its last one.
    lengths: Vec<(usize, u128)>,
}

impl<L: Clone> Words<L> {
    /// Which letters the word with this number has, and the number after that of the last word of the same length.
    fn places(&self, index: u128) -> (Vec<usize>, u128) {
        let section = self.lengths.partition_point(|(_, end)| *end <= index);
        let (length, end) = self.lengths[section];
        let mut rest = index - self.before(section);
        let mut places = vec![0; length];
        for place in places.iter_mut().rev() {
            *place = (rest % self.letters.len() as u128) as usize;
            rest /= self.letters.len() as u128;
        }
        (places, end)
    }

    /// How many words are shorter than those of a section.
    fn before(&self, section: usize) -> u128 {
        section
            .checked_sub(1)
            .map_or(0, |shorter| self.lengths[shorter].1)
    }

    fn word(&self, places: &[usize]) -> Vec<L> {
        places
            .iter()
            .map(|place| self.letters[*place].clone())
            .collect()
    }
}

impl<L: Clone + Debug + PartialEq + Send + Sync> Domain for Words<L> {
    type Input = Vec<L>;

    fn len(&self) -> u128 {
        self.before(self.lengths.len())
    }

    fn input(&self, index: u128) -> Vec<L> {
        self.word(&self.places(index).0)
    }

    fn index(&self, input: &Vec<L>) -> Option<u128> {
        let section = self
            .lengths
            .iter()
            .position(|(length, _)| *length == input.len())?;
        let mut index = 0;
        for letter in input {
            let place = self.letters.iter().position(|other| other == letter)?;
            index = index * self.letters.len() as u128 + place as u128;
        }
        Some(self.before(section) + index)
    }

    fn fill(&self, mut indices: Range<u128>, inputs: &mut Vec<Vec<L>>) {
        while !indices.is_empty() {
            let (mut places, end) = self.places(indices.start);
            let end = end.min(indices.end);
            for _ in indices.start..end {
                inputs.push(self.word(&places));
                // Counting needs no division.
                for place in places.iter_mut().rev() {
                    *place += 1;
                    if *place < self.letters.len() {
                        break;
                    }
                    *place = 0;
                }
            }
            indices.start = end;
        }
    }

    fn sections(&self) -> Vec<Section> {
        let section = |&(length, end)| Section {
            name: format!("length {length}"),
            end,
        };
        self.lengths.iter().map(section).collect()
    }
}
