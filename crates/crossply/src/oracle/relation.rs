//! Relations between the answers of one solver.

use super::{Panel, finding, is_wrong};
use crate::any_vec::Item;
use crate::definition::{Definition, Relation};
use crate::failure::Failure;
use crate::finding::{Finding, Given, Violation};
use crate::oracle::truth::quick_answer;

/// Of these solvers, the one that relations ask: the subject of the check, or else the last.
pub(crate) fn subject(check: &Definition, solvers: impl Iterator<Item = usize>) -> Option<usize> {
    solvers.max_by_key(|&solver| check.solvers[solver].name == check.outline.subject)
}

/// Has all relations judge a solver's answers to an input, and to those that they ask for. Returns what is wrong: if the
/// trusted answer shows which of the answers is wrong, the finding is about that input.
pub(crate) fn violation(
    check: &Definition,
    panel: &mut Panel,
    solver: usize,
    index: Option<u128>,
    input: &dyn Item,
) -> Option<Finding> {
    let mut holds =
        |relation: &Relation, asked: &mut dyn FnMut(&dyn Item)| -> Result<bool, Failure> {
            panel.ask(solver, |solver| (relation.holds)(input, solver, asked))
        };
    // Relations hold almost always, so what they ask for is written down only when one is asked again.
    let mut relations = check.relations.iter();
    let relation = relations.find(|relation| holds(relation, &mut |_| {}) != Ok(true))?;
    let mut asked = check.domain.empty();
    let _ = holds(relation, &mut |input| check.domain.copy(input, &mut asked));
    let name = &check.solvers[solver].name;
    let (mut wrong, mut compared) = (None, Vec::new());
    for row in 0..asked.len() {
        let input = asked.item(row);
        let given = panel.answer(solver, input);
        let mut rights = (check.no_answers)();
        if wrong.is_none()
            && let (true, Some(index)) = (
                quick_answer(check, &asked, row, &mut rights),
                check.domain.index(input),
            )
            && is_wrong(&check.equality, given.outcome(0), rights.item(0))
        {
            let mut found = finding(check, Some(index), input, Some(rights.item(0)));
            found.answers.push(Given::new(name, given.outcome(0), true));
            wrong = Some(found);
        }
        compared.push((format!("{input:?}"), Given::text(given.outcome(0))));
    }
    let mut found = wrong.unwrap_or_else(|| {
        let mut found = finding(check, index, input, None);
        let given = panel.answer(solver, input);
        // Without a trusted answer, another of the answers may be the wrong one.
        let counts_as_wrong = check.truth.is_some() || given.outcome(0).is_err();
        let given = Given::new(name, given.outcome(0), counts_as_wrong);
        found.answers.push(given);
        found
    });
    let relation = relation.name.clone();
    found.violated = Some(Violation { relation, compared });
    Some(found)
}
