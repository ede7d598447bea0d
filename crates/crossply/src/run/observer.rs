//! What looks at the answers of a run, beside what counts them.

use crate::oracle::{Comparison, Verdicts};

/// Sees the answers of a thread: is passed those to a batch, and who is wrong; if nothing is, none.
pub(crate) type Observer<'a> = Box<dyn FnMut(&Comparison<'_>, Option<&Verdicts>) + 'a>;

/// Sees all answers of a run, on several threads.
#[derive(Clone, Copy)]
pub(crate) struct Observed<'a> {
    /// An observer for a thread.
    pub(crate) observer: &'a (dyn Fn() -> Observer<'a> + Sync),
    /// Whether there is nothing more to be learnt.
    pub(crate) is_over: &'a (dyn Fn() -> bool + Sync),
}
