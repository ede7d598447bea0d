//! Values that the `arbitrary` library makes from the bytes of a fuzzing engine.

use std::fmt::Debug;

use arbitrary::{Arbitrary, Unstructured};
use rand::RngExt;

use super::drawn::{Drawn, Random};
use super::{Inputs, of};

/// The most bytes of which a drawn input is made.
const MAX_BYTES: usize = 256;

/// The values that `Arbitrary` makes from bytes. A fuzzing engine provides the bytes; elsewhere they are drawn. There
/// are 2⁶⁴ indices.
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
/// If `Arbitrary` rejects the bytes, and no bytes at all.
pub fn arbitrary<T>() -> Inputs<T>
where
    T: for<'a> Arbitrary<'a> + Clone + Debug + Send + 'static,
{
    of(Drawn {
        generator: draw,
        decode: |bytes| Some(made_of(bytes)),
    })
}

fn draw<T: for<'a> Arbitrary<'a>>(random: &mut Random) -> T {
    let size = random.random_range(0..=MAX_BYTES);
    let bytes: Vec<u8> = (0..size).map(|_| random.random::<u8>()).collect();
    made_of(&bytes)
}

/// What `Arbitrary` makes of the bytes, or of no bytes if it rejects these.
fn made_of<T: for<'a> Arbitrary<'a>>(bytes: &[u8]) -> T {
    T::arbitrary_take_rest(Unstructured::new(bytes))
        .or_else(|_| T::arbitrary_take_rest(Unstructured::new(&[])))
        .expect("`Arbitrary` makes a value of no bytes")
}
