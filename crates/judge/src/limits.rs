//! The limits of runs, by the statements of the problems.

use std::time::Duration;

use crossply::program::RunLimits;
use crossply_problems::Problem;

use crate::Runtime;

/// The limits for one board, or for as many as the statement promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StatementLimits {
    /// CPU time. CPU time and idle time together may be twice as long.
    pub time: Duration,
    /// The memory of the largest process, in bytes.
    pub memory: u64,
}

impl StatementLimits {
    /// The limits of the statement.
    pub fn of<P: Problem>() -> Self {
        StatementLimits {
            time: P::LIMITS.time,
            memory: P::LIMITS.memory,
        }
    }

    /// The limits of a run on this many boards, with the allowance for the runtime.
    ///
    /// In a larger run than the statement promises, the time limit is there to notice a hang, not to judge the program:
    /// the time for fewer boards counts.
    pub fn run_limits<P: Problem>(&self, boards: usize, runtime: Option<&Runtime>) -> RunLimits {
        let (times, stall) = if are_limited_together::<P>(boards) {
            (1, Duration::MAX)
        } else {
            (u32::try_from(boards).unwrap_or(u32::MAX), self.time)
        };
        let output = (64 << 10) + (boards as u64) * (1 << 10);
        let mut limits = RunLimits::new(self.time.saturating_mul(times), self.memory, output);
        // A program may talk as much as it likes where no answers are expected.
        (limits.stall, limits.stderr) = (stall, u64::MAX);
        if let Some(runtime) = runtime {
            limits.cpu = limits.cpu.saturating_add(runtime.cpu);
            limits.time = limits.time.saturating_add(runtime.time);
            limits.stall = limits.stall.saturating_add(runtime.time);
            limits.memory = limits.memory.saturating_add(runtime.allowance());
        }
        limits
    }
}

/// The most boards that a program is given in one input, at first and once it has answered many: as many as the statement
/// promises, or so many that starting processes takes little of the time.
pub(crate) fn most_boards<P: Problem>() -> (u64, u64) {
    const ENOUGH: u64 = 2048;
    const MANY: u64 = 1 << 16;
    P::LIMITS.boards.map_or((ENOUGH, MANY), |most| (most, most))
}

/// Whether the limits of the statement hold for this many boards together: one, or as many as it promises.
pub(crate) fn are_limited_together<P: Problem>(boards: usize) -> bool {
    boards as u64 <= P::LIMITS.boards.unwrap_or(1)
}
