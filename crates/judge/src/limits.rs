//! The limits of runs, by the statements of the problems.

use std::time::Duration;

use crossply_problems::Problem;

use crate::Boards;
use crossply::program::RunLimits;

/// The limits for one board, or for as many as the statement promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatementLimits {
    /// CPU time. CPU time and idle time together may be twice as long.
    pub time: Duration,
    /// The memory of the largest process, in bytes.
    pub memory: u64,
    /// The output of a run, in bytes, whatever its number of boards. By default it is a generous multiple of the
    /// expected output.
    pub output: Option<u64>,
}

impl StatementLimits {
    /// The limits of the statement.
    #[must_use]
    pub fn of<P: Problem>() -> Self {
        StatementLimits {
            time: P::LIMITS.time,
            memory: P::LIMITS.memory,
            output: None,
        }
    }

    /// The limits of a run on this many boards.
    ///
    /// In a larger run than a judge may give, the time limit is there to notice a hang, not to judge the
    /// program: the time for fewer boards counts.
    #[must_use]
    pub fn run_limits<P: Problem>(&self, boards: u64) -> RunLimits {
        let (times, stall) = if are_judged_together::<P>(boards) {
            (1, Duration::MAX)
        } else {
            (u32::try_from(boards).unwrap_or(u32::MAX), self.time)
        };
        let cpu = self.time.saturating_mul(times);
        let output = self.output.unwrap_or((64 << 10) + boards * (1 << 10));
        RunLimits {
            stall,
            stderr: (4 << 20) + boards * (1 << 10),
            ..RunLimits::new(cpu, self.memory, output)
        }
    }
}

/// The most boards in an input by the statement; any number, if it promises none.
pub(crate) fn promised<P: Problem>() -> u64 {
    P::LIMITS.boards.unwrap_or(u64::MAX)
}

/// Whether a judge may give this many boards in one input: one, or as many as the statement promises.
pub(crate) fn are_judged_together<P: Problem>(boards: u64) -> bool {
    boards <= P::LIMITS.boards.unwrap_or(1)
}

/// The input that takes longest, if the statement promises a number of boards: that many, all of them the
/// emptiest.
#[must_use]
pub fn largest_input<P: Problem>() -> Option<Boards<P>> {
    let domain = P::domain();
    let emptiest = domain.position(domain.len() - 1).into();
    P::LIMITS
        .boards
        .map(|most| Boards::listed((0..most).map(|_| emptiest)))
}
