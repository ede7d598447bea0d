//! Strategies of proptest: their values as a domain, and a domain as a strategy.

use std::fmt::Debug;
use std::{iter, vec};

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::RngExt;

use super::drawn::random;
use super::{Domain, Inputs, of};

/// The values that a strategy of proptest draws, which shrink as it says. There are 2⁶⁴ numbers. A strategy that is not
/// `Sync` because it is boxed is so with `sboxed`.
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
/// An input panics if the strategy rejects all values it draws for that number.
pub fn strategy<S>(strategy: S) -> Inputs<S::Value>
where
    S: Strategy<Value: Clone + Send + 'static> + Send + Sync + 'static,
{
    of(Values(strategy))
}

/// Each of them draws as often as the strategy allows.
const ATTEMPTS: usize = 16;

struct Values<S>(S);

impl<S: Strategy> Values<S> {
    fn tree(&self, index: u128) -> S::Tree {
        let mut random = random(index);
        let draw = || {
            let source = TestRng::from_seed(RngAlgorithm::ChaCha, &random.random::<[u8; 32]>());
            let mut runner = TestRunner::new_with_rng(Config::default(), source);
            self.0.new_tree(&mut runner).ok()
        };
        let tree = iter::repeat_with(draw).take(ATTEMPTS).flatten().next();
        tree.unwrap_or_else(|| panic!("the strategy rejects what it draws: {:?}", self.0))
    }
}

impl<S> Domain for Values<S>
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
        let (mut tree, mut simplest) = (self.tree(index), None);
        let mut goes_on = tree.simplify();
        while goes_on {
            let input = tree.current();
            if fails(&input) {
                simplest = Some(input);
                goes_on = tree.simplify();
            } else {
                goes_on = tree.complicate();
            }
        }
        simplest
    }

    fn is_drawn(&self) -> bool {
        true
    }
}

/// A domain draws its inputs for proptest, and a failing one shrinks towards simpler ones.
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
    type Tree = Simpler<I>;
    type Value = I;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let number = (0..self.len()).new_tree(runner)?.current();
        Ok(Simpler {
            inputs: self.clone(),
            failing: number,
            tried: Vec::new().into_iter(),
            current: number,
        })
    }
}

/// An input, and simpler ones.
#[derive(Debug)]
pub struct Simpler<I: Clone + Debug + Send + 'static> {
    inputs: Inputs<I>,
    /// The number of the simplest one that failed.
    failing: u128,
    /// Those that are simpler and still to be tried.
    tried: vec::IntoIter<u128>,
    current: u128,
}

impl<I: Clone + Debug + Send + 'static> ValueTree for Simpler<I> {
    type Value = I;

    fn current(&self) -> I {
        self.inputs.input(self.current)
    }

    fn simplify(&mut self) -> bool {
        self.failing = self.current;
        self.tried = self.inputs.simpler(self.current).into_iter();
        self.complicate()
    }

    fn complicate(&mut self) -> bool {
        let next = self.tried.next();
        self.current = next.unwrap_or(self.failing);
        next.is_some()
    }
}
