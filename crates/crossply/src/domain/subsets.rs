//! All subsets of some items. Binomial coefficients say how many subsets contain an item next, and so which index a
//! subset has.

use std::fmt::Debug;

use super::{Domain, Inputs, Section, of};

/// All subsets of these items: smaller ones first, and those of one size in lexicographic order. A subset keeps the
/// order of the items. Each size is a section. Equal items count as different.
///
/// # Panics
///
/// If there are more than 127 items, which have too many subsets for 128 bits.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let subsets = domain::subsets(["a", "b", "c"]);
/// assert_eq!((subsets.len(), subsets.input(5)), (8, vec!["a", "c"]));
/// assert_eq!((subsets.sections()[2].name.as_str(), subsets.sections()[2].end), ("size 2", 7));
/// ```
pub fn subsets<T>(items: impl IntoIterator<Item = T>) -> Inputs<Vec<T>>
where
    T: Clone + Debug + PartialEq + Send + Sync + 'static,
{
    // One more shows that there are too many.
    let items: Vec<T> = items.into_iter().take(128).collect();
    assert!(
        items.len() <= 127,
        "subsets: more than 127 items have too many for 128 bits"
    );
    let mut binomials = vec![vec![1_u128]];
    for _ in &items {
        let last = &binomials[binomials.len() - 1];
        let sums = last.windows(2).map(|pair| pair[0] + pair[1]);
        binomials.push([1].into_iter().chain(sums).chain([1]).collect());
    }
    of(Subsets { items, binomials })
}

struct Subsets<T> {
    items: Vec<T>,
    /// Pascal's triangle, up to the row of the number of items.
    binomials: Vec<Vec<u128>>,
}

impl<T> Subsets<T> {
    /// How many subsets of this size some items have.
    fn count(&self, items: usize, size: usize) -> u128 {
        self.binomials[items].get(size).copied().unwrap_or(0)
    }

    /// The items, each with the number of items after it.
    fn items_with_rest(&self) -> impl Iterator<Item = (&T, usize)> {
        self.items.iter().zip((0..self.items.len()).rev())
    }
}

impl<T: Clone + Debug + PartialEq + Send + Sync + 'static> Domain for Subsets<T> {
    type Input = Vec<T>;

    fn len(&self) -> u128 {
        1 << self.items.len()
    }

    fn input(&self, index: u128) -> Vec<T> {
        let mut rest = index;
        let mut size = 0;
        while rest >= self.count(self.items.len(), size) {
            rest -= self.count(self.items.len(), size);
            size += 1;
        }
        let mut subset = Vec::with_capacity(size);
        for (item, items_left) in self.items_with_rest() {
            if subset.len() == size {
                break;
            }
            let with_item = self.count(items_left, size - subset.len() - 1);
            if rest < with_item {
                subset.push(item.clone());
            } else {
                rest -= with_item;
            }
        }
        subset
    }

    fn index(&self, input: &Vec<T>) -> Option<u128> {
        let mut index = (0..input.len())
            .map(|size| self.count(self.items.len(), size))
            .sum();
        let mut remaining = &input[..];
        for (item, items_left) in self.items_with_rest() {
            match remaining {
                [] => break,
                [next, others @ ..] if next == item => remaining = others,
                _ => index += self.count(items_left, remaining.len() - 1),
            }
        }
        remaining.is_empty().then_some(index)
    }

    fn sections(&self) -> Vec<Section> {
        let mut end = 0;
        let sections = self.binomials[self.items.len()]
            .iter()
            .enumerate()
            .map(|(size, count)| {
                end += count;
                Section::new(format!("size {size}"), end)
            });
        sections.collect()
    }
}
