//! The verdicts on the answers to a batch.

use super::truth::{all_answers, confirmed_answer, quick_answer};
use super::{Comparison, Standing};
use crate::any_vec::{AnyVec, Item};
use crate::definition::Definition;

/// The verdicts on the answers to a batch. Inputs that are not listed here have no faults.
pub(crate) struct Verdicts {
    /// The inputs on which solvers differ from each other or from the trusted answer.
    pub(crate) open: Vec<Open>,
    /// The inputs without a known right answer on which all solvers fail in the same way, so that they do not differ.
    pub(crate) alike: Vec<Open>,
    /// The rows for which the trusted answer panics.
    pub(crate) unknown: Vec<usize>,
    /// The message of the first of these panics.
    pub(crate) trouble: Option<String>,
    /// Whether the trusted answer judges all inputs.
    pub(crate) judges: bool,
    /// The number of inputs for which the trusted answer confirms all answers.
    pub(crate) confirmed: u64,
    rights: AnyVec,
}

/// An input of a batch on which solvers differ from each other or from the trusted answer.
pub(crate) struct Open {
    pub(crate) row: usize,
    pub(crate) is_agreed: bool,
    /// The verdict on each solver's outcome.
    pub(crate) standings: Vec<Standing>,
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
        let judges = all_rights.is_some();
        let mut verdicts = Verdicts {
            open: Vec::new(),
            alike: Vec::new(),
            unknown: Vec::new(),
            trouble: None,
            judges,
            confirmed: if judges {
                is_right.len() - open.len()
            } else {
                0
            } as u64,
            rights: all_rights.map_or_else(check.no_answers, |rights| rights.answered),
        };
        for (row, place) in open {
            let right = match place {
                Some(place) => Ok(Some(place)),
                None => verdicts.ask(check, comparison, row, by_itself),
            };
            match right {
                Ok(right) => {
                    let answer = right.map(|place| verdicts.rights.item(place));
                    if let Some(trouble) = comparison.trouble(check, row, answer) {
                        verdicts.unknown.push(row);
                        verdicts.trouble.get_or_insert(trouble);
                        continue;
                    }
                    let standings = comparison.standings(&check.equality, row, answer);
                    let open = match (right, &standings[..]) {
                        (None, [_, Standing { differs: false, .. }])
                            if check.solvers.len() == 2 =>
                        {
                            &mut verdicts.alike
                        }
                        _ => &mut verdicts.open,
                    };
                    open.push(Open {
                        row,
                        is_agreed: agreed[row],
                        standings,
                        right,
                    });
                }
                Err(trouble) => {
                    verdicts.unknown.push(row);
                    verdicts.trouble.get_or_insert(trouble);
                }
            }
        }
        verdicts
    }

    /// Computes the right answer to the input in this row. Returns its index, if there is one.
    fn ask(
        &mut self,
        check: &Definition,
        comparison: &Comparison<'_>,
        row: usize,
        by_itself: bool,
    ) -> Result<Option<usize>, String> {
        let (inputs, place) = (&comparison.batch.inputs, self.rights.len());
        // If the cheaper form fails, the trusted answer itself gives the error.
        if !by_itself && quick_answer(check, inputs, row, &mut self.rights) {
            return Ok(Some(place));
        }
        let is_known = confirmed_answer(check, inputs, row, &mut self.rights)?;
        Ok(is_known.then_some(place))
    }

    /// Whether any input is open or unknown.
    pub(crate) fn has_some(&self) -> bool {
        self.open.len() + self.alike.len() + self.unknown.len() > 0
    }

    /// The right answer to an input, if it is known.
    pub(crate) fn right(&self, open: &Open) -> Option<&dyn Item> {
        open.right.map(|place| self.rights.item(place))
    }
}
