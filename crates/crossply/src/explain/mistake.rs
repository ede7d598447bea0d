//! In which way a wrong answer is wrong.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::change::Pair;
use super::seen::{Seen, Terms};

/// What a solver did that gave the wrong answer in this row; `pair` has the numbers of the right answer and of its own.
pub(super) fn mistake_of(
    terms: &Terms<'_>,
    pair: Option<&Pair>,
    seen: &Seen<'_>,
    row: usize,
) -> Cow<'static, str> {
    let given = seen.given.outcome(row);
    if let (Some(mistake), Some(right)) = (&terms.vocabulary.mistake, (seen.right)(row)) {
        return mistake(seen.inputs.item(row), right, given);
    }
    match (given, pair.and_then(Pair::order)) {
        (Err(failure), _) => failure.kind.does().into(),
        (_, Some(Ordering::Less)) => "gives too low an answer".into(),
        (_, Some(Ordering::Greater)) => "gives too high an answer".into(),
        _ => "gives another answer".into(),
    }
}
