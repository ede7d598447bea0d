//! Collects mistakes while the answers are at hand.

use super::{Mistake, Mistakes, Pair};
use crate::any_vec::AnyVec;
use crate::definition::Definition;
use crate::failure::{FailureKind, catch_panic};
use crate::feature::{DifferingParts, Reader, reader};
use crate::oracle::{Comparison, Contested, Verdict, Verdicts};

/// Collects the mistakes that one thread sees.
pub(crate) struct Collector<'a> {
    check: &'a Definition,
    answers: Reader,
    /// For each solver, the misreadings that no answer in this thread has refuted, by their index.
    candidates: Vec<Vec<usize>>,
    /// A buffer for the answer of a misreading.
    read: AnyVec,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(check: &'a Definition) -> Self {
        let all: Vec<usize> = (0..check.vocabulary.misreadings.len()).collect();
        Collector {
            check,
            answers: reader(&(check.no_answers)()),
            candidates: vec![all; check.solvers.len()],
            read: (check.no_answers)(),
        }
    }

    /// Adds the mistakes in a batch of answers. `found` has a place for each solver of the check.
    pub(crate) fn see(
        &mut self,
        comparison: &Comparison<'_>,
        verdicts: Option<&Verdicts>,
        found: &mut [Mistakes],
    ) {
        let Some(verdicts) = verdicts.filter(|verdicts| !verdicts.contested.is_empty()) else {
            return;
        };
        for (column, &solver) in comparison.solvers.iter().enumerate() {
            for contested in &verdicts.contested {
                if !self.is_mistake(contested, column) {
                    continue;
                }
                let number = comparison.batch.numbers.at(contested.row);
                let expected = verdicts.expected(self.check, comparison, contested, column);
                let given = comparison.columns[column].outcome(contested.row);
                let pair = Pair::of(&self.answers, expected, given);
                let kind = match (&self.check.vocabulary.mistake, expected) {
                    (Some(name), Some(expected)) => {
                        let input = comparison.batch.inputs.item(contested.row);
                        Mistake::Named(name(input, expected, given))
                    }
                    (_, None) if self.are_two() && given.is_ok() => Mistake::Answers,
                    _ => Mistake::of(&pair),
                };
                let mistakes = &mut found[solver];
                if mistakes.parts != DifferingParts::everywhere() {
                    let is_named = matches!(kind, Mistake::Named(_));
                    let parts = self.parts(&pair).filter(|_| !is_named);
                    mistakes
                        .parts
                        .merge(parts.unwrap_or(DifferingParts::everywhere()));
                }
                mistakes.add(number, &pair, kind);
            }
            self.try_misreadings(comparison, &verdicts.contested, column, &mut found[solver]);
        }
    }

    /// Whether there are two solvers and no trusted answer.
    fn are_two(&self) -> bool {
        self.check.solvers.len() == 2 && self.check.truth.is_none()
    }

    /// Whether the outcome of the solver in this column counts as a mistake of this solver.
    fn is_mistake(&self, contested: &Contested, column: usize) -> bool {
        match contested.verdicts[column] {
            Verdict::Accepted => false,
            // If two solvers differ, either may be wrong. What there is to say is said of the second.
            Verdict::Wrong if self.are_two() => column == 1 && contested.alike.is_none(),
            Verdict::Wrong | Verdict::Alone | Verdict::Differs => true,
        }
    }

    /// The parts in which the given answer differs from the expected one. `None` if that is not known.
    fn parts(&self, pair: &Pair<'_>) -> Option<DifferingParts> {
        let compare = self.check.vocabulary.parts.as_ref()?;
        let (expected, given) = pair.expected.zip(pair.given.ok())?;
        let parts = catch_panic(|| compare(expected, given)).ok();
        // If no part differs, something does that is not shown.
        parts.filter(DifferingParts::differ)
    }

    /// Drops the misreadings that give another answer than the solver where one is wrong. An explanation tries the others
    /// where none is.
    fn try_misreadings(
        &mut self,
        comparison: &Comparison<'_>,
        contested: &[Contested],
        column: usize,
        found: &mut Mistakes,
    ) {
        let check = self.check;
        let read = &mut self.read;
        let inputs = &comparison.batch.inputs;
        self.candidates[comparison.solvers[column]].retain(|&misreading| {
            let answer = &check.vocabulary.misreadings[misreading].answer;
            let fits = contested.iter().all(|contested| {
                read.truncate(0);
                let given = comparison.columns[column].outcome(contested.row);
                // A function can panic, but does nothing else that is a failure.
                if given.is_err_and(|failure| failure.kind != FailureKind::Panic) {
                    return false;
                }
                match catch_panic(|| answer(inputs, contested.row, read)) {
                    Ok(true) => check.equality.of_outcomes(Ok(read.item(0)), given),
                    Ok(false) => false,
                    Err(failure) => given.err() == Some(&failure),
                }
            });
            if !fits {
                found.refuted.insert(misreading as u128);
            }
            fits
        });
    }
}
