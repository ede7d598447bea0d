//! A post-mortem: runs a failing program again, to see its standard error and the form of its output.

use crossply_problems::{Position, Problem};
use serde::Serialize;

use crate::remark::Remark;
use crate::{JudgeError, Submission};

/// How often the program is run again, to see whether it prints the same each time.
const REPETITIONS: u32 = 4;

/// The result of running a program again on boards on which it fails.
#[derive(Clone, Debug, Serialize)]
pub struct PostMortem {
    /// The boards, in one input.
    pub boards: Vec<String>,
    /// What is wrong with the form, if the answers are right.
    pub remark: Option<Remark>,
    /// Whether it prints the same each time.
    pub is_steady: bool,
    /// The beginning and the end of standard error.
    pub stderr: String,
}

impl PostMortem {
    /// Runs the program again on these boards.
    pub(crate) fn of<P: Problem>(
        submission: &Submission,
        boards: &[Position<P>],
    ) -> Result<Self, JudgeError> {
        let first = submission.run(boards, false, None)?;
        let mut is_steady = true;
        for _ in 0..REPETITIONS {
            let again = submission.run(boards, false, None)?;
            // How many surplus lines arrive before the program is stopped depends on chance, so only the first one is
            // compared.
            let compared = boards.len() + 1;
            let lines = again.printed.iter().take(compared);
            is_steady &= lines.eq(first.printed.iter().take(compared));
        }
        let remark = if is_steady {
            submission.remark(boards, &first)?
        } else {
            None
        };
        Ok(PostMortem {
            boards: boards.iter().map(|board| board.notation()).collect(),
            remark,
            is_steady,
            stderr: first.stderr,
        })
    }
}
