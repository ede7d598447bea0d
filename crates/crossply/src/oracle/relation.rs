//! Relations between the answers of one solver.

use super::{Panel, finding, is_wrong};
use crate::any_vec::Item;
use crate::definition::{Definition, Numbers, Observer, Relation};
use crate::failure::Failure;
use crate::finding::{Finding, Given, Violation};
use crate::oracle::truth::quick_answer;

/// The solver that relations test: the subject of the check, or else the last of `solvers`.
pub(crate) fn subject(check: &Definition, solvers: impl Iterator<Item = usize>) -> Option<usize> {
    solvers.max_by_key(|&solver| check.subject.as_ref() == Some(&check.solvers[solver].name))
}

/// Asks the solver for what a relation needs. `asked` sees it.
fn ask(
    panel: &mut Panel,
    solver: usize,
    relation: &Relation,
    input: &dyn Item,
    asked: &mut Observer<'_>,
) -> Result<bool, Failure> {
    Numbers::NONE.announce();
    panel.ask(solver, |instance| (relation.holds)(input, instance, asked))
}

/// Tests all relations on a solver's answer to an input. If the trusted answer shows which of the related answers is wrong,
/// the finding is about that input. If it shows that all are right, the relation is wrong and no answer is.
pub(crate) fn violation(
    check: &Definition,
    panel: &mut Panel,
    solver: usize,
    index: Option<u128>,
    input: &dyn Item,
) -> Option<Finding> {
    // Relations almost always hold, so the answers they compare are recorded only in a second call.
    let relation = check
        .relations
        .iter()
        .find(|relation| ask(panel, solver, relation, input, &mut |_, _| {}) != Ok(true))?;
    let mut asked = check.domain.empty();
    let mut right_ones = 0;
    let again = ask(panel, solver, relation, input, &mut |input, answer| {
        let Some(answer) = answer else {
            return check.domain.copy(input, &mut asked);
        };
        let right = quick_answer(check, &asked, asked.len() - 1);
        let is_right = right.is_some_and(|one| !is_wrong(&check.equality, Ok(answer), one.item(0)));
        right_ones += usize::from(is_right);
    });
    let contradicts = check.truth.is_some() && again != Ok(true) && right_ones == asked.len();
    let name = &check.solvers[solver].name;
    let mut wrong = None;
    let mut compared = Vec::new();
    for row in 0..asked.len() {
        let input = asked.item(row);
        let given = panel.answer(solver, input);
        if wrong.is_none()
            && let Some(index) = check.number_of(input)
            && let Some(right) = quick_answer(check, &asked, row)
            && is_wrong(&check.equality, given.outcome(0), right.item(0))
        {
            let mut found = finding(check, Some(index), input, Some(right.item(0)));
            found.answers.push(Given::new(name, given.outcome(0), true));
            wrong = Some(found);
        }
        let shown = check.in_line(input);
        compared.push((shown, Given::text(given.outcome(0))));
    }
    let mut found = wrong.unwrap_or_else(|| {
        let mut alone = check.domain.empty();
        check.domain.copy(input, &mut alone);
        let right = quick_answer(check, &alone, 0);
        let right = right.as_ref().map(|right| right.item(0));
        let answers = panel.answer(solver, input);
        let given = answers.outcome(0);
        // If the right answer is unknown, another of the related answers may be the wrong one.
        let is_wrong = right.map_or(given.is_err(), |right| {
            is_wrong(&check.equality, given, right)
        });
        let right = if contradicts { right } else { None };
        let mut found = finding(check, index, input, right);
        found.answers.push(Given::new(name, given, is_wrong));
        found
    });
    let relation = relation.name.clone();
    found.violated = Some(Violation { relation, compared });
    Some(found)
}
