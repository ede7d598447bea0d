//! Domains made of other domains: mapped by a function, chained, or named.

use std::fmt::Debug;
use std::ops::Range;

use rand::rngs::ChaCha8Rng;

use super::axis::{Axis, Order};
use super::{Decoded, Domain, Inputs, Section, of};
use crate::any_vec::AnyVec;
use crate::feature::{Feature, Kind, of_type};

impl<I: Clone + Debug + Send + 'static> Inputs<I> {
    /// Applies a function to each input. Indices and sections stay the same, but [`index`](Domain::index) returns
    /// `None`, because the function has no known inverse.
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
        of(Mapped {
            offers_source: true,
            ..Mapped::new(self, function, |_| None)
        })
    }

    /// All inputs of this domain, then all inputs of the other one. The sections follow each other in the same way. If
    /// only one of the two domains has sections, the other one is a section without a name.
    ///
    /// If one of the domains is drawn, or the indices would exceed 128 bits, the chain is drawn: even indices draw from
    /// this domain, and odd ones from the other. Then it has no sections.
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
            _ => of(Chained::new(self, of(other))),
        }
    }

    /// The same domain as a single section with this name.
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

    /// The same domain with names for the parts of its inputs, which are tuples or arrays. Sentences and maps use these names
    /// instead of a, b and c. A struct that [`map`](Inputs::map) makes of the parts has fields with these names.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let version = domain::of((domain::range(0..=9), domain::range(0..=9))).parts(["major", "minor"]);
    /// let range = domain::of((version, domain::all::<bool>())).parts(["version", "is open"]);
    /// assert_eq!(range.features()[1].name(), "version.minor");
    /// ```
    pub fn parts<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Self {
        let parts = names.into_iter().map(Into::into).collect();
        Inputs { parts, ..self }
    }

    /// The sections, or the whole domain as a section without a name if there are none.
    pub(crate) fn sections_or_whole(&self) -> Vec<Section> {
        or_whole(self.sections(), self.len())
    }
}

fn or_whole(mut sections: Vec<Section>, len: u128) -> Vec<Section> {
    if sections.is_empty() {
        sections.push(Section::new("", len));
    }
    sections
}

/// A domain whose inputs are the values of a function.
pub(super) struct Mapped<I, U, F> {
    domain: Inputs<I>,
    function: F,
    inverse: fn(&U) -> Option<I>,
    pub(super) edges: Vec<u128>,
    /// The order of the values on an axis. `None` if it is that of the inputs.
    pub(super) order: Option<Order>,
    /// Whether the inputs that the function takes mean something to the user.
    offers_source: bool,
}

impl<I: Clone + Debug + Send + 'static, U, F: Fn(I) -> U> Mapped<I, U, F> {
    pub(super) fn new(domain: Inputs<I>, function: F, inverse: fn(&U) -> Option<I>) -> Self {
        Mapped {
            edges: domain.edges(),
            domain,
            function,
            inverse,
            order: None,
            offers_source: false,
        }
    }
}

impl<I, U, F> Domain for Mapped<I, U, F>
where
    I: Clone + Debug + Send + 'static,
    U: Clone + Debug + Send + 'static,
    F: Fn(I) -> U + Send + Sync,
{
    type Input = U;

    fn len(&self) -> u128 {
        self.domain.len()
    }

    fn input(&self, index: u128) -> U {
        (self.function)(self.domain.input(index))
    }

    fn index(&self, input: &U) -> Option<u128> {
        self.domain.index(&(self.inverse)(input)?)
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<U>) {
        let mut originals = Vec::new();
        self.domain.fill(indices, &mut originals);
        inputs.extend(originals.into_iter().map(&self.function));
    }

    fn edges(&self) -> Vec<u128> {
        self.edges.clone()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        self.domain.simpler(index)
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&U) -> bool) -> Option<U> {
        let simplest = self
            .domain
            .shrink(index, &mut |input| fails(&(self.function)(input.clone())));
        simplest.map(&self.function)
    }

    fn sections(&self) -> Vec<Section> {
        self.domain.sections()
    }

    fn decode(&self, bytes: &[u8]) -> Decoded<U> {
        match self.domain.decode(bytes) {
            Decoded::Number(index) => Decoded::Number(index),
            Decoded::Input(input) => Decoded::Input((self.function)(input)),
        }
    }

    /// The features of the values, and those of the inputs that the function takes. If the type of the values has no features
    /// of its own, those of the inputs stand in for them.
    fn features(&self) -> Vec<Feature> {
        let mut features = of_type(&AnyVec::from(Vec::<U>::new()));
        let is_opaque = features.iter().all(|feature| feature.kind == Kind::Form);
        if !is_opaque && !self.offers_source {
            return features;
        }
        let mut of_inputs = Vec::new();
        let of_domain = self.domain.features();
        for feature in &of_domain {
            let is_used = if is_opaque {
                has_own_name(feature, &of_domain)
            } else {
                !feature.is_of_source
            };
            if is_used {
                let domain = self.domain.clone();
                of_inputs.push(feature.of_source(is_opaque, move |index| domain.input(index)));
            }
        }
        let place = if is_opaque { 0 } else { features.len() };
        features.splice(place..place, of_inputs);
        features
    }

    fn is_drawn(&self) -> bool {
        self.domain.is_drawn()
    }

    fn axes(&self) -> Vec<Axis> {
        if let Some(order) = self.order {
            return vec![Axis::new(order, &[self.len()], self)];
        }
        let mut axes = self.domain.axes();
        if let [axis] = &mut axes[..] {
            axis.label(self);
        }
        axes
    }

    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128 {
        self.domain.spread(random, least)
    }
}

/// Whether no other of these features, of inputs that are mapped again, takes the name that this one would have. A value that
/// `map` made hides what it was made from, unless rules can only test it for equality.
fn has_own_name(feature: &Feature, all: &[Feature]) -> bool {
    all.iter().all(|other| {
        let is_made = !other.is_before_map && other.kind != Kind::Form;
        if feature.is_before_map {
            !is_made || !feature.path.is_within(&other.path)
        } else {
            feature.kind != Kind::Form || !other.is_before_map || other.path != feature.path
        }
    })
}

/// Two domains, neither of which is empty, and the number of inputs, or `None` if they are drawn. In a long chain, each
/// domain would ask the one before it more than once, so the number is kept.
struct Chained<I>(Inputs<I>, Inputs<I>, Option<u128>);

impl<I: Clone + Debug + Send + 'static> Chained<I> {
    fn new(first: Inputs<I>, second: Inputs<I>) -> Self {
        let is_drawn = first.is_drawn() || second.is_drawn();
        let count = first.len().checked_add(second.len()).filter(|_| !is_drawn);
        Chained(first, second, count)
    }

    /// The domain that has the input at this index, and the index there.
    fn locate(&self, index: u128) -> (&Inputs<I>, u128) {
        let Chained(first, second, _) = self;
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
}

impl<I: Clone + Debug + Send + 'static> Domain for Chained<I> {
    type Input = I;

    fn len(&self) -> u128 {
        self.2.unwrap_or(u128::MAX)
    }

    fn input(&self, index: u128) -> I {
        let (domain, index) = self.locate(index);
        domain.input(index)
    }

    fn index(&self, input: &I) -> Option<u128> {
        self.2?;
        self.0
            .index(input)
            .or_else(|| Some(self.0.len() + self.1.index(input)?))
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<I>) {
        if self.is_drawn() {
            inputs.extend(indices.map(|index| self.input(index)));
            return;
        }
        let Range { start, end } = indices;
        let first_len = self.0.len();
        self.0
            .fill(start.min(first_len)..end.min(first_len), inputs);
        let start = start.saturating_sub(first_len);
        let end = end.saturating_sub(first_len);
        self.1.fill(start..end, inputs);
    }

    fn edges(&self) -> Vec<u128> {
        let in_second = self.1.edges().into_iter().map(|edge| self.0.len() + edge);
        self.0.edges().into_iter().chain(in_second).collect()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        let (domain, index_there) = self.locate(index);
        let start = index - index_there;
        let mut simpler = Vec::new();
        if start > 0 {
            simpler.push(0);
        }
        simpler.extend(
            domain
                .simpler(index_there)
                .iter()
                .map(|index| start + index),
        );
        simpler
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&I) -> bool) -> Option<I> {
        let (domain, index) = self.locate(index);
        domain.shrink(index, fails)
    }

    fn sections(&self) -> Vec<Section> {
        let [first, second] = [self.0.sections(), self.1.sections()];
        if self.is_drawn() || first.is_empty() && second.is_empty() {
            return Vec::new();
        }
        let mut sections = or_whole(first, self.0.len());
        for section in or_whole(second, self.1.len()) {
            sections.push(Section::new(section.name, self.0.len() + section.end));
        }
        sections
    }

    fn is_drawn(&self) -> bool {
        self.2.is_none()
    }
}
