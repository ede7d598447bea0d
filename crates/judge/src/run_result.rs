//! The result of a run: its verdict, what it used, and where its output differs.

use crate::Verdict;
use crate::comparison::Difference;
use crossply::program::{Execution, Termination};

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

    /// The index of the first wrong line of a run on so many boards, and how many are wrong, if the lines tell both.
    pub(crate) fn wrong_lines(&self, boards: u64) -> Option<(u64, u64)> {
        let difference = self.difference.as_ref()?;
        let wrong = match self.verdict {
            Verdict::WrongAnswer => difference.wrong?,
            Verdict::PresentationError => difference.wrong.unwrap_or(boards),
            _ => return None,
        };
        Some((difference.index?, wrong))
    }

    /// Whether the judge stopped the run because its own time was up.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.execution.termination == Termination::CutOff
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crossply::program::RunLimits;

    impl RunResult {
        /// A run that ended at once, with this verdict.
        pub(crate) fn with(verdict: Verdict) -> Self {
            let ended = Termination::Exited(std::process::ExitStatus::default());
            let limits = RunLimits::new(Duration::from_secs(1), 1 << 20, 1 << 20);
            RunResult {
                verdict,
                execution: Execution::at_once(ended, limits),
                difference: None,
            }
        }

        /// The same after so many lines.
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
}
