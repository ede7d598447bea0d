//! The outcomes of programs in a run, for the second run that explains them. A program is costly to run again, and may
//! answer differently.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::definition::Answers;

#[derive(Default)]
pub(crate) struct Record(Mutex<HashMap<Place, Answers>>);

/// The number of a block in the plan, the number of the first input of a part of it, and the solver.
pub(super) type Place = (u64, u128, usize);

impl Record {
    pub(super) fn put(&self, place: Place, answers: Answers) {
        self.lock().insert(place, answers);
    }

    /// Takes the outcomes out; the caller puts them back.
    pub(super) fn take(&self, place: Place) -> Option<Answers> {
        self.lock().remove(&place)
    }

    /// Never held across a panic.
    fn lock(&self) -> MutexGuard<'_, HashMap<Place, Answers>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
