//! Inputs that cannot be enumerated. The index of an input is the seed of a random generator, so every input can be
//! reproduced.

use std::convert::Infallible;
use std::fmt::Debug;
use std::vec;

use rand::rngs::ChaCha8Rng;
use rand::{SeedableRng, TryRng};

use super::{Decoded, Domain, Inputs, number_of, of};
use crate::ddmin::ddmin;
use crate::failure::catch_panic;

/// The random generator that draws inputs. For a given seed, it produces the same numbers on every machine.
#[derive(Debug)]
pub struct Random {
    source: ChaCha8Rng,
    choices: Choices,
}

/// Where the choices of a generator come from. A choice has 64 bits; a draw of 32 bits uses the upper half.
#[derive(Debug)]
enum Choices {
    /// From the source.
    Free,
    /// From the source, and they are recorded.
    Recorded(Vec<u64>),
    /// From a list, followed by this many zeros.
    Replayed(vec::IntoIter<u64>, usize),
}

/// The zeros that follow replayed choices. A function that draws more may be waiting for a number other than zero.
const MAX_ZEROS: usize = 4096;

/// The inputs that a function draws with a random generator. The function must not use any other source of randomness:
/// generators with the same seed must lead to the same input. There are 2⁶⁴ indices.
///
/// A wrong input shrinks by the choices of the generator: to fewer ones, and to smaller ones.
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
    of(Drawn {
        generator,
        decode: |_| None,
    })
}

/// Shrinks the input that `draw` draws with this seed. As Hypothesis does, removes choices of the generator and reduces
/// others as long as the input fails.
fn shrink<I>(
    draw: impl Fn(&mut Random) -> I,
    seed: u128,
    fails: &mut dyn FnMut(&I) -> bool,
) -> Option<I> {
    let mut recorder = Random::seeded(seed);
    recorder.choices = Choices::Recorded(Vec::new());
    catch_panic(|| draw(&mut recorder)).ok()?;
    let Choices::Recorded(mut choices) = recorder.choices else {
        return None;
    };
    let mut simplest = None;
    let mut still_fails = |choices: &[u64]| {
        let mut replay = Random::seeded(seed);
        replay.choices = Choices::Replayed(Vec::from(choices).into_iter(), MAX_ZEROS);
        // The function may panic, because it need not cope with all choices.
        match catch_panic(|| draw(&mut replay)) {
            Ok(input) if fails(&input) => {
                simplest = Some(input);
                true
            }
            _ => false,
        }
    };
    loop {
        let fewer = ddmin(choices.clone(), |some| Ok::<_, ()>(still_fails(some)));
        let mut reduced = fewer.unwrap_or_default();
        for place in 0..reduced.len() {
            // Tries zero, then a half, then three quarters and so on, and starts again from each number that fails.
            let mut step = reduced[place];
            while step > 0 {
                reduced[place] -= step;
                if !still_fails(&reduced) {
                    reduced[place] += step;
                    step /= 2;
                }
                step = step.min(reduced[place]);
            }
        }
        if reduced == choices {
            return simplest;
        }
        choices = reduced;
    }
}

impl Random {
    /// The generator with this seed.
    pub(super) fn seeded(seed: u128) -> Self {
        let mut bytes = [0; 32];
        bytes[..16].copy_from_slice(&seed.to_le_bytes());
        Random {
            source: ChaCha8Rng::from_seed(bytes),
            choices: Choices::Free,
        }
    }

    /// The next choice. If it comes from the source, `draw` draws it.
    fn next(&mut self, draw: impl Fn(&mut ChaCha8Rng) -> u64) -> u64 {
        match &mut self.choices {
            Choices::Free => draw(&mut self.source),
            Choices::Recorded(choices) => {
                let choice = draw(&mut self.source);
                choices.push(choice);
                choice
            }
            Choices::Replayed(choices, zeros) => choices.next().unwrap_or_else(|| {
                let zeros_left = zeros.checked_sub(1);
                *zeros = zeros_left.expect("a function that ends if it draws only zeros");
                0
            }),
        }
    }
}

impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let choice = self.next(|source| {
            let Ok(number) = source.try_next_u32();
            u64::from(number) << 32
        });
        Ok((choice >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next(|source| {
            let Ok(number) = source.try_next_u64();
            number
        }))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let len = chunk.len();
            let choice = self.next(|source| {
                let mut number = [0; 8];
                let Ok(()) = source.try_fill_bytes(&mut number[..len]);
                u64::from_le_bytes(number)
            });
            chunk.copy_from_slice(&choice.to_le_bytes()[..len]);
        }
        Ok(())
    }
}

/// The inputs that a function draws.
pub(super) struct Drawn<F, I> {
    pub(super) generator: F,
    /// The input that bytes of a fuzzing engine stand for, unless they encode an index.
    pub(super) decode: fn(&[u8]) -> Option<I>,
}

impl<I: Clone + Debug + Send + 'static, F: Fn(&mut Random) -> I + Send + Sync> Domain
    for Drawn<F, I>
{
    type Input = I;

    fn len(&self) -> u128 {
        1 << 64
    }

    fn input(&self, index: u128) -> I {
        (self.generator)(&mut Random::seeded(index))
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&I) -> bool) -> Option<I> {
        shrink(&self.generator, index, fails)
    }

    fn decode(&self, bytes: &[u8]) -> Decoded<I> {
        match (self.decode)(bytes) {
            Some(input) => Decoded::Input(input),
            None => Decoded::Number(number_of(bytes, self.len())),
        }
    }

    fn is_drawn(&self) -> bool {
        true
    }
}
