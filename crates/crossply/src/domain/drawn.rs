//! Inputs that cannot be numbered: a number is the seed of a random generator, so every input can be reproduced.

use std::convert::Infallible;
use std::fmt::Debug;
use std::{mem, vec};

use rand::rngs::ChaCha8Rng;
use rand::{SeedableRng, TryRng};

use super::{Domain, Inputs, of};
use crate::ddmin::ddmin;
use crate::failure::catch_panic;

/// The random generator that draws inputs. It gives the same on every machine.
#[derive(Debug)]
pub struct Random {
    source: ChaCha8Rng,
    choices: Choices,
}

/// The choices of a generator: numbers of 64 bits, of which a number of 32 bits is the upper half.
#[derive(Debug)]
enum Choices {
    /// The source makes them.
    Free,
    /// The source makes them, and they are written down.
    Recorded(Vec<u64>),
    /// These are made, and then so many zeros.
    Given(vec::IntoIter<u64>, usize),
}

/// How many zeros follow the choices that are left. A generator that goes on beyond may wait for something else than zero.
const ZEROS: usize = 4096;

/// The inputs that a function makes of a random generator. It must give the same input for the same generator, so it
/// takes nothing random from elsewhere. There are 2⁶⁴ numbers.
///
/// A wrong input shrinks by the choices of the generator: fewer ones, and lesser ones.
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
    Random {
        source: ChaCha8Rng::from_seed(bytes),
        choices: Choices::Free,
    }
}

/// Shrinks the input that a function makes of the generator with this seed, as Hypothesis does: it leaves out choices of the
/// generator, and lessens the others, as long as the input fails.
pub(super) fn shrink<I>(
    generator: impl Fn(&mut Random) -> I,
    seed: u128,
    fails: &mut dyn FnMut(&I) -> bool,
) -> Option<I> {
    let with = |choices| Random {
        choices,
        ..random(seed)
    };
    let mut first = with(Choices::Recorded(Vec::new()));
    catch_panic(|| generator(&mut first)).ok()?;
    let Choices::Recorded(mut choices) = first.choices else {
        return None;
    };
    let mut simplest = None;
    let mut try_these = |choices: &[u64]| {
        let mut random = with(Choices::Given(Vec::from(choices).into_iter(), ZEROS));
        // A generator need not cope with all choices.
        let input = catch_panic(|| generator(&mut random)).ok();
        let failing = input.filter(|input| fails(input));
        let is_failing = failing.is_some();
        simplest = failing.or(simplest.take());
        is_failing
    };
    loop {
        let fewer = ddmin(choices.clone(), |some| Ok::<_, ()>(try_these(some)));
        let mut next = fewer.unwrap_or_default();
        for place in 0..next.len() {
            let before = next[place];
            // Zero, a half, three quarters, and so on: the first that fails is lessened again.
            let mut step = before;
            while step > 0 {
                next[place] -= step;
                if !try_these(&next) {
                    next[place] += step;
                    step /= 2;
                }
                step = step.min(next[place]);
            }
        }
        if mem::replace(&mut choices, next) == choices {
            return simplest;
        }
    }
}

impl Random {
    fn next(&mut self, draw: impl Fn(&mut ChaCha8Rng) -> u64) -> u64 {
        match &mut self.choices {
            Choices::Free => draw(&mut self.source),
            Choices::Recorded(choices) => {
                let choice = draw(&mut self.source);
                choices.push(choice);
                choice
            }
            Choices::Given(choices, zeros) => choices.next().unwrap_or_else(|| {
                let left = zeros.checked_sub(1);
                *zeros = left.expect("a generator that ends if all that it draws is zero");
                0
            }),
        }
    }
}

impl TryRng for Random {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        let choice = self.next(|random| {
            let Ok(word) = random.try_next_u32();
            u64::from(word) << 32
        });
        Ok((choice >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next(|random| {
            let Ok(word) = random.try_next_u64();
            word
        }))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            let length = chunk.len();
            let choice = self.next(|random| {
                let mut word = [0; 8];
                let Ok(()) = random.try_fill_bytes(&mut word[..length]);
                u64::from_le_bytes(word)
            });
            chunk.copy_from_slice(&choice.to_le_bytes()[..length]);
        }
        Ok(())
    }
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

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&I) -> bool) -> Option<I> {
        shrink(&self.0, index, fails)
    }

    fn is_drawn(&self) -> bool {
        true
    }
}
