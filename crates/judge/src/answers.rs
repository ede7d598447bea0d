//! A summary of a submission's answers: how many boards got which verdict, and the simplest failures.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crossply_problems::{Board, Problem};

use crate::boards::index_of;
use crate::comparison::WrongAnswers;
use crate::run_result::RunResult;
use crate::times::{SlowestBoard, SlowestRun};
use crate::{Boards, JudgeError, Verdict};
use crossply::program::{Execution, Termination};

/// How many failing boards are kept for each verdict: the one that is explained, and a few beside it.
pub(crate) const FAILING_KEPT: usize = 4;

/// A summary of the answers to some boards.
#[derive(Clone, Debug, Default)]
pub struct AnswerSummary<P: Problem> {
    /// How many boards got each verdict.
    pub verdicts: BTreeMap<Verdict, u64>,
    /// For each verdict other than accepted, the failure on the simplest board.
    pub failures: BTreeMap<Verdict, Failure<P>>,
    /// For each verdict other than accepted, the indices of a few boards that got it, the simplest that were met.
    pub failing: BTreeMap<Verdict, BTreeSet<u64>>,
    /// The smallest batch that exceeded a limit although its boards did not.
    pub oversized: Option<OversizedBatch<P>>,
    /// A failing batch that is larger than the statement promises.
    pub beyond_promise: Option<Failure<P>>,
    /// How many boards were in a batch: the different numbers.
    pub batch_sizes: BTreeSet<u64>,
    /// How many batches were run.
    pub runs: u64,
    /// The most memory that a run took, in bytes.
    pub memory: u64,
    /// The run that came nearest to its limit of time, of those that ended by themselves.
    pub slowest: Option<SlowestRun>,
    /// Of the boards that had a run of their own the one that came nearest to its limit of time.
    pub slowest_board: Option<SlowestBoard<P>>,
    /// The batch in which the program stood still longest, of those with several boards that ended by themselves.
    pub(crate) longest: Option<(Boards<P>, Execution)>,
    /// How many boards the program had been given, but had not answered, when the time was up.
    pub cut_off: u64,
    /// All positions of the domain before this index have been judged, from the first one of the stage.
    pub judged_below: u64,
    /// Boards with right answers in batches larger than the statement promises.
    pub(crate) beyond: Vec<Boards<P>>,
    /// All answers that count, by runs: the boards, and the wrong answers. All others are right.
    pub(crate) asked: Vec<(Boards<P>, WrongAnswers<P>)>,
    /// The batch that shows whether wrong answers depend on other boards in it: of those with several boards, the one with
    /// the most. If each is wrong independently, two parts of the batch have as many together.
    pub(crate) witness: Option<Failure<P>>,
    /// Whether the program may fail on other boards if the batches are others.
    pub inexact: bool,
    /// Whether judging ended because the program had failed often enough.
    pub gave_up: bool,
    /// Whether judging ended because the user interrupted it.
    pub interrupted: bool,
}

/// A run whose verdict is not accepted.
#[derive(Clone, Debug)]
pub struct Failure<P: Problem> {
    /// The boards of the run.
    pub boards: Boards<P>,
    /// The index of the first board in it that failed.
    pub index: u64,
    /// The result of the run.
    pub result: RunResult,
}

/// A batch that exceeded a limit.
#[derive(Clone, Debug)]
pub struct OversizedBatch<P: Problem> {
    /// The boards.
    pub boards: Boards<P>,
    /// The limit that it exceeded: of time or of memory.
    pub verdict: Verdict,
    /// Whether it did so only once: not when it was repeated.
    pub once: bool,
}

impl<P: Problem> Failure<P> {
    /// A run that failed on the last of these boards.
    pub(crate) fn on_last(boards: Boards<P>, result: RunResult) -> Self {
        Failure {
            index: boards.len() - 1,
            boards,
            result,
        }
    }

    /// The board that failed.
    #[must_use]
    pub fn board(&self) -> Board<P> {
        self.boards.board(self.index)
    }

    /// The index of that board in the domain, if it is legal.
    #[must_use]
    pub fn domain_index(&self) -> Option<u64> {
        index_of(self.board())
    }

    /// Failures are ordered by their board, simple ones first, and then by the number of boards before it.
    fn complexity(&self) -> (u64, u32, u64) {
        let index = self.domain_index().unwrap_or(u64::MAX);
        (index, self.board().empties(), self.index)
    }
}

impl<P: Problem> AnswerSummary<P> {
    /// The summary of one board that failed.
    pub(crate) fn of_one(failure: Failure<P>) -> Self {
        let mut summary = AnswerSummary::default();
        summary.count(failure.result.verdict, 1);
        summary.keep(failure);
        summary
    }

    /// How many boards have been judged.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.verdicts.values().sum()
    }

    /// The worst verdict, or nothing if nothing was judged.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdicts.keys().next_back().copied()
    }

    /// Adds the answers to other boards.
    pub(crate) fn merge(&mut self, other: Self) {
        for (verdict, boards) in other.verdicts {
            self.count(verdict, boards);
        }
        for (verdict, indices) in other.failing {
            self.keep_failing(verdict, indices);
        }
        for failure in other.failures.into_values() {
            self.keep(failure);
        }
        if let Some(oversized) = other.oversized {
            self.keep_oversized(oversized);
        }
        self.beyond_promise = self.beyond_promise.take().or(other.beyond_promise);
        self.batch_sizes.extend(other.batch_sizes);
        self.runs += other.runs;
        self.cut_off += other.cut_off;
        self.memory = self.memory.max(other.memory);
        keep_most(&mut self.slowest, other.slowest, SlowestRun::share);
        keep_most(&mut self.slowest_board, other.slowest_board, |board| {
            board.run.share()
        });
        keep_most(&mut self.longest, other.longest, |(_, run)| run.stall);
        self.beyond.extend(other.beyond);
        self.asked.extend(other.asked);
        if let Some(witness) = other.witness {
            self.keep_witness(witness);
        }
        self.inexact |= other.inexact;
        self.gave_up |= other.gave_up;
        self.interrupted |= other.interrupted;
    }

    /// Corrects the summary after the same boards were judged again: some right answers are now wrong.
    pub(crate) fn correct(&mut self, mut again: Self) {
        again.verdicts.remove(&Verdict::Accepted);
        let wrong = again.judged();
        self.merge(again);
        if let Some(accepted) = self.verdicts.get_mut(&Verdict::Accepted) {
            *accepted = accepted.saturating_sub(wrong);
        }
        self.verdicts.retain(|_, boards| *boards > 0);
    }

    /// Notes how a search ended. One that the user interrupts, or for which there is no time, is no error.
    pub(crate) fn note_end(&mut self, ended: Result<(), JudgeError>) -> Result<(), JudgeError> {
        match ended {
            Err(JudgeError::Interrupted) => self.interrupted = true,
            Err(JudgeError::TimeUp) => {}
            ended => ended?,
        }
        Ok(())
    }

    pub(crate) fn count(&mut self, verdict: Verdict, boards: u64) {
        if boards > 0 {
            *self.verdicts.entry(verdict).or_default() += boards;
        }
    }

    pub(crate) fn keep(&mut self, failure: Failure<P>) {
        let verdict = failure.result.verdict;
        self.keep_failing(verdict, failure.domain_index());
        let known = self.failures.get(&verdict);
        if known.is_none_or(|known| failure.complexity() < known.complexity()) {
            self.failures.insert(verdict, failure);
        }
    }

    pub(crate) fn keep_failing(
        &mut self,
        verdict: Verdict,
        indices: impl IntoIterator<Item = u64>,
    ) {
        let known = self.failing.entry(verdict).or_default();
        known.extend(indices);
        while known.len() > FAILING_KEPT {
            known.pop_last();
        }
    }

    pub(crate) fn keep_oversized(&mut self, batch: OversizedBatch<P>) {
        keep_most(&mut self.oversized, Some(batch), |batch| {
            Reverse(batch.boards.len())
        });
    }

    pub(crate) fn keep_witness(&mut self, failure: Failure<P>) {
        let boards = failure.boards.len();
        let witness = Some(failure).filter(|_| boards > 1);
        keep_most(&mut self.witness, witness, |witness| {
            let boards = witness.boards.len();
            let lines = witness.result.wrong_lines(boards);
            lines.map(|(_, wrong)| (wrong, boards))
        });
    }

    /// Adds what a run used, to find out where the time goes.
    pub(crate) fn add_run(&mut self, boards: &Boards<P>, execution: &Execution) {
        self.memory = self.memory.max(execution.memory.unwrap_or(0));
        // How long a run would have taken that was stopped for another reason is unknown.
        let stopped = match execution.termination {
            Termination::Exited(_) => false,
            Termination::TimeLimit(_) => true,
            _ => return,
        };
        let run = SlowestRun::of(boards.len(), execution);
        if !stopped {
            keep_most(&mut self.slowest, Some(run), SlowestRun::share);
        }
        if boards.len() == 1 {
            let board = SlowestBoard {
                board: boards.board(0),
                run,
                stopped,
            };
            keep_most(&mut self.slowest_board, Some(board), |board| {
                board.run.share()
            });
        } else if !stopped {
            let batch = (boards.clone(), execution.clone());
            keep_most(&mut self.longest, Some(batch), |(_, run)| run.stall);
        }
    }
}

/// Keeps the one that ranks higher; of equals, the one that is known.
fn keep_most<T, R: PartialOrd>(known: &mut Option<T>, new: Option<T>, rank: impl Fn(&T) -> R) {
    let Some(new) = new else { return };
    if known.as_ref().is_none_or(|known| rank(&new) > rank(known)) {
        *known = Some(new);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use Verdict::{Accepted, RuntimeError, WrongAnswer};
    use crossply_problems::Ccf201803_4;

    use super::*;

    type Game = Ccf201803_4;

    /// A run that fails on the last of these boards.
    fn failure(verdict: Verdict, boards: Range<u64>) -> Failure<Game> {
        Failure::on_last(Boards::Domain(boards), RunResult::with(verdict))
    }

    fn oversized(boards: Range<u64>) -> OversizedBatch<Game> {
        OversizedBatch {
            boards: Boards::Domain(boards),
            verdict: Verdict::TimeLimit,
            once: false,
        }
    }

    fn counts(answers: &AnswerSummary<Game>) -> Vec<(Verdict, u64)> {
        answers.verdicts.clone().into_iter().collect()
    }

    /// The boards of the failure that was kept.
    fn kept(answers: &AnswerSummary<Game>, verdict: Verdict) -> (u64, u64) {
        let failure = &answers.failures[&verdict];
        let last = index_of(failure.board()).expect("it is legal");
        (last, failure.boards.len())
    }

    #[test]
    fn together_they_are_sums_extremes_and_the_simplest() {
        let part = |size: u64| {
            let mut part = AnswerSummary::default();
            part.count(Accepted, 10 * size);
            part.count(WrongAnswer, size);
            part.keep(failure(WrongAnswer, 0..size));
            part.keep_oversized(oversized(0..size));
            part.beyond_promise = Some(failure(WrongAnswer, 0..100 + size));
            part.runs = size;
            part.batch_sizes.insert(size);
            part.memory = size;
            part.cut_off = size;
            (part.gave_up, part.interrupted) = (size == 3, size == 5);
            part
        };
        for (first, second) in [(3, 5), (5, 3)] {
            let mut both = part(first);
            both.merge(part(second));
            assert_eq!(both.judged(), 88);
            assert_eq!(counts(&both), [(Accepted, 80), (WrongAnswer, 8)]);
            assert_eq!(both.verdict(), Some(WrongAnswer));
            assert_eq!(kept(&both, WrongAnswer), (2, 3));
            assert_eq!(
                both.oversized.map(|oversized| oversized.boards.len()),
                Some(3)
            );
            let beyond = both.beyond_promise.map(|failure| failure.boards.len());
            assert_eq!(beyond, Some(100 + first), "the first of them");
            assert_eq!((both.runs, both.cut_off), (8, 8));
            assert_eq!(both.batch_sizes, BTreeSet::from([3, 5]));
            assert_eq!(both.memory, 5);
            assert!(both.gave_up && both.interrupted);
        }
    }

    #[test]
    fn what_is_asked_again_corrects_and_is_not_counted_twice() {
        let mut answers = AnswerSummary::default();
        answers.count(Accepted, 40);
        let mut again = AnswerSummary::default();
        again.count(Accepted, 37);
        again.count(WrongAnswer, 2);
        again.count(RuntimeError, 1);
        answers.correct(again);
        let expected = [(Accepted, 37), (WrongAnswer, 2), (RuntimeError, 1)];
        assert_eq!(
            (answers.judged(), &counts(&answers)[..]),
            (40, &expected[..])
        );
    }

    #[test]
    fn the_simplest_failure_of_each_kind_is_kept() {
        let mut answers = AnswerSummary::default();
        for (boards, simplest) in [
            (10..18, (17, 8)),
            (18..19, (17, 8)),
            // The same board after fewer others.
            (15..18, (17, 3)),
            (14..18, (17, 3)),
            (0..17, (16, 17)),
        ] {
            answers.keep(failure(WrongAnswer, boards));
            assert_eq!(kept(&answers, WrongAnswer), simplest);
        }
        answers.keep(failure(RuntimeError, 20..22));
        assert_eq!(kept(&answers, RuntimeError), (21, 2));
        assert_eq!(kept(&answers, WrongAnswer), (16, 17));
    }

    #[test]
    fn a_few_failing_boards_are_kept_the_simplest_of_them() {
        let mut answers = AnswerSummary::<Game>::default();
        for index in [7, 3, 9, 3, 5] {
            answers.keep(failure(WrongAnswer, index..index + 1));
        }
        let mut other = AnswerSummary::default();
        other.keep(failure(WrongAnswer, 4..5));
        other.keep(failure(RuntimeError, 1..2));
        answers.merge(other);
        assert_eq!(answers.failing[&WrongAnswer], BTreeSet::from([3, 4, 5, 7]));
        assert_eq!(answers.failing[&RuntimeError], BTreeSet::from([1]));
    }

    #[test]
    fn the_first_of_equals_is_kept() {
        let mut answers = AnswerSummary::default();
        for memory in [1, 2] {
            let mut failure = failure(WrongAnswer, 3..5);
            failure.result.execution.memory = Some(memory);
            answers.keep(failure);
            answers.keep_oversized(oversized(memory..memory + 9));
        }
        let memory = answers.failures[&WrongAnswer].result.execution.memory;
        assert_eq!(memory, Some(1));
        let batch = answers.oversized.map(|oversized| oversized.boards);
        assert!(matches!(
            batch,
            Some(Boards::Domain(Range { start: 1, .. }))
        ));
    }
}
