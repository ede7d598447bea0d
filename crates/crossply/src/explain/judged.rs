//! A solver's answers to a batch, the verdicts on them, and the values of terms.

use super::change::Pair;
use super::evidence::{Example, Wrong};
use crate::any_vec::Item;
use crate::definition::{Answers, Batch, Definition, Vocabulary};
use crate::feature::{AnyFeature, ItemReader, Value, item_reader};
use crate::oracle::{Comparison, Open, Verdicts};

/// The answers of one solver to a batch, and the verdicts on them.
pub(crate) struct Judged<'a> {
    pub(crate) batch: &'a Batch,
    pub(crate) given: &'a Answers,
    other: Option<&'a Answers>,
    column: usize,
    /// Whether the check has two solvers.
    are_two: bool,
    verdicts: Option<&'a Verdicts>,
    /// For each row, whether the answer is wrong, or `None` if that is unknown. Empty if all answers are right.
    pub(crate) wrong: Vec<Option<bool>>,
    open: Vec<Option<&'a Open>>,
}

/// The features that rules can use.
pub(crate) struct Terms {
    /// Features of inputs, then features of the right answer.
    pub(crate) list: Vec<AnyFeature>,
    of_inputs: usize,
    /// What to call the right answer. Without a trusted answer, this is the answer of the first of two solvers, or of
    /// all others.
    pub(crate) right: String,
    answer_reader: ItemReader,
}

/// The extra cost of a feature of the right answer, in bits. Such features say less than features of the input.
const ANSWER_BITS: f64 = 6.0;

impl<'a> Judged<'a> {
    /// The answers of a solver and the verdicts on them. `None` if the solver did not take part in the comparison.
    pub(super) fn of(
        check: &Definition,
        comparison: &'a Comparison<'_>,
        verdicts: Option<&'a Verdicts>,
        solver: usize,
    ) -> Option<Self> {
        let mut columns = comparison.solvers.iter();
        let column = columns.position(|other| *other == solver)?;
        let mut judged = Judged {
            batch: comparison.batch,
            given: &comparison.columns[column],
            column,
            are_two: check.solvers.len() == 2,
            other: comparison.columns.get(usize::from(column == 0)),
            verdicts: verdicts.filter(|verdicts| verdicts.has_some()),
            wrong: Vec::new(),
            open: Vec::new(),
        };
        if let Some(verdicts) = judged.verdicts {
            judged.wrong.resize(judged.batch.len(), Some(false));
            judged.open.resize(judged.batch.len(), None);
            for &row in &verdicts.unknown {
                judged.wrong[row] = None;
            }
            // Without a trusted answer, both of two differing solvers count as wrong, as does a sole dissenter among
            // more.
            for open in &verdicts.open {
                let standing = open.standings[column];
                let differs = !open.is_agreed && check.truth.is_none();
                let is_wrong =
                    standing.is_wrong || differs && (judged.are_two || standing.is_alone);
                judged.wrong[open.row] = Some(is_wrong);
                judged.open[open.row] = Some(open);
            }
        }
        Some(judged)
    }

    pub(super) fn number(&self, row: usize) -> u128 {
        self.batch.numbers.at(row)
    }

    pub(super) fn input(&self, row: usize) -> &'a dyn Item {
        self.batch.inputs.item(row)
    }

    /// The rows with a verdict, each with whether its answer is wrong.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, bool)> {
        let rows = 0..self.batch.len();
        rows.filter_map(|row| Some((row, self.is_wrong(row)?)))
    }

    #[inline]
    pub(super) fn is_wrong(&self, row: usize) -> Option<bool> {
        self.wrong.get(row).copied().unwrap_or(Some(false))
    }

    /// The right answer for a row, if it is known.
    pub(super) fn right(&self, row: usize) -> Option<&'a dyn Item> {
        let is_wrong = self.is_wrong(row)?;
        let Some((open, verdicts)) = self.open.get(row).copied().flatten().zip(self.verdicts)
        else {
            return self.given.outcome(row).ok();
        };
        // Without a trusted answer, the answer of the others counts as right if they agree.
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
    /// What sentences call the parts of an input, as in " (a, b)". Empty if the input has no parts.
    pub(crate) fn parts(&self) -> String {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let is_used = |name: &&str| {
            let mut terms = self.list[..self.of_inputs].iter();
            let (it_is, of_it) = (format!("{name} "), format!(" of {name}"));
            terms.any(|term| {
                let words = &term.name;
                words == name || words.starts_with(&it_is) || words.ends_with(&of_it)
            })
        };
        let used: Vec<_> = names.into_iter().take_while(is_used).collect();
        match used[..] {
            [_, _, ..] => format!(" ({})", used.join(", ")),
            _ => String::new(),
        }
    }

    pub(super) fn new(check: &Definition, vocabulary: &Vocabulary) -> Self {
        let right = match check.solvers.len() {
            _ if check.truth.is_some() => "the right answer".to_owned(),
            2 => format!("{}'s answer", check.solvers[0].name),
            _ => "the answer of the others".to_owned(),
        };
        let subject = vocabulary.subject(&check.words.noun);
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
            answer_reader: item_reader(&(check.no_answers)()),
        }
    }

    /// The number of terms that are features of inputs. They come first.
    pub(super) fn of_inputs(&self) -> usize {
        self.of_inputs
    }

    /// The value of a term for the input in this row.
    pub(super) fn value(&self, term: usize, judged: &Judged<'_>, row: usize) -> Value {
        let item = if term < self.of_inputs {
            Some(judged.input(row))
        } else {
            judged.right(row)
        };
        let number = Some(judged.number(row));
        item.map_or(Value::Unknown, |item| (self.list[term].value)(item, number))
    }

    /// The input in this row, with the values of all terms.
    pub(super) fn example(
        &self,
        judged: &Judged<'_>,
        row: usize,
        wrong: Option<&Wrong>,
    ) -> Example {
        let values = 0..self.list.len();
        Example {
            number: judged.number(row),
            wrong: wrong.cloned(),
            values: values.map(|term| self.value(term, judged, row)).collect(),
        }
    }

    pub(super) fn pair(&self, judged: &Judged<'_>, row: usize) -> Pair {
        Pair::of(
            &self.answer_reader,
            judged.right(row),
            judged.given.outcome(row),
        )
    }
}
