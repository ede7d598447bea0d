//! Checks: how they are defined, and what runs them in tests, fuzz targets and snapshots.

pub(crate) mod again;
mod assert;
mod cross_check;
mod fuzz;
pub(crate) mod kept;
mod merge;
mod running;
mod selection;
pub(crate) mod settings;

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
        let mut selected = selection.of(slice::from_ref(self))?;
        Ok(selected.remove(0))
    }

    /// Keeps only the solvers for whose names `takes_part` returns true.
    pub(crate) fn select(&mut self, takes_part: impl Fn(&str) -> bool) {
        let solvers = &mut Arc::make_mut(&mut self.definition).solvers;
        solvers.retain(|solver| takes_part(&solver.name));
    }

    /// How a report shows a wrong input, and the command that reproduces it.
    pub(crate) fn presentation(&self, finding: &Finding) -> Presentation {
        let check = &self.definition;
        let shown = check.shown.as_ref();
        let command = check.command.as_ref();
        Presentation {
            shown: shown.map(|shown| shown(check.inputs(&[finding.index.0]).item(0), finding)),
            command: command
                .and_then(|program| finding.command(&format!("{program} show"), self.name())),
            keep: None,
        }
    }
}
