//! All combinations of parts: tuples and arrays of domains are domains. The number of a combination has the numbers
//! of its parts as digits. If there are too many combinations, they are drawn.

use std::array;
use std::fmt::Debug;
use std::ops::Range;

use rand::RngExt;

use super::axis::{Axis, MOST_AXES, Order};
use super::digits::Digits;
use super::drawn::random;
use super::edges::combined;
use super::{Domain, Every, Inputs, all, of};
use crate::feature::Feature;

/// Of how many parts of an array rules are made.
const MOST_PARTS: usize = 8;

/// Domains whose combinations are a domain, too.
#[doc(hidden)]
pub trait Parts: Send + Sync {
    /// A combination.
    type Input: Clone + Debug + Send + 'static;

    /// How many inputs each part has, and whether it is drawn.
    fn parts(&self) -> Vec<(u128, bool)>;

    /// The inputs of the parts with these numbers.
    fn combination(&self, numbers: &[u128]) -> Self::Input;

    /// The edges of each part.
    fn edges_of_parts(&self) -> Vec<Vec<u128>>;

    /// The axes of each part.
    fn axes_of_parts(&self) -> Vec<Vec<Axis>>;

    /// The numbers of simpler inputs of the part in this place.
    fn simpler_part(&self, place: usize, number: u128) -> Vec<u128>;

    /// The simplest combination found that `fails`: one part after the other becomes simpler.
    fn shrink_parts(
        &self,
        numbers: &[u128],
        fails: &mut dyn FnMut(&Self::Input) -> bool,
    ) -> Option<Self::Input>;

    /// The inverse of `combination`, where it is known.
    fn numbers(&self, input: &Self::Input) -> Option<Vec<u128>>;

    /// The features of the parts, which are called a, b, c and so on.
    fn features_of_parts(&self) -> Vec<Feature<Self::Input>>;
}

macro_rules! tuple {
    ($($part:ident $place:tt)*) => {
        impl<$($part: Domain),*> Parts for ($($part,)*) {
            type Input = ($($part::Input,)*);

            fn parts(&self) -> Vec<(u128, bool)> {
                vec![$((self.$place.len(), self.$place.is_drawn())),*]
            }

            fn combination(&self, numbers: &[u128]) -> Self::Input {
                ($(self.$place.input(numbers[$place]),)*)
            }

            fn edges_of_parts(&self) -> Vec<Vec<u128>> {
                vec![$(self.$place.edges()),*]
            }

            fn axes_of_parts(&self) -> Vec<Vec<Axis>> {
                vec![$(self.$place.axes()),*]
            }

            fn simpler_part(&self, place: usize, number: u128) -> Vec<u128> {
                match place {
                    $($place => self.$place.simpler(number),)*
                    _ => Vec::new(),
                }
            }

            fn shrink_parts(
                &self,
                numbers: &[u128],
                fails: &mut dyn FnMut(&Self::Input) -> bool,
            ) -> Option<Self::Input> {
                let (mut simplest, mut is_simpler) = (self.combination(numbers), false);
                $({
                    let others = simplest.clone();
                    let part = self.$place.shrink(numbers[$place], &mut |part| {
                        let mut input = others.clone();
                        input.$place = part.clone();
                        fails(&input)
                    });
                    if let Some(part) = part {
                        (simplest.$place, is_simpler) = (part, true);
                    }
                })*
                is_simpler.then_some(simplest)
            }

            fn numbers(&self, input: &Self::Input) -> Option<Vec<u128>> {
                Some(vec![$(self.$place.index(&input.$place)?),*])
            }

            fn features_of_parts(&self) -> Vec<Feature<Self::Input>> {
                let parts = [$({
                    let features = self.$place.features().into_iter();
                    let of = |feature: Feature<$part::Input>| {
                        feature.of(&name_of($place), |input: &Self::Input| &input.$place)
                    };
                    features.map(of).collect::<Vec<_>>()
                }),*];
                parts.into_iter().flatten().collect()
            }
        }

        impl<$($part: Every),*> Every for ($($part,)*) {
            fn every() -> Inputs<Self> {
                of(($(all::<$part>(),)*))
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0 B 1);
tuple!(A 0 B 1 C 2);
tuple!(A 0 B 1 C 2 D 3);

impl<D: Domain, const N: usize> Parts for [D; N] {
    type Input = [D::Input; N];

    fn parts(&self) -> Vec<(u128, bool)> {
        let parts = self.each_ref();
        parts.map(|part| (part.len(), part.is_drawn())).into()
    }

    fn combination(&self, numbers: &[u128]) -> Self::Input {
        array::from_fn(|place| self[place].input(numbers[place]))
    }

    fn edges_of_parts(&self) -> Vec<Vec<u128>> {
        self.iter().map(Domain::edges).collect()
    }

    fn axes_of_parts(&self) -> Vec<Vec<Axis>> {
        self.iter().map(Domain::axes).collect()
    }

    fn simpler_part(&self, place: usize, number: u128) -> Vec<u128> {
        self[place].simpler(number)
    }

    fn shrink_parts(
        &self,
        numbers: &[u128],
        fails: &mut dyn FnMut(&Self::Input) -> bool,
    ) -> Option<Self::Input> {
        let (mut simplest, mut is_simpler) = (self.combination(numbers), false);
        for (place, number) in numbers.iter().enumerate() {
            let others = simplest.clone();
            let part = self[place].shrink(*number, &mut |part| {
                let mut input = others.clone();
                input[place] = part.clone();
                fails(&input)
            });
            if let Some(part) = part {
                (simplest[place], is_simpler) = (part, true);
            }
        }
        is_simpler.then_some(simplest)
    }

    fn numbers(&self, input: &Self::Input) -> Option<Vec<u128>> {
        let parts = self.iter().zip(input);
        parts.map(|(part, input)| part.index(input)).collect()
    }

    fn features_of_parts(&self) -> Vec<Feature<Self::Input>> {
        let parts = self.iter().enumerate().take(MOST_PARTS);
        let features = parts.flat_map(|(place, part)| {
            let of = move |feature: Feature<D::Input>| {
                feature.of(&name_of(place), move |input: &Self::Input| &input[place])
            };
            part.features().into_iter().map(of)
        });
        features.collect()
    }
}

/// What the part in this place is called.
fn name_of(place: usize) -> String {
    char::from(b'a' + place as u8).to_string()
}

impl<P: Parts> Domain for P {
    type Input = P::Input;

    fn len(&self) -> u128 {
        Shape::of(self).len
    }

    fn input(&self, index: u128) -> P::Input {
        self.combination(&Shape::of(self).numbers(index))
    }

    fn index(&self, input: &P::Input) -> Option<u128> {
        let (shape, numbers) = (Shape::of(self), self.numbers(input)?);
        (!shape.is_drawn).then(|| shape.digits.number(&numbers))
    }

    fn edges(&self) -> Vec<u128> {
        let shape = Shape::of(self);
        if shape.is_drawn || shape.len == 0 {
            return Vec::new();
        }
        let combined = combined(self.edges_of_parts()).into_iter();
        combined
            .map(|numbers| shape.digits.number(&numbers))
            .collect()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        let shape = Shape::of(self);
        if shape.is_drawn {
            return Vec::new();
        }
        let numbers = shape.numbers(index);
        let of_part = |place: usize| {
            let simpler = self.simpler_part(place, numbers[place]).into_iter();
            let number = |part: u128| {
                let mut numbers = numbers.clone();
                numbers[place] = part;
                shape.digits.number(&numbers)
            };
            simpler.map(number).collect::<Vec<_>>()
        };
        (0..numbers.len()).flat_map(of_part).collect()
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&P::Input) -> bool) -> Option<P::Input> {
        self.shrink_parts(&Shape::of(self).numbers(index), fails)
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<P::Input>) {
        let shape = Shape::of(self);
        let mut numbers = Vec::new();
        for index in indices {
            if shape.is_drawn || numbers.is_empty() {
                numbers = shape.numbers(index);
            } else {
                shape.digits.count_on(&mut numbers);
            }
            inputs.push(self.combination(&numbers));
        }
    }

    fn features(&self) -> Vec<Feature<P::Input>> {
        self.features_of_parts()
    }

    fn is_drawn(&self) -> bool {
        Shape::of(self).is_drawn
    }

    fn axes(&self) -> Vec<Axis> {
        let shape = Shape::of(self);
        if shape.is_drawn || shape.len == 0 {
            return Vec::new();
        }
        let mut axes = Vec::new();
        for (place, part) in self.axes_of_parts().into_iter().enumerate() {
            for mut axis in part {
                axis.name = match &*axis.name {
                    "" => name_of(place),
                    inner => format!("{}.{inner}", name_of(place)),
                };
                axes.push(axis);
            }
        }
        if axes.len() > MOST_AXES {
            let shown = |number| format!("{:?}", self.input(number));
            axes = vec![Axis::new(Order::Numbers, shape.len, shown)];
        }
        axes
    }
}

/// What the numbers of a product are made of.
struct Shape {
    digits: Digits,
    len: u128,
    is_drawn: bool,
}

impl Shape {
    fn of(product: &impl Parts) -> Self {
        let (lengths, drawn): (_, Vec<bool>) = product.parts().into_iter().unzip();
        let digits = Digits(lengths);
        let count = digits.count();
        let is_drawn = drawn.contains(&true) || count.is_none();
        let len = count.filter(|&len| len == 0 || !is_drawn);
        Shape {
            digits,
            len: len.unwrap_or(u128::MAX),
            is_drawn,
        }
    }

    /// The number of each part. If the product is drawn, they are drawn, and the number of a drawn part is its seed.
    fn numbers(&self, index: u128) -> Vec<u128> {
        if !self.is_drawn {
            return self.digits.of(index);
        }
        let mut random = random(index);
        // A half is uniform, a quarter uniform by magnitude, and a quarter a power of two or beside it.
        let mut draw = |&length: &u128| {
            let bits = (u128::BITS - length.leading_zeros()).max(1);
            match random.random_range(0..4) {
                0 | 1 => random.random_range(0..length),
                2 => random.random_range(0..length) >> random.random_range(0..bits),
                _ => {
                    let power = 1_u128 << random.random_range(0..bits);
                    (power - 1 + random.random_range(0..3)).min(length - 1)
                }
            }
        };
        self.digits.0.iter().map(&mut draw).collect()
    }
}
