//! All values of a type, in an order that the type defines.

use std::fmt::Debug;
use std::num::NonZero;

use super::adapters::Mapped;
use super::axis::Order;
use super::{Discrete, Domain, Inputs, of, range};

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
pub trait Every: Clone + Debug + Send + 'static {
    /// All values, the simplest one first.
    ///
    /// ```
    /// use crossply::domain::{Domain, Every};
    ///
    /// assert_eq!(Option::<bool>::every().len(), 3);
    /// ```
    fn every() -> Inputs<Self>;
}

/// All values of a type, the simplest one first.
///
/// - Integers by their distance from zero: 0, -1, 1, -2, 2, ...
/// - `NonZero` integers of up to 64 bits in the same order: -1, 1, -2, ...
/// - Floats by the number of bits that they need: first 0.0, -0.0, and all powers of two with both signs, from 2.0 and
///   -2.0 to infinity; then these times 1.5; and so on. Every bit pattern occurs once.
/// - `None` before all other values of an `Option`.
/// - Tuples and arrays by their first part, then by the next one. If there are too many for 128 bits, they are drawn.
///
/// A domain cannot hold all integers of 128 bits, because its length would not fit in 128 bits. Make these of two
/// halves: `all::<(u64, u64)>().map(..)`.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let options = domain::all::<Option<bool>>();
/// assert_eq!([options.input(0), options.input(1), options.input(2)], [None, Some(false), Some(true)]);
/// assert_eq!(domain::all::<f64>().input(2), 2.0);
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

macro_rules! floats {
    ($($float:ident $bits:ident),*) => {$(
        /// In the order of their reversed bits. In the order of their bits, the first millions would be numbers such as
        /// 1e-320.
        impl Every for $float {
            fn every() -> Inputs<$float> {
                let [two, ten]: [$float; 2] = [2.0, 10.0];
                // Up to this limit, all integers are floats.
                let exact = two.powi($float::MANTISSA_DIGITS as i32);
                let mut edges = vec![0.0, 1.0, $float::INFINITY, $float::NAN];
                edges.extend([$float::MAX, $float::MIN_POSITIVE, $float::from_bits(1), $float::EPSILON]);
                edges.extend([0.5, 0.1, exact, exact / 2.0, i32::MAX as $float, u32::MAX as $float]);
                edges.extend((-16..65).map(|n| two.powi(n)));
                edges.extend((-10..20).map(|n| ten.powi(n)));
                let near = edges.into_iter().flat_map(|x| [x, x.next_down(), x.next_up()]);
                let near = near.flat_map(|x| [x, -x]);
                let mut floats = Mapped::new(
                    range(..),
                    |index: $bits| $float::from_bits(index.reverse_bits()),
                    |float: &$float| Some(float.to_bits().reverse_bits()),
                );
                floats.edges = near.filter_map(|x| floats.index(&x)).collect();
                let bits = $bits::BITS;
                floats.order = Some(Order::Floats { bits });
                of(floats)
            }
        }
    )*};
}

floats!(f32 u32, f64 u64);

macro_rules! nonzero {
    ($($integer:ident $index:ident),*) => {$(
        impl Every for NonZero<$integer> {
            // Compiled only where it is called: the eight domains were a fifteenth of the library's code.
            #[inline]
            fn every() -> Inputs<Self> {
                let integers = all::<$integer>();
                of(Mapped::new(
                    range(1..),
                    move |index: $index| {
                        let integer = integers.input(index.into());
                        NonZero::new(integer).expect("only the first integer is 0")
                    },
                    |integer: &Self| Some(all::<$integer>().index(&integer.get())? as $index),
                ))
            }
        }
    )*};
}

nonzero!(i8 u8, u8 u8, i16 u16, u16 u16, i32 u32, u32 u32, i64 u64, u64 u64);

impl<T: Every> Every for Option<T> {
    fn every() -> Inputs<Option<T>> {
        let none = of(Mapped::new(
            range(..1_u8),
            |_| None,
            |option: &Option<T>| option.is_none().then_some(0),
        ));
        none.chain(of(Mapped::new(all::<T>(), Some, Clone::clone)))
    }
}

impl<T: Every, const N: usize> Every for [T; N] {
    fn every() -> Inputs<[T; N]> {
        of([(); N].map(|()| all::<T>()))
    }
}
