//! Ranges of integers, and of other types whose values can be counted. Runs go over billions of these, so `fill` avoids
//! 128-bit arithmetic in its loops.
#![expect(
    clippy::cast_sign_loss,
    reason = "places are taken modulo 2⁶⁴, and indices are never negative"
)]

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds};

use super::axis::{Axis, Order};
use super::edges::edge_integers;
use super::{Domain, Inputs, approach, of};

/// A type whose values are consecutive: an integer of up to 64 bits, `bool`, `char`, or an enum of your own.
///
/// ```
/// use crossply::domain::{self, Discrete, Domain};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Color {
///     Red,
///     Green,
///     Blue,
/// }
///
/// impl Discrete for Color {
///     const FIRST: Self = Color::Red;
///     const LAST: Self = Color::Blue;
///
///     fn place(self) -> i128 {
///         self as i128
///     }
///
///     fn at(place: u64) -> Self {
///         [Color::Red, Color::Green, Color::Blue][place as usize]
///     }
/// }
///
/// assert_eq!(domain::all::<Color>().input(1), Color::Green);
/// ```
pub trait Discrete: Copy + Debug + Send + Sync + 'static {
    /// The least value.
    const FIRST: Self;
    /// The greatest value.
    const LAST: Self;

    /// The place of the value in the order of the type. The next value has the next place, and an integer is its own
    /// place. Must fit in an `i64` or a `u64`.
    ///
    /// ```
    /// use crossply::domain::Discrete;
    ///
    /// // The surrogates between these two are not characters.
    /// assert_eq!('\u{e000}'.place() - '\u{d7ff}'.place(), 1);
    /// ```
    fn place(self) -> i128;

    /// The value at a place. A negative place is passed modulo 2⁶⁴, as by `place as u64`.
    ///
    /// ```
    /// use crossply::domain::Discrete;
    ///
    /// assert_eq!(i8::at(-3_i64 as u64), -3);
    /// ```
    fn at(place: u64) -> Self;
}

/// All values in a range, those nearest to zero first. The values alternate between both sides of zero, negative ones
/// first, until one side is exhausted. The rest of the other side follows. A range without zero begins at the end that
/// is nearest to zero. An unbounded range ends where the type does.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let mut inputs = Vec::new();
/// domain::range(-2..=4).fill(0..7, &mut inputs);
/// assert_eq!(inputs, [0, -1, 1, -2, 2, 3, 4]);
/// assert_eq!(domain::range('a'..='z').input(2), 'c');
/// ```
pub fn range<T: Discrete>(range: impl RangeBounds<T>) -> Inputs<T> {
    let [least, greatest] = bounds(&range);
    of(RangeValues {
        order: Zigzag::new(least, greatest),
        values: PhantomData::<T>,
    })
}

/// The places of the first and the last value of the range.
pub(super) fn bounds<T: Discrete>(range: &impl RangeBounds<T>) -> [i128; 2] {
    let first = match range.start_bound() {
        Bound::Included(start) => start.place(),
        Bound::Excluded(start) => start.place() + 1,
        Bound::Unbounded => T::FIRST.place(),
    };
    let last = match range.end_bound() {
        Bound::Included(end) => end.place(),
        Bound::Excluded(end) => end.place() - 1,
        Bound::Unbounded => T::LAST.place(),
    };
    [first, last]
}

macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl Discrete for $integer {
            const FIRST: Self = $integer::MIN;
            const LAST: Self = $integer::MAX;

            #[inline]
            fn place(self) -> i128 {
                self as i128
            }

            #[inline]
            fn at(place: u64) -> Self {
                place as $integer
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl Discrete for bool {
    const FIRST: Self = false;
    const LAST: Self = true;

    fn place(self) -> i128 {
        self as i128
    }

    fn at(place: u64) -> Self {
        place == 1
    }
}

/// Places skip the surrogates, which are not characters.
impl Discrete for char {
    const FIRST: Self = char::MIN;
    const LAST: Self = char::MAX;

    fn place(self) -> i128 {
        let code = self as u32;
        let is_above = code >= SURROGATES.end;
        let skipped = if is_above { SURROGATES.len() } else { 0 };
        i128::from(code) - skipped as i128
    }

    fn at(place: u64) -> Self {
        let mut code = place as u32;
        if code >= SURROGATES.start {
            code += SURROGATES.len() as u32;
        }
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

const SURROGATES: Range<u32> = 0xd800..0xe000;

/// The order of a range of integers: 0, -1, 1, -2 and so on until one side of zero is exhausted, then on along the
/// other side. A range without zero begins with its other side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zigzag {
    pub(super) least: i128,
    greatest: i128,
    /// The number of values that alternate between both sides of zero.
    alternating: u128,
}

impl Zigzag {
    fn new(least: i128, greatest: i128) -> Self {
        // How far both sides reach from zero. Negative if the range does not contain zero.
        let reach = greatest.min(-least);
        Zigzag {
            least,
            greatest,
            alternating: (2 * reach + 1).max(0) as u128,
        }
    }

    /// Whether the values ascend once they do not alternate any more.
    fn ascends(&self) -> bool {
        -self.least <= self.greatest
    }

    pub(super) fn value(&self, index: u128) -> i128 {
        let distance = index as i128;
        if index >= self.alternating {
            // All values on the exhausted side have smaller indices, so the index is the distance from its end.
            if self.ascends() {
                self.least + distance
            } else {
                self.greatest - distance
            }
        } else if distance % 2 == 0 {
            distance / 2
        } else {
            -(distance + 1) / 2
        }
    }

    /// The inverse of `value`.
    pub(super) fn index(&self, value: i128) -> u128 {
        let alternating = (if value < 0 { -2 * value - 1 } else { 2 * value }) as u128;
        if alternating < self.alternating {
            alternating
        } else if self.ascends() {
            (value - self.least) as u128
        } else {
            (self.greatest - value) as u128
        }
    }
}

/// The domain of a range.
struct RangeValues<T> {
    /// The order of the places.
    order: Zigzag,
    values: PhantomData<T>,
}

impl<T: Discrete> Domain for RangeValues<T> {
    type Input = T;

    fn len(&self) -> u128 {
        (self.order.greatest - self.order.least + 1).max(0) as u128
    }

    fn input(&self, index: u128) -> T {
        T::at(self.order.value(index) as u64)
    }

    fn index(&self, input: &T) -> Option<u128> {
        let place = input.place();
        let is_inside = (self.order.least..=self.order.greatest).contains(&place);
        is_inside.then(|| self.order.index(place))
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        // Approaches the simplest value, rather than index 0: halving an index could change the sign of the value.
        let simplest = self.order.value(0);
        let place = self.order.value(index);
        let sign = (place - simplest).signum();
        approach(place.abs_diff(simplest))
            .map(|distance| self.order.index(simplest + sign * distance as i128))
            .collect()
    }

    fn edges(&self) -> Vec<u128> {
        edge_integers(self.order.least, self.order.greatest)
            .into_iter()
            .map(|place| self.order.index(place))
            .collect()
    }

    fn axes(&self) -> Vec<Axis> {
        vec![Axis::new(Order::Zigzag(self.order), &[self.len()], self)]
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<T>) {
        let split = self.order.alternating.clamp(indices.start, indices.end);
        // The place at an index while sides alternate, modulo 2⁶⁴.
        let alternating = indices.start as u64..split as u64;
        inputs.extend(alternating.map(|index| T::at((index >> 1) ^ (index & 1).wrapping_neg())));
        let first = self.order.value(split) as u64;
        let step = if self.order.ascends() { 1 } else { u64::MAX };
        inputs.extend(
            (0..(indices.end - split) as usize)
                .map(|count| T::at(first.wrapping_add(step.wrapping_mul(count as u64)))),
        );
    }
}
