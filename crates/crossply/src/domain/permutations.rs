//! All orders of some items. The digits of a number to the base of factorials say which of the items left comes next.

use std::fmt::Debug;

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
    assert!(
        items.len() <= 34,
        "{} items have too many orders: 34 items are the most",
        items.len()
    );
    let mut factorials = vec![1];
    for count in 1..=items.len() {
        factorials.push(factorials[count - 1] * count as u128);
    }
    of(Permutations { items, factorials })
}

struct Permutations<T> {
    items: Vec<T>,
    /// From that of 0 to that of the number of items.
    factorials: Vec<u128>,
}

impl<T: Clone + Debug + PartialEq + Send + Sync> Domain for Permutations<T> {
    type Input = Vec<T>;

    fn len(&self) -> u128 {
        self.factorials[self.items.len()]
    }

    fn input(&self, index: u128) -> Vec<T> {
        let mut left = self.items.clone();
        let mut rest = index;
        let factorials = self.factorials[..self.items.len()].iter().rev();
        let next = factorials.map(|factorial| {
            let place = rest / factorial;
            rest %= factorial;
            left.remove(place as usize)
        });
        next.collect()
    }

    fn index(&self, input: &Vec<T>) -> Option<u128> {
        if input.len() != self.items.len() {
            return None;
        }
        let mut left: Vec<&T> = self.items.iter().collect();
        let mut index = 0;
        for item in input {
            let place = left.iter().position(|other| *other == item)?;
            left.remove(place);
            index += place as u128 * self.factorials[left.len()];
        }
        Some(index)
    }
}
