//! Passes the answers of a run to an inquiry.

use super::inquiry::Inquiry;
use super::seen::Seen;
use crate::definition::Definition;
use crate::feature::Value;
use crate::run::Observer;

/// Passes the answers of a thread to an inquiry into a check's run.
pub(super) fn observer<'a>(check: &'a Definition, inquiry: &'a Inquiry<'a>) -> Observer<'a> {
    let mut notes = inquiry.note_taker();
    Box::new(move |comparison, verdicts, section| {
        let batch = comparison.batch;
        let section = Value::section(&check.outline.sections[section].name);
        // Of two that differ, either may be wrong; of more, the one that is alone.
        let is_known = check.truth.is_some();
        let are_two = check.solvers.len() == 2;
        for (n, suspect) in inquiry.suspects.iter().enumerate() {
            let mut columns = comparison.solvers.iter();
            let Some(column) = columns.position(|solver| *solver == suspect.solver) else {
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
            notes.see(n, &seen);
        }
    })
}
