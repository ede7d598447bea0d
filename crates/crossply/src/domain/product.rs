//! All combinations of parts: tuples and arrays of domains are domains. The indices in the parts are the digits of a
//! combination's index. Combinations that are too many for 128 bits are drawn.

use std::array;
use std::fmt::Debug;
use std::ops::Range;

use rand::RngExt;

use super::axis::{Axis, MAX_AXES, Order};
use super::drawn::Random;
use super::edges::combine;
use super::mixed_radix::MixedRadix;
use super::{Domain, Every, Inputs, all, of};
use crate::feature::{Feature, Path};

/// How many parts of an array have features.
const MAX_PARTS: usize = 8;

/// Several domains, whose combinations are a domain.
#[doc(hidden)]
pub trait Parts: Send + Sync {
    /// The type of combinations.
    type Input: Clone + Debug + Send + 'static;

    /// The length of each part, and whether it is drawn.
    fn lengths(&self) -> Vec<(u128, bool)>;

    /// The combination of the inputs of the parts at these indices.
    fn combination(&self, indices: &[u128]) -> Self::Input;

    /// The inverse of `combination`, where it is known.
    fn indices(&self, input: &Self::Input) -> Option<Vec<u128>>;

    /// The edges of each part.
    fn edges_of_parts(&self) -> Vec<Vec<u128>>;

    /// The axes of each part.
    fn axes_of_parts(&self) -> Vec<Vec<Axis>>;

    /// The features of all parts.
    fn features_of_parts(&self) -> Vec<Feature<Self::Input>>;

    /// What [`Domain::show`] returns for a combination.
    fn show_parts(&self, input: &Self::Input) -> String;

    /// What [`Domain::simpler`] returns for an index in this part.
    fn simpler_in_part(&self, part: usize, index: u128) -> Vec<u128>;

    /// Shrinks one part after another, as [`Domain::shrink`] does.
    fn shrink_parts(
        &self,
        indices: &[u128],
        fails: &mut dyn FnMut(&Self::Input) -> bool,
    ) -> Option<Self::Input>;
}

macro_rules! tuple {
    ($($part:ident $place:tt)*) => {
        impl<$($part: Domain),*> Parts for ($($part,)*) {
            type Input = ($($part::Input,)*);

            fn lengths(&self) -> Vec<(u128, bool)> {
                vec![$((self.$place.len(), self.$place.is_drawn())),*]
            }

            fn combination(&self, indices: &[u128]) -> Self::Input {
                ($(self.$place.input(indices[$place]),)*)
            }

            fn indices(&self, input: &Self::Input) -> Option<Vec<u128>> {
                Some(vec![$(self.$place.index(&input.$place)?),*])
            }

            fn edges_of_parts(&self) -> Vec<Vec<u128>> {
                vec![$(self.$place.edges()),*]
            }

            fn axes_of_parts(&self) -> Vec<Vec<Axis>> {
                vec![$(self.$place.axes()),*]
            }

            fn features_of_parts(&self) -> Vec<Feature<Self::Input>> {
                let shape = Shape::of(self);
                let features = [$(
                    features_of(&self.$place, $place, &shape, |input: &Self::Input| &input.$place)
                ),*];
                features.into_iter().flatten().collect()
            }

            fn show_parts(&self, input: &Self::Input) -> String {
                match &[$(self.$place.show(&input.$place)),*][..] {
                    [one] => format!("({one},)"),
                    parts => format!("({})", parts.join(", ")),
                }
            }

            fn simpler_in_part(&self, part: usize, index: u128) -> Vec<u128> {
                match part {
                    $($place => self.$place.simpler(index),)*
                    _ => unreachable!("a tuple has no such part"),
                }
            }

            fn shrink_parts(
                &self,
                indices: &[u128],
                fails: &mut dyn FnMut(&Self::Input) -> bool,
            ) -> Option<Self::Input> {
                let mut simplest = self.combination(indices);
                let mut is_simpler = false;
                $(
                    is_simpler |= shrink_part(&self.$place, indices[$place], &mut simplest, |input| &mut input.$place, fails);
                )*
                is_simpler.then_some(simplest)
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

    fn lengths(&self) -> Vec<(u128, bool)> {
        self.iter()
            .map(|part| (part.len(), part.is_drawn()))
            .collect()
    }

    fn combination(&self, indices: &[u128]) -> Self::Input {
        array::from_fn(|place| self[place].input(indices[place]))
    }

    fn indices(&self, input: &Self::Input) -> Option<Vec<u128>> {
        let parts = self.iter().zip(input);
        parts.map(|(part, input)| part.index(input)).collect()
    }

    fn edges_of_parts(&self) -> Vec<Vec<u128>> {
        self.iter().map(Domain::edges).collect()
    }

    fn axes_of_parts(&self) -> Vec<Vec<Axis>> {
        self.iter().map(Domain::axes).collect()
    }

    fn features_of_parts(&self) -> Vec<Feature<Self::Input>> {
        let shape = Shape::of(self);
        let mut features = Vec::new();
        for (place, part) in self.iter().enumerate().take(MAX_PARTS) {
            let of_part = features_of(part, place, &shape, move |input: &Self::Input| {
                &input[place]
            });
            features.extend(of_part);
        }
        features
    }

    fn show_parts(&self, input: &Self::Input) -> String {
        let parts: Vec<_> = self
            .iter()
            .zip(input)
            .map(|(part, input)| part.show(input))
            .collect();
        format!("[{}]", parts.join(", "))
    }

    fn simpler_in_part(&self, part: usize, index: u128) -> Vec<u128> {
        self[part].simpler(index)
    }

    fn shrink_parts(
        &self,
        indices: &[u128],
        fails: &mut dyn FnMut(&Self::Input) -> bool,
    ) -> Option<Self::Input> {
        let mut simplest = self.combination(indices);
        let mut is_simpler = false;
        for (place, part) in self.iter().enumerate() {
            let index = indices[place];
            is_simpler |= shrink_part(part, index, &mut simplest, |input| &mut input[place], fails);
        }
        is_simpler.then_some(simplest)
    }
}

/// The features of a part, as features of combinations.
fn features_of<D: Domain, I: 'static>(
    part: &D,
    place: usize,
    shape: &Shape,
    get: impl Fn(&I) -> &D::Input + Copy + Send + Sync + 'static,
) -> Vec<Feature<I>> {
    let mut features = Vec::new();
    for feature in part.features() {
        let shape = shape.clone();
        features.push(feature.at_place(place, get, move |number| {
            shape.indices(number).get(place).copied()
        }));
    }
    features
}

/// Shrinks the part of `simplest` that `get` returns, which is at this index. Returns whether it has become simpler.
fn shrink_part<D: Domain, I: Clone>(
    part: &D,
    index: u128,
    simplest: &mut I,
    get: impl Fn(&mut I) -> &mut D::Input,
    fails: &mut dyn FnMut(&I) -> bool,
) -> bool {
    let simpler = part.shrink(index, &mut |candidate| {
        let mut input = simplest.clone();
        *get(&mut input) = candidate.clone();
        fails(&input)
    });
    let Some(simpler) = simpler else {
        return false;
    };
    *get(simplest) = simpler;
    true
}

impl<P: Parts> Domain for P {
    type Input = P::Input;

    fn len(&self) -> u128 {
        Shape::of(self).len
    }

    fn input(&self, index: u128) -> P::Input {
        self.combination(&Shape::of(self).indices(index))
    }

    fn index(&self, input: &P::Input) -> Option<u128> {
        let shape = Shape::of(self);
        let indices = self.indices(input)?;
        (!shape.is_drawn).then(|| shape.radix.number(&indices))
    }

    fn edges(&self) -> Vec<u128> {
        let shape = Shape::of(self);
        if shape.is_drawn || shape.len == 0 {
            return Vec::new();
        }
        combine(&self.edges_of_parts())
            .iter()
            .map(|indices| shape.radix.number(indices))
            .collect()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        let shape = Shape::of(self);
        if shape.is_drawn {
            return Vec::new();
        }
        let indices = shape.indices(index);
        let mut simpler = Vec::new();
        for (part, &index) in indices.iter().enumerate() {
            for simpler_index in self.simpler_in_part(part, index) {
                let mut indices = indices.clone();
                indices[part] = simpler_index;
                simpler.push(shape.radix.number(&indices));
            }
        }
        simpler
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&P::Input) -> bool) -> Option<P::Input> {
        self.shrink_parts(&Shape::of(self).indices(index), fails)
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<P::Input>) {
        let shape = Shape::of(self);
        let mut digits = Vec::new();
        for index in indices {
            if shape.is_drawn || digits.is_empty() {
                digits = shape.indices(index);
            } else {
                shape.radix.increment(&mut digits);
            }
            inputs.push(self.combination(&digits));
        }
    }

    fn features(&self) -> Vec<Feature<P::Input>> {
        self.features_of_parts()
    }

    fn show(&self, input: &P::Input) -> String {
        self.show_parts(input)
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
        for (place, axes_of_part) in self.axes_of_parts().into_iter().enumerate() {
            for mut axis in axes_of_part {
                axis.path = axis.path.within(&Path::place(place));
                axes.push(axis);
            }
        }
        if axes.len() > MAX_AXES {
            axes = vec![Axis::new(Order::Index, &[shape.len], self)];
        }
        axes
    }
}

/// How the index of a combination consists of indices in its parts.
#[derive(Clone)]
struct Shape {
    radix: MixedRadix,
    len: u128,
    is_drawn: bool,
}

impl Shape {
    fn of(product: &impl Parts) -> Self {
        let (lengths, drawn): (_, Vec<bool>) = product.lengths().into_iter().unzip();
        let radix = MixedRadix(lengths);
        let has_drawn = drawn.contains(&true);
        let (len, is_drawn) = match radix.count() {
            Some(0) => (0, has_drawn),
            Some(len) if !has_drawn => (len, false),
            _ => (u128::MAX, true),
        };
        Shape {
            radix,
            len,
            is_drawn,
        }
    }

    /// The index in each part. If the product is drawn, these are drawn; the index in a drawn part is its seed.
    fn indices(&self, index: u128) -> Vec<u128> {
        if !self.is_drawn {
            return self.radix.digits(index);
        }
        let mut random = Random::seeded(index);
        // Half of them are uniform, a quarter uniform by magnitude, and a quarter within one of a power of two.
        self.radix
            .0
            .iter()
            .map(|&len| {
                let bits = (u128::BITS - len.leading_zeros()).max(1);
                match random.random_range(0..4) {
                    0 | 1 => random.random_range(0..len),
                    2 => random.random_range(0..len) >> random.random_range(0..bits),
                    _ => {
                        let power = 1_u128 << random.random_range(0..bits);
                        (power - 1 + random.random_range(0..3)).min(len - 1)
                    }
                }
            })
            .collect()
    }
}
