//! Random numbers.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::iter;
use std::ops::Range;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

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

/// A number from the range. Half of the draws are uniform, and half come from `spread`, unless that misses the range.
pub(crate) fn draw_spread(
    random: &mut ChaCha8Rng,
    range: &Range<u128>,
    spread: impl FnOnce(&mut ChaCha8Rng) -> u128,
) -> u128 {
    if random.random() {
        let number = spread(random);
        if range.contains(&number) {
            return number;
        }
    }
    draw_one(random, range)
}

/// A number below `end` of at least the magnitude of `least`, uniformly distributed by magnitude, that is by binary length.
pub(crate) fn draw_short(random: &mut ChaCha8Rng, least: u128, end: u128) -> u128 {
    let [least, most] = [least, end - 1].map(|number| u128::BITS - number.leading_zeros());
    let Some(bits) = random.random_range(least..=most).checked_sub(1) else {
        return 0;
    };
    let first = 1_u128 << bits;
    draw_one(random, &(first..first.saturating_mul(2).min(end)))
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
    fn magnitudes_reach_the_end() {
        let most = draw_short(&mut random(1, 0), u128::MAX - 1, u128::MAX);
        assert!((1 << 127..u128::MAX).contains(&most));
    }
}
