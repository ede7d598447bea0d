//! Domains: sets of inputs in which every input has an index.
//!
//! The simplest input has index 0, and simpler inputs come first. So a run can count inputs, split them into blocks,
//! draw a sample, resume, and say exactly what it covered. A domain computes each input from its index: only
//! [`given`](fn@given) keeps a list in memory.
//!
//! ```
//! use crossply::domain::{self, Domain};
//!
//! // 0, -1, 1, -2, ...
//! assert_eq!(domain::all::<i8>().input(3), -2);
//! // The empty word, "a", "b", "aa", ...
//! assert_eq!(domain::words(["a", "b"], 0..=3).input(3), ["a", "a"]);
//! // All pairs. The last part varies fastest.
//! let pairs = domain::of((domain::all::<bool>(), domain::range(1..=6)));
//! assert_eq!((pairs.len(), pairs.input(6)), (12, (true, 1)));
//! ```

mod adapters;
#[cfg(feature = "arbitrary")]
mod arbitrary;
pub(crate) mod axis;
mod drawn;
mod edges;
mod every;
mod given;
mod mixed_radix;
mod permutations;
mod product;
mod range;
#[cfg(feature = "proptest")]
mod strategy;
mod subsets;
#[cfg(test)]
mod tests;
mod words;

#[cfg(feature = "arbitrary")]
pub use arbitrary::arbitrary;
#[doc(hidden)]
pub use axis::Axis;
pub use drawn::{Random, drawn};
pub use every::{Every, all};
pub use given::given;
pub use permutations::permutations;
pub use range::{Discrete, range};
#[cfg(feature = "proptest")]
pub use strategy::strategy;
pub use subsets::subsets;
pub use words::{Letters, words};

use std::fmt::{self, Debug};
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use rand::rngs::ChaCha8Rng;

use self::axis::{MAX_CELLS, Order};
use self::edges::edge_indices;
use crate::any_vec::AnyVec;
use crate::draw::draw_short;
use crate::feature::{Feature, of_type};

/// A set of inputs, each with an index, the simplest one first.
///
/// [`all`], [`range`], [`words`] and other functions make the usual domains. Implement the trait for a domain of your
/// own.
///
/// ```
/// use crossply::Domain;
///
/// /// The leap years of the Gregorian calendar that are divisible by 100.
/// struct LeapCenturies;
///
/// impl Domain for LeapCenturies {
///     type Input = u32;
///
///     fn len(&self) -> u128 {
///         24
///     }
///
///     fn input(&self, index: u128) -> u32 {
///         400 * (index as u32 + 1)
///     }
/// }
/// ```
#[expect(
    clippy::len_without_is_empty,
    reason = "a check of an empty domain is an error"
)]
pub trait Domain: Send + Sync {
    /// The type of the inputs.
    type Input: Clone + Debug + Send + 'static;

    /// The number of inputs.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// assert_eq!(domain::words("ab", 0..=3).len(), 1 + 2 + 4 + 8);
    /// ```
    fn len(&self) -> u128;

    /// The input at this index. May panic if the index is not below [`len`](Self::len).
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let orders = domain::permutations([1, 2, 3]);
    /// assert_eq!(orders.input(orders.len() - 1), [3, 2, 1]);
    /// ```
    fn input(&self, index: u128) -> Self::Input;

    /// The index of this input: the inverse of [`input`](Self::input). `None` if the domain does not have the input or
    /// cannot tell its index.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let digits = domain::range(0..=9_i32);
    /// assert_eq!(digits.index(&7), Some(7));
    /// assert_eq!(digits.map(|n| n * n).index(&49), None);
    /// ```
    fn index(&self, input: &Self::Input) -> Option<u128> {
        let _ = input;
        None
    }

    /// Appends the inputs at these indices, in order. Override it if producing many inputs at once is faster than one
    /// by one.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let mut inputs = Vec::new();
    /// domain::subsets(["a", "b"]).fill(1..4, &mut inputs);
    /// assert_eq!(inputs, [vec!["a"], vec!["b"], vec!["a", "b"]]);
    /// ```
    fn fill(&self, indices: Range<u128>, inputs: &mut Vec<Self::Input>) {
        inputs.extend(indices.map(|index| self.input(index)));
    }

    /// The indices of edge cases, on which functions are most often wrong, the most likely ones first. A run that
    /// cannot cover the whole domain includes them. By default: both ends of the domain, powers of two, and powers of
    /// ten.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let integers = domain::all::<i64>();
    /// let edges: Vec<i64> = integers.edges().into_iter().map(|index| integers.input(index)).collect();
    /// assert_eq!(edges[..5], [0, 1, -1, i64::MIN, i64::MAX]);
    /// assert!(edges.contains(&65_535) && edges.contains(&-1_000_000));
    /// ```
    fn edges(&self) -> Vec<u128> {
        edge_indices(self.len())
    }

    /// The indices of simpler inputs that resemble the input at this index, the most promising ones first. All are
    /// smaller than `index`. A search for the simplest wrong input goes from one to the next. By default: 0, half of
    /// the index, three quarters of it, and so on.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let words = domain::words("ab", 0..=3);
    /// let word = words.index(&vec!['b', 'a']).unwrap();
    /// let simpler: Vec<String> = words.simpler(word).into_iter().map(|n| words.input(n).into_iter().collect()).collect();
    /// assert_eq!(simpler, ["", "a", "b", "aa", "ab"]);
    /// ```
    fn simpler(&self, index: u128) -> Vec<u128> {
        if self.is_drawn() {
            Vec::new()
        } else {
            approach(index).collect()
        }
    }

    /// Searches for the simplest input that `fails`, starting from the failing input at this index. `None` if the
    /// search finds no simpler one. A drawn domain has no indices of simpler inputs, so it shrinks what it has drawn.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let domain = domain::range(0..=1_000_000);
    /// assert_eq!(domain.shrink(765_432, &mut |n| *n > 1000), Some(1001));
    /// ```
    fn shrink(
        &self,
        index: u128,
        fails: &mut dyn FnMut(&Self::Input) -> bool,
    ) -> Option<Self::Input> {
        let mut index = index;
        let mut simplest = None;
        loop {
            let failing = self.simpler(index).into_iter().find_map(|simpler| {
                let input = self.input(simpler);
                fails(&input).then_some((simpler, input))
            });
            let Some((simpler, input)) = failing else {
                return simplest;
            };
            index = simpler;
            simplest = Some(input);
        }
    }

    /// The sections of the domain, in order, if it has any. Reports count inputs by section. The last section ends
    /// where the domain ends.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let sections = domain::words("01", 1..=8).sections();
    /// assert_eq!((sections.len(), &*sections[7].name), (8, "length 8"));
    /// ```
    fn sections(&self) -> Vec<Section> {
        Vec::new()
    }

    /// Decodes bytes from a fuzzing engine. Any bytes decode to some input. By default they encode an index, as in
    /// [`number_of`].
    ///
    /// ```
    /// use crossply::domain::{self, Decoded, Domain};
    ///
    /// assert_eq!(domain::range(0..=9).decode(&[13]), Decoded::<i32>::Number(3));
    /// ```
    fn decode(&self, bytes: &[u8]) -> Decoded<Self::Input> {
        Decoded::Number(number_of(bytes, self.len()))
    }

    /// What rules about wrong inputs can refer to. By default this follows from the type: numbers, characters, texts
    /// and lists, and parts that are such. Values of any other type can only be compared for equality.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let features = domain::of((domain::range(0..=9), domain::words("ab", 0..=9))).features();
    /// assert_eq!(features[1].name(), "b");
    /// ```
    fn features(&self) -> Vec<Feature> {
        of_type(&AnyVec::from(Vec::<Self::Input>::new()))
    }

    /// How reports show an input. By default this is its `Debug` output. Words over bytes that are written as text show as
    /// text.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// assert_eq!(domain::words(b"ab\n", 0..=9).show(&b"a\n".to_vec()), r#"b"a\n""#);
    /// assert_eq!(domain::words(0..=9_u8, 0..=9).show(&b"a\n".to_vec()), "[97, 10]");
    /// ```
    fn show(&self, input: &Self::Input) -> String {
        format!("{input:?}")
    }

    /// Whether the domain has too many inputs to give each an index. An index is then the seed with which an input is
    /// drawn at random, and a run tests a sample, and says so.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// // An index has 128 bits.
    /// assert!(!domain::all::<[u32; 3]>().is_drawn());
    /// assert!(domain::all::<[u32; 30]>().is_drawn());
    /// ```
    fn is_drawn(&self) -> bool {
        false
    }

    /// The axes of a map of the domain: those of its first two parts that have any if it combines several, otherwise a
    /// single one. There are none if the domain is empty or drawn.
    #[doc(hidden)]
    fn axes(&self) -> Vec<Axis> {
        let mut ends: Vec<u128> = self.sections().iter().map(|section| section.end).collect();
        if !(1..=MAX_CELLS).contains(&ends.len()) {
            ends = vec![self.len()];
        }
        vec![Axis::new(Order::Index, &ends, self)]
    }

    /// Draws an index for a run that cannot cover the domain, which should be at least `least`. Inputs that seldom occur in
    /// uniform draws, such as small numbers, are as likely as others.
    #[doc(hidden)]
    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128 {
        draw_short(random, least, self.len())
    }
}

/// What bytes from a fuzzing engine decode to.
///
/// ```
/// use crossply::domain::{self, Decoded, Domain};
///
/// let domain = domain::given(["tea", "milk"]);
/// let input = match domain.decode(b"\x05") {
///     Decoded::Number(index) => domain.input(index),
///     Decoded::Input(input) => input,
/// };
/// assert_eq!(input, "milk");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded<I> {
    /// The input at this index.
    Number(u128),
    /// An input without an index.
    Input(I),
}

/// Consecutive inputs of a domain that reports count separately.
///
/// ```
/// use crossply::{Domain, Section, domain};
///
/// let week = domain::range(1..=5).named("weekdays").chain(domain::range(6..=7).named("weekend"));
/// let weekend = Section { name: "weekend".to_owned(), end: 7 };
/// assert_eq!(week.sections()[1], weekend);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The name of the section.
    pub name: String,
    /// One more than the index of its last input.
    pub end: u128,
}

/// A domain of inputs of type `I`, of whatever kind. Clones share the domain.
///
/// ```
/// use crossply::domain::{self, Domain};
///
/// let small = domain::range(0..=9).named("small");
/// let large = domain::range(1..=6).map(|exponent| 10_i32.pow(exponent)).named("large");
/// let both = small.chain(large);
/// assert_eq!((both.len(), both.input(3), both.input(12)), (16, 3, 1000));
/// assert_eq!(both.sections()[1].name, "large");
/// ```
#[derive(Clone)]
#[must_use]
pub struct Inputs<I> {
    domain: Arc<dyn Domain<Input = I>>,
    /// If set, the whole domain is one section with this name.
    name: Option<String>,
    /// The names of the parts of an input.
    parts: Vec<String>,
}

impl<I: Clone + Debug + Send + 'static> Debug for Inputs<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Inputs").field(&self.len()).finish()
    }
}

/// Wraps any domain, so that all domains of inputs of type `I` have the same type.
///
/// ```
/// use crossply::domain::{self, Domain, Inputs};
///
/// // A tuple of domains is a domain, and so is an array.
/// let dice: Inputs<[u8; 2]> = domain::of([domain::range(1..=6), domain::range(1..=6)]);
/// assert_eq!((dice.len(), dice.input(7)), (36, [2, 2]));
/// ```
pub fn of<I>(domain: impl Domain<Input = I> + 'static) -> Inputs<I> {
    Inputs {
        domain: Arc::new(domain),
        name: None,
        parts: Vec::new(),
    }
}

impl Section {
    pub(crate) fn new(name: impl Into<String>, end: u128) -> Self {
        let name = name.into();
        Section { name, end }
    }
}

impl<I: Clone + Debug + Send + 'static> Domain for Inputs<I> {
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

    fn edges(&self) -> Vec<u128> {
        if self.is_drawn() {
            return Vec::new();
        }
        self.domain.edges()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
        if self.is_drawn() {
            return Vec::new();
        }
        self.domain.simpler(index)
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&I) -> bool) -> Option<I> {
        self.domain.shrink(index, fails)
    }

    fn sections(&self) -> Vec<Section> {
        match &self.name {
            Some(name) => vec![Section::new(name, self.len())],
            None => self.domain.sections(),
        }
    }

    fn decode(&self, bytes: &[u8]) -> Decoded<I> {
        self.domain.decode(bytes)
    }

    fn features(&self) -> Vec<Feature> {
        let mut features = self.domain.features();
        for feature in &mut features {
            feature.path.name_places(&self.parts);
        }
        features
    }

    fn show(&self, input: &I) -> String {
        self.domain.show(input)
    }

    fn is_drawn(&self) -> bool {
        self.domain.is_drawn()
    }

    fn axes(&self) -> Vec<Axis> {
        if self.is_drawn() || self.len() == 0 {
            return Vec::new();
        }
        let mut axes = self.domain.axes();
        for axis in &mut axes {
            axis.path.name_places(&self.parts);
        }
        axes
    }

    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128 {
        self.domain.spread(random, least)
    }
}

/// Approaches a number from below: 0, half of it, three quarters of it, and so on up to one less.
fn approach(number: u128) -> impl Iterator<Item = u128> {
    let halves = iter::successors(Some(number), |distance| Some(distance / 2));
    let distances = halves.take_while(|distance| *distance > 0);
    distances.map(move |distance| number - distance)
}

/// The index below `end` that bytes from a fuzzing engine encode: a little-endian number, modulo `end`.
///
/// ```
/// use crossply::domain::number_of;
///
/// assert_eq!(number_of(&[2, 1], 1000), 2 + 256);
/// assert_eq!(number_of(&[2, 1], 100), 58);
/// ```
///
/// # Panics
/// If `end` is 0.
pub fn number_of(bytes: &[u8], end: u128) -> u128 {
    // All bytes count, so that an engine sees an effect of changing those beyond the sixteenth, too.
    let numbers = bytes.chunks(16).map(|chunk| {
        let mut padded = [0; 16];
        padded[..chunk.len()].copy_from_slice(chunk);
        u128::from_le_bytes(padded)
    });
    numbers.fold(0_u128, u128::wrapping_add) % end
}
