//! All values of a type. Which ones there are, and which are the simpler ones, is known by the type.

use std::array;
use std::fmt::Debug;

use super::{Discrete, Inputs, of, range};

/// A type with a domain of all its values.
///
/// ```
/// use crossply::domain::{self, Domain, Every, Inputs};
///
/// #[derive(Clone, Debug)]
/// struct Celsius(i16);
///
/// impl Every for Celsius {
///     fn every() -> Inputs<Self> {
///         domain::range(-273..).map(Celsius)
///     }
/// }
///
/// assert_eq!(domain::all::<Celsius>().input(2).0, 1);
/// ```
pub trait Every: Clone + Debug + 'static {
    /// All values, the simplest one first.
    fn every() -> Inputs<Self>;
}

/// All values of a type, the simplest one first.
///
/// - Integers by their distance to zero: 0, -1, 1, -2, 2, ...
/// - Floating-point numbers by how many digits they need: 0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5 and all other
///   powers of two, then those times 1.5, and so on. Infinities and then NaNs are last. No two have the same bits.
/// - None before all others.
/// - Tuples and arrays in the order of their first part, then of the next one. If their numbers are too many for 128
///   bits, they are drawn.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let options = domain::all::<Option<bool>>();
/// assert_eq!([options.input(0), options.input(1), options.input(2)], [None, Some(false), Some(true)]);
/// assert_eq!(domain::all::<f64>().input(4), 2.0);
/// assert_eq!(domain::all::<(bool, [u8; 2])>().len(), 1 << 17);
/// ```
pub fn all<T: Every>() -> Inputs<T> {
    T::every()
}

impl<T: Discrete> Every for T {
    fn every() -> Inputs<T> {
        range(..)
    }
}

impl<T: Every> Every for Option<T> {
    fn every() -> Inputs<Option<T>> {
        range(..1_u8)
            .map_both_ways(|_| None, |option: &Option<T>| option.is_none().then_some(0))
            .chain(all::<T>().map_both_ways(Some, Clone::clone))
    }
}

impl<T: Every, const N: usize> Every for [T; N] {
    fn every() -> Inputs<[T; N]> {
        of(array::from_fn::<_, N, _>(|_| all::<T>()))
    }
}
