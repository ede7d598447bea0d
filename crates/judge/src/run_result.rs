//! The result of a run: its verdict, what it used, and where its output differs.

use std::time::Duration;

use crate::Verdict;
use crate::comparison::Difference;
use crate::execution::{Execution, Termination};

/// The result of a run.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// The verdict; it means nothing if the judge cut the run off.
    pub verdict: Verdict,
    /// How the run ended, and what it used.
    pub execution: Execution,
    /// The first difference between the output and the expected answers, if there is one.
    pub difference: Option<Difference>,
}

impl RunResult {
    /// Whether the run was accepted.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.verdict == Verdict::Accepted
    }

    /// The time that the run took.
    pub(crate) fn time(&self) -> Duration {
        self.execution.time()
    }

    /// Whether the judge stopped the run because its own time was up.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.execution.termination == Termination::CutOff
    }
}

#[cfg(test)]
impl RunResult {
    /// A run that ended at once, with this verdict.
    pub(crate) fn with(verdict: Verdict) -> Self {
        RunResult {
            verdict,
            execution: Execution {
                termination: Termination::Exited(std::process::ExitStatus::default()),
                cpu: Duration::ZERO,
                idle: Duration::ZERO,
                stall: Duration::ZERO,
                memory: None,
                has_read: true,
                stderr: crate::Excerpt::default(),
                run_limits: crate::Limits::of::<crossply_problems::Ccf201803_4>()
                    .run_limits::<crossply_problems::Ccf201803_4>(1),
            },
            difference: None,
        }
    }

    /// A run that ended at once, with this verdict, after so many lines.
    pub(crate) fn with_lines(verdict: Verdict, lines: Option<u64>) -> Self {
        let mut result = RunResult::with(verdict);
        result.difference = lines.map(|lines| Difference {
            index: None,
            given: None,
            wrong: None,
            lines,
        });
        result
    }
}
