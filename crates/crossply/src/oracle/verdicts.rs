//! Decides which answers to a batch are wrong.

use super::truth::{all_answers, right_answer};
use super::{Comparison, Verdict};
use crate::any_vec::{AnyVec, Item};
use crate::definition::{Answers, Definition};
use crate::failure::FailureKind;

/// The verdicts on the answers to a batch. On inputs that are not listed, nothing is known against any answer.
pub(crate) struct Verdicts {
    pub(crate) contested: Vec<Contested>,
    /// The rows for which the trusted answer panics, or in which the answers cannot be compared.
    pub(crate) unknown: Vec<usize>,
    /// Why the first of them is unknown.
    pub(crate) trouble: Option<String>,
    /// The number of inputs for which the trusted answer, in the form that was asked for, confirms all answers. If it judges
    /// only where solvers differ, only these count.
    pub(crate) confirmed: u64,
    /// The right answers to the batch, if the trusted answer judges where solvers agree.
    rights: Option<Answers>,
}

/// An input of a batch on which solvers differ from each other or from the trusted answer, or fail.
pub(crate) struct Contested {
    pub(crate) row: usize,
    /// The verdict on each solver's outcome.
    pub(crate) verdicts: Vec<Verdict>,
    /// The kind of failure, if the right answer is unknown and all solvers failed with this kind.
    pub(crate) alike: Option<FailureKind>,
    /// The right answer, if it is known but not among [`Verdicts::rights`].
    right: Option<AnyVec>,
}

impl Verdicts {
    /// Judges the inputs on which solvers differ and, if `judges_agreed` is set, also those on which they agree. The trusted
    /// answer itself judges if `by_itself` is set, and its cheaper form otherwise.
    pub(crate) fn of(
        check: &Definition,
        comparison: &Comparison<'_>,
        judges_agreed: bool,
        by_itself: bool,
    ) -> Self {
        let mut is_settled = comparison.agreed(&check.equality);
        let inputs = &comparison.batch.inputs;
        let rights = if judges_agreed {
            all_answers(check, inputs, by_itself)
        } else {
            None
        };
        if let Some(rights) = &rights {
            for answers in &comparison.columns {
                check.equality.of_answers(rights, answers, &mut is_settled);
            }
        }
        let settled = is_settled.iter().filter(|is_settled| **is_settled);
        let confirmed = rights.as_ref().map_or(0, |_| settled.count() as u64);
        let mut verdicts = Verdicts {
            contested: Vec::new(),
            unknown: Vec::new(),
            trouble: None,
            confirmed,
            rights,
        };
        for row in (0..is_settled.len()).filter(|&row| !is_settled[row]) {
            let right = match verdicts.right_of(row, None) {
                Some(_) => Ok(None),
                None => right_answer(check, inputs, row, by_itself),
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
        alone: Option<AnyVec>,
    ) {
        let right = self.right_of(row, alone.as_ref());
        if let Some(trouble) = comparison.trouble(check, row, right) {
            self.unknown.push(row);
            self.trouble.get_or_insert(trouble);
            return;
        }
        let verdicts = comparison.verdicts(check, row, right);
        // With a tolerance, answers may differ from each other although each equals the right one.
        if right.is_some() && verdicts.iter().all(|one| *one == Verdict::Accepted) {
            self.confirmed += 1;
            return;
        }
        let alike = match right {
            None => comparison.common_failure(row),
            Some(_) => None,
        };
        self.contested.push(Contested {
            row,
            verdicts,
            alike,
            right: alone,
        });
    }

    fn right_of<'a>(&'a self, row: usize, alone: Option<&'a AnyVec>) -> Option<&'a dyn Item> {
        match alone {
            Some(alone) => Some(alone.item(0)),
            None => self.rights.as_ref()?.outcome(row).ok(),
        }
    }

    /// The right answer to an input, if it is known.
    pub(crate) fn right<'a>(&'a self, contested: &'a Contested) -> Option<&'a dyn Item> {
        self.right_of(contested.row, contested.right.as_ref())
    }

    /// The answer that the solver in this column should have given to a contested input: the right one or, if that is
    /// unknown, the one that all other solvers gave. `None` if these differ, even if only within a tolerance, if they failed, or
    /// if another solver may be the wrong one.
    pub(crate) fn expected<'a>(
        &'a self,
        check: &Definition,
        comparison: &'a Comparison<'_>,
        contested: &'a Contested,
        column: usize,
    ) -> Option<&'a dyn Item> {
        if let Some(right) = self.right(contested) {
            return Some(right);
        }
        // Of two solvers, neither is ever `Alone`: each gave what the other should have given.
        let are_two = check.solvers.len() == 2;
        if !are_two && contested.verdicts[column] != Verdict::Alone {
            return None;
        }
        let mut others = (0..comparison.columns.len()).filter(|&other| other != column);
        let first = comparison.columns[others.next()?].outcome(contested.row);
        let are_same = others.all(|other| {
            let other = comparison.columns[other].outcome(contested.row);
            check.identity.of_outcomes(first, other)
        });
        if are_same { first.ok() } else { None }
    }
}
