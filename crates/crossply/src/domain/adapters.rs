//! Domains made from others: by a function of the inputs, one after another, or with a name.

use std::fmt::Debug;
use std::ops::Range;

use super::axis::{Axis, Order};
use super::{Decoded, Domain, Inputs, Section, of};
use crate::any_vec::AnyVec;
use crate::feature::{Feature, Kind, of_type};

impl<I: Clone + Debug + Send + 'static> Inputs<I> {
    /// The domain of what a function makes of the inputs. Sections stay as they are. The number of an input is not
    /// known any more: a function has no inverse.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let words = domain::words("ab", 0..=2).map(String::from_iter);
    /// assert_eq!(words.input(4), "ab");
    /// ```
    pub fn map<U: Clone + Debug + Send + 'static>(
        self,
        function: impl Fn(I) -> U + Send + Sync + 'static,
    ) -> Inputs<U> {
        let edges = self.edges();
        of(Mapped(self, function, |_| None, edges, None))
    }

    /// The same for a function with an inverse.
    pub(super) fn map_both_ways<U: Clone + Debug + Send + 'static>(
        self,
        function: impl Fn(I) -> U + Send + Sync + 'static,
        inverse: fn(&U) -> Option<I>,
    ) -> Inputs<U> {
        let edges = self.edges();
        of(Mapped(self, function, inverse, edges, None))
    }

    /// The same with these edges, and values in this order.
    pub(super) fn map_with_edges<U: Clone + Debug + Send + 'static>(
        self,
        function: impl Fn(I) -> U + Send + Sync + 'static,
        inverse: fn(&U) -> Option<I>,
        edges: impl IntoIterator<Item = U>,
        order: Order,
    ) -> Inputs<U> {
        let edges = edges.into_iter();
        let edges = edges
            .filter_map(|edge| self.index(&inverse(&edge)?))
            .collect();
        of(Mapped(self, function, inverse, edges, Some(order)))
    }

    /// First all inputs of this domain, then all of the other one, and so the sections. If only one of the two has
    /// sections, the other one is a section without a name.
    ///
    /// If one of them is drawn, or their numbers are too many for 128 bits, the whole is drawn: an even number draws
    /// from this domain, and an odd one from the other. Then there are no sections.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let domain = domain::given([100, 200]).chain(domain::range(0..=9));
    /// assert_eq!((domain.len(), domain.input(1), domain.input(2)), (12, 200, 0));
    /// ```
    pub fn chain(self, other: impl Domain<Input = I> + 'static) -> Self {
        match (self.len(), other.len()) {
            (_, 0) => self,
            (0, _) => of(other),
            _ => of(Chained(self, of(other))),
        }
    }

    /// The same domain as one section with this name.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let domain = domain::range(0..=9).named("digits");
    /// assert_eq!((domain.sections()[0].name.as_str(), domain.sections()[0].end), ("digits", 10));
    /// ```
    pub fn named(self, name: impl Into<String>) -> Self {
        let name = Some(name.into());
        Inputs { name, ..self }
    }

    /// The sections. If there are none, the whole is one without a name.
    pub(crate) fn sections_or_whole(&self) -> Vec<Section> {
        match self.sections() {
            none if none.is_empty() => vec![Section::new("", self.len())],
            sections => sections,
        }
    }
}

/// The inputs, the function, its inverse, the edges, and the order of the values if it is not that of the inputs.
struct Mapped<I, U, F>(Inputs<I>, F, fn(&U) -> Option<I>, Vec<u128>, Option<Order>);

impl<I, U, F> Domain for Mapped<I, U, F>
where
    I: Clone + Debug + Send + 'static,
    U: Clone + Debug + Send + 'static,
    F: Fn(I) -> U + Send + Sync,
{
    type Input = U;

    fn len(&self) -> u128 {
        self.0.len()
    }

    fn input(&self, index: u128) -> U {
        (self.1)(self.0.input(index))
    }

    fn index(&self, input: &U) -> Option<u128> {
        self.0.index(&(self.2)(input)?)
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<U>) {
        let mut originals = Vec::new();
        self.0.fill(indices, &mut originals);
        inputs.extend(originals.into_iter().map(&self.1));
    }

    fn edges(&self) -> Vec<u128> {
        self.3.clone()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        self.0.simpler(index)
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&U) -> bool) -> Option<U> {
        let function = &self.1;
        let mut mapped = |input: &I| fails(&function(input.clone()));
        self.0.shrink(index, &mut mapped).map(function)
    }

    fn sections(&self) -> Vec<Section> {
        self.0.sections()
    }

    fn decode(&self, bytes: &[u8]) -> Decoded<U> {
        match self.0.decode(bytes) {
            Decoded::Number(index) => Decoded::Number(index),
            Decoded::Input(input) => Decoded::Input((self.1)(input)),
        }
    }

    /// Of values of an unknown type, what is known of those that they are made of counts.
    fn features(&self) -> Vec<Feature<U>> {
        let mut features = of_type(&AnyVec::from(Vec::<U>::new()));
        if features.iter().all(|feature| feature.kind == Kind::Form) {
            let sources = self.0.features().into_iter().map(|feature| {
                let sources = self.0.clone();
                let source = move |number| sources.input(number);
                feature.feature.of_source("the input of `map`", source)
            });
            features.splice(0..0, sources);
        }
        features.into_iter().map(Feature::from).collect()
    }

    fn is_drawn(&self) -> bool {
        self.0.is_drawn()
    }

    fn axes(&self) -> Vec<Axis> {
        let shown = |number| format!("{:?}", self.input(number));
        if let Some(order) = self.4 {
            return vec![Axis::new(order, self.len(), shown)];
        }
        let mut axes = self.0.axes();
        if let [axis] = &mut axes[..] {
            axis.relabel(shown);
        }
        axes
    }
}

/// Two domains that are not empty.
struct Chained<I>(Inputs<I>, Inputs<I>);

impl<I: Clone + Debug + Send + 'static> Chained<I> {
    /// The domain that has the input with this number, and its number there.
    fn part(&self, index: u128) -> (&Inputs<I>, u128) {
        let Chained(first, second) = self;
        if self.is_drawn() {
            let is_even = index.is_multiple_of(2);
            let domain = if is_even { first } else { second };
            return (domain, index / 2 % domain.len());
        }
        match index.checked_sub(first.len()) {
            Some(index) => (second, index),
            None => (first, index),
        }
    }

    /// How many inputs there are; none if they are drawn.
    fn count(&self) -> Option<u128> {
        let is_drawn = self.0.is_drawn() || self.1.is_drawn();
        self.0.len().checked_add(self.1.len()).filter(|_| !is_drawn)
    }
}

impl<I: Clone + Debug + Send + 'static> Domain for Chained<I> {
    type Input = I;

    fn len(&self) -> u128 {
        self.count().unwrap_or(u128::MAX)
    }

    fn input(&self, index: u128) -> I {
        let (domain, index) = self.part(index);
        domain.input(index)
    }

    fn index(&self, input: &I) -> Option<u128> {
        self.count()?;
        let second = || Some(self.0.len() + self.1.index(input)?);
        self.0.index(input).or_else(second)
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<I>) {
        if self.is_drawn() {
            return inputs.extend(indices.map(|index| self.input(index)));
        }
        let (Range { start, end }, first) = (indices, self.0.len());
        self.0.fill(start.min(first)..end.min(first), inputs);
        let [start, end] = [start, end].map(|index| index.saturating_sub(first));
        self.1.fill(start..end, inputs);
    }

    fn edges(&self) -> Vec<u128> {
        if self.is_drawn() {
            return Vec::new();
        }
        let others = self.1.edges().into_iter().map(|edge| self.0.len() + edge);
        self.0.edges().into_iter().chain(others).collect()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        let (domain, number) = self.part(index);
        let before = index - number;
        let of_part = domain
            .simpler(number)
            .into_iter()
            .map(|number| before + number);
        let first = (before > 0).then_some(0);
        match self.count() {
            None => Vec::new(),
            Some(_) => first.into_iter().chain(of_part).collect(),
        }
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&I) -> bool) -> Option<I> {
        let (domain, index) = self.part(index);
        domain.shrink(index, fails)
    }

    fn sections(&self) -> Vec<Section> {
        let has_none = self.0.sections().is_empty() && self.1.sections().is_empty();
        if self.is_drawn() || has_none {
            return Vec::new();
        }
        let mut sections = self.0.sections_or_whole();
        let others = self.1.sections_or_whole().into_iter();
        sections.extend(others.map(|other| Section::new(other.name, self.0.len() + other.end)));
        sections
    }

    fn is_drawn(&self) -> bool {
        self.count().is_none()
    }
}
