//! What is known of the answers to a batch, where they differ or the trusted answer judges.

use super::truth::{all_answers, confirmed_answer, quick_answer};
use super::{Comparison, Standing};
use crate::any_vec::{AnyVec, Item};
use crate::definition::{Answers, Definition};

/// Who is wrong about the inputs of a batch. Of inputs that are neither open nor unknown, all answers are right as far as
/// anything can tell.
pub(crate) struct Verdicts {
    /// The inputs on which solvers differ, or give another answer than the trusted one.
    pub(crate) open: Vec<Open>,
    /// The inputs on which both of two solvers fail alike, and the right answer is not known: they do not differ there.
    pub(crate) alike: Vec<Open>,
    /// The rows of those whose trusted answer panics.
    pub(crate) unknown: Vec<usize>,
    /// Why one does.
    pub(crate) trouble: Option<String>,
    /// Whether the trusted answer judges all inputs.
    pub(crate) judges: bool,
    /// Of how many other inputs it confirms the answers.
    pub(crate) confirmed: u64,
    rights: AnyVec,
}

/// An input of a batch on which solvers differ, or give another answer than the trusted one.
pub(crate) struct Open {
    pub(crate) row: usize,
    pub(crate) is_agreed: bool,
    /// What is known of each solver's outcome.
    pub(crate) standings: Vec<Standing>,
    /// The place of the right answer.
    right: Option<usize>,
}

impl Verdicts {
    /// Judges all inputs on which solvers differ, and those on which they agree if the trusted answer `judges` them; it is
    /// the trusted answer itself if it is to judge `by_itself`, and not in the quickest way.
    pub(crate) fn of(
        check: &Definition,
        comparison: &Comparison<'_>,
        judges: bool,
        by_itself: bool,
    ) -> Self {
        let agreed = comparison.agreed(&check.equality);
        let mut is_right = agreed.clone();
        let known = if judges {
            all_answers(check, &comparison.batch.inputs, by_itself)
        } else {
            None
        };
        if let Some(rights) = &known {
            confirm(check, comparison, rights, &mut is_right);
        }
        // The rows that are open, with the places of known answers.
        let mut open = Vec::new();
        for row in (0..is_right.len()).filter(|&row| !is_right[row]) {
            let place = known.as_ref().and_then(|rights| rights.place(row).ok());
            open.push((row, place));
        }
        let judges = known.is_some();
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
            rights: known.map_or_else(check.no_answers, |rights| rights.answered),
        };
        for (row, place) in open {
            let right = match place {
                Some(place) => Ok(Some(place)),
                None => verdicts.ask(check, comparison, row, by_itself),
            };
            match right {
                Ok(right) => {
                    let answer = right.map(|place| verdicts.rights.item(place));
                    let standings = comparison.standings(&check.equality, row, answer);
                    let standings: Vec<_> = standings.collect();
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

    /// Asks for the right answer to the input in this row. Returns its place, if there is one.
    fn ask(
        &mut self,
        check: &Definition,
        comparison: &Comparison<'_>,
        row: usize,
        by_itself: bool,
    ) -> Result<Option<usize>, String> {
        let (inputs, place) = (&comparison.batch.inputs, self.rights.len());
        // If the quicker way fails, the trusted answer itself says why.
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

/// Leaves those rows right in which each solver gives the right answer.
fn confirm(
    check: &Definition,
    comparison: &Comparison<'_>,
    rights: &Answers,
    is_right: &mut [bool],
) {
    let equality = &check.equality;
    for answers in &comparison.columns {
        if answers.failures.is_empty() && rights.failures.is_empty() {
            if !equality.of_columns(&answers.answered, &rights.answered) {
                equality.of_rows(&answers.answered, &rights.answered, is_right);
            }
            continue;
        }
        for (row, is_right) in is_right.iter_mut().enumerate() {
            let [given, right] = [answers, rights].map(|answers| answers.outcome(row));
            *is_right &= right.is_ok() && equality.of_outcomes(given, right);
        }
    }
}
