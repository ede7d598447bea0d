//! A list of inputs: known examples, or past failures.

use std::fmt::Debug;

use super::{Domain, Inputs, of};

/// The inputs in a list, in its order.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let leap_years = domain::given([1904, 1996, 2000]);
/// assert_eq!((leap_years.input(2), leap_years.index(&1996)), (2000, Some(1)));
/// ```
pub fn given<T>(list: impl Into<Vec<T>>) -> Inputs<T>
where
    T: Clone + Debug + PartialEq + Send + Sync + 'static,
{
    of(GivenInputs(list.into()))
}

struct GivenInputs<T>(Vec<T>);

impl<T: Clone + Debug + PartialEq + Send + Sync + 'static> Domain for GivenInputs<T> {
    type Input = T;

    fn len(&self) -> u128 {
        self.0.len() as u128
    }

    fn input(&self, index: u128) -> T {
        self.0[index as usize].clone()
    }

    fn index(&self, input: &T) -> Option<u128> {
        let index = self.0.iter().position(|other| other == input)?;
        Some(index as u128)
    }
}
