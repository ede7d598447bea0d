//! Collects mistakes while the answers are at hand.

use std::cmp::Ordering;

use super::{Mistake, Mistakes, Pair};
use crate::any_vec::{AnyVec, Item};
use crate::definition::{Applies, Definition, Reader};
use crate::failure::{FailureKind, catch_panic};
use crate::feature::{ItemReader, Kind, WordReader, item_reader, letters_of};
use crate::oracle::{Comparison, Open, Verdict, Verdicts};

/// No change is looked for in longer texts and lists: some take time that grows with the square of the length.
const MOST_LETTERS: usize = 1000;

/// Collects the mistakes that one thread sees.
pub(crate) struct Collector<'a> {
    check: &'a Definition,
    answers: ItemReader,
    /// How to read answers that are texts or lists.
    letters: Option<WordReader>,
    /// For each solver, the misreadings that no answer in this thread has refuted, by their index.
    candidates: Vec<Vec<Candidate>>,
    /// Whether a misreading has to see all inputs in order.
    is_ordered: bool,
    /// For each solver, whether it forgets all inputs between two batches. This is true of programs.
    forgets: Vec<bool>,
    /// A buffer for the answer of a misreading.
    read: AnyVec,
}

/// A misreading, by its index in the vocabulary, and its reader once there is something to read.
struct Candidate {
    misreading: usize,
    reader: Option<Reader>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(check: &'a Definition, forgets: Vec<bool>) -> Self {
        let misreadings = &check.vocabulary.misreadings;
        let candidates = check.solvers.iter().map(|_| {
            let all = 0..misreadings.len();
            all.map(|misreading| Candidate {
                misreading,
                reader: None,
            })
            .collect()
        });
        Collector {
            check,
            answers: item_reader(&(check.no_answers)()),
            letters: letters_of(&(check.no_answers)()),
            candidates: candidates.collect(),
            is_ordered: misreadings
                .iter()
                .any(|one| one.applies == Applies::InOrder),
            forgets,
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
        let open = verdicts.map_or(&[][..], |verdicts| &verdicts.open);
        if open.is_empty() && !self.is_ordered {
            return;
        }
        for (column, &solver) in comparison.solvers.iter().enumerate() {
            let mut wrong = Vec::new();
            for open in open.iter().filter(|open| self.is_mistake(open, column)) {
                let number = comparison.batch.numbers.at(open.row);
                let expected = verdicts
                    .and_then(|verdicts| verdicts.expected(self.check, comparison, open, column));
                let given = comparison.columns[column].outcome(open.row);
                let (mistake, mut pair) = self.mistake(comparison, open, column, expected);
                if let (Some(pair), Some(WordReader { letters, .. })) = (&mut pair, self.letters)
                    && let (Some(expected), Ok(given)) = (expected, given)
                    && found[solver].changes.wants_letters()
                {
                    let both = [letters(expected), letters(given)];
                    pair.letters = Some(both)
                        .filter(|both| both.iter().all(|letters| letters.len() <= MOST_LETTERS));
                }
                found[solver].add(number, given, mistake, pair.as_ref());
                wrong.push(open.row);
            }
            self.try_misreadings(comparison, verdicts, column, &wrong, &mut found[solver]);
        }
    }

    /// Whether the outcome of the solver in this column counts as a mistake of this solver.
    fn is_mistake(&self, open: &Open, column: usize) -> bool {
        let are_two = self.check.solvers.len() == 2 && self.check.truth.is_none();
        match open.verdicts[column] {
            Verdict::Accepted => false,
            // If two solvers differ, either may be wrong. What there is to say is said of the second.
            Verdict::Wrong if are_two => column == 1 && open.alike.is_none(),
            Verdict::Wrong | Verdict::Alone | Verdict::Differs => true,
        }
    }

    fn mistake(
        &self,
        comparison: &Comparison<'_>,
        open: &Open,
        column: usize,
        expected: Option<&dyn Item>,
    ) -> (Mistake, Option<Pair>) {
        let given = comparison.columns[column].outcome(open.row);
        if let (Some(name), Some(expected)) = (&self.check.vocabulary.mistake, expected) {
            let input = comparison.batch.inputs.item(open.row);
            return (Mistake::Named(name(input, expected, given)), None);
        }
        let mistake = match given {
            Err(failure) => Mistake::Fails(failure.kind),
            Ok(given) => self
                .option(expected, given)
                .unwrap_or_else(|| Mistake::of_order(self.order(expected, given))),
        };
        let pair = Pair::of(&self.answers, expected, given);
        (mistake, Some(pair))
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
            Kind::Fact | Kind::Character => None,
            _ => (self.answers.order)(given, expected?),
        }
    }

    /// Drops the misreadings that give another answer than the solver. Where nothing is wrong, only those are tried that have
    /// to see all inputs: an explanation tries the others there.
    fn try_misreadings(
        &mut self,
        comparison: &Comparison<'_>,
        verdicts: Option<&Verdicts>,
        column: usize,
        wrong: &[usize],
        found: &mut Mistakes,
    ) {
        let misreadings = &self.check.vocabulary.misreadings;
        let solver = comparison.solvers[column];
        if self.candidates[solver].is_empty() {
            return;
        }
        let open: Vec<usize> = match verdicts {
            Some(verdicts) => verdicts.open.iter().map(|open| open.row).collect(),
            None => Vec::new(),
        };
        let unknown = verdicts.map_or(&[][..], |verdicts| &verdicts.unknown);
        let mut all = Vec::new();
        if self.is_ordered {
            all.extend((0..comparison.batch.len()).filter(|row| !unknown.contains(row)));
        }
        let forgets = self.forgets[solver];
        let read = &mut self.read;
        let equality = &self.check.equality;
        self.candidates[solver].retain_mut(|candidate| {
            let misreading = &misreadings[candidate.misreading];
            let rows = match misreading.applies {
                Applies::InOrder => &all,
                Applies::Everywhere => &open,
                Applies::WhereWrong => wrong,
            };
            if rows.is_empty() {
                return true;
            }
            candidate.reader.take_if(|_| forgets);
            let reader = candidate.reader.get_or_insert_with(|| (misreading.new)());
            let fits = rows.iter().all(|&row| {
                read.truncate(0);
                let given = comparison.columns[column].outcome(row);
                // A function can panic, but does nothing else that is a failure.
                if given.is_err_and(|failure| failure.kind != FailureKind::Panic) {
                    return false;
                }
                match catch_panic(|| reader(&comparison.batch.inputs, row, read)) {
                    Ok(true) => equality.of_outcomes(Ok(read.item(0)), given),
                    Ok(false) => false,
                    Err(failure) => given.err() == Some(&failure),
                }
            });
            if !fits {
                found.refuted.insert(candidate.misreading);
            }
            fits
        });
    }
}
