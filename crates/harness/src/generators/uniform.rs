//! Positions drawn at random, each as likely as any other.

use std::ops::Range;

use rand::RngExt;
use rand_pcg::Pcg64;

/// Endless indices from the range, each independent of the others and equally likely.
///
/// The same seed and stream give the same indices on every machine and in every version: PCG64 is
/// a fixed algorithm. Different streams of one seed are independent, so that threads can draw
/// without asking each other.
///
/// # Panics
/// On the first item, if the range is empty.
pub fn uniform(seed: u64, stream: u64, indices: Range<u64>) -> impl Iterator<Item = u64> + Clone {
    let mut generator = Pcg64::new(seed.into(), stream.into());
    std::iter::repeat_with(move || generator.random_range(indices.clone()))
}

#[cfg(test)]
mod tests {
    use super::uniform;

    #[test]
    fn every_index_is_drawn_about_equally_often() {
        let mut drawn = [0_u32; 10];
        for index in uniform(1, 2, 5..15).take(10_000) {
            drawn[index as usize - 5] += 1;
        }
        assert!(
            drawn.iter().all(|count| (900..1100).contains(count)),
            "{drawn:?}"
        );
    }

    #[test]
    fn seed_and_stream_decide() {
        let draw = |seed, stream| uniform(seed, stream, 0..1 << 60).next();
        assert_eq!(draw(1, 0), draw(1, 0));
        assert_ne!(draw(1, 0), draw(2, 0));
        assert_ne!(draw(1, 0), draw(1, 1));
    }
}
