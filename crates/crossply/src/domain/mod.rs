//! Domains: numbered sets of inputs.
//!
//! A number stands for an input: 0 for the simplest one. So a run can count inputs, cut them into blocks, draw some of
//! them, resume, and say exactly what it covered; and a simpler input is one with a smaller number. Nothing here keeps a
//! list in memory, except a domain that is given as a list.
//!
//! ```
//! use crossply::domain::{self, Domain};
//!
//! // 0, -1, 1, -2, ...
//! assert_eq!(domain::all::<i8>().input(3), -2);
//! // The empty word, "a", "b", "aa", ...
//! assert_eq!(domain::words(["a", "b"], 0..=3).input(3), ["a", "a"]);
//! // All pairs. The last part varies first.
//! let pairs = domain::of((domain::all::<bool>(), domain::range(1..=6)));
//! assert_eq!((pairs.len(), pairs.input(6)), (12, (true, 1)));
//! ```

mod adapters;
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod axis;
mod digits;
mod drawn;
mod edges;
mod every;
mod given;
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
pub(crate) use axis::MOST_AXES;
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

use self::axis::{MOST_CELLS, Order};
use self::edges::edges_of_numbers;
use crate::any_vec::AnyVec;
use crate::feature::Feature;
use crate::feature::of_type;

/// A numbered set of inputs, simplest first.
///
/// Implement it for a set of your own; [`all`], [`range`], [`words`] and others make the usual ones.
///
/// ```
/// use crossply::Domain;
///
/// /// The leap years of the Gregorian calendar, every fourth century.
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
    reason = "a check of an empty domain is refused"
)]
pub trait Domain: Send + Sync {
    /// The inputs. `Debug` is how people see them.
    type Input: Clone + Debug + Send + 'static;

    /// How many inputs there are.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// assert_eq!(domain::words("ab", 0..=3).len(), 1 + 2 + 4 + 8);
    /// ```
    fn len(&self) -> u128;

    /// The input with this number, which is below [`len`](Self::len). May panic on others.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let orders = domain::permutations([1, 2, 3]);
    /// assert_eq!(orders.input(orders.len() - 1), [3, 2, 1]);
    /// ```
    fn input(&self, index: u128) -> Self::Input;

    /// The number of this input: the inverse of [`input`](Self::input). None if that is not known.
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

    /// Appends the inputs with these numbers, in order. Override it if many at once are faster than one by one.
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

    /// The numbers of inputs at which functions are most often wrong, the most likely ones first: a run that does not cover
    /// the domain asks for these, too. By default the domain's ends, and powers of two and of ten.
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
        if self.is_drawn() {
            Vec::new()
        } else {
            edges_of_numbers(self.len())
        }
    }

    /// The numbers of simpler inputs that are like the one with this number, the most promising ones first. All are smaller. A
    /// search for the simplest wrong input goes from one to the next. By default it halves the distance to zero.
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
            nearer(index).collect()
        }
    }

    /// The simplest input found that `fails`, from the one with this number, which does; none if none is simpler. A drawn
    /// domain has no numbers of simpler inputs, and shrinks what it has drawn.
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
        let (mut number, mut simplest) = (index, None);
        loop {
            let mut simpler = self.simpler(number).into_iter();
            let next = simpler.find_map(|next| {
                let input = self.input(next);
                fails(&input).then_some((next, input))
            });
            let Some((next, input)) = next else {
                return simplest;
            };
            (number, simplest) = (next, Some(input));
        }
    }

    /// The sections of the domain, in order, if it has some: reports count by section. The last one ends with the domain.
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

    /// The input that a fuzzing engine means with these bytes: of every sequence of bytes some input. By default they are its
    /// [number](number_of).
    ///
    /// ```
    /// use crossply::domain::{self, Decoded, Domain};
    ///
    /// assert_eq!(domain::range(0..=9).decode(&[13]), Decoded::<i32>::Number(3));
    /// ```
    fn decode(&self, bytes: &[u8]) -> Decoded<Self::Input> {
        Decoded::Number(number_of(bytes, self.len()))
    }

    /// What rules about inputs can be made of, when solvers are wrong. By default this follows from the type: numbers,
    /// characters, texts and lists are known. Of other values only which are the same is.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// let features = domain::words("ab", 0..=9).features();
    /// assert!(features.iter().any(|feature| feature.name() == "the length of {}"));
    /// ```
    fn features(&self) -> Vec<Feature<Self::Input>> {
        let features = of_type(&AnyVec::from(Vec::<Self::Input>::new()));
        features.into_iter().map(Feature::from).collect()
    }

    /// Whether numbers are only seeds: the domain cannot be numbered, and an input is drawn with its number as the
    /// seed. Then a run draws, and says so.
    ///
    /// ```
    /// use crossply::domain::{self, Domain};
    ///
    /// // A number of an input has 128 bits.
    /// assert!(!domain::all::<[u32; 3]>().is_drawn());
    /// assert!(domain::all::<[u32; 30]>().is_drawn());
    /// ```
    fn is_drawn(&self) -> bool {
        false
    }

    /// The inputs in the order of their values; of combinations of a few parts an axis for each part. None if they are
    /// drawn.
    #[doc(hidden)]
    fn axes(&self) -> Vec<Axis> {
        let mut ends: Vec<u128> = self.sections().iter().map(|section| section.end).collect();
        if self.is_drawn() || self.len() == 0 {
            return Vec::new();
        }
        if !(1..=MOST_CELLS).contains(&ends.len()) {
            ends = vec![self.len()];
        }
        let shown = |number| format!("{:?}", self.input(number));
        vec![Axis::with_sections(Order::Numbers, &ends, shown)]
    }
}

/// An input that bytes mean.
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
    /// The input with this number.
    Number(u128),
    /// This one, which has no number.
    Input(I),
}

/// A part of a domain that reports tell apart: inputs that follow each other.
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
    /// Its name.
    pub name: String,
    /// The number after that of its last input.
    pub end: u128,
}

/// Any domain of inputs of type `I`. A clone shares it.
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
#[must_use]
pub struct Inputs<I> {
    domain: Arc<dyn Domain<Input = I>>,
    /// If the whole is one section.
    name: Option<String>,
}

impl<I: Clone + Debug + Send + 'static> Debug for Inputs<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Inputs").field(&self.len()).finish()
    }
}

impl<I> Clone for Inputs<I> {
    fn clone(&self) -> Self {
        let (domain, name) = (Arc::clone(&self.domain), self.name.clone());
        Inputs { domain, name }
    }
}

/// A handle on any domain, so that domains of the same inputs have the same type.
///
/// ```
/// use crossply::domain::{self, Domain, Inputs};
///
/// // A tuple of domains is a domain, and so is an array.
/// let dice: Inputs<[u8; 2]> = domain::of([domain::range(1..=6), domain::range(1..=6)]);
/// assert_eq!((dice.len(), dice.input(7)), (36, [2, 2]));
/// ```
pub fn of<I>(domain: impl Domain<Input = I> + 'static) -> Inputs<I> {
    let (domain, name) = (Arc::new(domain), None);
    Inputs { domain, name }
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
        self.domain.edges()
    }

    fn simpler(&self, index: u128) -> Vec<u128> {
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

    fn features(&self) -> Vec<Feature<I>> {
        self.domain.features()
    }

    fn is_drawn(&self) -> bool {
        self.domain.is_drawn()
    }

    fn axes(&self) -> Vec<Axis> {
        self.domain.axes()
    }
}

/// Zero, a half of the number, three quarters of it, and so on.
fn nearer(number: u128) -> impl Iterator<Item = u128> {
    let steps = iter::successors(Some(number), |step| Some(step / 2));
    let steps = steps.take_while(|step| *step > 0);
    steps.map(move |step| number - step)
}

/// The number below `end` that a fuzzing engine means with these bytes: they are its digits, the least one first, and of greater
/// numbers the remainder counts.
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
    // Bytes beyond the sixteenth count as well, so that longer inputs of an engine are worth something.
    let digits = bytes.chunks(16).map(|chunk| {
        let mut digit = [0; 16];
        digit[..chunk.len()].copy_from_slice(chunk);
        u128::from_le_bytes(digit)
    });
    digits.fold(0_u128, u128::wrapping_add) % end
}
