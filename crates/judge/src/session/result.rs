//! The result of a session, and what reports need of it.

use std::time::Duration;

use crossply::Fault;
use crossply_problems::{Board, Position, Problem};

use crate::Verdict;
use crate::answers::{AnswerSummary, Failure};
use crate::diagnosis::{Cause, Diagnosis};
use crate::source::CompileError;

/// The name of the stage with the samples of the statement.
pub const SAMPLES_STAGE: &str = "the samples";

/// How many failing boards are named beside the simplest.
const ALSO_NAMED: usize = 3;

/// The result of a stage.
#[derive(Clone, Debug)]
pub struct StageResult<P: Problem> {
    /// What boards they are.
    pub name: String,
    /// The number of boards in the stage.
    pub boards: u64,
    /// The answers to them.
    pub answers: AnswerSummary<P>,
}

/// The result of a session.
#[derive(Clone, Debug, Default)]
pub struct SessionResult<P: Problem> {
    /// The results of the stages, in order.
    pub stages: Vec<StageResult<P>>,
    /// The answers of all stages.
    pub total: AnswerSummary<P>,
    /// The worst failure, explained; none if there is none.
    pub diagnosis: Option<Diagnosis<P>>,
    /// What is wrong with the program, by all answers that count. None if it gave no wrong answer, or only by chance,
    /// or if there are few answers.
    pub fault: Option<Fault>,
    /// A board on which the program was wrong after others, and is right alone, if it fails on the board of the diagnosis alone.
    pub right_alone: Option<Board<P>>,
    /// Why a program fails in batches larger than the statement promises, if it is right in all others.
    pub beyond_promise: Option<Diagnosis<P>>,
    /// Why the program does not compile; then nothing was judged.
    pub compile_error: Option<CompileError>,
    /// The duration of the session.
    pub elapsed: Duration,
}

impl<P: Problem> SessionResult<P> {
    /// The worst failure on a sample of the statement; none if the program is right about the samples.
    #[must_use]
    pub fn failing_sample(&self) -> Option<&Failure<P>> {
        let mut stages = self.stages.iter();
        let samples = stages.find(|stage| stage.name == SAMPLES_STAGE)?;
        samples.answers.failures.values().next_back()
    }

    /// The failure on the simplest board with a wrong answer, if the verdict is that the program takes too long, which says
    /// nothing about its answers.
    #[must_use]
    pub fn also_wrong(&self) -> Option<&Failure<P>> {
        let is_slow = self.verdict() == Some(Verdict::TimeLimit);
        let wrong = self.total.failures.get(&Verdict::WrongAnswer);
        wrong.filter(|_| is_slow)
    }

    /// A few boards with the verdict that the diagnosis explains, beside its own: the simplest that were met. None if the
    /// program does not fail on boards alone.
    #[must_use]
    pub fn also_failing(&self) -> Vec<Position<P>> {
        let alone = |diagnosis: &&Diagnosis<P>| diagnosis.cause == Cause::Alone;
        let others = self.diagnosis.iter().filter(alone).flat_map(|diagnosis| {
            let failing = self.total.failing.get(&diagnosis.failure.result.verdict);
            let failing = failing.into_iter().flatten().copied();
            failing.filter(|&index| Some(index) != diagnosis.failure.domain_index())
        });
        let others = others.take(ALSO_NAMED);
        others.map(|index| P::domain().position(index)).collect()
    }

    /// Adds a failure on a board that was right in its stage. It is a stage of its own, so that the verdict of the session is
    /// that of a stage.
    pub(super) fn correct_one(&mut self, stage: &str, failure: Failure<P>) {
        let answers = AnswerSummary::of_one(failure);
        self.total.correct(answers.clone());
        self.stages.push(StageResult {
            name: stage.to_owned(),
            boards: 1,
            answers,
        });
    }

    /// The result of a session about a source that does not compile.
    #[must_use]
    pub fn of_compile_error(error: CompileError, elapsed: Duration) -> Self {
        SessionResult {
            compile_error: Some(error),
            elapsed,
            ..SessionResult::default()
        }
    }

    /// The verdict; none if nothing was judged.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        match self.compile_error {
            Some(_) => Some(Verdict::CompileError),
            None => self.total.verdict(),
        }
    }

    /// Whether the counts of failing boards do not depend on the batches.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let total = &self.total;
        let cause = self.diagnosis.as_ref().map(|diagnosis| diagnosis.cause);
        let is_cut = total.gave_up || total.interrupted;
        !is_cut && !total.inexact && matches!(cause, None | Some(Cause::Alone))
    }
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;
    use crate::Boards;
    use crate::run_result::RunResult;

    #[test]
    fn a_failure_that_no_stage_has_met_is_a_stage_of_its_own() {
        let mut judged = SessionResult::<Ccf201803_4>::default();
        judged.total.count(Verdict::Accepted, 9);
        let slow = RunResult::with(Verdict::TimeLimit);
        let failure = Failure::on_last(Boards::Domain(3..4), slow);
        judged.correct_one("alone", failure);
        assert_eq!(judged.verdict(), Some(Verdict::TimeLimit));
        assert_eq!(judged.total.judged(), 9);
        let [stage] = &judged.stages[..] else {
            panic!("there is one stage")
        };
        assert_eq!((stage.name.as_str(), stage.boards), ("alone", 1));
        assert_eq!(stage.answers.verdict(), Some(Verdict::TimeLimit));
    }
}
