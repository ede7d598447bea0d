//! Numbers drawn uniformly at random.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::iter;
use std::ops::Range;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A fresh random seed.
pub fn new_seed() -> u64 {
    // The standard library takes its keys from the system. A seed of ten digits is enough, and can be typed.
    RandomState::new().build_hasher().finish() >> 32
}

/// A generator for this stream of the seed.
///
/// The same seed and stream give the same numbers on every machine. Different streams of one seed are independent, so
/// threads can draw without synchronisation. That is why the source is a stream cipher: the streams of smaller
/// generators are correlated.
pub fn random(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random
}

/// Endless numbers from the range, independent and uniformly distributed.
///
/// # Panics
/// On the first item, if the range is empty.
pub fn uniform(mut random: ChaCha8Rng, range: Range<u128>) -> impl Iterator<Item = u128> {
    iter::repeat_with(move || draw_one(&mut random, &range))
}

/// A number from the range, uniformly distributed.
pub(crate) fn draw_one(random: &mut ChaCha8Rng, range: &Range<u128>) -> u128 {
    match u64::try_from(range.end) {
        Ok(end) => random.random_range(range.start as u64..end).into(),
        Err(_) => random.random_range(range.clone()),
    }
}

/// The numbers of a range in an order that looks like chance, each once: the same on every machine.
///
/// A Feistel network permutes as many numbers as a power of two, whatever its rounds do. One that is not below the length of
/// the range is permuted again, until it is: the others change places among themselves.
pub(crate) struct Shuffled {
    range: Range<u128>,
    /// Of so many bits each half of a number has.
    half: u32,
    keys: [u64; ROUNDS],
}

/// Four rounds look like chance; more cost little.
const ROUNDS: usize = 6;

/// Of fewer bits a round could do little.
const LEAST_BITS: u32 = 4;

impl Shuffled {
    pub(crate) fn new(seed: u64, range: Range<u128>) -> Self {
        let bits = u128::BITS - (range.end - range.start).leading_zeros();
        let mut random = random(seed, range.start as u64);
        Shuffled {
            half: bits.div_ceil(2).max(LEAST_BITS),
            keys: random.random(),
            range,
        }
    }

    /// The number in this place, which is below the length of the range.
    pub(crate) fn get(&self, place: u128) -> u128 {
        let next = |number: &u128| Some(self.permuted(*number));
        let mut numbers = iter::successors(next(&place), next);
        let number = numbers.find(|number| *number < self.range.end - self.range.start);
        self.range.start + number.expect("it comes back to its place")
    }

    fn permuted(&self, number: u128) -> u128 {
        let mask = (1 << self.half) - 1;
        let halves = (number >> self.half, number & mask);
        let (left, right) = self.keys.iter().fold(halves, |(left, right), &key| {
            let hash = xxh3_64_with_seed(&right.to_le_bytes(), key);
            (right, left ^ (u128::from(hash) & mask))
        });
        left << self.half | right
    }
}

/// Different numbers of a range: half of them are drawn uniformly, and half uniformly by magnitude, as in other words each
/// binary length has as many.
///
/// Each binary length has an order of its own, and the places take numbers of each length in turn, so that no number
/// comes twice.
pub(crate) struct Spread {
    lengths: Vec<Shuffled>,
    /// Which of the lengths each place of a turn takes, and the how manieth of that turn it is.
    turn: Vec<(usize, u128)>,
    /// How many numbers a turn takes of each length.
    times: Vec<u128>,
}

impl Spread {
    pub(crate) fn new(seed: u64, range: Range<u128>) -> Self {
        let all = range.end - range.start;
        let (mut lengths, mut start) = (Vec::new(), range.start);
        while start < range.end {
            let next = start
                .max(1)
                .checked_next_power_of_two()
                .filter(|next| *next > start);
            let next = next.or_else(|| start.checked_mul(2)).unwrap_or(range.end);
            let end = next.min(range.end);
            lengths.push(start..end);
            start = end;
        }
        // As many again as there are lengths are drawn uniformly.
        let uniformly = |length: &Range<u128>| {
            let share = (length.end - length.start) as f64 / all as f64;
            1 + (share * lengths.len() as f64).round() as u128
        };
        let times: Vec<u128> = lengths.iter().map(uniformly).collect();
        let turn = times.iter().enumerate();
        let turn = turn.flat_map(|(length, &times)| (0..times).map(move |nth| (length, nth)));
        Spread {
            turn: turn.collect(),
            lengths: lengths
                .into_iter()
                .map(|length| Shuffled::new(seed, length))
                .collect(),
            times,
        }
    }

    /// The number in this place; none where its length has no more.
    pub(crate) fn get(&self, place: u64) -> Option<u128> {
        let turns = self.turn.len() as u64;
        let (length, nth) = self.turn[(place % turns) as usize];
        let numbers = &self.lengths[length];
        let place = u128::from(place / turns) * self.times[length] + nth;
        (place < numbers.range.end - numbers.range.start).then(|| numbers.get(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_bits_of_the_seed_count() {
        let drawn = |seed| {
            let drawn = uniform(random(seed, 0), 0..1_000_000);
            drawn.take(10).collect::<Vec<_>>()
        };
        for bit in 0..64 {
            assert_ne!(drawn(1 << bit), drawn(0), "bit {bit}");
        }
    }

    #[test]
    fn streams_do_not_draw_the_same_shares_of_different_ranges() {
        let share = |stream, len: u128| {
            let drawn = uniform(random(1, stream), 0..len).take(100);
            drawn.map(|index| index * 100 / len).collect::<Vec<_>>()
        };
        assert_eq!(share(0, 1 << 20), share(0, 1 << 21), "one stream does");
        let (some, others) = (share(0, 1 << 20), share(1, 1 << 20));
        let same = some.iter().zip(others).filter(|&(&a, b)| a == b).count();
        assert!(same < 10, "{same} of 100");
    }

    #[test]
    fn each_number_of_a_range_has_one_place() {
        for len in [1, 2, 3, 10, 256, 257, 5000] {
            let range = 7..7 + len;
            let shuffled = Shuffled::new(1, range.clone());
            let mut numbers: Vec<_> = (0..len).map(|place| shuffled.get(place)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(range), "{len}");
        }
        let most = Shuffled::new(1, 0..u128::MAX);
        assert_ne!(most.get(0) >> 64, most.get(1) >> 64);
    }

    /// Each tenth of the places has about a tenth of each tenth of the numbers, for each of two seeds otherwise.
    #[test]
    fn the_order_looks_like_chance() {
        let (mut tables, mut orders) = (Vec::new(), Vec::new());
        for seed in [1, 2] {
            let shuffled = Shuffled::new(seed, 0..100_000);
            let order: Vec<_> = (0..100_000).map(|place| shuffled.get(place)).collect();
            let mut table = [0_u32; 100];
            for (place, number) in order.iter().enumerate() {
                table[place / 10_000 * 10 + (number / 10_000) as usize] += 1;
            }
            tables.push(table);
            orders.push(order);
        }
        let expected = 850..1150;
        assert!(
            tables
                .iter()
                .flatten()
                .all(|times| expected.contains(times)),
            "{tables:?}"
        );
        let same = orders[0].iter().zip(&orders[1]).filter(|(a, b)| a == b);
        assert!(same.count() < 10);
    }
}
