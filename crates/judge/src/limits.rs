//! The limits of runs, by the statements of the problems.

use std::time::Duration;

use crossply::program::RunLimits;
use crossply_problems::{JudgeLimits, Problem};

use crate::Submission;

impl Submission {
    /// The limits of a run on this many boards, with the allowance for the runtime.
    ///
    /// In a larger run than the statement promises, the time limit is there to notice a hang, not to judge the program:
    /// the time for fewer boards counts.
    pub(crate) fn run_limits(&self, boards: usize) -> RunLimits {
        let JudgeLimits { time, memory, .. } = self.limits;
        let (cpu, more) = self.allowance();
        let (times, stall) = if self.are_limited_together(boards) {
            (1, Duration::MAX)
        } else {
            (u32::try_from(boards).unwrap_or(u32::MAX), time)
        };
        let all = time.saturating_mul(times).saturating_add(cpu);
        let output = (64 << 10) + (boards as u64) * (1 << 10);
        let mut limits = RunLimits::new(all, memory.saturating_add(more), output);
        // A program may talk as much as it likes where no answers are expected.
        (limits.stall, limits.stderr) = (stall.saturating_add(cpu), u64::MAX);
        limits
    }

    /// The time and the memory that are allowed for the runtime.
    pub(crate) fn allowance(&self) -> (Duration, u64) {
        let runtime = self.runtime.as_ref();
        runtime.map_or((Duration::ZERO, 0), |runtime| (runtime.cpu, runtime.memory))
    }

    /// Whether the limits hold for this many boards together: one, or as many as the statement promises.
    pub(crate) fn are_limited_together(&self, boards: usize) -> bool {
        boards as u64 <= self.limits.boards.unwrap_or(1)
    }
}

/// The most boards that a program is given in one input, at first and once it has answered many: as many as the statement
/// promises, or so many that starting processes takes little of the time.
pub(crate) fn most_boards<P: Problem>() -> (u64, u64) {
    const ENOUGH: u64 = 2048;
    const MANY: u64 = 1 << 16;
    P::LIMITS.boards.map_or((ENOUGH, MANY), |most| (most, most))
}
