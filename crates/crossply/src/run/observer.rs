//! What looks at the answers of a run, beside what counts them.

use crate::oracle::{Comparison, Verdicts};

/// Sees the answers of a thread: is passed those to a batch, and who is wrong; if nothing is, none.
pub(crate) type Observer<'a> = Box<dyn FnMut(&Comparison<'_>, Option<&Verdicts>) + 'a>;

/// Makes an observer for each thread.
pub(crate) type Observers<'a> = dyn Fn() -> Observer<'a> + Sync + 'a;
