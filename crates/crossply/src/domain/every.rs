//! All values of a type. The type knows which values there are, and which are simpler.

use std::fmt::Debug;
use std::num::NonZero;

use super::axis::Order;
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
/// - Integers by their distance to zero: 0, -1, 1, -2, 2, ...
/// - Floating-point numbers by how many digits they need: 0.0, -0.0, 2.0, -2.0 and all other powers of two, the infinite
///   one, too; then those times 1.5, and so on. No two have the same bits.
/// - `NonZero` integers of up to 64 bits in the same order: -1, 1, -2, ...
/// - None before all others.
/// - Tuples and arrays in the order of their first part, then of the next one. If their numbers are too many for 128
///   bits, they are drawn.
///
/// There are too many integers of 128 bits to number them. Make them of two halves: `all::<(u64, u64)>().map(..)`.
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
        /// In the order of the bits in reverse: in that of the bits, the first millions would be numbers such as 1e-320.
        impl Every for $float {
            fn every() -> Inputs<$float> {
                let number = |float: &$float| Some(float.to_bits().reverse_bits());
                let float = |number: $bits| $float::from_bits(number.reverse_bits());
                let [two, ten]: [$float; 2] = [2.0, 10.0];
                // Integers are exact up to a limit.
                let limit = two.powi($float::MANTISSA_DIGITS as i32);
                let ends = [$float::MAX, $float::MIN_POSITIVE, $float::from_bits(1), $float::EPSILON];
                let limits = [limit, limit / 2.0, i32::MAX as $float, u32::MAX as $float];
                let edges = [0.0, 1.0, $float::INFINITY, $float::NAN].into_iter();
                let edges = edges.chain(ends).chain([0.5, 0.1]).chain(limits);
                let edges = edges.chain((-16..65).map(|n| two.powi(n)));
                let edges = edges.chain((-10..20).map(|n| ten.powi(n)));
                let near = edges.flat_map(|x| [x, x.next_down(), x.next_up()]);
                let (bits, mantissa) = ($bits::BITS, $float::MANTISSA_DIGITS);
                let exponent = bits - mantissa;
                let order = Order::Floats { bits, exponent };
                range(..).map_with_edges(float, number, near.flat_map(|x| [x, -x]), order)
            }
        }
    )*};
}

floats!(f32 u32, f64 u64);

macro_rules! nonzero {
    ($($signed:ident $unsigned:ident),*) => {$(
        impl Every for NonZero<$unsigned> {
            fn every() -> Inputs<Self> {
                let nonzero = |n| NonZero::new(n).expect("the range begins with 1");
                range(1..).map_both_ways(nonzero, |n: &Self| Some(n.get()))
            }
        }

        impl Every for NonZero<$signed> {
            fn every() -> Inputs<Self> {
                // 1 is -1, 2 is 1, 3 is -2.
                let turn = |n: $unsigned| (n >> 1).cast_signed() ^ -(n & 1).cast_signed();
                let nonzero = move |n| NonZero::new(turn(n)).expect("the range begins with 1");
                let number = |n: &Self| {
                    let doubled = n.get().cast_unsigned() << 1;
                    Some(if n.get() < 0 { !doubled } else { doubled })
                };
                range(1..).map_both_ways(nonzero, number)
            }
        }
    )*};
}

nonzero!(i8 u8, i16 u16, i32 u32, i64 u64);

impl<T: Every> Every for Option<T> {
    fn every() -> Inputs<Option<T>> {
        let none =
            range(..1_u8).map_both_ways(|_| None, |none: &Option<T>| none.is_none().then_some(0));
        none.chain(all::<T>().map_both_ways(Some, Clone::clone))
    }
}

impl<T: Every, const N: usize> Every for [T; N] {
    fn every() -> Inputs<[T; N]> {
        of([(); N].map(|()| all::<T>()))
    }
}
