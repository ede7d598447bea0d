//! Whether a solver takes a pair for the exchanged one, and gives the answer to (b, a).

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

/// Whether the solver gives the expected answer to the exchanged pair for all wrong inputs. False if one of the exchanged pairs
/// was not compared.
///
/// The solver is asked for the first wrong inputs again, and only if it gives such an answer to these, for all.
pub(crate) fn is_of_exchanged_pair(compared: &Compared<'_>, suspect: &Suspect<'_>) -> bool {
    let check = &*compared.plan.check;
    let mut panel = Panel::new(check);
    let Some(exchange) = exchange(&check.domain.empty()) else {
        return false;
    };
    if suspect.answered.wrong() > MOST || panel.is_program(suspect.solver) {
        return false;
    }
    let mut expected = Expected::of(check, suspect.solver);
    let mut size = 4;
    let mut numbers = suspect.mistakes.inputs_from(0).peekable();
    while numbers.peek().is_some() {
        let chunk: Vec<u128> = numbers.by_ref().take(size).collect();
        size = CHUNK;
        let batch = listed(check, &chunk);
        let given = panel.answer_batch(suspect.solver, &batch);
        let exchanged = exchanged(compared, suspect.solver, exchange, &batch);
        let answers =
            exchanged.and_then(|(exchanged, solvers)| expected.answers(&exchanged, &solvers));
        let are_same = answers.is_some_and(|answers| {
            given.len() == batch.len()
                && answers.len() == batch.len()
                && (0..batch.len()).all(|row| {
                    let answer = answers.outcome(row);
                    answer.is_ok() && check.identity.of_outcomes(given.outcome(row), answer)
                })
        });
        if !are_same {
            return false;
        }
    }
    true
}

/// The exchanged pairs of a batch, and the solvers that answered them all. `None` if one of these inputs does not exist, was not
/// compared, or has no answer on which the solvers apart from this one agree.
fn exchanged(
    compared: &Compared<'_>,
    solver: usize,
    exchange: Exchange,
    batch: &Batch,
) -> Option<(Batch, Vec<usize>)> {
    let check = &compared.plan.check;
    let domain = &check.domain;
    let outcome = compared.outcome;
    let mut inputs = domain.empty();
    let mut numbers = Vec::new();
    let mut solvers = check.all_solvers();
    for row in 0..batch.len() {
        let mut pair = domain.empty();
        exchange(batch.inputs.item(row), &mut pair);
        let number = catch_panic(|| domain.index(pair.item(0))).ok().flatten()?;
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

/// Appends the exchanged pair.
type Exchange = fn(&dyn Item, &mut AnyVec);

/// Exchanges inputs of this type, if they are pairs of integers of one type.
fn exchange(inputs: &AnyVec) -> Option<Exchange> {
    macro_rules! of_pairs {
        ($($type:ty)*) => {
            $(
                if inputs.known::<($type, $type)>().is_some() {
                    return Some(|pair, exchanged| {
                        let &(a, b) = pair.get::<($type, $type)>();
                        exchanged.values_mut().push((b, a));
                    });
                }
            )*
        };
    }
    of_pairs!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize i128 u128);
    None
}
