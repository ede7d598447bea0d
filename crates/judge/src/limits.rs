//! The limits of runs, from the problem statements.

use std::time::Duration;

use crossply::program::RunLimits;
use crossply_problems::{JudgeLimits, Problem};

use crate::Submission;

impl Submission {
    /// The limits of a run on this many boards, with the allowance for the runtime.
    ///
    /// With more boards than the statement promises, the limits only detect hangs. A verdict then needs a run on fewer
    /// boards.
    pub(crate) fn run_limits(&self, boards: usize) -> RunLimits {
        let JudgeLimits { time, memory, .. } = self.limits;
        let runtime = self.runtime.as_ref();
        let runtime_cpu = runtime.map_or(Duration::ZERO, |runtime| runtime.cpu);
        let runtime_memory = runtime.map_or(0, |runtime| runtime.memory);
        let time_limit_count = if self.are_limited_together(boards) {
            1
        } else {
            u32::try_from(boards).unwrap_or(u32::MAX)
        };
        let statement_cpu = time.saturating_mul(time_limit_count);
        let cpu = statement_cpu.saturating_add(runtime_cpu);
        let output = (64 << 10) + (boards as u64) * (1 << 10);
        RunLimits {
            stall: time.saturating_add(runtime_cpu),
            ..RunLimits::new(cpu, memory.saturating_add(runtime_memory), output)
        }
    }

    /// Whether the limits of the statement cover this many boards in one input.
    pub(crate) fn are_limited_together(&self, boards: usize) -> bool {
        boards as u64 <= self.limits.boards.unwrap_or(1)
    }
}

/// The most boards in one input at first: as many as the statement promises, or so many that the start of a process
/// takes little of the time.
pub(crate) fn largest_input<P: Problem>() -> u64 {
    P::LIMITS.boards.unwrap_or(2048)
}

/// The most boards in one input later in a session, when inputs have grown.
pub(crate) fn largest_later_input<P: Problem>() -> u64 {
    P::LIMITS.boards.unwrap_or(1 << 16)
}
