//! Inputs that cannot be numbered: a number is the seed of a random generator, so every input can be reproduced.

use std::fmt::Debug;

use rand::SeedableRng;

use super::{Domain, Inputs, of};

/// The random generator that draws inputs. It gives the same on every machine.
pub use rand::rngs::ChaCha8Rng as Random;

/// The inputs that a function makes of a random generator. It must give the same input for the same generator, so it
/// takes nothing random from elsewhere. There are 2⁶⁴ numbers.
///
/// ```
/// use crossply::domain::{self, Domain};
/// use rand::RngExt;
///
/// let sorted = domain::drawn(|random| {
///     let mut list: Vec<u8> = (0..10).map(|_| random.random()).collect();
///     list.sort();
///     list
/// });
/// assert_eq!(sorted.input(7), sorted.input(7));
/// assert!(sorted.is_drawn());
/// ```
pub fn drawn<I: Clone + Debug + Send + 'static>(
    generator: impl Fn(&mut Random) -> I + Send + Sync + 'static,
) -> Inputs<I> {
    of(Drawn(generator))
}

/// The generator with this seed.
pub(super) fn random(seed: u128) -> Random {
    let mut bytes = [0; 32];
    bytes[..16].copy_from_slice(&seed.to_le_bytes());
    Random::from_seed(bytes)
}

struct Drawn<F>(F);

impl<I: Clone + Debug + Send + 'static, F: Fn(&mut Random) -> I + Send + Sync> Domain for Drawn<F> {
    type Input = I;

    fn len(&self) -> u128 {
        1 << 64
    }

    fn input(&self, index: u128) -> I {
        (self.0)(&mut random(index))
    }

    fn is_drawn(&self) -> bool {
        true
    }
}
