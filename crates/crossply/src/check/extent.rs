//! The extent of a check: how many inputs its solvers answer, and in how large blocks.

use std::fmt::Debug;
use std::sync::Arc;

use super::CrossCheck;
use crate::definition::Limits;

impl<I, A> CrossCheck<I, A>
where
    I: Clone + Debug + Send + 'static,
    A: Debug + Send + 'static,
{
    /// Limits the solver that was added last.
    ///
    /// ```
    /// use crossply::{CrossCheck, Limits, domain};
    ///
    /// fn slow(n: u32) -> u64 {
    ///     if n < 2 { n.into() } else { slow(n - 1) + slow(n - 2) }
    /// }
    ///
    /// let check = CrossCheck::new("Fibonacci", domain::range(0..=90))
    ///     .solver("definition", |&n| slow(n))
    ///     .limits(Limits { all: 15, representatives: 15, drawn: 20 })
    ///     .solver("loop", |&n| (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0);
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    ///
    /// # Panics
    /// If none was.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        let check = self.definition();
        let last = check.solvers.last_mut().and_then(Arc::get_mut);
        last.expect("limits follow a solver").limits = limits;
        if let Some((_, last)) = check.outline.solvers.last_mut() {
            *last = limits;
        }
        self
    }

    /// Insists on all inputs, however long they take, also in tests and quick runs.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// let check = CrossCheck::new("bits", domain::all::<u16>())
    ///     .complete()
    ///     .solver("library", |n| n.count_ones())
    ///     .solver("shifts", |n| (0..16).map(|bit| u32::from(n >> bit & 1)).sum());
    /// // Nothing was drawn.
    /// assert!(check.check_quickly()?.seed.is_none());
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn complete(mut self) -> Self {
        self.definition().outline.is_complete = true;
        self
    }

    /// Fails if a run compares fewer inputs, for example because a solver has become slow.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("half", domain::all::<u64>())
    ///     .at_least(100_000)
    ///     .solver("division", |n| n / 2)
    ///     .solver("shift", |n| n >> 1)
    ///     .assert();
    /// ```
    #[must_use]
    pub fn at_least(mut self, inputs: u64) -> Self {
        self.definition().outline.at_least = inputs;
        self
    }

    /// Has [`assert`](crate::Check::assert) and the command line carry out the check in a process of its own, which starts
    /// the test or the command again. A solver fails on an input on which it ends the process, as `abort`, `exit` and a stack
    /// overflow do, or gives no answer within ten seconds, and the run goes on. It asks on one thread, and begins again after
    /// each such input. After twenty of them it ends.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// fn ackermann(m: u64, n: u64) -> u64 {
    ///     match (m, n) {
    ///         (0, _) => n + 1,
    ///         (_, 0) => ackermann(m - 1, 1),
    ///         _ => ackermann(m - 1, ackermann(m, n - 1)),
    ///     }
    /// }
    ///
    /// // A fault in one of the two might make it call itself for ever.
    /// CrossCheck::new("Ackermann", domain::range(0..=20_u64))
    ///     .isolated()
    ///     .solver("recursion", |&n| ackermann(2, n))
    ///     .solver("formula", |&n| 2 * n + 3)
    ///     .assert();
    /// ```
    #[must_use]
    pub fn isolated(mut self) -> Self {
        self.definition().outline.is_isolated = true;
        self
    }

    /// How many inputs a block has: 4,096 unless this is called. A killed run loses the blocks under way; fewer inputs
    /// are better if an answer takes more than a few hundred microseconds.
    #[doc(hidden)]
    #[must_use]
    pub fn block(mut self, inputs: u64) -> Self {
        let outline = &mut self.definition().outline;
        (outline.block, outline.largest_block) = (inputs.max(1), inputs.max(1));
        self
    }

    /// How many inputs a block of a run on all inputs may have where eight times as many come before it: a solver that has
    /// come so far is quick.
    #[doc(hidden)]
    #[must_use]
    pub fn largest_block(mut self, inputs: u64) -> Self {
        let outline = &mut self.definition().outline;
        outline.largest_block = inputs.max(outline.block);
        self
    }

    /// How many inputs are drawn from each part of the domain where a solver does not answer all: 500 unless this is
    /// called.
    ///
    /// ```
    /// use crossply::{CrossCheck, Limits, domain};
    ///
    /// let check = CrossCheck::new("parity of a product", domain::all::<(u32, u32)>())
    ///     .sample(100)
    ///     .solver("product", |&(a, b)| u64::from(a) * u64::from(b) % 2)
    ///     .limits(Limits::first(1000))
    ///     .solver("bits", |&(a, b)| u64::from(a & b & 1))
    ///     .limits(Limits::first(1000));
    /// // A thousand inputs, and a hundred that are drawn from the others.
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn sample(mut self, inputs: u64) -> Self {
        self.definition().outline.sample = inputs;
        self
    }
}
