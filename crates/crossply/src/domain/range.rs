//! Ranges of integers, and of values counted like them. Runs go over billions of these, so a block of them is filled by
//! a loop without 128-bit arithmetic.
#![expect(
    clippy::cast_sign_loss,
    reason = "places are modulo 2⁶⁴, and numbers are never negative"
)]

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds};

use super::axis::{Axis, Order};
use super::edges::edges_of;
use super::{Domain, Inputs, nearer, of};

/// A type whose values follow each other: an integer of up to 64 bits, `bool`, `char`, or an enumeration of yours.
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

    /// Where the value is: one more than the one before it. Integers are where they are. Fits in an `i64` or a `u64`.
    ///
    /// ```
    /// use crossply::domain::Discrete;
    ///
    /// // There are no surrogates between these two.
    /// assert_eq!('\u{e000}'.place() - '\u{d7ff}'.place(), 1);
    /// ```
    fn place(self) -> i128;

    /// The value at a place of the type. A negative place is given modulo 2⁶⁴, as `place as u64` is.
    ///
    /// ```
    /// use crossply::domain::Discrete;
    ///
    /// assert_eq!(i8::at(-3_i64 as u64), -3);
    /// ```
    fn at(place: u64) -> Self;
}

/// All values in a range. Those nearest to zero are first: from zero to both sides in turn, negative ones first,
/// until one side ends, and then on to the end of the other. A range without zero begins at the end that is nearest
/// to it. Where the range has no end, the type has one.
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
    let [least, greatest] = ends(&range);
    // How far both sides go from zero. Negative if zero is not in the range.
    let both = greatest.min(-least);
    let step = if -least > greatest { -1 } else { 1 };
    let turns = (2 * both + 1).max(0);
    let rest = if step < 0 {
        greatest.min(-both - 1)
    } else {
        least.max(both + 1)
    };
    of(Span {
        least,
        greatest,
        turns,
        step,
        origin: rest - step * turns,
        values: PhantomData::<T>,
    })
}

/// The places of the first and the last value in the range.
pub(super) fn ends<T: Discrete>(range: &impl RangeBounds<T>) -> [i128; 2] {
    let first = match range.start_bound() {
        Bound::Included(start) => start.place(),
        Bound::Excluded(before) => before.place() + 1,
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

/// Characters follow each other as if there were no surrogates.
impl Discrete for char {
    const FIRST: Self = char::MIN;
    const LAST: Self = char::MAX;

    fn place(self) -> i128 {
        let code = self as u32;
        let is_after = code >= SURROGATES.end;
        let skipped = if is_after { SURROGATES.len() } else { 0 };
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

struct Span<T> {
    least: i128,
    greatest: i128,
    /// How many values are in turns on both sides of zero.
    turns: i128,
    /// The place of an input after those is the origin and so many steps as its number says.
    step: i128,
    origin: i128,
    values: PhantomData<T>,
}

impl<T: Discrete> Domain for Span<T> {
    type Input = T;

    fn len(&self) -> u128 {
        (self.greatest - self.least + 1).max(0) as u128
    }

    fn input(&self, index: u128) -> T {
        let index = index as i128;
        T::at(if index < self.turns {
            turn(index as u64)
        } else {
            (self.origin + self.step * index) as u64
        })
    }

    fn index(&self, input: &T) -> Option<u128> {
        let place = input.place();
        let turn = if place < 0 { -2 * place - 1 } else { 2 * place };
        let index = if turn < self.turns {
            turn
        } else {
            (place - self.origin) * self.step
        };
        let is_inside = (self.least..=self.greatest).contains(&place);
        is_inside.then_some(index as u128)
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        // By how far the value is from the simplest one, and not by the number, where both signs take turns.
        let [simplest, place] = [0, index].map(|index| self.input(index).place());
        let nearer = nearer(place.abs_diff(simplest));
        let places =
            nearer.map(|distance| simplest + (place - simplest).signum() * distance as i128);
        places
            .filter_map(|place| self.index(&T::at(place as u64)))
            .collect()
    }

    fn edges(&self) -> Vec<u128> {
        let edges = edges_of(self.least, self.greatest).into_iter();
        edges
            .filter_map(|place| self.index(&T::at(place as u64)))
            .collect()
    }

    fn axes(&self) -> Vec<Axis> {
        if self.len() == 0 {
            return Vec::new();
        }
        let order = Order::Turns {
            middle: (-self.least).clamp(0, self.len() as i128) as u128,
            turns: self.turns as u128,
            up: self.step > 0,
        };
        let shown = |number| format!("{:?}", self.input(number));
        vec![Axis::new(order, self.len(), shown)]
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<T>) {
        let middle = (self.turns as u128).clamp(indices.start, indices.end);
        let start = indices.start as u64;
        inputs.extend((start..middle as u64).map(|index| T::at(turn(index))));
        let first = (self.origin + self.step * middle as i128) as u64;
        let step = self.step as u64;
        let at = |count: usize| T::at(first.wrapping_add(step.wrapping_mul(count as u64)));
        inputs.extend((0..(indices.end - middle) as usize).map(at));
    }
}

/// 0, -1, 1, -2, ... modulo 2⁶⁴.
#[inline]
fn turn(index: u64) -> u64 {
    (index >> 1) ^ (index & 1).wrapping_neg()
}
