//! Collects mistakes while the answers are at hand.

use std::cmp::Ordering;

use super::{Mistake, Mistakes, Pair};
use crate::any_vec::{AnyVec, Item, Outcome};
use crate::definition::Definition;
use crate::failure::{FailureKind, catch_panic};
use crate::feature::{ItemReader, Kind, Parts, WordReader, item_reader, letters_of};
use crate::oracle::{Comparison, Contested, Verdict, Verdicts};

/// No change is looked for in longer texts and lists: some take time that grows with the square of the length.
const MOST_LETTERS: usize = 1000;

/// Collects the mistakes that one thread sees.
pub(crate) struct Collector<'a> {
    check: &'a Definition,
    answers: ItemReader,
    /// How to read answers that are texts or lists.
    letters: Option<WordReader>,
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
            answers: item_reader(&(check.no_answers)()),
            letters: letters_of(&(check.no_answers)()),
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
                let (mistake, mut pair) = self.mistake(comparison, contested, column, expected);
                if let (Some(pair), Some(WordReader { letters, .. })) = (&mut pair, self.letters)
                    && let (Some(expected), Ok(given)) = (expected, given)
                    && found[solver].changes.wants_letters()
                {
                    let both = [letters(expected), letters(given)];
                    pair.letters = Some(both)
                        .filter(|both| both.iter().all(|letters| letters.len() <= MOST_LETTERS));
                }
                if found[solver].parts != Parts::everywhere() {
                    let parts = self.parts(pair.as_ref(), expected, given);
                    found[solver].parts.merge(parts);
                }
                found[solver].add(number, given, mistake, pair.as_ref());
            }
            self.try_misreadings(comparison, &verdicts.contested, column, &mut found[solver]);
        }
    }

    /// Whether the outcome of the solver in this column counts as a mistake of this solver.
    fn is_mistake(&self, contested: &Contested, column: usize) -> bool {
        let are_two = self.check.solvers.len() == 2 && self.check.truth.is_none();
        match contested.verdicts[column] {
            Verdict::Accepted => false,
            // If two solvers differ, either may be wrong. What there is to say is said of the second.
            Verdict::Wrong if are_two => column == 1 && contested.alike.is_none(),
            Verdict::Wrong | Verdict::Alone | Verdict::Differs => true,
        }
    }

    fn mistake(
        &self,
        comparison: &Comparison<'_>,
        contested: &Contested,
        column: usize,
        expected: Option<&dyn Item>,
    ) -> (Mistake, Option<Pair>) {
        let given = comparison.columns[column].outcome(contested.row);
        if let (Some(name), Some(expected)) = (&self.check.vocabulary.mistake, expected) {
            let input = comparison.batch.inputs.item(contested.row);
            return (Mistake::Named(name(input, expected, given)), None);
        }
        let mistake = match given {
            Err(failure) => Mistake::of_failure(failure),
            Ok(given) => self
                .option(expected, given)
                .unwrap_or_else(|| Mistake::of_order(self.order(expected, given))),
        };
        let pair = Pair::of(&self.answers, expected, given);
        (mistake, Some(pair))
    }

    /// The parts in which the given answer differs from the expected one.
    fn parts(&self, pair: Option<&Pair>, expected: Option<&dyn Item>, given: Outcome<'_>) -> Parts {
        let compare = self.check.vocabulary.parts.as_ref();
        let (Some(_), Some(compare), Some(expected), Ok(given)) = (pair, compare, expected, given)
        else {
            return Parts::everywhere();
        };
        let parts = catch_panic(|| compare(expected, given)).ok();
        // If no part differs, something does that is not shown.
        parts.filter(Parts::differ).unwrap_or(Parts::everywhere())
    }

    /// The mistake, if just one of the two answers is `None`.
    fn option(&self, expected: Option<&dyn Item>, given: &dyn Item) -> Option<Mistake> {
        let is_none = self.answers.is_none?;
        match (is_none(expected?), is_none(given)) {
            (false, true) => Some(Mistake::GivesNone),
            (true, false) => Some(Mistake::GivesSome),
            _ => None,
        }
    }

    /// How the given number compares to the expected one. `None` for answers that are not numbers.
    fn order(&self, expected: Option<&dyn Item>, given: &dyn Item) -> Option<Ordering> {
        match self.answers.kind {
            Kind::Truth | Kind::Character => None,
            _ => (self.answers.order)(given, expected?),
        }
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
                found.refuted.insert(misreading);
            }
            fits
        });
    }
}
