//! How long single boards take, by the number of empty cells.
//!
//! A batch tells what its boards take together. Where the time goes shows in runs of one board: those of slow programs,
//! and those that the judge makes for this.

use std::collections::BTreeMap;
use std::time::Duration;

use crossply_problems::{Board, Problem};

use crate::execution::{Execution, Termination};
use crate::{Boards, SlowestRun};

/// The times of single boards, by the number of their empty cells.
pub type TimesByEmpties<P> = BTreeMap<u32, BoardTimes<P>>;

/// The times of some boards, each in a run of its own.
#[derive(Clone, Debug)]
pub struct BoardTimes<P: Problem> {
    /// How many runs there were.
    pub runs: u64,
    /// The time of all of them.
    pub total: Duration,
    /// The board that took longest.
    pub slowest: SlowestBoard<P>,
}

/// A board that took long, and its run.
#[derive(Clone, Debug)]
pub struct SlowestBoard<P: Problem> {
    /// The board.
    pub board: Board<P>,
    /// What its run used of the time limit.
    pub run: SlowestRun,
    /// Whether the judge stopped the run because it took too long.
    pub stopped: bool,
}

/// The batch in which the program stood still longest, of those with several boards.
#[derive(Clone, Debug)]
pub(crate) struct LongestBatch<P: Problem> {
    pub(crate) boards: Boards<P>,
    /// The time of the whole batch.
    pub(crate) time: Duration,
    /// The longest time in which the program neither read nor answered anything: no board took longer.
    pub(crate) stall: Duration,
}

impl<P: Problem> BoardTimes<P> {
    /// The time of one run. None if there were several boards, or if the run was stopped for another reason than its
    /// time.
    pub(crate) fn of(boards: &Boards<P>, execution: &Execution) -> Option<Self> {
        let stopped = match execution.termination {
            Termination::Exited(_) => false,
            Termination::TimeLimit(_) => true,
            _ => return None,
        };
        (boards.len() == 1).then(|| {
            let run = SlowestRun::used(1, execution);
            BoardTimes {
                runs: 1,
                total: run.used,
                slowest: SlowestBoard {
                    board: boards.board(0),
                    run,
                    stopped,
                },
            }
        })
    }

    /// The mean time of a run.
    #[must_use]
    pub fn mean(&self) -> Duration {
        self.total / u32::try_from(self.runs).unwrap_or(u32::MAX).max(1)
    }

    /// Adds other runs.
    fn merge(&mut self, other: Self) {
        self.runs += other.runs;
        self.total += other.total;
        if other.slowest.run.share() > self.slowest.run.share() {
            self.slowest = other.slowest;
        }
    }
}

/// Adds the times of other runs.
pub(crate) fn merge<P: Problem>(times: &mut TimesByEmpties<P>, other: BoardTimes<P>) {
    let empties = other.slowest.board.empties();
    match times.get_mut(&empties) {
        Some(known) => known.merge(other),
        None => drop(times.insert(empties, other)),
    }
}

/// The slowest board of all.
#[must_use]
pub fn slowest_board<P: Problem>(times: &TimesByEmpties<P>) -> Option<&SlowestBoard<P>> {
    let boards = times.values().map(|times| &times.slowest);
    boards.max_by(|one, other| one.run.share().total_cmp(&other.run.share()))
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;
    use crate::Verdict;
    use crate::execution::TimeLimitKind;
    use crate::run_result::RunResult;

    const MILLISECOND: Duration = Duration::from_millis(1);

    fn run(milliseconds: u32) -> Execution {
        let mut run = RunResult::with(Verdict::Accepted).execution;
        run.cpu = MILLISECOND * milliseconds;
        run
    }

    #[test]
    fn times_add_up_by_the_number_of_empties() {
        let mut times = TimesByEmpties::<Ccf201803_4>::new();
        let mut expected = (0, Duration::ZERO);
        for (index, milliseconds) in [(0, 30), (1, 50), (2, 40), (2738, 10)] {
            let boards = Boards::Domain(index..index + 1);
            merge(
                &mut times,
                BoardTimes::of(&boards, &run(milliseconds)).expect("one board"),
            );
            if index < 2738 {
                expected = (expected.0 + 1, expected.1 + MILLISECOND * milliseconds);
            }
        }
        assert_eq!((times[&1].runs, times[&1].total), expected);
        assert_eq!(times[&1].mean(), MILLISECOND * 40);
        assert_eq!(times[&9].mean(), MILLISECOND * 10);
        let slowest = slowest_board(&times).expect("there are some");
        let board = Boards::Domain(1..2).board(0);
        assert!(slowest.board == board && !slowest.stopped);
        assert_eq!(slowest.run.used, MILLISECOND * 50);
        // Of equals the first one stays.
        let equal = BoardTimes::of(&Boards::Domain(3..4), &run(50)).expect("one board");
        merge(&mut times, equal);
        assert!(times[&1].slowest.board == board && times[&1].runs == 4);
    }

    #[test]
    fn only_runs_of_one_board_that_ended_or_took_too_long_have_a_time() {
        let of = |boards, execution: &Execution| {
            BoardTimes::<Ccf201803_4>::of(&Boards::Domain(boards), execution)
                .map(|times| times.slowest.stopped)
        };
        let mut execution = run(7);
        assert_eq!(of(0..1, &execution), Some(false));
        assert_eq!(of(0..2, &execution), None);
        execution.termination = Termination::TimeLimit(TimeLimitKind::Cpu);
        assert_eq!(of(0..1, &execution), Some(true));
        for stopped in [
            Termination::CutOff,
            Termination::MemoryLimit,
            Termination::OutputLimit,
        ] {
            execution.termination = stopped;
            assert_eq!(of(0..1, &execution), None);
        }
    }
}
