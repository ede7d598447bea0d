//! Decides who is right: compares the outcomes for an input with each other, and with the trusted answer.
//!
//! Each oracle finds faults that the others miss. Agreement compares solvers, and misses faults that all of them share. The
//! [trusted answer](truth) decides which answer is right. [Relations](relation) compare a solver's answers to related inputs.
//! [Batches](leak) show answers that depend on earlier inputs. Runs, searches and fuzz targets all use [`standings`](Comparison::standings).

pub(crate) mod ask;
pub(crate) mod leak;
mod panel;
pub(crate) mod relation;
pub(crate) mod truth;
mod verdicts;

use crate::any_vec::{Item, Outcome};
use crate::definition::{Answers, Batch, Definition, Equality};
use crate::finding::{Finding, Given, Provenance};
use crate::wide::Wide;

pub use panel::Panel;
pub(crate) use verdicts::{Open, Verdicts};

/// The outcomes of some solvers for a batch of inputs.
pub(crate) struct Comparison<'b> {
    pub(crate) batch: &'b Batch,
    /// The solvers, by their index in the check.
    pub(crate) solvers: Vec<usize>,
    /// The answers of each solver.
    pub(crate) columns: Vec<Answers>,
}

/// The verdict on a solver's outcome for an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Whether it is a failure, or an answer other than the right one.
    pub(crate) is_wrong: bool,
    /// Whether the solver is the sole dissenter: all other solvers, at least two, gave the same answer, and it another one.
    pub(crate) is_alone: bool,
    /// Whether it differs from the first solver's outcome.
    pub(crate) differs: bool,
}

/// Whether an outcome is a failure, or an answer other than the right one.
pub(crate) fn is_wrong(equality: &Equality, outcome: Outcome<'_>, right: &dyn Item) -> bool {
    !equality.of_outcomes(outcome, Ok(right))
}

impl Comparison<'_> {
    /// The verdict on each solver's outcome for the input in this row. If the right answer is unknown, an answer may be alone
    /// but not wrong.
    pub(crate) fn standings(
        &self,
        equality: &Equality,
        row: usize,
        right: Option<&dyn Item>,
    ) -> Vec<Standing> {
        let (solvers, outcome) = (self.columns.len(), |n: usize| self.columns[n].outcome(row));
        let same = |one: usize, other: usize| equality.of_outcomes(outcome(one), outcome(other));
        // Equality within a tolerance is not transitive, so the answer has to differ from every other one.
        let is_alone = |n: usize| {
            let first = usize::from(n == 0);
            let mut others = (0..solvers).filter(|&other| other != n);
            outcome(first).is_ok() && others.all(|other| same(first, other) && !same(n, other))
        };
        let of = |n: usize| {
            let is_wrong = match right {
                Some(right) => is_wrong(equality, outcome(n), right),
                None => outcome(n).is_err(),
            };
            Standing {
                is_wrong,
                is_alone: right.is_none() && !is_wrong && solvers >= 3 && is_alone(n),
                differs: !same(0, n),
            }
        };
        (0..solvers).map(of).collect()
    }

    /// Whether all solvers gave the same answer, for each row.
    pub(crate) fn agreed(&self, equality: &Equality) -> Vec<bool> {
        let mut agreed = vec![true; self.batch.len()];
        for (n, column) in self.columns.iter().enumerate().skip(1) {
            // Within a tolerance, two answers may differ although both are the same as a third.
            let first = if equality.is_transitive { n - 1 } else { 0 };
            for other in &self.columns[first..n] {
                equality.of_answers(other, column, &mut agreed);
            }
        }
        agreed
    }

    /// What is at fault about the check if the outcomes for the input in this row cannot be compared.
    fn trouble(&self, check: &Definition, row: usize, right: Option<&dyn Item>) -> Option<String> {
        let is_unsure = |outcome: &Outcome<'_>| check.equality.is_unsure_of(*outcome);
        let outcomes = self.columns.iter().map(|answers| answers.outcome(row));
        let mut unsure = outcomes.filter(is_unsure);
        let answer = Given::text(unsure.next()?);
        let is_other = right.map_or(unsure.next().is_some(), |right| is_unsure(&Ok(right)));
        let input = self.batch.inputs.item(row);
        is_other.then(|| format!("the check itself is at fault: {answer}, the answer to {input:?}, is not equal to itself; `equality` can say which answers are the same"))
    }

    /// The finding about the input in this row.
    pub(crate) fn finding(
        &self,
        check: &Definition,
        row: usize,
        right: Option<&dyn Item>,
        standings: &[Standing],
    ) -> Finding {
        let (numbers, input) = (&self.batch.numbers, self.batch.inputs.item(row));
        let mut finding = finding(check, numbers.get(row), input, right);
        let solvers = self.solvers.iter().zip(&self.columns).zip(standings);
        let given = solvers.map(|((&solver, answers), standing)| {
            let name = &check.solvers[solver].name;
            Given {
                alone: standing.is_alone,
                differs: standing.differs,
                ..Given::new(name, answers.outcome(row), standing.is_wrong)
            }
        });
        finding.answers.extend(given);
        finding
    }
}

/// A finding without answers, about an input that may have a number.
pub(crate) fn finding(
    check: &Definition,
    index: Option<u128>,
    input: &dyn Item,
    right: Option<&dyn Item>,
) -> Finding {
    let mut sections = check.sections.iter();
    let section = sections.find(|section| index.is_some_and(|index| index < section.end));
    Finding {
        index: Wide(index.unwrap_or_default()),
        input: format!("{input:?}"),
        section: section.map_or(String::new(), |section| section.name.clone()),
        answers: Vec::new(),
        right: right.map(|right| format!("{right:?}")),
        violated: None,
        batch: Vec::new(),
        provenance: Provenance::Seen,
    }
}
