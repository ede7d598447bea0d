//! All permutations of some items. The digits of an index to the bases n, n - 1, ..., 1 say which of the remaining
//! items comes next.

use std::fmt::Debug;

use super::mixed_radix::MixedRadix;
use super::{Domain, Inputs, of};

/// All permutations of these items in lexicographic order, the given one first. Equal items count as different.
///
/// # Panics
///
/// If there are more than 34 items, which have too many permutations for 128 bits.
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
    // One more shows that there are too many.
    let items: Vec<T> = items.into_iter().take(35).collect();
    let radix = MixedRadix((1..=items.len() as u128).rev().collect());
    let Some(len) = radix.count() else {
        panic!("permutations: more than 34 items have too many for 128 bits");
    };
    of(Permutations { items, radix, len })
}

struct Permutations<T> {
    items: Vec<T>,
    radix: MixedRadix,
    len: u128,
}

impl<T: Clone + Debug + PartialEq + Send + Sync + 'static> Domain for Permutations<T> {
    type Input = Vec<T>;

    fn len(&self) -> u128 {
        self.len
    }

    fn input(&self, index: u128) -> Vec<T> {
        let mut remaining = self.items.clone();
        self.radix
            .digits(index)
            .into_iter()
            .map(|place| remaining.remove(place as usize))
            .collect()
    }

    fn index(&self, input: &Vec<T>) -> Option<u128> {
        let mut remaining: Vec<&T> = self.items.iter().collect();
        let mut places = Vec::new();
        for item in input {
            let place = remaining.iter().position(|other| *other == item)?;
            remaining.remove(place);
            places.push(place as u128);
        }
        remaining.is_empty().then(|| self.radix.number(&places))
    }
}
