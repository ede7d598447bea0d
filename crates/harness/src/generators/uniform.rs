//! Positions drawn uniformly at random.

use std::ops::Range;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Endless indices from the range, independent and uniformly distributed.
///
/// The same seed and stream give the same indices on every machine. Different streams of one seed are independent, so
/// threads can draw without synchronisation. That is why the source is a stream cipher: the streams of smaller
/// generators are correlated.
///
/// # Panics
/// On the first item, if the range is empty.
pub fn uniform(seed: u64, stream: u64, indices: Range<u64>) -> impl Iterator<Item = u64> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(stream);
    std::iter::repeat_with(move || generator.random_range(indices.clone()))
}

#[cfg(test)]
mod tests {
    use super::uniform;

    #[test]
    fn all_bits_of_the_seed_count() {
        let drawn = |seed| uniform(seed, 0, 0..1_000_000).take(10).collect::<Vec<_>>();
        for bit in 0..64 {
            assert_ne!(drawn(1 << bit), drawn(0), "bit {bit}");
        }
    }

    #[test]
    fn streams_do_not_draw_the_same_shares_of_different_ranges() {
        let share = |stream, len: u64| {
            let drawn = uniform(1, stream, 0..len).take(100);
            drawn.map(|index| index * 100 / len).collect::<Vec<_>>()
        };
        assert_eq!(share(0, 1 << 20), share(0, 1 << 21), "one stream does");
        let (some, others) = (share(0, 1 << 20), share(1, 1 << 20));
        let same = some.iter().zip(others).filter(|&(&a, b)| a == b).count();
        assert!(same < 10, "{same} of 100");
    }
}
