//! All words over an alphabet. Texts, sequences of operations and lists of small numbers are words.

use std::fmt::Debug;
use std::ops::{Range, RangeBounds, RangeInclusive};

use super::digits::Digits;
use super::range::ends;
use super::{Discrete, Domain, Inputs, Section, nearer, of};
use crate::feature::{Feature, of_lists};

/// What [`words`] takes for an alphabet: an array, a slice, a vector, a range, the characters of a string, or a small domain.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// assert_eq!(domain::words("ab", 1..=1).input(1), ['b']);
/// assert_eq!(domain::words(b"ab", 1..=1).input(1), [98]);
/// assert_eq!(domain::words(1..4, 1..=1).input(1), [2]);
/// ```
pub trait Letters {
    /// A letter of the alphabet.
    type Letter;

    /// The letters, in their order.
    #[doc(hidden)]
    fn letters(self) -> Vec<Self::Letter>;
}

/// All words over an alphabet whose length is in a range: shorter ones first, then in the order of their first
/// letter, of the second one, and so on. Each length is a section.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let words = domain::words(b"xy", 0..=4);
/// assert_eq!((words.len(), words.input(5)), (31, b"yx".to_vec()));
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
    let [shortest, longest] = ends(&lengths);
    assert!(
        longest < usize::LAST.place(),
        "the lengths of words need an upper end, such as `0..=4`"
    );
    let letters = letters.letters();
    let base = letters.len() as u128;
    let mut end = 0_u128;
    let mut lengths = Vec::new();
    for length in shortest..=longest {
        let count = base.checked_pow(length as u32);
        let Some(after) = count.and_then(|count| end.checked_add(count)) else {
            panic!("words of up to {length} of {base} letters are too many to number");
        };
        if after > end {
            lengths.push((length as usize, end..after));
        }
        end = after;
    }
    of(Words { letters, lengths })
}

macro_rules! letters {
    ($([$($generics:tt)*] [$($bounds:tt)*] $alphabet:ty, $letter:ty, $into_letters:expr;)*) => {$(
        impl<$($generics)*> Letters for $alphabet
        where
            $($bounds)*
        {
            type Letter = $letter;

            fn letters(self) -> Vec<$letter> {
                $into_letters(self)
            }
        }
    )*};
}

letters! {
    [T, const N: usize] [] [T; N], T, Vec::from;
    [T, const N: usize] [T: Clone] &[T; N], T, <[T]>::to_vec;
    [T] [T: Clone] &[T], T, <[T]>::to_vec;
    [T] [] Vec<T>, T, Vec::from;
    [T] [Self: Iterator<Item = T>] Range<T>, T, Iterator::collect;
    [T] [Self: Iterator<Item = T>] RangeInclusive<T>, T, Iterator::collect;
    [T] [T: Clone + Debug + Send + 'static] Inputs<T>, T, |domain: Inputs<T>| (0..domain.len()).map(|n| domain.input(n)).collect();
    [] [] &str, char, |text: &str| text.chars().collect();
}

/// Of how many shortest and longest lengths words are edges.
const LENGTHS: usize = 8;

struct Words<L> {
    letters: Vec<L>,
    /// Each length that has words, and the numbers of its words.
    lengths: Vec<(usize, Range<u128>)>,
}

impl<L: Clone> Words<L> {
    /// The places of letters, as so many digits.
    fn digits(&self, length: usize) -> Digits {
        Digits(vec![self.letters.len() as u128; length])
    }

    /// Which letters the word with this number has, as digits.
    fn places(&self, index: u128) -> (Digits, Vec<u128>) {
        let is_shorter = |(_, numbers): &(usize, Range<u128>)| numbers.end <= index;
        let (length, numbers) = &self.lengths[self.lengths.partition_point(is_shorter)];
        let digits = self.digits(*length);
        let places = digits.of(index - numbers.start);
        (digits, places)
    }

    fn word(&self, places: &[u128]) -> Vec<L> {
        let letter = |&place: &u128| self.letters[place as usize].clone();
        places.iter().map(letter).collect()
    }
}

impl<L: Clone + Debug + PartialEq + Send + Sync + 'static> Domain for Words<L> {
    type Input = Vec<L>;

    fn len(&self) -> u128 {
        self.lengths.last().map_or(0, |(_, numbers)| numbers.end)
    }

    fn input(&self, index: u128) -> Vec<L> {
        self.word(&self.places(index).1)
    }

    fn index(&self, input: &Vec<L>) -> Option<u128> {
        let mut lengths = self.lengths.iter();
        let (length, numbers) = lengths.find(|(length, _)| *length == input.len())?;
        let place = |letter| self.letters.iter().position(|other| other == letter);
        let places = input.iter().map(|letter| Some(place(letter)? as u128));
        let places: Option<Vec<u128>> = places.collect();
        Some(numbers.start + self.digits(*length).number(&places?))
    }

    /// Words with fewer letters, with an earlier letter, and with two neighbours in their order.
    fn simpler(&self, index: u128) -> Vec<u128> {
        let (_, places) = self.places(index);
        let mut simpler = Vec::new();
        let mut size = places.len();
        while size > 0 {
            for start in (0..places.len()).step_by(size) {
                let end = places.len().min(start + size);
                simpler.push([&places[..start], &places[end..]].concat());
            }
            size /= 2;
        }
        for (n, &place) in places.iter().enumerate() {
            simpler.extend(nearer(place).map(|earlier| {
                let mut places = places.clone();
                places[n] = earlier;
                places
            }));
        }
        for n in 1..places.len() {
            if places[n - 1] > places[n] {
                let mut places = places.clone();
                places.swap(n - 1, n);
                simpler.push(places);
            }
        }
        let number = |places: Vec<u128>| {
            let mut lengths = self.lengths.iter();
            let (length, numbers) = lengths.find(|(length, _)| *length == places.len())?;
            Some(numbers.start + self.digits(*length).number(&places))
        };
        simpler.into_iter().filter_map(number).collect()
    }

    /// Of the shortest and the longest words: those of one letter, and those of which the first or the last letter is
    /// another one.
    fn edges(&self) -> Vec<u128> {
        let last = (self.letters.len() as u128).saturating_sub(1);
        let lengths = self.lengths.iter();
        let few = lengths
            .clone()
            .rev()
            .take(LENGTHS)
            .chain(lengths.take(LENGTHS));
        let words = few.flat_map(|(length, numbers)| {
            let of = |places: &[u128]| numbers.start + self.digits(*length).number(places);
            let letters = [[0, 0], [last, last], [0, last], [last, 0]];
            let words = letters.map(|[most, other]| {
                let (mut first, mut end) = (vec![most; *length], vec![most; *length]);
                if let (Some(first), Some(end)) = (first.first_mut(), end.last_mut()) {
                    (*first, *end) = (other, other);
                }
                [of(&first), of(&end)]
            });
            words.into_iter().flatten().collect::<Vec<_>>()
        });
        words.collect()
    }

    fn fill(&self, mut indices: Range<u128>, inputs: &mut Vec<Vec<L>>) {
        while !indices.is_empty() {
            let (digits, mut places) = self.places(indices.start);
            // Until the next length.
            for _ in indices.by_ref() {
                inputs.push(self.word(&places));
                if !digits.count_on(&mut places) {
                    break;
                }
            }
        }
    }

    fn sections(&self) -> Vec<Section> {
        let lengths = self.lengths.iter();
        let section = |(length, numbers): &(_, Range<_>)| {
            Section::new(format!("length {length}"), numbers.end)
        };
        lengths.map(section).collect()
    }

    fn features(&self) -> Vec<Feature<Vec<L>>> {
        of_lists::<L>().into_iter().map(Feature::from).collect()
    }
}
