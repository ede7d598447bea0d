//! Passes the answers of a run to an inquiry.

use super::inquiry::{Inquiry, NoteTaker};
use super::seen::Seen;
use crate::definition::Definition;
use crate::feature::Value;
use crate::oracle::{Comparison, Verdicts};
use crate::run::{Observed, Observer};

/// An inquiry into the answers of a check's run.
pub(super) struct InRun<'a> {
    pub(super) check: &'a Definition,
    pub(super) inquiry: &'a Inquiry<'a>,
}

/// Passes on the answers of a thread.
struct OfThread<'a> {
    check: &'a Definition,
    /// The solvers that are to be explained.
    suspects: Vec<usize>,
    notes: NoteTaker<'a>,
}

impl Observed for InRun<'_> {
    fn observer(&self) -> Box<dyn Observer + '_> {
        let suspects = self.inquiry.suspects.iter();
        Box::new(OfThread {
            check: self.check,
            suspects: suspects.map(|suspect| suspect.solver).collect(),
            notes: self.inquiry.note_taker(),
        })
    }

    fn is_over(&self) -> bool {
        self.inquiry.is_over()
    }
}

impl Observer for OfThread<'_> {
    fn see(&mut self, comparison: &Comparison<'_>, verdicts: Option<&Verdicts>, section: usize) {
        let batch = comparison.batch;
        let section = Value::section(&self.check.outline.sections[section].name);
        // Of two that differ, either may be wrong; of more, the one that is alone.
        let is_known = self.check.truth.is_some();
        let are_two = self.check.solvers.len() == 2;
        for (n, suspect) in self.suspects.iter().enumerate() {
            let mut columns = comparison.solvers.iter();
            let Some(column) = columns.position(|solver| solver == suspect) else {
                continue;
            };
            let given = &comparison.columns[column];
            let other = comparison.columns.get(usize::from(column == 0));
            let mut wrong = Vec::new();
            let mut open_at = Vec::new();
            if let Some(verdicts) = verdicts.filter(|known| known.has_some()) {
                wrong.resize(batch.len(), Some(false));
                open_at.resize(batch.len(), None);
                for &row in &verdicts.unknown {
                    wrong[row] = None;
                }
                for open in &verdicts.open {
                    let standing = open.standings[column];
                    let differs = !open.is_agreed && !is_known;
                    let is_wrong = standing.is_wrong || differs && (are_two || standing.is_alone);
                    wrong[open.row] = Some(is_wrong);
                    open_at[open.row] = Some((open, verdicts.right(open)));
                }
            }
            let right = |row: usize| match open_at.get(row) {
                Some(Some((open, right))) => right.or_else(|| match wrong[row] {
                    _ if open.is_agreed => given.outcome(row).ok(),
                    // The others agree.
                    Some(true) => other.and_then(|other| other.outcome(row).ok()),
                    _ => None,
                }),
                _ if wrong.get(row) == Some(&None) => None,
                _ => given.outcome(row).ok(),
            };
            let seen = Seen {
                inputs: &batch.inputs,
                number: &|row| batch.numbers.at(row),
                section,
                given,
                wrong: &wrong,
                right: &right,
            };
            self.notes.see(n, &seen);
        }
    }
}
