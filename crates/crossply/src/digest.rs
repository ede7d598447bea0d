//! Digests: one number for many answers.
//!
//! A digest is a sum of hashes modulo 2^64. Each hash is of an answer and the number of its input. So the order of inputs does
//! not matter, and the digests of parts add up to the digest of the whole. Digests detect mistakes, but not forgery.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The digest of a set of answers, written as 16 hexadecimal digits.
///
/// ```
/// use crossply::Digest;
///
/// let answers = [10_u32, 20, 30];
/// let digest = |numbers: &[u64]| numbers.iter().map(|&n| Digest::of(n, &answers[n as usize])).sum::<Digest>();
/// assert_eq!(digest(&[0, 1, 2]), digest(&[2, 0, 1]));
/// assert_ne!(digest(&[0, 1, 2]), digest(&[0, 1]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Digest(u64);

impl Digest {
    /// Returns the digest of the answer to the input with this number. It is the same on all machines on which the answer's
    /// `Hash` implementation writes the same values.
    ///
    /// ```
    /// use crossply::Digest;
    ///
    /// // The same answer to another input has another digest.
    /// assert_ne!(Digest::of(0, "yes"), Digest::of(1, "yes"));
    /// ```
    #[inline]
    pub fn of<A: Hash + ?Sized>(index: u64, answer: &A) -> Self {
        let mut written = Written(index);
        answer.hash(&mut written);
        Digest(written.0)
    }

    /// Adds the digest of the answers to other inputs.
    ///
    /// ```
    /// use crossply::Digest;
    ///
    /// let mut sum = Digest::default();
    /// for (index, answer) in ["yes", "no"].into_iter().enumerate() {
    ///     sum.merge(Digest::of(index as u64, answer));
    /// }
    /// assert_eq!(sum.to_string().parse(), Ok(sum));
    /// ```
    pub fn merge(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl Sum for Digest {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        Digest(parts.fold(0, |sum, part| sum.wrapping_add(part.0)))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = Some(text).filter(|text| text.len() == 16 && !text.starts_with('+'));
        let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        number
            .map(Digest)
            .ok_or_else(|| format!("`{text}` is not a digest: expected 16 hexadecimal digits"))
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// A hasher that starts from the number of the input.
struct Written(u64);

/// An odd number whose bits have no pattern: 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Written {
    /// Mixes in a number with only two multiplications, because a run may compute billions of digests. Neither factor is
    /// likely to be zero, because the multiple of an input's number fills all bits.
    #[inline]
    fn add(&mut self, number: u64) {
        let mixed = self.0.wrapping_add(1).wrapping_mul(MULTIPLIER) ^ number;
        self.0 = mixed.wrapping_mul(mixed.rotate_left(32));
    }
}

macro_rules! add_numbers {
    ($($write:ident: $number:ty,)*) => {$(
        #[inline]
        fn $write(&mut self, number: $number) {
            self.add(number as u64);
        }
    )*};
}

impl Hasher for Written {
    // `write_usize` is for lengths and discriminants.
    add_numbers! {
        write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize,
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64_with_seed(bytes, self.0);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.add(number as u64);
        self.add((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_an_answer_consists_of_counts() {
        let mut known = std::collections::BTreeSet::new();
        let mut add = |digest: Digest| assert!(known.insert(digest.to_string()), "{digest}");
        for index in 0..100 {
            for answer in 0..100_u32 {
                add(Digest::of(index, &answer));
                add(Digest::of(index, &(answer, 1_u8)));
                add(Digest::of(index, &(1_u8, u64::from(answer) << 32)));
                add(Digest::of(index, &answer.to_string()));
                let below = -(i64::from(answer) + 1);
                add(Digest::of(index, &below));
                add(Digest::of(index, &(below as i32)));
                add(Digest::of(index, &(below as i16)));
                add(Digest::of(index, &(below as i8)));
            }
        }
    }
}
