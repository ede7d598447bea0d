//! Where the time goes: how near a program comes to its time limit, and how long single boards take.
//!
//! A program that is accepted with a hundredth of a second to spare may fail on a slower machine. A batch tells what its boards
//! take together. What one of them takes shows in runs of one board: those of slow programs, and those that the judge makes for
//! this.

use std::time::Duration;

use crossply_problems::{Board, Problem};
use serde::Serialize;

use crate::in_seconds;
use crossply::program::Execution;

/// What a run used of a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SlowestRun {
    /// How many boards the run had.
    pub boards: u64,
    /// The time that it used, in seconds.
    #[serde(serialize_with = "in_seconds")]
    pub used: Duration,
    /// The limit, with the allowance for the program's runtime, in seconds.
    #[serde(serialize_with = "in_seconds")]
    pub limit: Duration,
    /// Whether the limit is that of computing and idle time together; otherwise it is that of computing.
    pub waiting: bool,
}

impl SlowestRun {
    /// The limit that a run on this many boards came nearer to, and what it used.
    pub(crate) fn of(boards: u64, execution: &Execution) -> Self {
        let computing = SlowestRun {
            boards,
            used: execution.cpu,
            limit: execution.run_limits.cpu,
            waiting: false,
        };
        let waiting = SlowestRun {
            used: execution.time(),
            limit: execution.run_limits.time,
            waiting: true,
            ..computing
        };
        if waiting.share() > computing.share() {
            waiting
        } else {
            computing
        }
    }

    /// Which share of the limit it used.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.used.as_secs_f64() / self.limit.as_secs_f64()
    }
}

/// A board that took long, and its run.
#[derive(Clone, Copy, Debug)]
pub struct SlowestBoard<P: Problem> {
    /// The board.
    pub board: Board<P>,
    /// What its run used of the time limit.
    pub run: SlowestRun,
    /// Whether the judge stopped the run because it took too long.
    pub stopped: bool,
}

#[cfg(test)]
mod tests {
    use crossply_problems::Ccf201803_4;

    use super::*;
    use crate::Boards;
    use crate::Verdict::Accepted;
    use crate::answers::AnswerSummary;
    use crate::run_result::RunResult;
    use crossply::program::{Termination, TimeLimitKind};

    const MILLISECOND: Duration = Duration::from_millis(1);

    /// A run that computed and waited for so many milliseconds, of 100 for computing and 200 for both.
    fn run(cpu: u32, idle: u32) -> Execution {
        let mut run = RunResult::with(Accepted).execution;
        (run.cpu, run.idle) = (MILLISECOND * cpu, MILLISECOND * idle);
        (run.run_limits.cpu, run.run_limits.time) = (MILLISECOND * 100, MILLISECOND * 200);
        run
    }

    fn after(runs: &[(u64, u64, Execution)]) -> AnswerSummary<Ccf201803_4> {
        let mut answers = AnswerSummary::default();
        for (start, end, run) in runs {
            answers.add_run(&Boards::Domain(*start..*end), run);
        }
        answers
    }

    #[test]
    fn a_run_is_measured_by_the_limit_that_it_came_nearer_to() {
        for (cpu, idle, used, limit, waiting) in [
            (90, 5, 90, 100, false),
            (10, 9, 10, 100, false),
            (10, 150, 160, 200, true),
        ] {
            let run = SlowestRun::of(3, &run(cpu, idle));
            assert_eq!((run.boards, run.used), (3, MILLISECOND * used));
            assert_eq!((run.limit, run.waiting), (MILLISECOND * limit, waiting));
        }
    }

    #[test]
    fn the_slowest_used_the_largest_share_not_the_most_time() {
        let mut longer = run(800, 0);
        longer.run_limits.cpu *= 100;
        longer.run_limits.time *= 100;
        let near = (0, 1, run(90, 0));
        let longer = (0, 100, longer);
        for runs in [[near.clone(), longer.clone()], [longer, near]] {
            let slowest = after(&runs).slowest.expect("there are some");
            assert_eq!((slowest.boards, slowest.used), (1, MILLISECOND * 90));
        }
    }

    #[test]
    fn the_slowest_board_is_the_first_that_used_most() {
        let board = |index, cpu| (index, index + 1, run(cpu, 0));
        // A batch says nothing about one board.
        let mut answers = after(&[board(0, 30), board(1, 50), board(3, 50)]);
        answers.merge(after(&[(0, 2, run(99, 0)), board(2738, 10)]));
        let slowest = answers.slowest_board.expect("there are some");
        let board = Boards::Domain(1..2).board(0);
        assert!(slowest.board == board && !slowest.stopped);
        assert_eq!(slowest.run.used, MILLISECOND * 50);
    }

    /// How long it would have taken is unknown, but one that took too long is slow.
    #[test]
    fn a_run_that_was_stopped_counts_for_its_board_if_it_took_too_long() {
        let mut stopped = run(101, 0);
        stopped.termination = Termination::TimeLimit(TimeLimitKind::Cpu);
        let answers = after(&[(0, 1, stopped.clone()), (1, 3, stopped.clone())]);
        assert!(answers.slowest_board.is_some_and(|board| board.stopped));
        assert!(answers.slowest.is_none() && answers.longest.is_none());
        for termination in [Termination::CutOff, Termination::MemoryLimit] {
            stopped.termination = termination;
            let answers = after(&[(0, 1, stopped.clone())]);
            assert!(answers.slowest_board.is_none());
        }
    }
}
