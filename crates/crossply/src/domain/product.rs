//! All combinations of parts: tuples and arrays of domains are domains. The number of a combination has the numbers of its
//! parts as digits. If there are too many combinations, they are drawn.

use std::array;
use std::ops::Range;

use rand::RngExt;

use super::drawn::random;
use super::{Domain, Every, Inputs, Section, all, of};

macro_rules! tuple {
    ($($head:ident $value:ident $place:tt,)* => $last:ident $end:tt) => {
        impl<$($head: Domain,)* $last: Domain> Domain for ($($head,)* $last,) {
            type Input = ($($head::Input,)* $last::Input,);

            fn len(&self) -> u128 {
                Shape::from(self).len
            }

            fn input(&self, index: u128) -> Self::Input {
                let numbers = Shape::from(self).numbers(index);
                ($(self.$place.input(numbers[$place]),)* self.$end.input(numbers[$end]),)
            }

            fn index(&self, input: &Self::Input) -> Option<u128> {
                let numbers = [$(self.$place.index(&input.$place)?,)* self.$end.index(&input.$end)?];
                Shape::from(self).index(numbers)
            }

            fn fill(&self, indices: Range<u128>, inputs: &mut Vec<Self::Input>) {
                let mut lasts = Vec::new();
                Shape::from(self).rows(indices, |_numbers, row| {
                    self.$end.fill(row, &mut lasts);
                    $(let $value = self.$place.input(_numbers[$place]);)*
                    inputs.extend(lasts.drain(..).map(|last| ($($value.clone(),)* last,)));
                });
            }

            fn sections(&self) -> Vec<Section> {
                Shape::from(self).sections(self.0.sections())
            }

            fn is_drawn(&self) -> bool {
                Shape::from(self).drawn
            }
        }

        impl<$($head: Domain,)* $last: Domain> From<&($($head,)* $last,)> for Shape<{ $end + 1 }> {
            fn from(parts: &($($head,)* $last,)) -> Self {
                let lengths = [$(parts.$place.len(),)* parts.$end.len()];
                Shape::new(lengths, $(parts.$place.is_drawn() ||)* parts.$end.is_drawn())
            }
        }

        impl<$($head: Every,)* $last: Every> Every for ($($head,)* $last,) {
            fn every() -> Inputs<Self> {
                of(($(all::<$head>(),)* all::<$last>(),))
            }
        }
    };
}

tuple!(=> A 0);
tuple!(A a 0, => B 1);
tuple!(A a 0, B b 1, => C 2);
tuple!(A a 0, B b 1, C c 2, => D 3);

impl<D: Domain, const N: usize> Domain for [D; N] {
    type Input = [D::Input; N];

    fn len(&self) -> u128 {
        Shape::from(self).len
    }

    fn input(&self, index: u128) -> Self::Input {
        let numbers = Shape::from(self).numbers(index);
        array::from_fn(|place| self[place].input(numbers[place]))
    }

    fn index(&self, input: &Self::Input) -> Option<u128> {
        let mut numbers = [0; N];
        for place in 0..N {
            numbers[place] = self[place].index(&input[place])?;
        }
        Shape::from(self).index(numbers)
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<Self::Input>) {
        let mut lasts = Vec::new();
        Shape::from(self).rows(indices, |numbers, row| {
            let first: Self::Input = array::from_fn(|place| self[place].input(numbers[place]));
            let Some(last) = self.last() else {
                return inputs.push(first);
            };
            last.fill(row, &mut lasts);
            inputs.extend(lasts.drain(..).map(|last| {
                let mut input = first.clone();
                input[N - 1] = last;
                input
            }));
        });
    }

    fn sections(&self) -> Vec<Section> {
        Shape::from(self).sections(self.first().map_or_else(Vec::new, Domain::sections))
    }

    fn is_drawn(&self) -> bool {
        Shape::from(self).drawn
    }
}

impl<D: Domain, const N: usize> From<&[D; N]> for Shape<N> {
    fn from(parts: &[D; N]) -> Self {
        Shape::new(
            parts.each_ref().map(Domain::len),
            parts.iter().any(Domain::is_drawn),
        )
    }
}

/// What the numbers of a product are made of.
struct Shape<const N: usize> {
    lengths: [u128; N],
    len: u128,
    drawn: bool,
}

impl<const N: usize> Shape<N> {
    fn new(lengths: [u128; N], part_is_drawn: bool) -> Self {
        let empty = lengths.contains(&0);
        let product = lengths
            .iter()
            .try_fold(1_u128, |product, length| product.checked_mul(*length));
        let (len, drawn) = match product.filter(|_| !part_is_drawn) {
            _ if empty => (0, part_is_drawn),
            Some(len) => (len, false),
            None => (u128::MAX, true),
        };
        Shape {
            lengths,
            len,
            drawn,
        }
    }

    /// The number of each part. If the product is drawn, they are drawn, and the number of a drawn part is its seed.
    fn numbers(&self, index: u128) -> [u128; N] {
        if self.drawn {
            let mut random = random(index);
            return self.lengths.map(|length| random.random_range(0..length));
        }
        let mut rest = index;
        let mut numbers = [0; N];
        for (number, length) in numbers.iter_mut().zip(self.lengths).rev() {
            *number = rest % length;
            rest /= length;
        }
        numbers
    }

    /// The inverse of `numbers`. None if the product is drawn.
    fn index(&self, numbers: [u128; N]) -> Option<u128> {
        let digits = numbers.iter().zip(self.lengths);
        (!self.drawn).then(|| digits.fold(0, |index, (number, length)| index * length + number))
    }

    /// Calls a function for each row, which is a run of inputs that differ in the last part only: with the numbers of the
    /// first of them, and those of the last part. A drawn input is a row.
    fn rows(&self, mut indices: Range<u128>, mut visit: impl FnMut(&[u128; N], Range<u128>)) {
        if indices.is_empty() {
            return;
        }
        let mut numbers = self.numbers(indices.start);
        loop {
            let first = numbers.last().copied().unwrap_or(0);
            let left = self.lengths.last().map_or(1, |length| length - first);
            let count = if self.drawn {
                1
            } else {
                left.min(indices.end - indices.start)
            };
            visit(&numbers, first..first + count);
            indices.start += count;
            if indices.is_empty() {
                return;
            }
            if self.drawn {
                numbers = self.numbers(indices.start);
                continue;
            }
            // The row is over. Counting needs no division.
            for place in (0..N).rev() {
                numbers[place] += if place == N - 1 { count } else { 1 };
                if numbers[place] < self.lengths[place] {
                    break;
                }
                numbers[place] = 0;
            }
        }
    }

    /// The sections of the first part, which are those of the product: the first part varies last.
    fn sections(&self, mut sections: Vec<Section>) -> Vec<Section> {
        if self.drawn || self.len == 0 {
            return Vec::new();
        }
        for section in &mut sections {
            section.end *= self.lengths[1..].iter().product::<u128>();
        }
        sections
    }
}
