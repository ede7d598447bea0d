//! Type-erased inputs: a domain, and batches of inputs from it.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::OnceLock;

use crate::any_vec::{AnyVec, Item};
use crate::domain::{Axis, Decoded, Domain, Inputs, Section};
use crate::failure::catch_panic;
use crate::feature::AnyFeature;

/// A domain with the type of its inputs erased.
pub(crate) trait AnyDomain: Send + Sync {
    /// An empty column of inputs.
    fn empty(&self) -> AnyVec;
    /// Appends the inputs with these numbers.
    fn fill(&self, numbers: &Numbers, inputs: &mut AnyVec);
    /// Appends a copy of an input.
    fn copy(&self, input: &dyn Item, inputs: &mut AnyVec);
    /// The number of an input, if the domain can compute it.
    fn index(&self, input: &dyn Item) -> Option<u128>;
    /// The input that the bytes of a fuzzing engine encode, as a batch.
    fn decode(&self, bytes: &[u8]) -> Batch;
    /// The numbers of simpler inputs.
    fn simpler(&self, number: u128) -> Vec<u128>;
    /// Shrinks the input with this number to the simplest one found for which `fails` still returns true.
    fn shrink(&self, number: u128, fails: &mut dyn FnMut(AnyVec) -> bool) -> Option<AnyVec>;
    /// The features of inputs, from which rules are built.
    fn features(&self) -> Vec<AnyFeature>;
    /// The number of inputs.
    fn len(&self) -> u128;
    /// Whether the inputs can only be drawn, so that their numbers are seeds.
    fn is_drawn(&self) -> bool;
    /// At least one section. The last one ends with the domain.
    fn sections(&self) -> &[Section];
    /// The numbers of edges, ascending.
    fn edges(&self) -> &[u128];
    /// The axes. A domain of combinations has one for each part, most significant part first. Empty if inputs are drawn.
    fn axes(&self) -> &[Axis];
}

/// The numbers of the inputs in a batch.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    /// All numbers of the range.
    All(Range<u128>),
    /// The listed numbers. Empty if the batch is a single input without a number.
    Listed(Vec<u128>),
}

/// Inputs and their numbers.
pub(crate) struct Batch {
    pub(crate) numbers: Numbers,
    pub(crate) inputs: AnyVec,
}

/// A domain, and what is known of it. A combination takes milliseconds to list its edges, so they wait until a run needs them.
pub(crate) struct Erased<I> {
    domain: Inputs<I>,
    len: u128,
    is_drawn: bool,
    sections: Vec<Section>,
    edges: OnceLock<Vec<u128>>,
    axes: OnceLock<Vec<Axis>>,
}

impl<I: Clone + Debug + Send + 'static> From<Inputs<I>> for Erased<I> {
    fn from(domain: Inputs<I>) -> Self {
        Erased {
            len: domain.len(),
            is_drawn: domain.is_drawn(),
            sections: domain.sections_or_whole(),
            edges: OnceLock::new(),
            axes: OnceLock::new(),
            domain,
        }
    }
}

impl<I: Clone + Debug + Send + 'static> AnyDomain for Erased<I> {
    fn empty(&self) -> AnyVec {
        AnyVec::from(Vec::<I>::new())
    }

    fn fill(&self, numbers: &Numbers, inputs: &mut AnyVec) {
        let inputs = inputs.values_mut();
        match numbers {
            Numbers::All(indices) => self.domain.fill(indices.clone(), inputs),
            Numbers::Listed(numbers) => {
                inputs.extend(numbers.iter().map(|&n| self.domain.input(n)))
            }
        }
    }

    fn copy(&self, input: &dyn Item, inputs: &mut AnyVec) {
        inputs.values_mut::<I>().push(input.get::<I>().clone());
    }

    fn index(&self, input: &dyn Item) -> Option<u128> {
        self.domain.index(input.get())
    }

    fn decode(&self, bytes: &[u8]) -> Batch {
        let (numbers, input) = match self.domain.decode(bytes) {
            Decoded::Number(number) => (vec![number], self.domain.input(number)),
            Decoded::Input(input) => (Vec::new(), input),
        };
        Batch {
            numbers: Numbers::Listed(numbers),
            inputs: AnyVec::from(vec![input]),
        }
    }

    fn simpler(&self, number: u128) -> Vec<u128> {
        self.domain.simpler(number)
    }

    fn shrink(&self, number: u128, fails: &mut dyn FnMut(AnyVec) -> bool) -> Option<AnyVec> {
        let mut fails = |input: &I| fails(AnyVec::from(vec![input.clone()]));
        let simplest = self.domain.shrink(number, &mut fails)?;
        Some(AnyVec::from(vec![simplest]))
    }

    fn features(&self) -> Vec<AnyFeature> {
        let features = self.domain.features().into_iter();
        features.map(|feature| feature.feature).collect()
    }

    fn len(&self) -> u128 {
        self.len
    }

    fn is_drawn(&self) -> bool {
        self.is_drawn
    }

    fn sections(&self) -> &[Section] {
        &self.sections
    }

    fn edges(&self) -> &[u128] {
        self.edges.get_or_init(|| {
            let mut edges = self.domain.edges();
            edges.retain(|edge| *edge < self.len);
            edges.sort_unstable();
            edges.dedup();
            edges
        })
    }

    fn axes(&self) -> &[Axis] {
        // If the domain panics, a run without maps still reports that.
        let axes = || catch_panic(|| self.domain.axes()).unwrap_or_default();
        self.axes.get_or_init(axes)
    }
}

impl Numbers {
    /// The number of the input in this row, if it has one.
    pub(crate) fn get(&self, row: usize) -> Option<u128> {
        match self {
            Numbers::All(numbers) => Some(numbers.start + row as u128),
            Numbers::Listed(numbers) => numbers.get(row).copied(),
        }
    }

    /// The number of the input in this row. Panics if it has none.
    pub(crate) fn at(&self, row: usize) -> u128 {
        self.get(row).expect("inputs of a run have numbers")
    }
}

impl Batch {
    /// The number of inputs.
    pub(crate) fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Keeps the first `rows` inputs.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.inputs.truncate(rows);
        match &mut self.numbers {
            Numbers::All(numbers) => numbers.end = numbers.start + rows as u128,
            Numbers::Listed(numbers) => numbers.truncate(rows),
        }
    }

    /// The batch of only the inputs in these rows.
    pub(crate) fn of_rows(&self, domain: &dyn AnyDomain, rows: &[usize]) -> Self {
        let mut inputs = domain.empty();
        for &row in rows {
            domain.copy(self.inputs.item(row), &mut inputs);
        }
        let numbers = rows.iter().map(|&row| self.numbers.at(row)).collect();
        let numbers = Numbers::Listed(numbers);
        Batch { numbers, inputs }
    }
}
