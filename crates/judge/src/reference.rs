//! Another program in the place of the right answers: `--reference`.
//!
//! Each run of the submission follows one of the reference on the same boards, whose lines are the expected answers. So
//! batches, minimising and causes are those of any session, and the boards may be illegal. If the reference exceeds a
//! limit on a board, there is nothing to compare with, and the board is left out. If it fails in another way, the
//! programs differ.

use std::sync::Arc;
use std::time::Duration;

use crossply_problems::{Board, Problem};

use crate::board_times::{self, BoardTimes, TimesByEmpties};
use crate::boards::index_of;
use crate::execution::{Execution, Interactor, RunLimits, Termination};
use crate::input::{Input, InputForm};
use crate::submission::{RunResult, Submission};
use crate::{Boards, JudgeError, Verdict};

/// The largest batch: the judge keeps the lines that the reference prints.
pub(crate) const LARGEST: u64 = 1 << 16;

/// How long a session waits for a reference that exceeds its time limit, as a multiple of that. Then each stage ends at
/// the first board for which it takes too long.
const PATIENCE: u32 = 4;

/// How many bytes of a line are kept. No answer has so many.
const KEPT: usize = 100;

/// A run of the reference.
#[derive(Clone, Debug)]
pub struct ReferenceRun {
    /// Its verdict, if it failed or printed another number of lines than there are boards. Then the submission did not
    /// run.
    pub failed: Option<Verdict>,
    /// How the run ended, and what it used.
    pub execution: Execution,
    /// What it printed for the board on which the submission differs, or else for the last board; none if it failed.
    pub answer: Option<Vec<u8>>,
}

/// What the reference printed, line by line.
pub(crate) struct Printed {
    pub(crate) lines: Arc<[Vec<u8>]>,
    pub(crate) run: ReferenceRun,
}

/// What sessions know about the reference.
#[derive(Clone, Debug)]
pub struct ReferenceSummary<P: Problem> {
    /// The times of boards that had a run of their own.
    pub times: TimesByEmpties<P>,
    /// How many boards were left out because the reference took too long, or too much memory.
    pub left_out: u64,
    /// The simplest of them.
    pub simplest_left_out: Option<Board<P>>,
    /// How long the judge waited for the reference on these boards.
    pub(crate) waited: Duration,
}

impl<P: Problem> Default for ReferenceSummary<P> {
    fn default() -> Self {
        ReferenceSummary {
            times: TimesByEmpties::new(),
            left_out: 0,
            simplest_left_out: None,
            waited: Duration::ZERO,
        }
    }
}

impl<P: Problem> ReferenceSummary<P> {
    /// Adds a run.
    pub(crate) fn add_run(&mut self, boards: &Boards<P>, execution: &Execution) {
        if let Some(times) = BoardTimes::of(boards, execution) {
            board_times::merge(&mut self.times, times);
        }
    }

    /// Adds boards that are left out after this time.
    pub(crate) fn leave_out(&mut self, boards: &Boards<P>, waited: Duration) {
        self.left_out += boards.len();
        self.waited += waited;
        let simplest = boards.iter().chain(self.simplest_left_out);
        self.simplest_left_out = simplest.min_by_key(|&board| rank(board));
    }

    /// Adds other boards.
    pub(crate) fn merge(&mut self, other: Self) {
        for times in other.times.into_values() {
            board_times::merge(&mut self.times, times);
        }
        self.left_out += other.left_out;
        self.waited += other.waited;
        let simplest = [self.simplest_left_out, other.simplest_left_out];
        let simplest = simplest.into_iter().flatten();
        self.simplest_left_out = simplest.min_by_key(|&board| rank(board));
    }
}

/// Whether a session has waited long enough for a reference with this time limit.
pub(crate) fn is_too_slow(waited: Duration, limit: Duration) -> bool {
    waited > limit * PATIENCE
}

/// Simpler boards come first: legal ones by their index, and then others by the number of empty cells.
pub(crate) fn rank<P: Problem>(board: Board<P>) -> (u64, u32) {
    (index_of(board).unwrap_or(u64::MAX), board.empties())
}

impl RunResult {
    /// Whether the reference exceeded a limit, so that there is nothing to compare with.
    pub(crate) fn is_left_out(&self) -> bool {
        let reference = self.reference.as_ref();
        let failed = reference.and_then(|reference| reference.failed);
        matches!(failed, Some(Verdict::TimeLimit | Verdict::MemoryLimit))
    }

    /// Whether the submission itself ran.
    pub(crate) fn has_run(&self) -> bool {
        let reference = self.reference.as_ref();
        reference.is_none_or(|reference| reference.failed.is_none())
    }

    /// The time that the run took, with that of the reference.
    pub(crate) fn time(&self) -> Duration {
        let own = self.execution.time();
        let reference = self.reference.as_ref().filter(|_| self.has_run());
        reference.map_or(own, |reference| own + reference.execution.time())
    }
}

impl<P: Problem> Submission<P> {
    /// The limits of a run of this program as the reference. `run_limits` are those of the submission, which say when the
    /// judge's own time is up.
    fn limits_as_reference(&self, boards: u64, run_limits: &RunLimits) -> RunLimits {
        RunLimits {
            deadline: run_limits.deadline,
            budget: run_limits.budget,
            ..self.run_limits(boards)
        }
    }

    /// Runs this program as the reference, of a submission with these limits.
    pub(crate) fn print_lines(
        &self,
        boards: &Boards<P>,
        run_limits: &RunLimits,
        form: InputForm,
    ) -> Result<Printed, JudgeError> {
        let run_limits = self.limits_as_reference(boards.len(), run_limits);
        let mut interactor = LineInteractor {
            input: Input::new(boards, form),
            most: boards.len() + 1,
            lines: Vec::new(),
            current: Vec::new(),
        };
        let execution = self.execute(&run_limits, &mut interactor)?;
        interactor.end_line();
        let lines = interactor.lines;
        let failed = match execution.termination {
            Termination::TimeLimit(_) | Termination::CutOff => Some(Verdict::TimeLimit),
            Termination::MemoryLimit => Some(Verdict::MemoryLimit),
            Termination::OutputLimit => Some(Verdict::OutputLimit),
            Termination::Exited(status) if !status.success() => Some(Verdict::RuntimeError),
            Termination::Exited(_) => {
                (lines.len() as u64 != boards.len()).then_some(Verdict::WrongAnswer)
            }
            Termination::Gone => Some(Verdict::RuntimeError),
        };
        let run = ReferenceRun {
            failed,
            execution,
            answer: None,
        };
        let lines = lines.into();
        Ok(Printed { lines, run })
    }
}

/// Keeps the lines that are not blank, without blanks at their ends.
struct LineInteractor<'a, P: Problem> {
    input: Input<'a, P>,
    /// How many lines are kept at most.
    most: u64,
    lines: Vec<Vec<u8>>,
    current: Vec<u8>,
}

impl<P: Problem> LineInteractor<'_, P> {
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.current);
        let text = line.trim_ascii_end();
        if !text.is_empty() && (self.lines.len() as u64) < self.most {
            self.lines.push(text.to_owned());
        }
    }
}

impl<P: Problem> Interactor for LineInteractor<'_, P> {
    fn input(&mut self, text: &mut Vec<u8>) {
        self.input.append(text);
    }

    fn output(&mut self, bytes: &[u8]) -> bool {
        let mut parts = bytes.split(|&byte| byte == b'\n').peekable();
        let mut ended = false;
        while let Some(part) = parts.next() {
            let room = KEPT - self.current.len();
            self.current
                .extend_from_slice(&part[..part.len().min(room)]);
            if parts.peek().is_some() {
                self.end_line();
                ended = true;
            }
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;

    use crossply_problems::Ccf201803_4;

    use super::*;
    use crate::Program;

    const SECOND: Duration = Duration::from_secs(1);

    fn lines(most: u64, parts: &[&str]) -> (Vec<String>, Vec<bool>) {
        let none = Boards::<Ccf201803_4>::Domain(0..0);
        let mut interactor = LineInteractor {
            input: Input::new(&none, InputForm::Usual),
            most,
            lines: Vec::new(),
            current: Vec::new(),
        };
        let ended = parts.iter().map(|part| interactor.output(part.as_bytes()));
        let ended = ended.collect();
        interactor.end_line();
        let lines = interactor.lines.into_iter();
        let lines = lines.map(|line| String::from_utf8(line).expect("text"));
        (lines.collect(), ended)
    }

    #[test]
    fn lines_are_kept_however_they_arrive() {
        let (kept, ended) = lines(9, &["1\r\n\n", "-", "2 \n  \n(1,", "2)"]);
        assert_eq!(kept, ["1", "-2", "(1,2)"]);
        assert_eq!(ended, [true, false, true, false]);
        assert_eq!(lines(2, &["1\n2\n3\n4"]).0, ["1", "2"]);
        let long = "7".repeat(3 * KEPT);
        let (kept, _) = lines(9, &[&long[..KEPT - 1], &long, "\n8\n"]);
        assert_eq!(kept, [&long[..KEPT], "8"]);
    }

    /// A run that took a second, after one of the reference that took two.
    fn compared(failed: Option<Verdict>) -> RunResult {
        let mut result = RunResult::with(failed.unwrap_or(Verdict::Accepted));
        let mut execution = result.execution.clone();
        result.execution.cpu = SECOND;
        execution.cpu = SECOND * 2;
        result.reference = Some(Box::new(ReferenceRun {
            failed,
            execution,
            answer: None,
        }));
        result
    }

    #[test]
    fn without_answers_there_is_nothing_to_compare_with() {
        let properties = |result: &RunResult| {
            let seconds = result.time().as_secs();
            (result.has_run(), result.is_left_out(), seconds)
        };
        assert_eq!(properties(&compared(None)), (true, false, 3));
        for (failed, left_out) in [
            (Verdict::TimeLimit, true),
            (Verdict::MemoryLimit, true),
            (Verdict::OutputLimit, false),
            (Verdict::RuntimeError, false),
            (Verdict::WrongAnswer, false),
        ] {
            // The execution is then that of the reference.
            let properties = properties(&compared(Some(failed)));
            assert_eq!(properties, (false, left_out, 1), "{failed}");
        }
        let mut result = RunResult::with(Verdict::TimeLimit);
        result.execution.cpu = Duration::from_secs(4);
        assert_eq!(properties(&result), (true, false, 4), "no reference");
    }

    #[test]
    fn a_reference_has_limits_of_its_own_and_stops_with_the_submission() {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let program = Program {
            name: "nobody".into(),
            arguments: Vec::new(),
        };
        let mut submission = Submission::<Ccf201803_4>::new(program, &NEVER);
        submission.limits.memory = 1 << 20;
        let own = submission.run_limits(6);
        let hurried = RunLimits {
            deadline: Some(Instant::now()),
            budget: SECOND,
            ..own
        };
        let others = RunLimits {
            memory: 5,
            ..hurried
        };
        assert_eq!(submission.limits_as_reference(6, &others), hurried);
    }

    fn board(notation: &str) -> Board<Ccf201803_4> {
        notation.parse().expect("a board")
    }

    #[test]
    fn legal_boards_are_simpler_than_others() {
        let legal = Ccf201803_4::domain().position(2000).into();
        let (full, empty) = (board("XXX/XXX/XXX"), board("XXX/.../..."));
        assert!(rank(legal) < rank(full) && rank(full) < rank(empty));
        let mut summary = ReferenceSummary::default();
        let alone = Boards::listed([full]);
        summary.add_run(&alone, &compared(None).execution);
        let mut twice = summary.clone();
        twice.merge(summary.clone());
        let runs = |summary: &ReferenceSummary<_>| summary.times.get(&0).map(|times| times.runs);
        assert_eq!((runs(&summary), runs(&twice)), (Some(1), Some(2)));
        summary.leave_out(&Boards::listed([empty, full]), SECOND * 2);
        assert_eq!(
            (summary.left_out, summary.simplest_left_out),
            (2, Some(full))
        );
        assert!(!is_too_slow(SECOND * PATIENCE, SECOND));
        assert!(is_too_slow(SECOND * PATIENCE, SECOND / 2));
        let mut other = ReferenceSummary::default();
        other.leave_out(&Boards::listed([empty]), SECOND);
        other.merge(summary);
        assert_eq!((other.left_out, other.simplest_left_out), (3, Some(full)));
        assert_eq!(other.waited, SECOND * 3);
        other.leave_out(&Boards::Domain(2000..2001), SECOND);
        assert_eq!(other.simplest_left_out, Some(legal));
    }
}
