//! All words over an alphabet. Texts, sequences of operations and lists of small numbers are words.

use std::any::Any;
use std::fmt::Debug;
use std::ops::{Range, RangeBounds, RangeInclusive};

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::mixed_radix::MixedRadix;
use super::range::bounds;
use super::{Discrete, Domain, Inputs, Section, approach, of};
use crate::any_vec::Item;
use crate::draw::{draw_one, draw_short};
use crate::feature::{Feature, of_lists};
use crate::wide::count;

/// An alphabet for [`words`]: an array, a slice, a vector, a range, the characters of a string, or a small domain.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// assert_eq!(domain::words("ab", 1..=1).input(1), ['b']);
/// assert_eq!(domain::words(b"ab", 1..=1).input(1), [98]);
/// assert_eq!(domain::words(1..4, 1..=1).input(1), [2]);
/// ```
pub trait Letters {
    /// The type of a letter.
    type Letter;

    /// Whether bytes are written as text, as in `b"ab"`. Then reports show words as text if all letters are printable ASCII,
    /// tabs or line breaks.
    const MAY_BE_TEXT: bool = false;

    /// Returns the letters, in order.
    ///
    /// ```
    /// use crossply::domain::{self, Domain, Letters};
    ///
    /// struct Vowels;
    ///
    /// impl Letters for Vowels {
    ///     type Letter = char;
    ///
    ///     fn letters(self) -> Vec<char> {
    ///         "aeiou".chars().collect()
    ///     }
    /// }
    ///
    /// assert_eq!(domain::words(Vowels, 2..=2).len(), 25);
    /// ```
    fn letters(self) -> Vec<Self::Letter>;
}

/// All words over an alphabet with a length in this range: shorter ones first, and those of one length in lexicographic
/// order. Each length is a section.
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
/// If the range of lengths has no upper end, if there are too many words for 128 bits, or more than 2^21 letters.
#[track_caller]
pub fn words<L: Letters>(alphabet: L, lengths: impl RangeBounds<usize>) -> Inputs<Vec<L::Letter>>
where
    L::Letter: Clone + Debug + PartialEq + Send + Sync + 'static,
{
    let [shortest, longest] = bounds(&lengths);
    // An open range ends with the greatest length.
    assert!(
        longest < usize::LAST.place(),
        "the lengths of words need an upper end, such as `0..=4`"
    );
    let letters = alphabet.letters();
    if let [first, second, ..] = &letters[..] {
        assert!(
            letters.len() <= MOST_LETTERS,
            "words: the alphabet {first:?}, {second:?} ... has more than {} letters",
            count(MOST_LETTERS as u64)
        );
    }
    let radix = letters.len() as u128;
    let mut start = 0_u128;
    let mut ranges = Vec::new();
    for length in shortest..=longest {
        let count = radix.checked_pow(length as u32);
        let Some(end) = count.and_then(|count| start.checked_add(count)) else {
            let most = length - 1;
            panic!(
                "words of up to {longest} of {radix} letters are too many for 128 bits: take words of up to {most} letters, a smaller alphabet, or `drawn`"
            );
        };
        // An empty alphabet has only the empty word.
        if end > start {
            ranges.push((length as usize, start..end));
        }
        start = end;
    }
    let bytes = (&letters as &dyn Any).downcast_ref::<Vec<u8>>();
    let is_text =
        L::MAY_BE_TEXT && bytes.is_some_and(|bytes| bytes.iter().copied().all(is_of_text));
    of(Words {
        letters,
        is_text,
        ranges,
    })
}

/// The first letters, so many that [`words`] can say that they are too many.
fn first_letters<T>(letters: impl Iterator<Item = T>) -> Vec<T> {
    letters.take(MOST_LETTERS + 1).collect()
}

fn is_of_text(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

macro_rules! letters {
    ($([$($generics:tt)*] [$($bounds:tt)*] $alphabet:ty, $letter:ty, $is_slice:literal, $into_letters:expr;)*) => {$(
        impl<$($generics)*> Letters for $alphabet
        where
            $($bounds)*
        {
            type Letter = $letter;

            const MAY_BE_TEXT: bool = $is_slice;

            fn letters(self) -> Vec<$letter> {
                $into_letters(self)
            }
        }
    )*};
}

// [generics] [bounds] alphabet, letter, whether it may be text, how to list the letters
letters! {
    [T, const N: usize] [] [T; N], T, false, Vec::from;
    [T, const N: usize] [T: Clone] &[T; N], T, true, <[T]>::to_vec;
    [T] [T: Clone] &[T], T, true, <[T]>::to_vec;
    [T] [] Vec<T>, T, false, Vec::from;
    [T] [Self: Iterator<Item = T>] Range<T>, T, false, first_letters;
    [T] [Self: Iterator<Item = T>] RangeInclusive<T>, T, false, first_letters;
    [T] [T: Clone + Debug + Send + 'static] Inputs<T>, T, false, |domain: Inputs<T>| first_letters((0..domain.len()).map(|n| domain.input(n)));
    [] [] &str, char, false, |text: &str| text.chars().collect();
}

/// The most letters of an alphabet: all characters, and more. All letters are in memory.
const MOST_LETTERS: usize = 1 << 21;

/// Edges have one of this many shortest lengths, or longest ones.
const EDGE_LENGTHS: usize = 8;

/// A word that is drawn for its few letters has them from at most so many runs of the alphabet. From more runs, fewer letters
/// occur twice.
const MOST_RUNS: usize = 3;

struct Words<L> {
    letters: Vec<L>,
    /// Whether the letters are bytes of a text.
    is_text: bool,
    /// Each length that has words, and the indices of its words. Ascending; the ranges follow each other from 0.
    ranges: Vec<(usize, Range<u128>)>,
}

impl<L: Clone> Words<L> {
    fn radix(&self, length: usize) -> MixedRadix {
        MixedRadix(vec![self.letters.len() as u128; length])
    }

    /// The place in `ranges` of the length of this word.
    fn place(&self, index: u128) -> usize {
        self.ranges
            .partition_point(|(_, indices)| indices.end <= index)
    }

    /// The digits of a word are the places of its letters in the alphabet.
    fn digits(&self, index: u128) -> Vec<u128> {
        let (length, indices) = &self.ranges[self.place(index)];
        self.radix(*length).digits(index - indices.start)
    }

    /// The index of the word with these digits. `None` if its length is not in the range.
    fn index_of(&self, digits: &[u128]) -> Option<u128> {
        let (length, indices) = self
            .ranges
            .iter()
            .find(|(length, _)| *length == digits.len())?;
        Some(indices.start + self.radix(*length).number(digits))
    }

    fn word(&self, digits: &[u128]) -> Vec<L> {
        digits
            .iter()
            .map(|digit| self.letters[*digit as usize].clone())
            .collect()
    }
}

impl<L: Clone + Debug + PartialEq + Send + Sync + 'static> Domain for Words<L> {
    type Input = Vec<L>;

    fn len(&self) -> u128 {
        self.ranges.last().map_or(0, |(_, indices)| indices.end)
    }

    fn input(&self, index: u128) -> Vec<L> {
        self.word(&self.digits(index))
    }

    fn index(&self, input: &Vec<L>) -> Option<u128> {
        let mut digits = Vec::new();
        for letter in input {
            let digit = self.letters.iter().position(|other| other == letter)?;
            digits.push(digit as u128);
        }
        self.index_of(&digits)
    }

    /// Words without some letters, then with one letter replaced by an earlier one, then with two neighbours swapped into
    /// alphabetical order.
    fn simpler(&self, index: u128) -> Vec<u128> {
        let digits = self.digits(index);
        let mut simpler = Vec::new();
        // Without all letters, without one half of them, and so on.
        let mut removed = digits.len();
        while removed > 0 {
            for start in (0..digits.len()).step_by(removed) {
                let end = digits.len().min(start + removed);
                simpler.push([&digits[..start], &digits[end..]].concat());
            }
            removed /= 2;
        }
        for (place, &digit) in digits.iter().enumerate() {
            for earlier in approach(digit) {
                let mut changed = digits.clone();
                changed[place] = earlier;
                simpler.push(changed);
            }
        }
        for place in 1..digits.len() {
            if digits[place - 1] > digits[place] {
                let mut swapped = digits.clone();
                swapped.swap(place - 1, place);
                simpler.push(swapped);
            }
        }
        let indices = simpler.iter().map(|digits| self.index_of(digits));
        indices.flatten().collect()
    }

    /// Words of the longest and the shortest lengths that repeat the first or the last letter of the alphabet. Some have the other
    /// one of the two at their start or end. Duplicates do no harm.
    fn edges(&self) -> Vec<u128> {
        let last = (self.letters.len() as u128).saturating_sub(1);
        let lengths = self.ranges.iter().map(|(length, _)| *length);
        let longest = lengths.clone().rev().take(EDGE_LENGTHS);
        let mut edges = Vec::new();
        for length in longest.chain(lengths.take(EDGE_LENGTHS)) {
            for [repeated, other] in [[0, 0], [last, last], [0, last], [last, 0]] {
                for place in [0, length.saturating_sub(1)] {
                    let mut digits = vec![repeated; length];
                    if let Some(digit) = digits.get_mut(place) {
                        *digit = other;
                    }
                    edges.extend(self.index_of(&digits));
                }
            }
        }
        edges
    }

    fn fill(&self, mut indices: Range<u128>, inputs: &mut Vec<Vec<L>>) {
        while !indices.is_empty() {
            let mut digits = self.digits(indices.start);
            let radix = self.radix(digits.len());
            // Takes indices up to the last word of this length.
            for _ in indices.by_ref() {
                inputs.push(self.word(&digits));
                if !radix.increment(&mut digits) {
                    break;
                }
            }
        }
    }

    fn sections(&self) -> Vec<Section> {
        self.ranges
            .iter()
            .map(|(length, indices)| Section::new(format!("length {length}"), indices.end))
            .collect()
    }

    /// Half of the words are of the greatest length, as most uniform draws are, and half of any length. A word has letters from
    /// few runs of neighbours in the alphabet, so it repeats some and lacks most. Operations of the same kind are neighbours.
    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128 {
        let longest = self.ranges.len() - 1;
        let shortest = if random.random() {
            longest
        } else {
            self.place(least)
        };
        let (length, indices) = &self.ranges[random.random_range(shortest..=longest)];
        // The empty word is the only one of no letters.
        let letters = self.letters.len().max(1) as u128;
        let runs: Vec<Range<u128>> = (0..random.random_range(1..=MOST_RUNS))
            .map(|_| {
                let len = draw_short(random, 1, letters + 1);
                let start = draw_one(random, &(0..letters - len + 1));
                start..start + len
            })
            .collect();
        let digits: Vec<u128> = (0..*length)
            .map(|_| {
                let run = random.random_range(0..runs.len());
                draw_one(random, &runs[run])
            })
            .collect();
        indices.start + self.radix(*length).number(&digits)
    }

    fn show(&self, input: &Vec<L>) -> String {
        if !self.is_text {
            return format!("{input:?}");
        }
        let bytes: &Vec<u8> = (input as &dyn Item).get();
        let escaped = bytes.escape_ascii().to_string();
        format!("b\"{}\"", escaped.replace("\\'", "'"))
    }

    fn features(&self) -> Vec<Feature> {
        vec![of_lists(self.letters.clone(), self.is_text)]
    }
}
