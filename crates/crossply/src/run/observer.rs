//! Who looks at the answers of a run, beside what counts them.

use crate::oracle::{Comparison, Verdicts};

/// Sees all answers of a run, on several threads.
pub(crate) trait Observed: Sync {
    /// One for a thread.
    fn observer(&self) -> Box<dyn Observer + '_>;

    /// Whether there is nothing more to be learnt.
    fn is_over(&self) -> bool;
}

/// Sees the answers of a thread.
pub(crate) trait Observer {
    /// Is passed the answers to a batch in the section with this index, and who is wrong; if nothing is, none.
    fn see(&mut self, comparison: &Comparison<'_>, verdicts: Option<&Verdicts>, section: usize);
}
