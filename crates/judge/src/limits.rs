//! What a program may use.

use std::time::Duration;

use crossply_problems::Problem;

use crate::Boards;
use crate::execution::RunLimits;

/// What a program may use for one board, or for as many as the statement promises at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long it may compute. A program that waits may take twice as long.
    pub time: Duration,
    /// How much memory its largest process may take, in bytes.
    pub memory: u64,
    /// How much it may print, in bytes, whatever the number of boards. By default a generous multiple
    /// of what is expected.
    pub output: Option<u64>,
}

impl Limits {
    /// Those of the statement.
    #[must_use]
    pub fn of<P: Problem>() -> Self {
        Limits {
            time: P::LIMITS.time,
            memory: P::LIMITS.memory,
            output: None,
        }
    }

    /// For a run on so many boards.
    ///
    /// For more than a judge may give the limit of time is there to notice a hang, not to judge the
    /// program: what counts is how long it takes for fewer.
    pub(crate) fn run_limits<P: Problem>(&self, boards: u64) -> RunLimits {
        let (times, stall) = if are_judged_together::<P>(boards) {
            (1, Duration::MAX)
        } else {
            (u32::try_from(boards).unwrap_or(u32::MAX), self.time)
        };
        let cpu = self.time.saturating_mul(times);
        RunLimits {
            cpu,
            time: cpu.saturating_mul(2),
            stall,
            deadline: None,
            budget: Duration::MAX,
            memory: self.memory,
            stdout: self.output.unwrap_or((64 << 10) + boards * (1 << 10)),
            stderr: (4 << 20) + boards * (1 << 10),
        }
    }
}

/// Whether the limits are those of a run on so many boards: of one, or of as many as are promised.
pub(crate) fn are_judged_together<P: Problem>(boards: u64) -> bool {
    boards <= P::LIMITS.boards.unwrap_or(1)
}

/// An input that takes as long as any: as many boards as are promised, and the emptiest.
#[must_use]
pub fn largest_input<P: Problem>() -> Option<Boards<P>> {
    let domain = P::domain();
    let emptiest = domain.position(domain.len() - 1).into();
    P::LIMITS
        .boards
        .map(|most| Boards::listed((0..most).map(|_| emptiest)))
}
