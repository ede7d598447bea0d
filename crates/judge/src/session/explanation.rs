//! Explains the worst failure, and what all wrong answers have in common.

use crossply_harness::Threads;
use crossply_harness::fault::{Explanation, Fault, Transcript};
use crossply_harness::oracles::proof::proven_answer;
use crossply_problems::{Board, Position, Problem};

use super::{Session, SessionResult};
use crate::JudgeError;
use crate::answers::Failure;
use crate::diagnosis::{Cause, investigate};
use crate::expected_answers::{ExpectedAnswers, ExpectedLines};
use crate::verdict::WrongExpectation;

/// How many boards must have been judged before the judge looks for what the wrong ones have in common.
const ENOUGH: usize = 20;

impl<P: Problem> Session<P> {
    /// Explains the worst failure; or, if there is none, a failure in batches larger than the statement
    /// promises.
    pub(super) fn explain(
        &self,
        judged: &mut SessionResult<P>,
        judged_below: u64,
    ) -> Result<(), JudgeError> {
        let expected = |board| ExpectedAnswers::new(ExpectedLines::default()).answer(board);
        let worst = judged.verdict();
        let worst = worst.and_then(|verdict| judged.total.failures.get(&verdict));
        if let Some(failure) = worst {
            let (mut diagnosis, interrupted) =
                investigate(&self.submission, failure, judged_below)?;
            judged.total.interrupted |= interrupted;
            let is_certain = !matches!(diagnosis.cause, Cause::Flaky { .. } | Cause::Unknown);
            if is_certain && !judged.total.interrupted {
                match self
                    .submission
                    .remark(&diagnosis.boards, diagnosis.result.verdict)
                {
                    Err(JudgeError::Interrupted) => judged.total.interrupted = true,
                    remark => diagnosis.remark = remark?,
                }
            }
            verify_expected_answer(diagnosis.board(), expected)?;
            judged.diagnosis = Some(diagnosis);
            if let Some(failure) = judged.also_wrong() {
                verify_expected_answer(failure.board(), expected)?;
            }
            return Ok(());
        }
        let Some(failure) = &judged.total.beyond_promise else {
            return Ok(());
        };
        let (diagnosis, interrupted) = investigate(&self.submission, failure, 0)?;
        judged.total.interrupted |= interrupted;
        verify_expected_answer(diagnosis.board(), expected)?;
        if Some(diagnosis.boards.len()) > P::LIMITS.boards {
            judged.beyond_promise = Some(diagnosis);
            return Ok(());
        }
        // It was found in a large batch, but a small one is enough.
        let failure = Failure {
            boards: diagnosis.boards.clone(),
            index: diagnosis.index,
            result: diagnosis.result.clone(),
        };
        judged.correct_one("a board of a large batch again", failure);
        judged.diagnosis = Some(diagnosis);
        Ok(())
    }

    /// Says what the wrong answers have in common.
    pub(super) fn explain_fault(&self, judged: &mut SessionResult<P>) {
        let cause = judged.diagnosis.as_ref().map(|diagnosis| diagnosis.cause);
        let asked = std::mem::take(&mut judged.total.asked);
        if asked.iter().all(|run| run.wrong.is_empty()) {
            return;
        }
        if matches!(cause, Some(Cause::Flaky { .. })) {
            return;
        }
        if judged.total.interrupted || self.submission.expects_lines() {
            return;
        }
        let mut transcript = Transcript::of_program::<P>();
        let mut fast = (P::FAST.new)();
        let mut right = Vec::new();
        for run in asked {
            let positions = run
                .boards
                .iter()
                .map(|board| Position::try_from(board).ok());
            // Nobody knows the right answers to illegal boards.
            let Some(positions) = positions.collect::<Option<Vec<_>>>() else {
                continue;
            };
            right.clear();
            fast.solve_all(&positions, &mut right);
            let mut wrong = run.wrong.into_iter().peekable();
            let asked = (0..).zip(positions).zip(&right);
            transcript.add_run(asked.map(|((index, position), &right)| {
                let given = wrong.next_if(|&(wrong, _)| wrong == index);
                (position, right, given.map_or(Ok(right), |(_, given)| given))
            }));
        }
        if transcript.answers() < ENOUGH {
            return;
        }
        let threads = Threads {
            jobs: self.options.jobs,
            interrupt: self.submission.interrupt,
        };
        match transcript.explain::<P>(threads) {
            // A program that fails everywhere is given up early: what it fails on says nothing.
            Ok(fault) => {
                let says_something = |fault: &Fault| {
                    !judged.total.gave_up || fault.explanation != Explanation::Everything
                };
                judged.fault = fault.filter(says_something);
            }
            Err(_) => judged.total.interrupted = true,
        }
    }
}

/// Proves the expected answer, before the judge calls the program wrong.
fn verify_expected_answer<P: Problem>(
    board: Board<P>,
    expected: impl FnOnce(Board<P>) -> String,
) -> Result<(), JudgeError> {
    let Ok(position) = Position::try_from(board) else {
        return Ok(());
    };
    let expected = expected(board);
    match proven_answer(position) {
        Ok(proven) if proven.to_string() == expected => Ok(()),
        Ok(proven) => {
            let error = WrongExpectation::Refuted {
                position: format!("{position:?}"),
                expected,
                proven: proven.to_string(),
            };
            Err(error.into())
        }
        Err(unproven) => Err(WrongExpectation::Unproven(Box::new(unproven)).into()),
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;

    #[test]
    fn nobody_is_wrong_who_is_not_proven_wrong() {
        let board = |board: &str| -> Board<Ccf201803_4> { board.parse().expect("a board") };
        let empty = board(".../.../...");
        verify_expected_answer(empty, |_| "0".to_owned()).expect("a draw");
        let error = verify_expected_answer(empty, |_| "5".to_owned()).expect_err("it is a draw");
        let error = error.to_string();
        assert!(
            error.contains("expects 5") && error.contains("0 is proven"),
            "{error}"
        );
        // An illegal board has no answer that could be proven.
        verify_expected_answer(board("XXX/OOO/..."), |_| unreachable!()).expect("it is not legal");
    }
}
