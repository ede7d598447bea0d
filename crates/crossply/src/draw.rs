//! Random numbers.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::ops::Range;
use std::{iter, slice};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A fresh random seed.
pub fn new_seed() -> u64 {
    // `RandomState` gets its keys from the operating system. 32 bits are enough, and short to type.
    RandomState::new().build_hasher().finish() >> 32
}

/// Returns a generator for this stream of the seed.
///
/// The same seed and stream give the same numbers on every machine. Streams of one seed are independent, so threads draw
/// without synchronisation. This takes a stream cipher, because streams of smaller generators are correlated.
pub fn random(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random
}

/// Returns an endless sequence of numbers from the range, independent and uniformly distributed.
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

/// A pseudorandom permutation of a range, the same on every machine.
///
/// A Feistel network permutes the numbers below a power of two. If a result is outside the range, it is permuted again until
/// it is inside (cycle walking).
#[derive(Debug)]
pub(crate) struct Shuffled {
    range: Range<u128>,
    /// The number of bits in each half of a number.
    half: u32,
    keys: [u64; ROUNDS],
}

/// Four rounds are enough for a pseudorandom permutation. More rounds cost little.
const ROUNDS: usize = 6;

/// The smallest number of bits in a half. Rounds on shorter halves mix too little.
const MIN_BITS: u32 = 4;

impl Shuffled {
    pub(crate) fn new(seed: u64, range: Range<u128>) -> Self {
        let bits = u128::BITS - (range.end - range.start).leading_zeros();
        let mut random = random(seed, range.start as u64);
        Shuffled {
            half: bits.div_ceil(2).max(MIN_BITS),
            keys: random.random(),
            range,
        }
    }

    /// The number at this place of the permutation.
    pub(crate) fn get(&self, place: u128) -> u128 {
        let mut number = self.permuted(place);
        // It comes back to its place at last.
        while number >= self.range.end - self.range.start {
            number = self.permuted(number);
        }
        self.range.start + number
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

/// Distinct numbers of a range. Half of them are drawn uniformly, and half uniformly by magnitude, that is by binary length.
/// If the digits of a number stand for the parts of an input, each part has its own magnitude.
///
/// Numbers whose digits have the same magnitudes form a cell, which has its own permutation. Draws take the cells in turn, so
/// that no number is drawn twice.
#[derive(Debug)]
pub(crate) struct Spread {
    range: Range<u128>,
    bases: Vec<u128>,
    cells: Vec<Cell>,
    /// For each draw of a turn: its cell, and the number of earlier draws from that cell in the turn.
    turn: Vec<(usize, u128)>,
    /// The number of draws from each cell in a turn.
    times: Vec<u128>,
}

/// A range for each digit, and the order of the numbers in the cell.
#[derive(Debug)]
struct Cell {
    digits: Vec<Range<u128>>,
    order: Shuffled,
}

/// The largest number of cells. If there would be more, magnitudes become coarser.
const MAX_CELLS: usize = 2048;

impl Spread {
    /// Numbers of the range. Their digits have these bases.
    pub(crate) fn new(seed: u64, range: Range<u128>, bases: &[u128]) -> Self {
        let all = bases.iter().product();
        // If there are too many digits, the number as a whole has one magnitude.
        let (bases, mut cells) = (1..=64)
            .find_map(|bits| Some((bases.to_vec(), cells(bases, bits)?)))
            .unwrap_or_else(|| (vec![all], cells(&[all], 1).unwrap_or_default()));
        cells.retain(|digits| {
            number(&bases, digits.iter().map(|digit| digit.end - 1)) >= range.start
        });
        // One draw from each cell is by magnitude. The same number of draws is divided among the cells in proportion to
        // their sizes, which makes them uniform.
        let mut turn = Vec::new();
        let mut times = Vec::new();
        let count = cells.len();
        let cells = cells.into_iter().enumerate().map(|(nth, digits)| {
            let size = digits.iter().map(|digit| digit.end - digit.start).product();
            let share = size as f64 / all as f64;
            let uniformly = 1 + (share * count as f64).round() as u128;
            turn.extend((0..uniformly).map(|time| (nth, time)));
            times.push(uniformly);
            let order = Shuffled::new(seed ^ (nth as u64) << 32, 0..size);
            Cell { digits, order }
        });
        Spread {
            cells: cells.collect(),
            range,
            bases,
            turn,
            times,
        }
    }

    /// The number of the draw at this place. `None` if its cell is used up, or the number is outside the range.
    pub(crate) fn get(&self, place: u64) -> Option<u128> {
        let turns = self.turn.len() as u64;
        let (cell, time) = self.turn[(place % turns) as usize];
        let place = u128::from(place / turns) * self.times[cell] + time;
        let Cell { digits, order } = &self.cells[cell];
        if place >= order.range.end {
            return None;
        }
        let mut rest = order.get(place);
        let mut drawn = Vec::with_capacity(digits.len());
        for digit in digits {
            let all = digit.end - digit.start;
            drawn.push(digit.start + rest % all);
            rest /= all;
        }
        let number = number(&self.bases, drawn.into_iter());
        self.range.contains(&number).then_some(number)
    }
}

/// The cells of numbers with these bases: all combinations of magnitudes that are `bits` bits wide. `None` if there are too
/// many.
fn cells(bases: &[u128], bits: u32) -> Option<Vec<Vec<Range<u128>>>> {
    let mut cells = vec![Vec::new()];
    for &base in bases {
        let magnitudes = magnitudes(base, bits);
        if cells.len() * magnitudes.len() > MAX_CELLS {
            return None;
        }
        let mut longer = Vec::new();
        for cell in cells {
            for magnitude in &magnitudes {
                longer.push([&*cell, slice::from_ref(magnitude)].concat());
            }
        }
        cells = longer;
    }
    Some(cells)
}

/// The magnitudes of a digit: 0, and then ranges whose binary lengths differ by less than `bits`.
fn magnitudes(base: u128, bits: u32) -> Vec<Range<u128>> {
    let mut magnitudes = Vec::new();
    let mut start = 0;
    while start < base {
        let next = start.checked_mul(1 << bits).unwrap_or(base);
        let end = next.max(1).min(base);
        magnitudes.push(start..end);
        start = end;
    }
    magnitudes
}

/// The number with these digits.
fn number(bases: &[u128], digits: impl Iterator<Item = u128>) -> u128 {
    digits
        .zip(bases)
        .fold(0, |number, (digit, base)| number * base + digit)
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

    #[test]
    fn each_number_of_a_range_is_spread_to_one_place() {
        for bases in [&[300][..], &[5, 40], &[2; 12], &[3; 6]] {
            let all: u128 = bases.iter().product();
            let spread = Spread::new(1, 7..all, bases);
            // Each turn takes some of each cell.
            let places = 0..(spread.turn.len() as u64) * all as u64;
            let mut numbers: Vec<_> = places.filter_map(|place| spread.get(place)).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(7..all), "{bases:?}");
        }
    }

    /// Almost a quarter of the draws have a part with at most half of its bits.
    #[test]
    fn each_part_has_magnitudes() {
        for bases in [&[1_u128 << 64][..], &[1 << 32; 2], &[1 << 30; 4]] {
            let spread = Spread::new(1, 0..bases.iter().product(), bases);
            let drawn: Vec<_> = (0..10_000).filter_map(|place| spread.get(place)).collect();
            let mut unit: u128 = bases.iter().product();
            for base in bases {
                unit /= base;
                let middle = (*base as f64).sqrt() as u128;
                let is_short = |number: &&u128| *number / unit % base < middle;
                let few = drawn.iter().filter(is_short).count();
                assert!(few > drawn.len() / 5, "{few} for {bases:?}");
            }
        }
    }

    /// Each tenth of the places has about a tenth of each tenth of the numbers, and two seeds give different orders.
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
