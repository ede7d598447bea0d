//! All combinations of parts: tuples and arrays of domains are domains. The indices in the parts are the digits of a
//! combination's index. Combinations that are too many for 128 bits are drawn.

use std::array;
use std::fmt::Debug;
use std::mem;
use std::ops::Range;

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::axis::Axis;
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

    /// What [`Domain::show`] writes around the parts.
    const BRACKETS: [&str; 2];

    /// The combination of the inputs of the parts at these indices.
    fn combination(&self, indices: &[u128]) -> Self::Input;

    /// What a function makes of each part, given its place.
    fn each<T>(&self, of_part: impl FnMut(usize, &dyn Part<Self::Input>) -> T) -> Vec<T>;
}

macro_rules! tuple {
    ($end:literal $($part:ident $place:tt)*) => {
        impl<$($part: Domain),*> Parts for ($($part,)*) {
            type Input = ($($part::Input,)*);

            const BRACKETS: [&str; 2] = ["(", $end];

            fn combination(&self, indices: &[u128]) -> Self::Input {
                ($(self.$place.input(indices[$place]),)*)
            }

            fn each<T>(&self, mut of_part: impl FnMut(usize, &dyn Part<Self::Input>) -> T) -> Vec<T> {
                vec![$(of_part($place, &Projection {
                    domain: &self.$place,
                    place: $place,
                    get: |whole: &Self::Input, _| &whole.$place,
                    get_mut: |whole: &mut Self::Input, _| &mut whole.$place,
                })),*]
            }
        }

        impl<$($part: Every),*> Every for ($($part,)*) {
            fn every() -> Inputs<Self> {
                of(($(all::<$part>(),)*))
            }
        }
    };
}

tuple!(",)" A 0);
tuple!(")" A 0 B 1);
tuple!(")" A 0 B 1 C 2);
tuple!(")" A 0 B 1 C 2 D 3);

impl<D: Domain, const N: usize> Parts for [D; N] {
    type Input = [D::Input; N];

    const BRACKETS: [&str; 2] = ["[", "]"];

    fn combination(&self, indices: &[u128]) -> Self::Input {
        array::from_fn(|place| self[place].input(indices[place]))
    }

    fn each<T>(&self, mut of_part: impl FnMut(usize, &dyn Part<Self::Input>) -> T) -> Vec<T> {
        let parts = self.iter().enumerate().map(|(place, domain)| Projection {
            domain,
            place,
            get: |whole: &Self::Input, place| &whole[place],
            get_mut: |whole: &mut Self::Input, place| &mut whole[place],
        });
        parts.map(|part| of_part(part.place, &part)).collect()
    }
}

/// A part of combinations of type `C`. The type of its own inputs is erased.
#[doc(hidden)]
pub trait Part<C> {
    /// The length of the part, and whether it is drawn.
    fn length(&self) -> (u128, bool);

    /// The index of the part of this combination, where it is known.
    fn index(&self, whole: &C) -> Option<u128>;

    fn edges(&self) -> Vec<u128>;

    fn axes(&self) -> Vec<Axis>;

    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128;

    /// The features of the part, as features of combinations.
    fn features(&self, shape: &Shape) -> Vec<Feature>;

    fn show(&self, whole: &C) -> String;

    fn simpler(&self, index: u128) -> Vec<u128>;

    /// Shrinks the part of `simplest`, which is at this index. Returns whether it has become simpler.
    fn shrink(&self, index: u128, simplest: &mut C, fails: &mut dyn FnMut(&C) -> bool) -> bool;
}

/// A part with the functions that return its input in a combination, given its place.
struct Projection<'a, D: Domain, C> {
    domain: &'a D,
    place: usize,
    get: fn(&C, usize) -> &D::Input,
    get_mut: fn(&mut C, usize) -> &mut D::Input,
}

impl<D: Domain, C: Clone + 'static> Part<C> for Projection<'_, D, C> {
    fn length(&self) -> (u128, bool) {
        (self.domain.len(), self.domain.is_drawn())
    }

    fn index(&self, whole: &C) -> Option<u128> {
        self.domain.index((self.get)(whole, self.place))
    }

    fn edges(&self) -> Vec<u128> {
        self.domain.edges()
    }

    fn axes(&self) -> Vec<Axis> {
        self.domain.axes()
    }

    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128 {
        self.domain.spread(random, least)
    }

    fn features(&self, shape: &Shape) -> Vec<Feature> {
        let &Projection { place, get, .. } = self;
        let features = self.domain.features().into_iter().map(|feature| {
            let shape = shape.clone();
            let index = move |number| shape.indices(number).get(place).copied();
            feature.at_place(place, move |whole| get(whole, place), index)
        });
        features.collect()
    }

    fn show(&self, whole: &C) -> String {
        self.domain.show((self.get)(whole, self.place))
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        self.domain.simpler(index)
    }

    fn shrink(&self, index: u128, simplest: &mut C, fails: &mut dyn FnMut(&C) -> bool) -> bool {
        let simpler = self.domain.shrink(index, &mut |candidate| {
            let mut whole = simplest.clone();
            *(self.get_mut)(&mut whole, self.place) = candidate.clone();
            fails(&whole)
        });
        let is_simpler = simpler.is_some();
        if let Some(simpler) = simpler {
            *(self.get_mut)(simplest, self.place) = simpler;
        }
        is_simpler
    }
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
        let indices = self.each(|_, part| part.index(input));
        let indices = indices.into_iter().collect::<Option<Vec<_>>>()?;
        (!shape.is_drawn).then(|| shape.radix.number(&indices))
    }

    fn edges(&self) -> Vec<u128> {
        let shape = Shape::of(self);
        combine(&self.each(|_, part| part.edges()))
            .iter()
            .map(|indices| shape.radix.number(indices))
            .collect()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        let shape = Shape::of(self);
        let indices = shape.indices(index);
        let mut simpler = Vec::new();
        self.each(|place, part| {
            for simpler_index in part.simpler(indices[place]) {
                let mut indices = indices.clone();
                indices[place] = simpler_index;
                simpler.push(shape.radix.number(&indices));
            }
        });
        simpler
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&P::Input) -> bool) -> Option<P::Input> {
        let indices = Shape::of(self).indices(index);
        let mut simplest = self.combination(&indices);
        let shrunk = self.each(|place, part| part.shrink(indices[place], &mut simplest, fails));
        shrunk.contains(&true).then_some(simplest)
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

    fn features(&self) -> Vec<Feature> {
        let shape = Shape::of(self);
        let features = self.each(|_, part| part.features(&shape));
        features.into_iter().take(MAX_PARTS).flatten().collect()
    }

    fn show(&self, input: &P::Input) -> String {
        let [start, end] = P::BRACKETS;
        let parts = self.each(|_, part| part.show(input));
        format!("{start}{}{end}", parts.join(", "))
    }

    fn is_drawn(&self) -> bool {
        Shape::of(self).is_drawn
    }

    fn axes(&self) -> Vec<Axis> {
        let shape = Shape::of(self);
        let mut axes = Vec::new();
        self.each(|place, part| {
            let inputs_of_later: u128 = shape.radix.0[place + 1..].iter().product();
            for mut axis in part.axes() {
                axis.path = axis.path.within(&Path::place(place));
                axis.stride *= inputs_of_later;
                axes.push(axis);
            }
        });
        axes.truncate(2);
        axes
    }

    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128 {
        let radix = Shape::of(self).radix;
        // Only the first part tells whether a combination is far enough.
        let mut least = least / radix.0.iter().skip(1).product::<u128>();
        let indices = self.each(|_, part| part.spread(random, mem::take(&mut least)));
        radix.number(&indices)
    }
}

/// How the index of a combination consists of indices in its parts.
#[doc(hidden)]
#[derive(Clone)]
pub struct Shape {
    radix: MixedRadix,
    len: u128,
    is_drawn: bool,
}

impl Shape {
    fn of(product: &impl Parts) -> Self {
        let mut has_drawn = false;
        let radix = MixedRadix(product.each(|_, part| {
            let (len, is_drawn) = part.length();
            has_drawn |= is_drawn;
            len
        }));
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
