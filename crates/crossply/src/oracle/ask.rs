//! Has solvers answer single inputs, outside of runs, and has all oracles judge: for fuzz targets, kept inputs and
//! searches.

use super::truth::{confirmed_answer, quick_answer};
use super::{Comparison, Panel, Standing, leak, relation};
use crate::any_vec::{AnyVec, Item};
use crate::definition::{Batch, Definition, Limits, Numbers};
use crate::finding::Finding;

/// Has the solvers that `takes_part` selects by name and limits answer the input with this number.
///
/// # Errors
/// The answers, if one is wrong or they differ.
#[expect(clippy::result_large_err, reason = "both are the same")]
pub(crate) fn ask(
    check: &Definition,
    panel: &mut Panel,
    index: u128,
    takes_part: impl Fn(&str, &Limits) -> bool,
) -> Result<Finding, Finding> {
    let batch = single(check, index);
    let mut rights = (check.no_answers)();
    let _ = confirmed_answer(check, &batch.inputs, 0, &mut rights);
    let answered = answered(check, panel, &batch, takes_part);
    let judged = judged(check, &answered, &rights);
    let found = judged.finding();
    if judged.is_right {
        Ok(found)
    } else {
        Err(found)
    }
}

/// The same for an input that may have no number, as one of many: puts answers into words only if something is wrong.
/// Where inputs represent others, only their answers are confirmed by the trusted answer itself. Returns how many solvers
/// answered.
///
/// # Errors
/// What is wrong.
#[expect(clippy::result_large_err, reason = "it ends the search")]
pub(crate) fn count_answers(
    check: &Definition,
    panel: &mut Panel,
    batch: &Batch,
    takes_part: impl Fn(&str, &Limits) -> bool,
) -> Result<usize, Finding> {
    let (input, mut rights) = (batch.inputs.item(0), (check.no_answers)());
    if check
        .represents
        .as_ref()
        .is_some_and(|represents| !represents(input))
    {
        quick_answer(check, &batch.inputs, 0, &mut rights);
    } else {
        let _ = confirmed_answer(check, &batch.inputs, 0, &mut rights);
    }
    let answered = answered(check, panel, batch, takes_part);
    let judged = judged(check, &answered, &rights);
    if judged.is_right {
        Ok(answered.solvers.len())
    } else {
        Err(judged.finding())
    }
}

/// What is wrong about these inputs, asked for one by one and, if they are several, at once.
pub(crate) fn ask_again(check: &Definition, numbers: &[u128]) -> Option<Finding> {
    for &index in numbers {
        let practical = |_: &str, limits: &Limits| index < limits.drawn;
        let mut panel = Panel::new(check);
        if let Err(found) = ask(check, &mut panel, index, practical) {
            return Some(found);
        }
        let quick = (0..check.solvers.len()).filter(|&n| index < check.solvers[n].limits.drawn);
        let (batch, subject) = (single(check, index), relation::subject(check, quick));
        let violated = subject.and_then(|solver| {
            relation::violation(check, &mut panel, solver, Some(index), batch.inputs.item(0))
        });
        if violated.is_some() {
            return violated;
        }
    }
    leaks(check, numbers).into_iter().next()
}

/// The solvers whose answers to these inputs, asked for at once, are others than those to each input alone.
pub(crate) fn leaks(check: &Definition, numbers: &[u128]) -> Vec<Finding> {
    let Some(greatest) = numbers.iter().max().filter(|_| numbers.len() > 1) else {
        return Vec::new();
    };
    let (batch, mut panel) = (listed(check, numbers), Panel::new(check));
    let solvers = (0..check.solvers.len()).filter(|&n| check.solvers[n].limits.drawn > *greatest);
    let leaks = solvers.filter_map(|solver| leak::leak(check, &mut panel, solver, &batch));
    leaks.collect()
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

fn answered<'b>(
    check: &Definition,
    panel: &mut Panel,
    batch: &'b Batch,
    takes_part: impl Fn(&str, &Limits) -> bool,
) -> Comparison<'b> {
    let mut solvers: Vec<usize> = (0..check.solvers.len()).collect();
    solvers.retain(|&n| takes_part(&check.solvers[n].name, &check.solvers[n].limits));
    let input = batch.inputs.item(0);
    let columns = solvers.iter().map(|&solver| panel.answer(solver, input));
    Comparison {
        batch,
        columns: columns.collect(),
        solvers,
    }
}

/// The answers to a single input, and who is wrong.
struct Judged<'a> {
    check: &'a Definition,
    answered: &'a Comparison<'a>,
    right: Option<&'a dyn Item>,
    standings: Vec<Standing>,
    /// Whether the answers are the same, and none is wrong.
    is_right: bool,
}

impl Judged<'_> {
    fn finding(&self) -> Finding {
        let (right, standings) = (self.right, &self.standings);
        self.answered.finding(self.check, 0, right, standings)
    }
}

/// Judges the answers to a single input, whose right answer is the one in `rights` if there is one.
fn judged<'a>(
    check: &'a Definition,
    answered: &'a Comparison<'a>,
    rights: &'a AnyVec,
) -> Judged<'a> {
    let right = (rights.len() > 0).then(|| rights.item(0));
    let standings = answered.standings(&check.equality, 0, right);
    let standings: Vec<_> = standings.collect();
    let are_wrong = standings.iter().any(|standing| standing.is_wrong);
    Judged {
        check,
        answered,
        right,
        is_right: answered.agreed(&check.equality)[0] && !are_wrong,
        standings,
    }
}
