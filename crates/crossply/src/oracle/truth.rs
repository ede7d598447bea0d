//! The trusted answer, itself or in its cheaper form.

use std::ops::Range;

use crate::any_vec::AnyVec;
use crate::definition::{AnswerTo, Answers, Definition, Truth};
use crate::failure::catch_panic;

/// Appends the trusted answer, in its cheaper form if there is one. Returns `false` if there is none, it panics, or the
/// check excludes the input, as it may one that a relation asks for.
pub(crate) fn quick_answer(
    check: &Definition,
    inputs: &AnyVec,
    row: usize,
    rights: &mut AnyVec,
) -> bool {
    let Some(answer) = quick(check) else {
        return false;
    };
    check.admits(inputs.item(row)) == Ok(true)
        && catch_panic(|| answer(inputs, row..row + 1, rights)).is_ok()
}

/// Appends the trusted answer itself. Returns `false` if the check has none.
///
/// # Errors
/// If it panics, which is a fault of the check.
pub(crate) fn confirmed_answer(
    check: &Definition,
    inputs: &AnyVec,
    row: usize,
    rights: &mut AnyVec,
) -> Result<bool, String> {
    let Some(Truth { name, answer, .. }) = &check.truth else {
        return Ok(false);
    };
    let asked = catch_panic(|| answer(inputs, row..row + 1, rights));
    asked.map(|()| true).map_err(|failure| {
        let input = check.domain.show(inputs.item(row));
        let does = failure.kind.does();
        let text = failure.text;
        format!(
            "the check itself is at fault: the trusted answer `{name}` {does} on {input}: {text}"
        )
    })
}

/// The trusted answers to all inputs: from the trusted answer itself if `by_itself` is set, otherwise from its cheaper form if
/// there is one. `None` if the check has no trusted answer.
pub(crate) fn all_answers(check: &Definition, inputs: &AnyVec, by_itself: bool) -> Option<Answers> {
    let itself = check.truth.as_ref().map(|truth| &*truth.answer);
    let answer = if by_itself { itself } else { quick(check) }?;
    let mut rights = Answers::from((check.no_answers)());
    let all = inputs.len();
    while rights.len() < all {
        let rest: Range<usize> = rights.len()..all;
        if let Err(failure) = catch_panic(|| answer(inputs, rest, &mut rights.answered)) {
            rights.failures.push((rights.len(), failure));
        }
    }
    Some(rights)
}

fn quick(check: &Definition) -> Option<&AnswerTo> {
    let truth = check.truth.as_ref()?;
    Some(&**truth.in_bulk.as_ref().unwrap_or(&truth.answer))
}
