//! A number that stands for many answers.
//!
//! It is the sum of a hash of each answer with the index of its position. So the order of the positions does not
//! matter, and the digests of the parts of a domain add up to the digest of the whole, modulo 2^64:
//! `printf '%016x\n' $((0xA + 0xB))`. It guards against mistakes, not against forgery.

use std::fmt;
use std::iter::Sum;
use std::str::FromStr;

use crossply_problems::Problem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The digest of a set of answers, written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(u64);

impl Digest {
    /// The digest on record of the answers to all positions with this number of empties, if there is one.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a test parses them all")]
    pub fn on_record<P: Problem>(empties: u32) -> Option<Self> {
        let (_, digest) = P::DIGESTS.iter().find(|&&(number, _)| number == empties)?;
        Some(digest.parse().expect("a digest"))
    }

    /// Adds the answer to the position with this index.
    #[inline]
    pub fn add(&mut self, index: u64, answer: &str) {
        let hash = xxh3_64_with_seed(answer.as_bytes(), index);
        self.0 = self.0.wrapping_add(hash);
    }

    /// Adds the digest of the answers to other positions.
    pub fn merge(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

/// The digest of all positions, from those of parts.
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
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Digest)
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

impl TryFrom<String> for Digest {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(answers: &[(u64, &str)]) -> Digest {
        let mut digest = Digest::default();
        for &(index, answer) in answers {
            digest.add(index, answer);
        }
        digest
    }

    #[test]
    fn answers_and_where_they_belong_count_and_their_order_does_not() {
        let whole = digest(&[(0, "a"), (1, "b"), (2, "b")]);
        assert_eq!(whole, digest(&[(2, "b"), (0, "a"), (1, "b")]));
        assert_ne!(whole, digest(&[(0, "b"), (1, "a"), (2, "b")]));
        assert_ne!(whole, digest(&[(0, "a"), (1, "b")]));
        let mut parts = digest(&[(1, "b")]);
        parts.merge(digest(&[(0, "a"), (2, "b")]));
        assert_eq!(parts, whole);
        assert_eq!(whole.to_string().parse(), Ok(whole));
    }
}
