//! Solvers: the implementations that a check compares.
//!
//! A solver may have state, such as a cache. Its answers must not depend on earlier inputs, and checks test this.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use crate::any_vec::{AnyVec, Item};
use crate::failure::Failure;

/// A solver, which gives answers of type `A` to inputs of type `I`.
///
/// Every closure that takes an input by reference implements this trait.
///
/// ```
/// use crossply::Solver;
///
/// /// Extends its table of sums as far as needed.
/// #[derive(Default)]
/// struct Triangular {
///     sums: Vec<u64>,
/// }
///
/// impl Solver<u64, u64> for Triangular {
///     fn solve(&mut self, n: &u64) -> u64 {
///         while self.sums.len() as u64 <= *n {
///             let last = self.sums.last().copied().unwrap_or(0);
///             self.sums.push(last + self.sums.len() as u64);
///         }
///         self.sums[*n as usize]
///     }
/// }
///
/// assert_eq!(Triangular::default().solve(&4), 10);
/// ```
pub trait Solver<I, A> {
    /// Returns the answer to the input. A panic counts as a wrong answer.
    ///
    /// ```
    /// use crossply::Solver;
    ///
    /// let mut asked = 0;
    /// let mut numbered = |name: &&str| {
    ///     asked += 1;
    ///     format!("{asked}. {name}")
    /// };
    /// assert_eq!([numbered.solve(&"tea"), numbered.solve(&"milk")], ["1. tea", "2. milk"]);
    /// ```
    fn solve(&mut self, input: &I) -> A;

    /// Appends the answers to all inputs, in order. They must be the same as from [`solve`](Self::solve). If this panics, the
    /// answers already appended count. Override this method if a batch is faster than single inputs.
    ///
    /// ```
    /// use crossply::Solver;
    ///
    /// let mut answers = Vec::new();
    /// (|word: &&str| word.len()).solve_all(&["tea", "milk"], &mut answers);
    /// assert_eq!(answers, [3, 4]);
    /// ```
    fn solve_all(&mut self, inputs: &[I], answers: &mut Vec<A>) {
        answers.extend(inputs.iter().map(|input| self.solve(input)));
    }

    /// Whether the solver takes no more inputs, because it has failed too often or its time is up. Then the run ends, and
    /// earlier answers count. A run calls this before each batch with `None`, and after each failure that the solver
    /// [raises](Failure::raise) with the failure. By default, a solver never stops.
    ///
    /// ```
    /// use crossply::{CrossCheck, Ended, Failure, FailureKind, Solver, domain};
    ///
    /// struct Remote;
    ///
    /// impl Solver<u32, u32> for Remote {
    ///     fn solve(&mut self, n: &u32) -> u32 {
    ///         // It would ask a server.
    ///         if *n >= 500 {
    ///             Failure::new(FailureKind::TimeLimit, "no answer").raise();
    ///         }
    ///         n * n
    ///     }
    ///
    ///     fn has_stopped(&self, failure: Option<&Failure>) -> bool {
    ///         failure.is_some()
    ///     }
    /// }
    ///
    /// let check = CrossCheck::new("square", domain::range(0..=999_u32))
    ///     .solver("product", |n| n * n)
    ///     .stateful("remote", || Remote);
    /// let checked = check.check_quickly()?;
    /// assert_eq!(checked.ended, Ended::GivenUp);
    /// assert_eq!(checked.simplest[0].input, "500");
    /// # Ok::<(), crossply::CheckError>(())
    /// ```
    fn has_stopped(&self, _failure: Option<&Failure>) -> bool {
        false
    }

    /// Whether the solver is a program, so that a call may take long and the same input may get another answer. Then a run asks
    /// it for more inputs at a time, and a search for a simpler input asks for few. By default, a solver is a function.
    ///
    /// ```
    /// use crossply::Solver;
    ///
    /// struct Remote;
    ///
    /// impl Solver<u32, String> for Remote {
    ///     fn solve(&mut self, n: &u32) -> String {
    ///         // It would ask a server.
    ///         n.to_string()
    ///     }
    ///
    ///     fn is_program(&self) -> bool {
    ///         true
    ///     }
    /// }
    ///
    /// let function = |n: &u32| n.to_string();
    /// assert!(Remote.is_program() && !function.is_program());
    /// ```
    fn is_program(&self) -> bool {
        false
    }
}

impl<I, A, F: FnMut(&I) -> A> Solver<I, A> for F {
    fn solve(&mut self, input: &I) -> A {
        self(input)
    }
}

/// A solver of a check, with its name.
#[derive(Clone)]
pub(crate) struct NamedSolver {
    pub(crate) name: String,
    pub(crate) limits: Limits,
    /// Makes a fresh instance.
    pub(crate) new: Arc<dyn Fn() -> Box<dyn Instance> + Send + Sync>,
}

/// A type-erased instance of a solver: a `Box<dyn Solver<I, A>>`.
pub(crate) trait Instance: Any {
    /// Appends the answer to an input.
    fn solve(&mut self, input: &dyn Item, answers: &mut AnyVec);
    /// Appends the answers to the inputs in these rows, in order.
    fn solve_all(&mut self, inputs: &AnyVec, rows: Range<usize>, answers: &mut AnyVec);
    /// See [`Solver::has_stopped`].
    fn has_stopped(&self, failure: Option<&Failure>) -> bool;
    /// See [`Solver::is_program`].
    fn is_program(&self) -> bool;
}

impl<I: 'static, A: 'static> Instance for Box<dyn Solver<I, A>> {
    fn solve(&mut self, input: &dyn Item, answers: &mut AnyVec) {
        let answer = (**self).solve(input.get());
        answers.values_mut().push(answer);
    }

    fn solve_all(&mut self, inputs: &AnyVec, rows: Range<usize>, answers: &mut AnyVec) {
        (**self).solve_all(&inputs.values()[rows], answers.values_mut());
    }

    fn has_stopped(&self, failure: Option<&Failure>) -> bool {
        (**self).has_stopped(failure)
    }

    fn is_program(&self) -> bool {
        (**self).is_program()
    }
}

/// Which inputs a solver answers. Each limit `n` stands for the first `n` inputs of the domain, because inputs with larger
/// numbers are more complicated, and slow solvers take longer for them.
///
/// ```
/// use crossply::Limits;
///
/// // Brute force answers the first million inputs, and inputs drawn from the first billion.
/// let brute_force = Limits { drawn: 1_000_000_000, ..Limits::first(1_000_000) };
/// assert!(brute_force.drawn < Limits::NONE.drawn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The solver answers all of the first `all` inputs.
    pub all: u128,
    /// The solver answers the [representatives](crate::CrossCheck::representatives) among the first `representatives`
    /// inputs.
    pub representatives: u128,
    /// The solver answers inputs drawn from the first `drawn` inputs.
    pub drawn: u128,
}

impl Limits {
    /// The solver answers all inputs.
    pub const NONE: Self = Limits::first(u128::MAX);

    /// The solver answers all of the first `inputs` inputs, and drawn inputs beyond them.
    ///
    /// ```
    /// use crossply::Limits;
    ///
    /// let limits = Limits::first(1000);
    /// assert_eq!((limits.all, limits.drawn), (1000, u128::MAX));
    /// ```
    pub const fn first(inputs: u128) -> Self {
        Limits {
            all: inputs,
            representatives: inputs,
            drawn: u128::MAX,
        }
    }
}
