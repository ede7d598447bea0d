//! Whether a solver gives the answer to another input, such as n + 1.

use super::rows::Expected;
use super::suspect::Suspect;
use crate::any_vec::{AnyVec, Item};
use crate::definition::{Batch, Numbers};
use crate::failure::catch_panic;
use crate::oracle::Panel;
use crate::oracle::ask::listed;
use crate::run::Compared;

/// With more wrong inputs than this, the solver is not asked for them again.
const MOST: u64 = 1 << 20;

/// How many inputs are asked for at once.
const CHUNK: usize = 1024;

/// The answer that the solver gives instead of the expected one, in words such as "the answer to n + 1". `None` if that is
/// not so for all wrong inputs, or if one of the other inputs was not compared.
///
/// The solver is asked for the first wrong inputs again, and only if it gives such an answer to these, for all.
pub(crate) fn other_answer(
    compared: &Compared<'_>,
    suspect: &Suspect<'_>,
    subject: &str,
) -> Option<String> {
    let check = &*compared.plan.check;
    let mut panel = Panel::new(check);
    if suspect.answered.wrong() > MOST || panel.is_program(suspect.solver) {
        return None;
    }
    let mut expected = Expected::of(check, suspect.solver);
    let mut confusions = confusions(&check.domain.empty());
    let mut size = 4;
    let mut numbers = suspect.mistakes.inputs_from(0).peekable();
    while numbers.peek().is_some() && !confusions.is_empty() {
        let chunk: Vec<u128> = numbers.by_ref().take(size).collect();
        size = CHUNK;
        let batch = listed(check, &chunk);
        let given = panel.answer_batch(suspect.solver, &batch);
        confusions.retain(|(_, other)| {
            let Some((others, solvers)) = others(compared, suspect.solver, *other, &batch) else {
                return false;
            };
            let Some(answers) = expected.answers(&others, &solvers) else {
                return false;
            };
            let rows = 0..batch.len();
            given.len() == batch.len()
                && answers.len() == batch.len()
                && rows.into_iter().all(|row| {
                    let answer = answers.outcome(row);
                    answer.is_ok() && check.identity.of_outcomes(given.outcome(row), answer)
                })
        });
    }
    let (words, _) = confusions.first()?;
    Some(format!("the answer to {}", words.replace("{}", subject)))
}

/// The other inputs with which the inputs of a batch are confused, and the solvers that answered them all. `None` if one of
/// these inputs does not exist, was not compared, or has no answer on which the solvers apart from this one agree.
fn others(
    compared: &Compared<'_>,
    solver: usize,
    other: Other,
    batch: &Batch,
) -> Option<(Batch, Vec<usize>)> {
    let check = &compared.plan.check;
    let domain = &check.domain;
    let outcome = compared.outcome;
    let mut inputs = domain.empty();
    let mut numbers = Vec::new();
    let mut solvers = check.all_solvers();
    for row in 0..batch.len() {
        let mut confused = domain.empty();
        other(batch.inputs.item(row), &mut confused);
        if confused.len() == 0 {
            return None;
        }
        let number = catch_panic(|| domain.index(confused.item(0)))
            .ok()
            .flatten()?;
        let answered = compared.append_if_answered(number, &mut inputs);
        let mut mistakes = outcome.mistakes.iter().enumerate();
        let is_settled = check.truth.is_some()
            || !outcome.disputed.contains(number)
                && mistakes.all(|(other, mistakes)| other == solver || !mistakes.has(number));
        if !answered.contains(&solver) || !is_settled {
            return None;
        }
        solvers.retain(|solver| answered.contains(solver));
        numbers.push(number);
    }
    let numbers = Numbers::Listed(numbers);
    Some((Batch { numbers, inputs }, solvers))
}

/// Appends the input that a faulty function might confuse with this one, if it exists.
type Other = fn(&dyn Item, &mut AnyVec);

/// The usual ways to confuse an input of this type with another, in words and as functions.
fn confusions(inputs: &AnyVec) -> Vec<(&'static str, Other)> {
    macro_rules! numbers {
        ($($type:ty)*) => {
            $(
                if inputs.known::<$type>().is_some() {
                    return vec![
                        ("{} - 1", |n, others| others.values_mut().extend(n.get::<$type>().checked_sub(1))),
                        ("{} + 1", |n, others| others.values_mut().extend(n.get::<$type>().checked_add(1))),
                        ("{} - 1, wrapping around", |n, others| others.values_mut().push(n.get::<$type>().wrapping_sub(1))),
                        ("{} + 1, wrapping around", |n, others| others.values_mut().push(n.get::<$type>().wrapping_add(1))),
                        ("the opposite of {}", |n, others| others.values_mut().extend(n.get::<$type>().checked_neg())),
                    ];
                }
                if inputs.known::<($type, $type)>().is_some() {
                    return vec![("(b, a)", |pair, others| {
                        let &(a, b) = pair.get::<($type, $type)>();
                        others.values_mut().push((b, a));
                    })];
                }
            )*
        };
    }
    numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize i128 u128);
    Vec::new()
}
