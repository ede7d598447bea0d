//! Checks: how they are defined, and what runs them in tests, fuzz targets and snapshots.

pub(crate) mod again;
mod assert;
mod cross_check;
mod extent;
mod fuzz;
pub(crate) mod kept;
mod merge;
mod running;
mod selection;
pub(crate) mod settings;
mod wording;

use std::slice;
use std::sync::Arc;

use crate::definition::Definition;
use crate::error::CheckError;
use crate::finding::Finding;
use crate::report::Presentation;

pub use cross_check::CrossCheck;
pub use fuzz::Disagreement;
pub use running::Results;
pub(crate) use selection::Selection;
pub use selection::did_you_mean;

/// A check with its input and answer types erased, so that checks of different types fit in one list.
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
#[derive(Clone)]
pub struct Check {
    pub(crate) definition: Arc<Definition>,
    /// The key of each thread's solvers for single inputs.
    session: fuzz::Place,
}

impl<I, A> From<CrossCheck<I, A>> for Check {
    fn from(check: CrossCheck<I, A>) -> Self {
        check.check
    }
}

impl Check {
    /// Returns the name of the check.
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
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Returns this check with only the selected solvers.
    ///
    /// # Errors
    /// If the selection names a solver that this check does not have.
    pub(crate) fn selected(&self, selection: &Selection) -> Result<Self, CheckError> {
        let mut selected = Self::select_all(slice::from_ref(self), selection)?;
        Ok(selected.remove(0))
    }

    /// Keeps only the solvers for whose names `takes_part` returns true.
    pub(crate) fn select(&mut self, takes_part: impl Fn(&str) -> bool) {
        let solvers = &mut self.definition_mut().solvers;
        solvers.retain(|solver| takes_part(&solver.name));
    }

    /// The definition, for changes. Solvers that already judged single inputs belong to the definition before.
    pub(crate) fn definition_mut(&mut self) -> &mut Definition {
        self.session = fuzz::Place::new();
        Arc::make_mut(&mut self.definition)
    }

    /// How reports show inputs and the commands that reproduce a failure.
    pub(crate) fn presentation(&self) -> Presentation<'_> {
        let check = &self.definition;
        let shown = check.shown.as_ref().map(|shown| {
            Box::new(move |found: &Finding| shown(check.inputs(&[found.index.0]).item(0), found))
                as Box<dyn Fn(&Finding) -> _>
        });
        let command = check.command.as_ref().map(|program| {
            Box::new(move |found: &Finding| found.command(&format!("{program} show"), self.name()))
                as Box<dyn Fn(&Finding) -> _>
        });
        Presentation {
            shown,
            command,
            keep: None,
        }
    }

    /// Returns these checks with only the selected solvers.
    ///
    /// # Errors
    /// If the selection names a solver that none of them has.
    pub(crate) fn select_all(
        checks: &[Self],
        selection: &Selection,
    ) -> Result<Vec<Self>, CheckError> {
        selection.is_of(&Self::solvers_of(checks))?;
        let mut checks = checks.to_vec();
        for check in &mut checks {
            check.select(|name| selection.has(name));
        }
        Ok(checks)
    }

    /// The names of all solvers of these checks, without duplicates.
    pub(crate) fn solvers_of(checks: &[Self]) -> Vec<&str> {
        let mut names = Vec::new();
        for name in checks.iter().flat_map(|check| check.definition.names()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}
