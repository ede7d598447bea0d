//! The verdicts on the answers to a batch.

use super::truth::{all_answers, confirmed_answer, quick_answer};
use super::{Comparison, Verdict};
use crate::any_vec::{AnyVec, Item};
use crate::definition::Definition;
use crate::failure::FailureKind;

/// The verdicts on the answers to a batch. Inputs that are not listed here have no faults.
pub(crate) struct Verdicts {
    /// The inputs on which solvers differ from each other or from the trusted answer, or fail.
    pub(crate) open: Vec<Open>,
    /// The rows for which the trusted answer panics.
    pub(crate) unknown: Vec<usize>,
    /// The message of the first of these panics.
    pub(crate) trouble: Option<String>,
    /// The number of inputs for which the trusted answer confirms all answers.
    pub(crate) confirmed: u64,
    rights: AnyVec,
}

/// An input of a batch on which solvers differ from each other or from the trusted answer, or fail.
pub(crate) struct Open {
    pub(crate) row: usize,
    /// The verdict on each solver's outcome.
    pub(crate) verdicts: Vec<Verdict>,
    /// If the right answer is unknown and all solvers failed in the same way, that way.
    pub(crate) alike: Option<FailureKind>,
    /// The index of the right answer in [`Verdicts::rights`].
    right: Option<usize>,
}

impl Verdicts {
    /// Judges the inputs on which solvers differ and, if `judges` is set, also those on which they agree. The trusted answer
    /// itself judges if `by_itself` is set, and its cheaper form otherwise.
    pub(crate) fn of(
        check: &Definition,
        comparison: &Comparison<'_>,
        judges: bool,
        by_itself: bool,
    ) -> Self {
        let agreed = comparison.agreed(&check.equality);
        let mut is_right = agreed.clone();
        let all_rights = if judges {
            all_answers(check, &comparison.batch.inputs, by_itself)
        } else {
            None
        };
        if let Some(rights) = &all_rights {
            for answers in &comparison.columns {
                check.equality.of_answers(rights, answers, &mut is_right);
            }
        }
        // The open rows, each with the index of its right answer if that is already known.
        let mut open = Vec::new();
        for row in (0..is_right.len()).filter(|&row| !is_right[row]) {
            let place = all_rights
                .as_ref()
                .and_then(|rights| rights.place(row).ok());
            open.push((row, place));
        }
        let mut verdicts = Verdicts {
            open: Vec::new(),
            unknown: Vec::new(),
            trouble: None,
            confirmed: 0,
            rights: (check.no_answers)(),
        };
        if let Some(rights) = all_rights {
            verdicts.confirmed = (is_right.len() - open.len()) as u64;
            verdicts.rights = rights.answered;
        }
        for (row, place) in open {
            let right = match place {
                Some(place) => Ok(Some(place)),
                None => verdicts.ask(check, comparison, row, by_itself),
            };
            match right {
                Ok(right) => verdicts.judge(check, comparison, row, right),
                Err(trouble) => {
                    verdicts.unknown.push(row);
                    verdicts.trouble.get_or_insert(trouble);
                }
            }
        }
        verdicts
    }

    fn judge(
        &mut self,
        check: &Definition,
        comparison: &Comparison<'_>,
        row: usize,
        right: Option<usize>,
    ) {
        let answer = right.map(|place| self.rights.item(place));
        if let Some(trouble) = comparison.trouble(check, row, answer) {
            self.unknown.push(row);
            self.trouble.get_or_insert(trouble);
            return;
        }
        let verdicts = comparison.verdicts(check, row, answer);
        // With a tolerance, answers may differ from each other although each equals the right one.
        if answer.is_some() && verdicts.iter().all(|one| *one == Verdict::Accepted) {
            self.confirmed += 1;
            return;
        }
        let alike = match answer {
            None => comparison.common_failure(row),
            Some(_) => None,
        };
        self.open.push(Open {
            row,
            verdicts,
            alike,
            right,
        });
    }

    /// Computes the right answer to the input in this row. Returns its index, if there is one.
    fn ask(
        &mut self,
        check: &Definition,
        comparison: &Comparison<'_>,
        row: usize,
        by_itself: bool,
    ) -> Result<Option<usize>, String> {
        let inputs = &comparison.batch.inputs;
        let place = self.rights.len();
        // If the cheaper form fails, the trusted answer itself gives the error.
        if !by_itself && quick_answer(check, inputs, row, &mut self.rights) {
            return Ok(Some(place));
        }
        let is_known = confirmed_answer(check, inputs, row, &mut self.rights)?;
        Ok(is_known.then_some(place))
    }

    /// The right answer to an input, if it is known.
    pub(crate) fn right(&self, open: &Open) -> Option<&dyn Item> {
        open.right.map(|place| self.rights.item(place))
    }

    /// The answer that the solver in this column should have given to an open input: the right one or, if that is unknown,
    /// the one that all other solvers gave. `None` if these differ, be it within a tolerance.
    pub(crate) fn expected<'a>(
        &'a self,
        check: &Definition,
        comparison: &'a Comparison<'_>,
        open: &Open,
        column: usize,
    ) -> Option<&'a dyn Item> {
        if let Some(place) = open.right {
            return Some(self.rights.item(place));
        }
        let are_two = check.solvers.len() == 2;
        if !are_two && open.verdicts[column] != Verdict::Alone {
            return None;
        }
        let mut others = (0..comparison.columns.len()).filter(|&other| other != column);
        let first = comparison.columns[others.next()?].outcome(open.row);
        let are_same = others.all(|other| {
            let other = comparison.columns[other].outcome(open.row);
            check.identity.of_outcomes(first, other)
        });
        if are_same { first.ok() } else { None }
    }
}
