//! How far apart two floats are.

/// `f32` or `f64`: answers that may differ a little.
///
/// ```
/// use crossply::Float;
///
/// assert_eq!((1.5_f32.difference(1.0), 1.0_f32.ulps(1.0_f32.next_up())), (0.5, Some(1)));
/// ```
pub trait Float: Copy + PartialEq {
    /// The difference, from zero on. NaN if one of them is, or both are infinite and the same.
    ///
    /// ```
    /// use crossply::Float;
    ///
    /// assert!(f64::INFINITY.difference(f64::INFINITY).is_nan());
    /// ```
    fn difference(self, other: Self) -> f64;

    /// How many units in the last place they are apart: both zeros are the same. None if one of them is not finite.
    ///
    /// ```
    /// use crossply::Float;
    ///
    /// assert_eq!((0.0_f64.ulps(-0.0), f64::MAX.ulps(f64::INFINITY)), (Some(0), None));
    /// assert_eq!(f32::from_bits(3).ulps(-f32::from_bits(2)), Some(5));
    /// ```
    fn ulps(self, other: Self) -> Option<u64>;
}

macro_rules! floats {
    ($($float:ident)*) => {$(
        impl Float for $float {
            fn difference(self, other: Self) -> f64 {
                (f64::from(self) - f64::from(other)).abs()
            }

            fn ulps(self, other: Self) -> Option<u64> {
                // The bits without the sign count units from zero.
                let place = |x: $float| {
                    let size = i128::from(x.abs().to_bits());
                    if x.is_sign_negative() { -size } else { size }
                };
                let are_finite = self.is_finite() && other.is_finite();
                are_finite.then(|| place(self).abs_diff(place(other)) as u64)
            }
        }
    )*};
}

floats!(f32 f64);
