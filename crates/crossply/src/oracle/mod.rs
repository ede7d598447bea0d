//! Decides who is right: compares the outcomes for an input with each other, and with the trusted answer.
//!
//! Each oracle finds faults that the others miss. Agreement compares solvers, and misses faults that all of them share. The
//! [trusted answer](truth) decides which answer is right. [Relations](relation) compare a solver's answers to related inputs.
//! [Batches](leak) show answers that depend on earlier inputs. Runs, searches and fuzz targets all use [`verdicts`](Comparison::verdicts).

pub(crate) mod ask;
pub(crate) mod leak;
mod panel;
pub(crate) mod relation;
pub(crate) mod truth;
mod verdicts;

use crate::any_vec::{Item, Outcome};
use crate::definition::{Answers, Batch, Definition, Equality};
use crate::failure::FailureKind;
use crate::finding::{Finding, Given, Provenance};
use crate::wide::Wide;

pub use panel::Panel;
pub(crate) use verdicts::{Contested, Verdicts};

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
pub(crate) enum Verdict {
    /// Nothing is known against it.
    Accepted,
    /// It is a failure, or an answer other than the right one.
    Wrong,
    /// The right answer is unknown. All other solvers, at least two, gave the same answer, and this one another.
    Alone,
    /// The right answer is unknown. This is the second of the check's two solvers, and it differs from the first.
    Differs,
}

/// Whether an outcome is a failure, or an answer other than the right one.
pub(crate) fn is_wrong(equality: &Equality, outcome: Outcome<'_>, right: &dyn Item) -> bool {
    !equality.of_outcomes(outcome, Ok(right))
}

impl Comparison<'_> {
    /// The verdict on each solver's outcome for the input in this row.
    pub(crate) fn verdicts(
        &self,
        check: &Definition,
        row: usize,
        right: Option<&dyn Item>,
    ) -> Vec<Verdict> {
        let equality = &check.equality;
        let verdicts = (0..self.columns.len()).map(|solver| {
            let outcome = self.columns[solver].outcome(row);
            let differs = || solver == 1 && !self.are_same(equality, row, 0, 1);
            match right {
                Some(right) if is_wrong(equality, outcome, right) => Verdict::Wrong,
                None if outcome.is_err() => Verdict::Wrong,
                None if self.is_alone(equality, row, solver) => Verdict::Alone,
                None if check.solvers.len() == 2 && differs() => Verdict::Differs,
                _ => Verdict::Accepted,
            }
        });
        verdicts.collect()
    }

    /// Whether all other solvers, at least two, gave the same answer, and this one another. Equality within a tolerance is not
    /// transitive, so all pairs decide.
    fn is_alone(&self, equality: &Equality, row: usize, solver: usize) -> bool {
        let solvers = self.columns.len();
        let mut others = (0..solvers).filter(|&other| other != solver);
        solvers > 2
            && others.all(|other| {
                let agrees_with_rest = (other + 1..solvers)
                    .filter(|&another| another != solver)
                    .all(|another| self.are_same(equality, row, other, another));
                let answered = self.columns[other].outcome(row).is_ok();
                answered && agrees_with_rest && !self.are_same(equality, row, solver, other)
            })
    }

    /// Whether the outcomes of two solvers for the input in this row are equal.
    fn are_same(&self, equality: &Equality, row: usize, one: usize, other: usize) -> bool {
        let one = self.columns[one].outcome(row);
        equality.of_outcomes(one, self.columns[other].outcome(row))
    }

    /// The kind in which all solvers failed, if all failed in the same way.
    fn common_failure(&self, row: usize) -> Option<FailureKind> {
        let mut kinds = self
            .columns
            .iter()
            .map(|answers| Some(answers.outcome(row).err()?.kind));
        let first = kinds.next()??;
        kinds.all(|kind| kind == Some(first)).then_some(first)
    }

    /// Whether all solvers gave the same answer, for each row. A failure is none, even if there is one solver.
    pub(crate) fn agreed(&self, equality: &Equality) -> Vec<bool> {
        let mut agreed = vec![true; self.batch.len()];
        for (row, _) in self.columns.iter().flat_map(|column| &column.failures) {
            agreed[*row] = false;
        }
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
        let equality = &check.equality;
        let mut unsure = self
            .columns
            .iter()
            .map(|answers| answers.outcome(row))
            .filter(|outcome| equality.is_unsure_of(*outcome));
        let answer = Given::text(unsure.next()?);
        let is_other = match right {
            Some(right) => equality.is_unsure_of(Ok(right)),
            None => unsure.next().is_some(),
        };
        let input = self.batch.inputs.item(row);
        is_other.then(|| format!("the check itself is at fault: {answer}, the answer to {}, is not equal to itself; `equality` can say which answers are the same", check.in_line(input)))
    }

    /// The finding about the input in this row.
    pub(crate) fn finding(
        &self,
        check: &Definition,
        row: usize,
        right: Option<&dyn Item>,
    ) -> Finding {
        let input = self.batch.inputs.item(row);
        let mut finding = finding(check, self.batch.numbers.get(row), input, right);
        let verdicts = self.verdicts(check, row, right);
        for (column, (&solver, verdict)) in self.solvers.iter().zip(verdicts).enumerate() {
            let outcome = self.columns[column].outcome(row);
            let is_wrong = verdict == Verdict::Wrong;
            finding.answers.push(Given {
                alone: verdict == Verdict::Alone,
                differs: !self.are_same(&check.equality, row, 0, column),
                ..Given::new(&check.solvers[solver].name, outcome, is_wrong)
            });
        }
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
    let section = check
        .sections
        .iter()
        .find(|section| index.is_some_and(|index| index < section.end));
    Finding {
        index: Wide(index.unwrap_or_default()),
        input: check.domain.show(input),
        section: section.map_or(String::new(), |section| section.name.clone()),
        answers: Vec::new(),
        right: right.map(|right| format!("{right:?}")),
        violated: None,
        batch: Vec::new(),
        provenance: Provenance::Seen,
    }
}
