//! The extent of a check: how many inputs its solvers answer, and the size of blocks.

use std::fmt::Debug;

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
    /// If no solver was added yet.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        let last = self.definition().solvers.last_mut();
        last.expect("limits follow a solver").limits = limits;
        self
    }

    /// Always checks all inputs, however long that takes, even in tests and quick runs.
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
        self.definition().is_complete = true;
        self
    }

    /// Makes the check fail if a run compares fewer than `inputs` inputs, for example because a solver has become slow. By
    /// default, a run that the clock ends has to compare a hundred.
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
        self.definition().at_least = Some(inputs);
        self
    }

    /// Makes [`assert`](crate::Check::assert) and the command line run the check in a child process, by starting the test or
    /// the command again. If a solver ends the process (by `abort`, `exit` or a stack overflow), or does not answer within
    /// ten seconds, it fails on that input, and the run continues in a new child process. After twenty such inputs, or
    /// the time of a run, the last process asks only for what is known, and reports it. Waiting does not count as time of the
    /// run, but stops after four late answers if it takes longer. The run uses one thread.
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
    /// // With a bug, the recursion might never end.
    /// CrossCheck::new("Ackermann", domain::range(0..=20_u64))
    ///     .isolated()
    ///     .solver("recursion", |&n| ackermann(2, n))
    ///     .solver("formula", |&n| 2 * n + 3)
    ///     .assert();
    /// ```
    #[must_use]
    pub fn isolated(mut self) -> Self {
        self.definition().is_isolated = true;
        self
    }

    /// Sets the number of inputs in a block. The default is 4,096. A killed run loses its unfinished blocks, so a smaller
    /// number is better if an answer takes more than a few hundred microseconds. All blocks have this size, unless
    /// [`largest_block`](Self::largest_block) follows. A block has at least one input.
    ///
    /// ```
    /// use std::{thread, time::Duration};
    ///
    /// use crossply::{CrossCheck, domain};
    ///
    /// CrossCheck::new("echo", domain::range(0..=9_u32))
    ///     .block(2)
    ///     .solver("same", |&n| n)
    ///     .solver("late", |&n| {
    ///         thread::sleep(Duration::from_millis(1));
    ///         n
    ///     })
    ///     .assert();
    /// ```
    #[must_use]
    pub fn block(mut self, inputs: u64) -> Self {
        let check = self.definition();
        (check.block, check.largest_block) = (inputs.max(1), inputs.max(1));
        self
    }

    /// Sets the largest number of inputs in a block, for runs on all inputs. Blocks grow to at most an eighth of the inputs
    /// before them: a run that gets that far has fast solvers. [`block`](Self::block) sets the first size, and comes before.
    ///
    /// ```
    /// use crossply::{CrossCheck, domain};
    ///
    /// // It begins with blocks of 16 inputs.
    /// CrossCheck::new("double", domain::all::<u16>())
    ///     .block(16)
    ///     .largest_block(1 << 12)
    ///     .solver("sum", |&n| u32::from(n) + u32::from(n))
    ///     .solver("product", |&n| 2 * u32::from(n))
    ///     .assert();
    /// ```
    #[must_use]
    pub fn largest_block(mut self, inputs: u64) -> Self {
        let check = self.definition();
        check.largest_block = inputs.max(check.block);
        self
    }

    /// Sets the number of inputs drawn from each part of the domain that a solver does not answer completely. The default
    /// is 500.
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
    /// // It checks the first thousand inputs, and a hundred drawn from the others.
    /// assert!(check.check_quickly()?.agree);
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    #[must_use]
    pub fn sample(mut self, inputs: u64) -> Self {
        self.definition().sample = inputs;
        self
    }
}
