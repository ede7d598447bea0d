//! How near a program comes to its time limit: the run that used the largest share of it.
//!
//! A program that is accepted with a hundredth of a second to spare may fail on a slower machine. Runs that the
//! judge stopped do not count: how long they would have taken is unknown.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use crate::execution::{Execution, Termination};
use crate::in_seconds;

/// What a run used of a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SlowestRun {
    /// How many boards the run had.
    pub boards: u64,
    /// The time that it used, in seconds.
    #[serde(serialize_with = "in_seconds")]
    #[schemars(with = "f64")]
    pub used: Duration,
    /// The limit, with the allowance for the program's runtime, in seconds.
    #[serde(serialize_with = "in_seconds")]
    #[schemars(with = "f64")]
    pub limit: Duration,
    /// Whether the limit is that of computing and idle time together; otherwise it is that of computing.
    pub waiting: bool,
}

impl SlowestRun {
    /// The limit that a run on so many boards came nearer to, and what it used. None if the run was stopped.
    pub(crate) fn of(boards: u64, execution: &Execution) -> Option<Self> {
        let ended = matches!(execution.termination, Termination::Exited(_));
        ended.then(|| SlowestRun::used(boards, execution))
    }

    /// The same for any run.
    pub(crate) fn used(boards: u64, execution: &Execution) -> Self {
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
        computing.or_slower(waiting)
    }

    /// The run of the two that used the larger share.
    pub(crate) fn or_slower(self, other: Self) -> Self {
        if other.share() > self.share() {
            other
        } else {
            self
        }
    }

    /// Which share of the limit it used.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.used.as_secs_f64() / self.limit.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use std::process::ExitStatus;

    use super::*;
    use crate::Excerpt;
    use crate::execution::{RunLimits, TimeLimitKind};

    const MILLISECOND: Duration = Duration::from_millis(1);

    /// A run that computed and waited for so many milliseconds, of 100 for computing and 200 for both.
    fn run(cpu: u32, idle: u32) -> Execution {
        Execution {
            termination: Termination::Exited(ExitStatus::default()),
            cpu: MILLISECOND * cpu,
            idle: MILLISECOND * idle,
            stall: Duration::ZERO,
            memory: None,
            has_read: true,
            stderr: Excerpt::default(),
            run_limits: RunLimits {
                cpu: MILLISECOND * 100,
                time: MILLISECOND * 200,
                stall: Duration::MAX,
                deadline: None,
                budget: Duration::MAX,
                memory: 0,
                stdout: 0,
                stderr: 0,
            },
        }
    }

    #[test]
    fn a_run_is_measured_by_the_limit_that_it_came_nearer_to() {
        for (cpu, idle, used, limit, waiting) in [
            (90, 5, 90, 100, false),
            (10, 9, 10, 100, false),
            (10, 150, 160, 200, true),
        ] {
            let expected = SlowestRun {
                boards: 3,
                used: MILLISECOND * used,
                limit: MILLISECOND * limit,
                waiting,
            };
            assert_eq!(SlowestRun::of(3, &run(cpu, idle)), Some(expected));
        }
        let mut stopped = run(101, 0);
        stopped.termination = Termination::TimeLimit(TimeLimitKind::Cpu);
        assert_eq!(SlowestRun::of(3, &stopped), None);
    }

    #[test]
    fn the_slowest_used_the_largest_share_not_the_most_time() {
        let of =
            |boards, execution| SlowestRun::of(boards, &execution).expect("it ended by itself");
        let near = of(1, run(90, 0));
        let mut longer = run(900, 0);
        longer.run_limits.cpu *= 100;
        longer.run_limits.time *= 100;
        let longer = of(100, longer);
        assert_eq!(near.or_slower(longer), near);
        assert_eq!(longer.or_slower(near), near);
    }
}
