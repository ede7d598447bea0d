//! Judges single inputs outside of runs: for fuzz targets, kept inputs and searches.

use super::truth::right_answer;
use super::{Comparison, Panel, Verdict, leak, relation};
use crate::any_vec::AnyVec;
use crate::definition::{Batch, Definition, Limits, NamedSolver, Numbers};
use crate::finding::Finding;

/// Asks the solvers selected by `takes_part` for a single input, unless the check excludes it. The trusted answer itself
/// judges if `by_itself` is set, and its cheaper form otherwise, if there is one. Returns the answers, and the right one if it is
/// known.
///
/// # Errors
/// If an answer is wrong, or answers differ.
#[expect(clippy::result_large_err, reason = "it ends the search")]
pub(crate) fn ask<'b>(
    check: &Definition,
    panel: &mut Panel,
    batch: &'b Batch,
    by_itself: bool,
    takes_part: impl Fn(&str, &Limits) -> bool,
) -> Result<(Comparison<'b>, Option<AnyVec>), Finding> {
    let inputs = &batch.inputs;
    let is_admitted = check.admits(inputs.item(0)) == Ok(true);
    let right = if is_admitted {
        right_answer(check, inputs, 0, by_itself).unwrap_or_default()
    } else {
        None
    };
    let mut solvers: Vec<usize> = (0..check.solvers.len()).collect();
    solvers.retain(|&n| {
        let NamedSolver { name, limits, .. } = &check.solvers[n];
        is_admitted && takes_part(name, limits)
    });
    let columns = solvers
        .iter()
        .map(|&solver| panel.answer_row(solver, batch, 0));
    let comparison = Comparison {
        batch,
        columns: columns.collect(),
        solvers,
    };
    let known = right.as_ref().map(|right| right.item(0));
    // With a tolerance, two answers may differ from each other although both equal the right one.
    let is_settled = known.is_some() || comparison.agreed(&check.equality)[0];
    let verdicts = comparison.verdicts(check, 0, known);
    if is_settled && !verdicts.contains(&Verdict::Wrong) {
        Ok((comparison, right))
    } else {
        Err(comparison.finding(check, 0, known))
    }
}

/// Like [`ask`], but also tests the relations. If some inputs represent others, the trusted answer itself judges only the
/// representatives.
///
/// # Errors
/// If an answer is wrong, or a relation is violated.
#[expect(clippy::result_large_err, reason = "it ends the search")]
pub(crate) fn ask_and_relate(
    check: &Definition,
    panel: &mut Panel,
    batch: &Batch,
    takes_part: impl Fn(&str, &Limits) -> bool,
) -> Result<(), Finding> {
    let input = batch.inputs.item(0);
    let represents = check.representatives.as_ref();
    let is_admitted = check.admits(input) == Ok(true);
    let by_itself = represents.is_none_or(|represents| is_admitted && (represents.holds)(input));
    let (comparison, right) = ask(check, panel, batch, by_itself, takes_part)?;
    let solvers = &comparison.solvers;
    if by_itself && check.truth.is_some() && !solvers.is_empty() && right.is_none() {
        // The trusted answer panics: the check is at fault.
        return Err(comparison.finding(check, 0, None));
    }
    let violated = relation::subject(check, solvers.iter().copied())
        .and_then(|solver| relation::violation(check, panel, solver, batch.numbers.get(0), input));
    violated.map_or(Ok(()), Err)
}

/// The first fault on these inputs. Solvers are asked for each input alone, and then for all in one batch.
pub(crate) fn ask_again(check: &Definition, numbers: &[u128]) -> Option<Finding> {
    let wrong = numbers.iter().find_map(|&index| {
        let batch = single(check, index);
        ask_and_relate(check, &mut Panel::new(check), &batch, practical(index)).err()
    });
    wrong.or_else(|| leaks(check, numbers).into_iter().next())
}

/// The findings on solvers that answer these inputs, in this order, differently in one batch than one by one.
pub(crate) fn leaks(check: &Definition, numbers: &[u128]) -> Vec<Finding> {
    let batch = without_excluded(check, &listed(check, numbers));
    let numbers = (0..batch.len()).map(|row| batch.numbers.at(row));
    let Some(greatest) = numbers.max() else {
        return Vec::new();
    };
    if batch.len() == 1 {
        return Vec::new();
    }
    // Otherwise, an answer that the batch has left in a cache would be the answer to the input alone.
    let mut panel = Panel::new(check);
    panel.forgets = true;
    let solvers = (0..check.solvers.len()).filter(|&n| check.solvers[n].limits.drawn > greatest);
    let leaks = solvers.filter_map(|solver| leak::leak(check, &mut panel, solver, &batch, None));
    leaks.collect()
}

/// The batch without the inputs that the check excludes.
pub(crate) fn without_excluded(check: &Definition, batch: &Batch) -> Batch {
    let rows: Vec<usize> = (0..batch.len())
        .filter(|&row| check.admits(batch.inputs.item(row)) == Ok(true))
        .collect();
    batch.of_rows(&*check.domain, &rows)
}

/// Selects the solvers that answer this input if it is drawn.
pub(crate) fn practical(index: u128) -> impl Fn(&str, &Limits) -> bool {
    move |_, limits| index < limits.drawn
}

/// The input with this number as a batch.
pub(crate) fn single(check: &Definition, index: u128) -> Batch {
    listed(check, &[index])
}

/// The inputs with these numbers as a batch.
pub(crate) fn listed(check: &Definition, numbers: &[u128]) -> Batch {
    let inputs = check.inputs(numbers);
    let numbers = Numbers::Listed(numbers.to_vec());
    Batch { numbers, inputs }
}

#[cfg(test)]
mod tests {
    use crate::{CrossCheck, Limits, domain};

    /// Answers that agree are right as far as is known, and so are none. A failure never is.
    #[test]
    fn an_input_without_a_right_answer_is_judged() {
        let all = || domain::range(0..4_u32);
        let check = CrossCheck::new("panics", all()).truth("panics", |n| panic!("{n}"));
        let check = check.solver("a", |&n| n).solver("b", |&n: &u32| n.min(2));
        assert!(check.ask(2).is_ok_and(|one| one.right.is_none()));
        assert!(check.ask(3).is_err_and(|one| one.right.is_none()));

        let alone = CrossCheck::new("alone", all()).solver("fails", |&n| 6 / n);
        assert!(alone.ask(0).is_err());
        assert!(alone.ask(1).is_ok());

        let limited = CrossCheck::new("limited", all()).solver("fails", |&n| 1 / (n - 3));
        let limited = limited.limits(Limits {
            drawn: 1,
            ..Limits::first(1)
        });
        assert!(limited.ask(3).is_ok_and(|one| one.answers.is_empty()));
    }
}
