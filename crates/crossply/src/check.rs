//! A check without its types, so that checks of different types stand in one list.

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use crate::domain::Decoded;
use crate::outline::Outline;
use crate::report::Presentation;
use crate::{
    CheckError, Coverage, CrossCheck, Disagreement, Domain, Finding, Plan, Results, Run, Selection,
};

/// A check of any inputs and answers, for example for a command line.
///
/// ```
/// use crossply::{Check, CrossCheck, domain};
///
/// let numbers = CrossCheck::new("double", domain::all::<u8>())
///     .solver("sum", |&n| u32::from(n) + u32::from(n))
///     .solver("product", |&n| 2 * u32::from(n));
/// let words = CrossCheck::new("length", domain::words("ab", 0..=3))
///     .solver("count", |word| word.iter().count())
///     .solver("len", Vec::len);
/// let checks = [Check::from(numbers), Check::from(words)];
/// assert_eq!(checks[1].name(), "length");
/// ```
pub struct Check(pub(crate) Box<dyn AnyCheck>);

/// What a check can do whatever its types are: each does what the method of [`CrossCheck`] with this name does.
#[cfg_attr(
    not(feature = "cli"),
    expect(dead_code, reason = "for the command line")
)]
pub(crate) trait AnyCheck: Send + Sync {
    fn about(&self) -> &Outline;
    fn names(&self) -> Vec<&str>;
    fn len(&self) -> u128;
    fn select(&self, selection: &Selection) -> Check;
    fn plan_within(
        &self,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
    ) -> Result<Plan, CheckError>;
    fn quick_plan(&self, time: Duration, jobs: NonZeroUsize, seed: u64)
    -> Result<Plan, CheckError>;
    fn results(&self, plan: &Plan, run: Run<'_>) -> Result<Results, CheckError>;
    fn presentation(&self) -> Presentation<'_>;
    fn keep(&self, found: &Finding) -> Result<PathBuf, CheckError>;
    fn regressions_file(&self) -> Result<PathBuf, CheckError>;
    /// The answers of all solvers that are practical for the input with this number.
    #[expect(clippy::result_large_err, reason = "both are the same")]
    fn answers(&self, index: u128) -> Result<Finding, Finding>;
    fn leaks(&self, numbers: &[u128]) -> Vec<Finding>;
    /// What the bytes of a fuzz target mean, if that is an input with a number.
    fn number_of(&self, bytes: &[u8]) -> Option<u128>;
    fn look(&self, bytes: &[u8]) -> Result<(), Disagreement>;
}

impl<I, A> AnyCheck for CrossCheck<I, A>
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    fn about(&self) -> &Outline {
        &self.about
    }

    fn names(&self) -> Vec<&str> {
        self.names()
    }

    fn len(&self) -> u128 {
        self.domain.len()
    }

    fn select(&self, selection: &Selection) -> Check {
        self.clone().select(|name| selection.has(name)).into()
    }

    fn plan_within(
        &self,
        coverage: Coverage,
        indices: Range<u128>,
        seed: u64,
    ) -> Result<Plan, CheckError> {
        self.plan_within(coverage, indices, seed)
    }

    fn quick_plan(
        &self,
        time: Duration,
        jobs: NonZeroUsize,
        seed: u64,
    ) -> Result<Plan, CheckError> {
        self.quick_plan(time, jobs, seed)
    }

    fn results(&self, plan: &Plan, run: Run<'_>) -> Result<Results, CheckError> {
        self.results(plan, run)
    }

    fn presentation(&self) -> Presentation<'_> {
        self.presentation()
    }

    fn keep(&self, found: &Finding) -> Result<PathBuf, CheckError> {
        self.keep(found)
    }

    fn regressions_file(&self) -> Result<PathBuf, CheckError> {
        self.regressions_file()
    }

    fn answers(&self, index: u128) -> Result<Finding, Finding> {
        self.ask(&mut self.panel(), index, |_, limits| index < limits.drawn)
    }

    fn leaks(&self, numbers: &[u128]) -> Vec<Finding> {
        self.leaks(numbers)
    }

    fn number_of(&self, bytes: &[u8]) -> Option<u128> {
        if self.domain.len() == 0 {
            return None;
        }
        match self.domain.decode(bytes) {
            Decoded::Number(index) => Some(index),
            Decoded::Input(_) => None,
        }
    }

    fn look(&self, bytes: &[u8]) -> Result<(), Disagreement> {
        self.look(bytes)
    }
}

impl<I, A> From<CrossCheck<I, A>> for Check
where
    I: Clone + Debug + 'static,
    A: PartialEq + Debug + 'static,
{
    fn from(check: CrossCheck<I, A>) -> Self {
        Check(Box::new(check))
    }
}

impl Check {
    /// Its name.
    ///
    /// ```
    /// use crossply::{Check, CrossCheck, domain};
    ///
    /// let check: Check = CrossCheck::new("negation", domain::all::<bool>())
    ///     .solver("operator", |&bit| !bit)
    ///     .solver("comparison", |&bit| bit == false)
    ///     .into();
    /// assert_eq!(check.name(), "negation");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.about().name
    }

    /// These checks with the selected solvers.
    ///
    /// # Errors
    /// If the selection names a solver that none of them has.
    #[doc(hidden)]
    pub fn select_all(checks: &[Self], selection: &Selection) -> Result<Vec<Self>, CheckError> {
        selection.is_of(&Self::solvers_of(checks))?;
        Ok(checks
            .iter()
            .map(|check| check.0.select(selection))
            .collect())
    }

    /// The names of all solvers of these checks, each once.
    pub(crate) fn solvers_of(checks: &[Self]) -> Vec<&str> {
        let mut known = Vec::new();
        for name in checks.iter().flat_map(|check| check.0.names()) {
            if !known.contains(&name) {
                known.push(name);
            }
        }
        known
    }
}
