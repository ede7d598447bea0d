//! The answers of one solver to a batch of inputs.

use crate::any_vec::{AnyVec, Outcome};
use crate::failure::Failure;

/// The outcomes of one solver for a batch of inputs: a column of answers, and separately the few failures.
pub(crate) struct Answers {
    /// The answers to all inputs without a failure, in order.
    pub(crate) answered: AnyVec,
    /// The rows of failures, in order.
    pub(crate) failures: Vec<(usize, Failure)>,
}

/// Makes outcomes without failures.
impl From<AnyVec> for Answers {
    fn from(answered: AnyVec) -> Self {
        let failures = Vec::new();
        Answers { answered, failures }
    }
}

impl Answers {
    pub(crate) fn len(&self) -> usize {
        self.answered.len() + self.failures.len()
    }

    /// Keeps the outcomes of the first `rows` rows.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.failures.retain(|(row, _)| *row < rows);
        self.answered.truncate(rows - self.failures.len());
    }

    /// Removes the outcomes from this row on, and returns them.
    pub(crate) fn split_off(&mut self, row: usize) -> Self {
        let before = self.failures.partition_point(|(failed, _)| *failed < row);
        let mut failures = self.failures.split_off(before);
        for (failed, _) in &mut failures {
            *failed -= row;
        }
        let place = (row - before).min(self.answered.len());
        let answered = self.answered.split_off(place);
        Answers { answered, failures }
    }

    /// The outcome for the input in this row.
    #[inline]
    pub(crate) fn outcome(&self, row: usize) -> Outcome<'_> {
        self.place(row).map(|place| self.answered.item(place))
    }

    /// The index in `answered` of the answer in this row.
    #[inline]
    pub(crate) fn place(&self, row: usize) -> Result<usize, &Failure> {
        if self.failures.is_empty() {
            return Ok(row);
        }
        match self.failures.binary_search_by_key(&row, |(row, _)| *row) {
            Ok(at) => Err(&self.failures[at].1),
            Err(before) => Ok(row - before),
        }
    }
}
