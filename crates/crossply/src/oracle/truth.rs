//! The trusted answer, itself or in its cheaper form.

use std::ops::Range;

use crate::any_vec::AnyVec;
use crate::definition::{AnswerTo, Answers, Definition, Truth};
use crate::failure::catch_panic;

/// The trusted answer in this row, in its cheaper form if there is one. `None` if there is no trusted answer, it panics, or the
/// check excludes the input, as it may one that a relation asks for.
pub(crate) fn quick_answer(check: &Definition, inputs: &AnyVec, row: usize) -> Option<AnyVec> {
    let answer = quick(check)?;
    let mut right = (check.no_answers)();
    let is_known = check.admits(inputs.item(row)) == Ok(true)
        && catch_panic(|| answer(inputs, row..row + 1, &mut right)).is_ok();
    is_known.then_some(right)
}

/// The trusted answer itself in this row. `None` if the check has none.
///
/// # Errors
/// If it panics, which is a fault of the check.
pub(crate) fn confirmed_answer(
    check: &Definition,
    inputs: &AnyVec,
    row: usize,
) -> Result<Option<AnyVec>, String> {
    let Some(Truth { name, answer, .. }) = &check.truth else {
        return Ok(None);
    };
    let mut right = (check.no_answers)();
    let asked = catch_panic(|| answer(inputs, row..row + 1, &mut right));
    asked.map(|()| Some(right)).map_err(|failure| {
        let input = check.in_line(inputs.item(row));
        let does = failure.kind.does();
        let text = failure.text;
        format!(
            "the check itself is at fault: the trusted answer `{name}` {does} on {input}: {text}"
        )
    })
}

/// The trusted answer itself in this row if `by_itself` is set, otherwise its cheaper form. `None` if the check has none.
///
/// # Errors
/// As for [`confirmed_answer`]. If the cheaper form gives no answer, the trusted answer itself gives it, or the error.
pub(crate) fn right_answer(
    check: &Definition,
    inputs: &AnyVec,
    row: usize,
    by_itself: bool,
) -> Result<Option<AnyVec>, String> {
    if !by_itself && let Some(right) = quick_answer(check, inputs, row) {
        return Ok(Some(right));
    }
    confirmed_answer(check, inputs, row)
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
