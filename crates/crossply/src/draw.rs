//! Numbers drawn uniformly at random.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

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
    std::iter::repeat_with(move || draw_one(&mut random, &range))
}

/// A number from the range, uniformly distributed.
pub(crate) fn draw_one(random: &mut ChaCha8Rng, range: &Range<u128>) -> u128 {
    match u64::try_from(range.end) {
        Ok(end) => random.random_range(range.start as u64..end).into(),
        Err(_) => random.random_range(range.clone()),
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
}
