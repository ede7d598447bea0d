//! Without the feature `journal` there are no journals.

use crate::error::JournalError;
use crate::run::{Findings, Plan, Shard};

/// The file to which a run saves its progress: with the feature `journal`.
#[derive(Debug)]
pub enum Journal {}

impl Journal {
    pub(crate) fn restore(
        &mut self,
        _: &Plan,
        _: Shard,
        _: &mut Findings,
    ) -> Result<(), JournalError> {
        match *self {}
    }

    pub(crate) fn save(&mut self, _: &Findings) -> Result<(), JournalError> {
        match *self {}
    }
}
