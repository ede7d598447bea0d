//! The limits of runs, from the problem statements.

use std::time::Duration;

use crossply::program::RunLimits;
use crossply_problems::{JudgeLimits, Problem};

use crate::Submission;

impl Submission {
    /// The limits of a run on this many boards, with the allowance for the runtime.
    ///
    /// With more boards than the statement promises, the limits only detect a hang: a verdict needs a run on fewer boards.
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
        // Standard error is not limited.
        (limits.stall, limits.stderr) = (stall.saturating_add(cpu), u64::MAX);
        limits
    }

    /// The extra time and memory for the runtime.
    pub(crate) fn allowance(&self) -> (Duration, u64) {
        let runtime = self.runtime.as_ref();
        runtime.map_or((Duration::ZERO, 0), |runtime| (runtime.cpu, runtime.memory))
    }

    /// Whether the limits of the statement hold for this many boards in one input.
    pub(crate) fn are_limited_together(&self, boards: usize) -> bool {
        boards as u64 <= self.limits.boards.unwrap_or(1)
    }
}

/// The most boards in one input, at first and later: as many as the statement promises, or enough that starting processes
/// takes little of the time.
pub(crate) fn most_boards<P: Problem>() -> (u64, u64) {
    const ENOUGH: u64 = 2048;
    const MANY: u64 = 1 << 16;
    P::LIMITS.boards.map_or((ENOUGH, MANY), |most| (most, most))
}
