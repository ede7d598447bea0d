//! Strategies of proptest: a strategy as a domain, and a domain as a strategy.

use std::fmt::Debug;
use std::vec;

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::RngExt;

use super::drawn::Random;
use super::{Domain, Inputs, of};

/// The values that a proptest strategy draws. They shrink as the strategy says. There are 2⁶⁴ indices. A boxed strategy
/// must be `Sync`: use `sboxed` in place of `boxed`.
///
/// ```
/// use crossply::domain::{self, Domain};
/// use proptest::prelude::*;
///
/// let words = domain::strategy("[a-z]{3}");
/// assert_eq!((words.input(7).len(), words.input(7)), (3, words.input(7)));
/// ```
///
/// # Panics
///
/// Getting an input panics if the strategy rejects all values that it draws for the index.
pub fn strategy<S>(strategy: S) -> Inputs<S::Value>
where
    S: Strategy<Value: Clone + Send + 'static> + Send + Sync + 'static,
{
    of(StrategyValues(strategy))
}

/// How often to ask the strategy for a value. Each time, it may reject as many as proptest allows.
const MAX_ATTEMPTS: usize = 16;

struct StrategyValues<S>(S);

impl<S: Strategy> StrategyValues<S> {
    fn tree(&self, index: u128) -> S::Tree {
        let mut random = Random::seeded(index);
        for _ in 0..MAX_ATTEMPTS {
            let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &random.random::<[u8; 32]>());
            let mut runner = TestRunner::new_with_rng(Config::default(), rng);
            if let Ok(tree) = self.0.new_tree(&mut runner) {
                return tree;
            }
        }
        panic!("the strategy rejects all that it draws: {:?}", self.0)
    }
}

impl<S> Domain for StrategyValues<S>
where
    S: Strategy<Value: Clone + Send + 'static> + Send + Sync,
{
    type Input = S::Value;

    fn len(&self) -> u128 {
        1 << 64
    }

    fn input(&self, index: u128) -> S::Value {
        self.tree(index).current()
    }

    fn shrink(&self, index: u128, fails: &mut dyn FnMut(&S::Value) -> bool) -> Option<S::Value> {
        let mut tree = self.tree(index);
        let mut simplest = None;
        let mut has_next = tree.simplify();
        while has_next {
            let input = tree.current();
            has_next = if fails(&input) {
                simplest = Some(input);
                tree.simplify()
            } else {
                tree.complicate()
            };
        }
        simplest
    }

    fn is_drawn(&self) -> bool {
        true
    }
}

/// Draws inputs of the domain. A failing input shrinks towards simpler ones.
///
/// ```
/// use crossply::domain;
/// use proptest::prelude::*;
///
/// proptest!(|(n in domain::range(-100..=100_i32), word in domain::words("ab", 0..=8))| {
///     prop_assert!(n.abs() <= 100 && word.len() <= 8);
/// });
/// ```
impl<I: Clone + Debug + Send + 'static> Strategy for Inputs<I> {
    type Tree = InputTree<I>;
    type Value = I;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let index = (0..self.len()).new_tree(runner)?.current();
        Ok(InputTree {
            inputs: self.clone(),
            failing: index,
            candidates: Vec::new().into_iter(),
            current: index,
        })
    }
}

/// An input, and the simpler ones to try if it fails. All are given by index.
#[derive(Debug)]
pub struct InputTree<I: Clone + Debug + Send + 'static> {
    inputs: Inputs<I>,
    /// The simplest input that has failed.
    failing: u128,
    /// Simpler inputs that have not been tried yet.
    candidates: vec::IntoIter<u128>,
    current: u128,
}

impl<I: Clone + Debug + Send + 'static> ValueTree for InputTree<I> {
    type Value = I;

    fn current(&self) -> I {
        self.inputs.input(self.current)
    }

    fn simplify(&mut self) -> bool {
        self.failing = self.current;
        self.candidates = self.inputs.simpler(self.current).into_iter();
        self.complicate()
    }

    fn complicate(&mut self) -> bool {
        let next = self.candidates.next();
        self.current = next.unwrap_or(self.failing);
        next.is_some()
    }
}
