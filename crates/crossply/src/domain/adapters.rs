//! What makes a domain of others: a function of its inputs, one domain after another, a name.

use std::fmt::Debug;
use std::ops::Range;

use super::{Domain, Inputs, Section, of};

impl<I: Clone + Debug + 'static> Inputs<I> {
    /// The domain of what a function makes of the inputs. Sections stay as they are. The number of an input is not
    /// known any more: a function has no inverse.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let words = domain::words("ab", 0..=2).map(String::from_iter);
    /// assert_eq!(words.input(4), "ab");
    /// ```
    pub fn map<U: Clone + Debug>(
        self,
        function: impl Fn(I) -> U + Send + Sync + 'static,
    ) -> Inputs<U> {
        self.map_both_ways(function, |_| None)
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
        if self.len() == 0 {
            return of(other);
        }
        if other.len() == 0 {
            return self;
        }
        let numbered = !self.is_drawn() && !other.is_drawn();
        let len = self.len().checked_add(other.len()).filter(|_| numbered);
        of(Chained(self, of(other), len))
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
        of(Named {
            domain: self,
            name: name.into(),
        })
    }

    /// `map` by a function with an inverse, which is None for what the function does not give. So numbers stay known.
    pub(super) fn map_both_ways<U: Clone + Debug>(
        self,
        function: impl Fn(I) -> U + Send + Sync + 'static,
        inverse: impl Fn(&U) -> Option<I> + Send + Sync + 'static,
    ) -> Inputs<U> {
        of(Mapped {
            domain: self,
            function,
            inverse,
        })
    }
}

struct Mapped<I, F, G> {
    domain: Inputs<I>,
    function: F,
    inverse: G,
}

impl<I, U, F, G> Domain for Mapped<I, F, G>
where
    I: Clone + Debug,
    U: Clone + Debug,
    F: Fn(I) -> U + Send + Sync,
    G: Fn(&U) -> Option<I> + Send + Sync,
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

    fn sections(&self) -> Vec<Section> {
        self.domain.sections()
    }

    fn is_drawn(&self) -> bool {
        self.domain.is_drawn()
    }
}

/// Two domains that are not empty, and how many inputs they have. None if the whole is drawn.
struct Chained<I>(Inputs<I>, Inputs<I>, Option<u128>);

impl<I: Clone + Debug> Domain for Chained<I> {
    type Input = I;

    fn len(&self) -> u128 {
        self.2.unwrap_or(u128::MAX)
    }

    fn input(&self, index: u128) -> I {
        let first = self.0.len();
        match self.2 {
            Some(_) if index < first => self.0.input(index),
            Some(_) => self.1.input(index - first),
            None if index.is_multiple_of(2) => self.0.input(index / 2 % first),
            None => self.1.input(index / 2 % self.1.len()),
        }
    }

    fn index(&self, input: &I) -> Option<u128> {
        self.2?;
        let second = || Some(self.0.len() + self.1.index(input)?);
        self.0.index(input).or_else(second)
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<I>) {
        if self.2.is_none() {
            inputs.extend(indices.map(|index| self.input(index)));
            return;
        }
        let first = self.0.len();
        if indices.start < first {
            self.0.fill(indices.start..indices.end.min(first), inputs);
        }
        if first < indices.end {
            self.1.fill(
                indices.start.max(first) - first..indices.end - first,
                inputs,
            );
        }
    }

    fn sections(&self) -> Vec<Section> {
        let mut sections = [self.0.sections(), self.1.sections()];
        if self.2.is_none() || sections.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        for (sections, domain) in sections.iter_mut().zip([&self.0, &self.1]) {
            if sections.is_empty() {
                sections.push(Section {
                    name: String::new(),
                    end: domain.len(),
                });
            }
        }
        for section in &mut sections[1] {
            section.end += self.0.len();
        }
        sections.concat()
    }

    fn is_drawn(&self) -> bool {
        self.2.is_none()
    }
}

struct Named<I> {
    domain: Inputs<I>,
    name: String,
}

impl<I: Clone + Debug> Domain for Named<I> {
    type Input = I;

    fn len(&self) -> u128 {
        self.domain.len()
    }

    fn input(&self, index: u128) -> I {
        self.domain.input(index)
    }

    fn index(&self, input: &I) -> Option<u128> {
        self.domain.index(input)
    }

    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<I>) {
        self.domain.fill(indices, inputs);
    }

    fn sections(&self) -> Vec<Section> {
        vec![Section {
            name: self.name.clone(),
            end: self.len(),
        }]
    }

    fn is_drawn(&self) -> bool {
        self.domain.is_drawn()
    }
}
