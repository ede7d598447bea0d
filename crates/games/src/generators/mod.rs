//! Generators of positions.
//!
//! They build on the numbered domain: a random position is a random index, and a simpler position has a smaller index.

use std::ops::Range;

pub mod codec;

/// An endless sequence of independent, uniformly distributed indices in the range. The same seed and stream give the
/// same sequence on every machine.
pub fn uniform(seed: u64, stream: u64, indices: Range<u64>) -> impl Iterator<Item = u64> {
    let range = indices.start.into()..indices.end.into();
    crossply::uniform(crossply::random(seed, stream), range).map(|index| index as u64)
}
