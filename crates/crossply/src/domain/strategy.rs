//! Strategies of proptest: their values as a domain, and a domain as a strategy.

use std::fmt::Debug;

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rand::RngExt;

use super::{Domain, Inputs, drawn};

/// The values that a strategy of proptest draws. They do not shrink. There are 2⁶⁴ numbers. A strategy that is not
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
    drawn(move |random| {
        let draw = || {
            let source = TestRng::from_seed(RngAlgorithm::ChaCha, &random.random::<[u8; 32]>());
            strategy
                .new_tree(&mut TestRunner::new_with_rng(Config::default(), source))
                .ok()
        };
        let tree = std::iter::repeat_with(draw).take(ATTEMPTS).flatten().next();
        tree.unwrap_or_else(|| panic!("the strategy rejects what it draws: {strategy:?}"))
            .current()
    })
}

/// Each of them draws as often as the strategy allows.
const ATTEMPTS: usize = 16;

/// A domain draws its inputs for proptest, and a failing one shrinks towards those with smaller numbers.
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
    type Tree = Box<dyn ValueTree<Value = I>>;
    type Value = I;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let inputs = self.clone();
        let numbers = (0..self.len()).prop_map(move |index| inputs.input(index));
        if self.is_drawn() {
            // A smaller seed is not simpler.
            numbers.no_shrink().boxed().new_tree(runner)
        } else {
            numbers.boxed().new_tree(runner)
        }
    }
}
