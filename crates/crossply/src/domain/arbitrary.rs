//! Values that the library arbitrary makes from bytes: inputs for a fuzzing engine to find.

use std::fmt::Debug;
use std::marker::PhantomData;

use arbitrary::{Arbitrary, Unstructured};
use rand::RngExt;

use super::drawn::{Random, random, shrink};
use super::{Decoded, Domain, Inputs, of};

/// How many bytes a drawn input is made of at most.
const BYTES: usize = 256;

/// The values that `Arbitrary` makes from bytes: those of a fuzzing engine, and drawn ones elsewhere. There are 2⁶⁴
/// numbers.
///
/// ```
/// use crossply::domain::{self, Decoded, Domain};
///
/// let domain = domain::arbitrary::<(u8, bool)>();
/// assert_eq!(domain.decode(&[7, 1]), Decoded::Input((7, true)));
/// assert_eq!(domain.input(3), domain.input(3));
/// ```
///
/// # Panics
///
/// An input panics if `Arbitrary` refuses all bytes.
pub fn arbitrary<T>() -> Inputs<T>
where
    T: for<'a> Arbitrary<'a> + Clone + Debug + Send + 'static,
{
    of(FromBytes(PhantomData))
}

struct FromBytes<T>(PhantomData<fn() -> T>);

impl<T: for<'a> Arbitrary<'a> + Clone + Debug + Send + 'static> Domain for FromBytes<T> {
    type Input = T;

    fn len(&self) -> u128 {
        1 << 64
    }

    fn input(&self, index: u128) -> T {
        draw(&mut random(index))
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&T) -> bool) -> Option<T> {
        shrink(draw, index, fails)
    }

    fn decode(&self, bytes: &[u8]) -> Decoded<T> {
        // Bytes that are no value are worth the one without any.
        let input = made_of(bytes).or_else(|| made_of(&[]));
        Decoded::Input(input.expect("bytes that are a value"))
    }

    fn is_drawn(&self) -> bool {
        true
    }
}

fn draw<T: for<'a> Arbitrary<'a>>(random: &mut Random) -> T {
    let mut draw = || {
        let size = random.random_range(0..=BYTES);
        let bytes: Vec<u8> = (0..size).map(|_| random.random()).collect();
        made_of(&bytes)
    };
    // No bytes at all are worth a value, if there is one.
    draw()
        .or_else(draw)
        .or_else(|| made_of(&[]))
        .expect("bytes that are a value")
}

fn made_of<T: for<'a> Arbitrary<'a>>(bytes: &[u8]) -> Option<T> {
    T::arbitrary_take_rest(Unstructured::new(bytes)).ok()
}
