//! Answers as an inquiry sees them, and the values of terms for them.

use super::change::Pair;
use super::notes::{Sampled, Wrong};
use crate::any_vec::Item;
use crate::definition::{Answers, Batch, Definition, Vocabulary};
use crate::feature::{AnyFeature, Known, Value, known};
use crate::oracle::{Comparison, Open, Verdicts};

/// Answers that one instance of a solver gave, one after the other.
pub(crate) struct Seen<'a> {
    pub(crate) batch: &'a Batch,
    pub(crate) given: &'a Answers,
    other: Option<&'a Answers>,
    column: usize,
    /// Whether the check has two solvers.
    are_two: bool,
    verdicts: Option<&'a Verdicts>,
    /// Whether the answer in each row is wrong; none where that is not known. Empty if all are right.
    pub(crate) wrong: Vec<Option<bool>>,
    /// The verdict on each row, if there is one.
    open: Vec<Option<&'a Open>>,
}

/// What rules are about.
pub(crate) struct Terms {
    /// Features of inputs, and then those of the right answer, in words with all names.
    pub(crate) list: Vec<AnyFeature>,
    of_inputs: usize,
    /// What the right answer is called: if it is not known, that of the first of two solvers, or of all others.
    pub(crate) right: String,
    /// What is known of the type of answers.
    answer: Known,
}

/// How much less the right answer says than the input itself.
const ANSWER_BITS: f64 = 6.0;

impl<'a> Seen<'a> {
    /// The answers of a solver, if it is one of those compared.
    pub(super) fn of(
        check: &Definition,
        comparison: &'a Comparison<'_>,
        verdicts: Option<&'a Verdicts>,
        solver: usize,
    ) -> Option<Self> {
        let mut columns = comparison.solvers.iter();
        let column = columns.position(|other| *other == solver)?;
        let mut seen = Seen {
            batch: comparison.batch,
            given: &comparison.columns[column],
            column,
            are_two: check.solvers.len() == 2,
            other: comparison.columns.get(usize::from(column == 0)),
            verdicts: verdicts.filter(|known| known.has_some()),
            wrong: Vec::new(),
            open: Vec::new(),
        };
        if let Some(verdicts) = seen.verdicts {
            seen.wrong.resize(seen.batch.len(), Some(false));
            seen.open.resize(seen.batch.len(), None);
            for &row in &verdicts.unknown {
                seen.wrong[row] = None;
            }
            // Of two that differ, either may be wrong; of more, the one that is alone.
            for open in &verdicts.open {
                let standing = open.standings[column];
                let differs = !open.is_agreed && check.truth.is_none();
                let is_wrong = standing.is_wrong || differs && (seen.are_two || standing.is_alone);
                seen.wrong[open.row] = Some(is_wrong);
                seen.open[open.row] = Some(open);
            }
        }
        Some(seen)
    }

    pub(super) fn number(&self, row: usize) -> u128 {
        self.batch.numbers.at(row)
    }

    pub(super) fn input(&self, row: usize) -> &'a dyn Item {
        self.batch.inputs.item(row)
    }

    /// The rows of which it is known whether the answer is wrong, and whether it is.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, bool)> {
        let rows = 0..self.batch.len();
        rows.filter_map(|row| Some((row, self.is_wrong(row)?)))
    }

    #[inline]
    pub(super) fn is_wrong(&self, row: usize) -> Option<bool> {
        self.wrong.get(row).copied().unwrap_or(Some(false))
    }

    /// The right answer in a row, if it is known.
    pub(super) fn right(&self, row: usize) -> Option<&'a dyn Item> {
        let is_wrong = self.is_wrong(row)?;
        let Some((open, verdicts)) = self.open.get(row).copied().flatten().zip(self.verdicts)
        else {
            return self.given.outcome(row).ok();
        };
        // If it is not known, and others agree, theirs.
        verdicts.right(open).or_else(|| match is_wrong {
            _ if open.is_agreed => self.given.outcome(row).ok(),
            true if self.are_two || open.standings[self.column].is_alone => {
                self.other?.outcome(row).ok()
            }
            _ => None,
        })
    }
}

impl Terms {
    /// What sentences call the parts of an input, such as " (a, b)"; nothing if it has none.
    pub(crate) fn parts(&self) -> String {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let is_known = |name: &&str| {
            let mut terms = self.list[..self.of_inputs].iter();
            let (it_is, of_it) = (format!("{name} "), format!(" of {name}"));
            terms.any(|term| {
                let words = &term.name;
                words == name || words.starts_with(&it_is) || words.ends_with(&of_it)
            })
        };
        let known: Vec<_> = names.into_iter().take_while(is_known).collect();
        match known[..] {
            [_, _, ..] => format!(" ({})", known.join(", ")),
            _ => String::new(),
        }
    }

    pub(super) fn new(check: &Definition, vocabulary: &Vocabulary) -> Self {
        let right = match check.solvers.len() {
            _ if check.truth.is_some() => "the right answer".to_owned(),
            2 => format!("{}'s answer", check.solvers[0].name),
            _ => "the answer of the others".to_owned(),
        };
        let subject = vocabulary.subject();
        let features = vocabulary.features.iter();
        let mut list: Vec<_> = features.map(|feature| feature.called(&subject)).collect();
        for feature in &vocabulary.answers {
            let mut term = feature.called(&right);
            term.bits = ANSWER_BITS;
            list.push(term);
        }
        Terms {
            list,
            of_inputs: vocabulary.features.len(),
            right,
            answer: known(&(check.no_answers)()),
        }
    }

    /// How many of them are features of inputs: the first ones.
    pub(super) fn of_inputs(&self) -> usize {
        self.of_inputs
    }

    /// The value of a term for the input in this row.
    pub(super) fn value(&self, term: usize, seen: &Seen<'_>, row: usize) -> Value {
        let of = if term < self.of_inputs {
            Some(seen.input(row))
        } else {
            seen.right(row)
        };
        let number = Some(seen.number(row));
        of.map_or(Value::Unknown, |of| (self.list[term].value)(of, number))
    }

    /// What is known of the input in this row.
    pub(super) fn known(&self, seen: &Seen<'_>, row: usize, wrong: Option<&Wrong>) -> Sampled {
        let values = 0..self.list.len();
        Sampled {
            number: seen.number(row),
            wrong: wrong.cloned(),
            values: values.map(|term| self.value(term, seen, row)).collect(),
        }
    }

    /// The right answer in this row, and the one given.
    pub(super) fn pair(&self, seen: &Seen<'_>, row: usize) -> Pair {
        Pair::of(&self.answer, seen.right(row), seen.given.outcome(row))
    }
}
