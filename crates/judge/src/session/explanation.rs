//! Explains the worst failure, and what all wrong answers have in common.

use crossply::{Explanation, Fault, Threads};
use crossply_games::fault::explain_program;
use crossply_games::truth::proven_answer;
use crossply_problems::{Board, Position, Problem};

use super::{Session, SessionResult};
use crate::JudgeError;
use crate::diagnosis::{Cause, investigate};

/// How many boards must have been judged before the judge looks for what the wrong ones have in common.
const ENOUGH_ANSWERS: usize = 20;

impl<P: Problem> Session<P> {
    /// Explains the worst failure; or, if there is none, a failure in batches larger than the statement
    /// promises.
    pub(super) fn explain(
        &self,
        judged: &mut SessionResult<P>,
        judged_below: u64,
    ) -> Result<(), JudgeError> {
        let worst = judged.verdict();
        let worst = worst.and_then(|verdict| judged.total.failures.get(&verdict).cloned());
        if let Some(failure) = worst {
            let total = &mut judged.total;
            let mut diagnosis = investigate(&self.submission, &failure, judged_below, total)?;
            let is_certain = !matches!(diagnosis.cause, Cause::Flaky { .. } | Cause::Unknown);
            if is_certain && !total.interrupted {
                let (boards, verdict) =
                    (&diagnosis.failure.boards, diagnosis.failure.result.verdict);
                let remark = self.submission.remark(boards, verdict);
                total.note_end(remark.map(|remark| diagnosis.remark = remark))?;
            }
            prove_answer(diagnosis.failure.board())?;
            judged.diagnosis = Some(diagnosis);
            return judged
                .also_wrong()
                .map_or(Ok(()), |also| prove_answer(also.board()));
        }
        let Some(failure) = judged.total.beyond_promise.clone() else {
            return Ok(());
        };
        let diagnosis = investigate(&self.submission, &failure, 0, &mut judged.total)?;
        prove_answer(diagnosis.failure.board())?;
        if Some(diagnosis.failure.boards.len()) > P::LIMITS.boards {
            judged.beyond_promise = Some(diagnosis);
            return Ok(());
        }
        // It was found in a large batch, but a small one is enough.
        judged.correct_one("a board of a large batch again", diagnosis.failure.clone());
        judged.diagnosis = Some(diagnosis);
        Ok(())
    }

    /// Says what the wrong answers have in common.
    pub(super) fn explain_fault(&self, judged: &mut SessionResult<P>) {
        let cause = judged.diagnosis.as_ref().map(|diagnosis| diagnosis.cause);
        let asked = std::mem::take(&mut judged.total.asked);
        let all_right = asked.iter().all(|(_, wrong)| wrong.is_empty());
        let by_chance = matches!(cause, Some(Cause::Flaky { .. }));
        let expects_lines = !self.submission.expected.is_empty();
        if all_right || by_chance || expects_lines || judged.total.interrupted {
            return;
        }
        let mut fast = (P::FAST.new)();
        let mut right = Vec::new();
        let mut answers = 0;
        let runs = asked.into_iter().filter_map(|(boards, wrong)| {
            let positions = boards.iter().map(|board| P::legal(board).ok());
            // Nobody knows the right answers to illegal boards.
            let positions = positions.collect::<Option<Vec<_>>>()?;
            right.clear();
            fast.solve_all(&positions, &mut right);
            answers += positions.len();
            let mut wrong = wrong.into_iter().peekable();
            let asked = (0..).zip(positions).zip(&right);
            let run = asked.map(|((index, position), &right)| {
                let given = wrong.next_if(|&(wrong, _)| wrong == index);
                (position, right, given.map_or(Ok(right), |(_, given)| given))
            });
            Some(run.collect())
        });
        let mut runs: Vec<Vec<_>> = runs.collect();
        // Simple boards refute most misreadings, and cost the least.
        let most_empties = |run: &Vec<(Position<P>, _, _)>| {
            let empties = run.iter().map(|(position, ..)| position.empties());
            empties.max()
        };
        runs.sort_by_key(most_empties);
        if answers < ENOUGH_ANSWERS {
            return;
        }
        let threads = Threads {
            jobs: self.options.jobs,
            interrupt: self.submission.interrupt,
        };
        match explain_program::<P>(runs, threads) {
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

/// Proves the right answer to this board, if it has one, before the judge calls the program wrong.
fn prove_answer<P: Problem>(board: Board<P>) -> Result<(), JudgeError> {
    match P::legal(board) {
        Ok(position) => prove(position, (P::FAST.new)().solve(position)),
        Err(_) => Ok(()),
    }
}

/// Proves that this is the answer.
fn prove<P: Problem>(position: Position<P>, answer: P::Answer) -> Result<(), JudgeError> {
    let error = match proven_answer(position) {
        Ok(proven) if proven == answer => return Ok(()),
        Ok(proven) => format!("it expects {answer} for {position:?}, but {proven} is proven"),
        Err(unproven) => unproven.to_string(),
    };
    Err(JudgeError::Expectation(error))
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;

    #[test]
    fn nobody_is_wrong_who_is_not_proven_wrong() {
        let board = |board: &str| -> Board<Ccf201803_4> { board.parse().expect("a board") };
        let empty = board(".../.../...");
        prove_answer(empty).expect("a draw");
        let error = prove(
            Ccf201803_4::legal(empty).expect("legal"),
            "5".parse().expect("a score"),
        )
        .expect_err("it is a draw");
        let error = error.to_string();
        assert!(
            error.contains("expects 5") && error.contains("0 is proven"),
            "{error}"
        );
        // An illegal board has no answer that could be proven.
        prove_answer(board("XXX/OOO/...")).expect("it is not legal");
    }
}
