//! Type-erased inputs: a domain, and batches of inputs from it.

use std::cell::RefCell;
use std::fmt::Debug;
use std::iter;
use std::ops::Range;

use rand::rngs::ChaCha8Rng;

use crate::any_vec::{AnyVec, Item};
use crate::domain::{Axis, Decoded, Domain, Inputs};
use crate::failure::catch_panic;
use crate::feature::Feature;
use crate::number_set::NumberSet;

/// A domain with the type of its inputs erased.
pub(crate) trait AnyDomain: Send + Sync {
    /// An empty column of inputs.
    fn empty(&self) -> AnyVec;
    /// Appends the inputs with these numbers.
    fn fill(&self, numbers: &Numbers, inputs: &mut AnyVec);
    /// Appends a copy of an input.
    fn copy(&self, input: &dyn Item, inputs: &mut AnyVec);
    /// How reports show an input.
    fn show(&self, input: &dyn Item) -> String;
    /// The number of an input, if the domain can compute it.
    fn index(&self, input: &dyn Item) -> Option<u128>;
    /// The input that the bytes of a fuzzing engine encode, as a batch.
    fn decode(&self, bytes: &[u8]) -> Batch;
    /// The numbers of simpler inputs.
    fn simpler(&self, number: u128) -> Vec<u128>;
    /// Shrinks the input with this number to the simplest one found for which `fails` still returns true.
    fn shrink(&self, number: u128, fails: &mut dyn FnMut(AnyVec) -> bool) -> Option<AnyVec>;
    /// The features of inputs, from which rules are built.
    fn features(&self) -> Vec<Feature>;
    /// The numbers of edges, ascending.
    fn edges(&self) -> Vec<u128>;
    /// The axes, one for each part of a combination, most significant part first. Empty if inputs are drawn.
    fn axes(&self) -> Vec<Axis>;
    /// Draws the number of an input, which should be at least `least`.
    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128;
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

impl<I: Clone + Debug + Send + 'static> AnyDomain for Inputs<I> {
    fn empty(&self) -> AnyVec {
        AnyVec::from(Vec::<I>::new())
    }

    fn fill(&self, numbers: &Numbers, inputs: &mut AnyVec) {
        let inputs = inputs.values_mut();
        match numbers {
            Numbers::All(indices) => Domain::fill(self, indices.clone(), inputs),
            Numbers::Listed(numbers) => inputs.extend(numbers.iter().map(|&n| self.input(n))),
        }
    }

    fn copy(&self, input: &dyn Item, inputs: &mut AnyVec) {
        inputs.values_mut::<I>().push(input.get::<I>().clone());
    }

    fn show(&self, input: &dyn Item) -> String {
        Domain::show(self, input.get())
    }

    fn index(&self, input: &dyn Item) -> Option<u128> {
        Domain::index(self, input.get())
    }

    fn decode(&self, bytes: &[u8]) -> Batch {
        let (numbers, input) = match Domain::decode(self, bytes) {
            Decoded::Number(number) => (vec![number], self.input(number)),
            Decoded::Input(input) => (Vec::new(), input),
        };
        Batch {
            numbers: Numbers::Listed(numbers),
            inputs: AnyVec::from(vec![input]),
        }
    }

    fn simpler(&self, number: u128) -> Vec<u128> {
        Domain::simpler(self, number)
    }

    fn shrink(&self, number: u128, fails: &mut dyn FnMut(AnyVec) -> bool) -> Option<AnyVec> {
        let simplest = Domain::shrink(self, number, &mut |input| {
            fails(AnyVec::from(vec![input.clone()]))
        })?;
        Some(AnyVec::from(vec![simplest]))
    }

    fn features(&self) -> Vec<Feature> {
        Domain::features(self)
    }

    fn edges(&self) -> Vec<u128> {
        let mut edges = Domain::edges(self);
        edges.retain(|edge| *edge < self.len());
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    fn axes(&self) -> Vec<Axis> {
        // If the domain panics, it is rejected before a run.
        catch_panic(|| Domain::axes(self)).unwrap_or_default()
    }

    fn spread(&self, random: &mut ChaCha8Rng, least: u128) -> u128 {
        Domain::spread(self, random, least)
    }
}

thread_local! {
    /// The numbers of the inputs that this thread asks a solver for, and the row of the next one. A solver gets only inputs,
    /// and several of them may look the same.
    static ANNOUNCED: RefCell<(Numbers, usize)> = const { RefCell::new((Numbers::NONE, 0)) };
}

impl Numbers {
    /// No number is known.
    pub(crate) const NONE: Self = Numbers::Listed(Vec::new());

    /// Announces that this thread is about to ask a solver for inputs with these numbers.
    pub(crate) fn announce(self) {
        ANNOUNCED.set((self, 0));
    }

    /// Announces that the input in this row is the next one.
    pub(crate) fn announce_row(row: usize) {
        ANNOUNCED.with_borrow_mut(|(_, next)| *next = row);
    }

    /// The number of the next input, if it is known.
    pub(crate) fn take_announced() -> Option<u128> {
        ANNOUNCED.with_borrow_mut(|(numbers, next)| {
            *next += 1;
            numbers.get(*next - 1)
        })
    }

    /// The row of the next input.
    pub(crate) fn announced_row() -> usize {
        ANNOUNCED.with_borrow(|(_, next)| *next)
    }

    /// The number of the next input, which stays the next one.
    pub(crate) fn announced() -> Option<u128> {
        ANNOUNCED.with_borrow(|(numbers, next)| numbers.get(*next))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Numbers::All(numbers) => (numbers.end - numbers.start) as usize,
            Numbers::Listed(numbers) => numbers.len(),
        }
    }

    /// The number of the input in this row, if it has one.
    pub(crate) fn get(&self, row: usize) -> Option<u128> {
        match self {
            Numbers::All(numbers) => Some(numbers.start + row as u128),
            Numbers::Listed(numbers) => numbers.get(row).copied(),
        }
    }

    /// The row of the input with this number, if the numbers ascend.
    pub(crate) fn row(&self, number: u128) -> Option<usize> {
        match self {
            Numbers::All(numbers) if numbers.contains(&number) => {
                Some((number - numbers.start) as usize)
            }
            Numbers::All(_) => None,
            Numbers::Listed(numbers) => numbers.binary_search(&number).ok(),
        }
    }

    /// The rows whose inputs are in a set. Takes time for these, not for all rows, if the numbers are a range.
    pub(crate) fn rows_in<'a>(
        &'a self,
        set: &'a NumberSet,
    ) -> Box<dyn Iterator<Item = usize> + 'a> {
        if set.is_empty() {
            return Box::new(iter::empty());
        }
        match self {
            Numbers::All(range) => {
                let numbers = set
                    .from(range.start)
                    .take_while(|number| *number < range.end);
                Box::new(numbers.map(|number| (number - range.start) as usize))
            }
            Numbers::Listed(numbers) => Box::new(
                numbers
                    .iter()
                    .enumerate()
                    .filter_map(|(row, number)| set.contains(*number).then_some(row)),
            ),
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
