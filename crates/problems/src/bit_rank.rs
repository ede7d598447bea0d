//! A bit vector with rank and select: the number of ones before an index, and the index of the n-th one.
//!
//! The textbook two-level form: the bits in words, and the number of ones before each word. For five million bits it
//! takes less than a megabyte; a list of the ones would take twenty.

use std::iter;

/// Bits in words, and the number of ones before each word.
#[derive(Debug)]
pub(crate) struct BitRank {
    words: Vec<u64>,
    /// `ones_before[w]` ones lie in the words before `w`. One entry more than there are words.
    ones_before: Vec<u32>,
}

impl BitRank {
    /// Bit `i` is the i-th item of `bits`.
    pub(crate) fn new(bits: impl Iterator<Item = bool>) -> Self {
        let mut words = Vec::new();
        // Nested iterators are quicker from within than asked for one item after the other.
        bits.enumerate().for_each(|(index, bit)| {
            if index % 64 == 0 {
                words.push(0);
            }
            words[index / 64] |= u64::from(bit) << (index % 64);
        });
        let mut ones_before = Vec::with_capacity(words.len() + 1);
        let mut ones = 0;
        for word in &words {
            ones_before.push(ones);
            ones += word.count_ones();
        }
        ones_before.push(ones);
        BitRank { words, ones_before }
    }

    /// The total number of ones.
    pub(crate) fn ones(&self) -> u64 {
        u64::from(self.ones_before[self.words.len()])
    }

    /// The number of ones before `index`.
    #[inline]
    pub(crate) fn rank(&self, index: u64) -> u64 {
        let (word, bit) = ((index / 64) as usize, index % 64);
        let within = match self.words.get(word) {
            Some(word) => (word & ((1 << bit) - 1)).count_ones(),
            None => 0,
        };
        u64::from(self.ones_before[word] + within)
    }

    /// The index of the one that has `rank` ones before it.
    ///
    /// # Panics
    /// If there is no such one.
    pub(crate) fn select(&self, rank: u64) -> u64 {
        assert!(rank < self.ones(), "no one has {rank} ones before it");
        let rank = rank as u32;
        let word = self.ones_before.partition_point(|&ones| ones <= rank) - 1;
        let mut bits = self.words[word];
        for _ in self.ones_before[word]..rank {
            bits &= bits - 1;
        }
        word as u64 * 64 + u64::from(bits.trailing_zeros())
    }

    /// The indices of the ones from index `first` on, in order.
    pub(crate) fn ones_from(&self, first: u64) -> impl Iterator<Item = u64> {
        let (first_word, bit) = ((first / 64) as usize, first % 64);
        let words = self.words.iter().enumerate().skip(first_word);
        words.flat_map(move |(number, &word)| {
            let before = if number == first_word { bit } else { 0 };
            let mut rest = word & u64::MAX << before;
            iter::from_fn(move || {
                let index = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(number as u64 * 64 + u64::from(index))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_and_select_agree_with_counting() {
        let bits: Vec<bool> = (0..1000_u32)
            .map(|i| i.wrapping_mul(2_654_435_761) >> 30 == 0 || (300..400).contains(&i))
            .collect();
        let ranked = BitRank::new(bits.iter().copied());
        let mut ones = 0;
        for (index, &bit) in bits.iter().enumerate() {
            assert_eq!(ranked.rank(index as u64), ones);
            if bit {
                assert_eq!(ranked.select(ones), index as u64);
                ones += 1;
            }
        }
        let indices: Vec<u64> = (0..1000).filter(|&index| bits[index as usize]).collect();
        for (rank, &index) in indices.iter().enumerate() {
            assert!(ranked.ones_from(index).eq(indices[rank..].iter().copied()));
        }
        assert_eq!(ranked.rank(1000), ones);
        assert_eq!(ranked.ones(), ones);
    }

    #[test]
    fn a_whole_number_of_words_has_a_rank_at_its_end() {
        let ranked = BitRank::new([true; 128].into_iter());
        assert_eq!(ranked.rank(128), 128);
        assert_eq!(ranked.select(127), 127);
    }
}
