//! The outcomes of solvers that are costly to ask again, by block: programs, whose processes may also answer otherwise the
//! next time. What explains them looks here.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::definition::Answers;

/// Outcomes of a run.
#[derive(Default)]
pub(crate) struct Record(Mutex<HashMap<Place, Answers>>);

/// The number of a block in the plan, the number of its first input of a part, and the solver.
pub(super) type Place = (u64, u128, usize);

impl Record {
    pub(super) fn put(&self, place: Place, answers: Answers) {
        self.lock().insert(place, answers);
    }

    /// The outcomes that were put here; the caller puts them back.
    pub(super) fn take(&self, place: Place) -> Option<Answers> {
        self.lock().remove(&place)
    }

    /// Never held across a panic.
    fn lock(&self) -> MutexGuard<'_, HashMap<Place, Answers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
