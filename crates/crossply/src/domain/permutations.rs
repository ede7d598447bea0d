//! All orders of some items. The digits of a number to the bases n, n - 1, ..., 1 say which of the items left comes next.

use std::fmt::Debug;

use super::digits::Digits;
use super::{Domain, Inputs, of};

/// All orders of these items: first the given one, then in the order of the first item, of the second one, and so on.
/// Equal items are told apart.
///
/// # Panics
///
/// If there are more than 34 items: their orders are too many for 128 bits.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let orders = domain::permutations(["a", "b", "c"]);
/// assert_eq!((orders.len(), orders.input(1)), (6, vec!["a", "c", "b"]));
/// ```
pub fn permutations<T>(items: impl IntoIterator<Item = T>) -> Inputs<Vec<T>>
where
    T: Clone + Debug + PartialEq + Send + Sync + 'static,
{
    let items: Vec<T> = items.into_iter().collect();
    let count = items.len();
    let digits = Digits((1..=count as u128).rev().collect());
    let Some(len) = digits.count() else {
        panic!("{count} items have too many orders: the most is 34 items");
    };
    of(Permutations { items, digits, len })
}

struct Permutations<T> {
    items: Vec<T>,
    /// Which of the items left comes next.
    digits: Digits,
    len: u128,
}

impl<T: Clone + Debug + PartialEq + Send + Sync + 'static> Domain for Permutations<T> {
    type Input = Vec<T>;

    fn len(&self) -> u128 {
        self.len
    }

    fn input(&self, index: u128) -> Vec<T> {
        let mut left = self.items.clone();
        let digits = self.digits.of(index).into_iter();
        digits.map(|place| left.remove(place as usize)).collect()
    }

    fn index(&self, input: &Vec<T>) -> Option<u128> {
        let mut left: Vec<&T> = self.items.iter().collect();
        let places = input.iter().map(|item| {
            let place = left.iter().position(|other| *other == item)?;
            left.remove(place);
            Some(place as u128)
        });
        let places: Option<Vec<u128>> = places.collect();
        let index = self.digits.number(&places?);
        left.is_empty().then_some(index)
    }
}
