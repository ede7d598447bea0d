//! A post-mortem: runs a failing program again, to see its standard error and the form of its output.

use crossply_problems::{Position, Problem};
use serde::Serialize;

use crate::program::Answered;
use crate::remark::Remark;
use crate::{JudgeError, Submission};

/// The repetitions that show whether the program prints the same each time.
const REPETITIONS: u32 = 4;

/// The result of running a program again on boards on which it fails.
#[derive(Clone, Debug, Serialize)]
pub struct PostMortem {
    /// The boards, in one input.
    pub boards: Vec<String>,
    /// The fault of the form, if the answers are right.
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
        let ran = submission.run(boards, false, None)?;
        let mut is_steady = true;
        // How many surplus lines were read before the program was stopped is chance, so all but one are ignored.
        let lines = |ran: &Answered<P>| {
            let lines = ran.printed.iter().take(boards.len() + 1);
            lines.cloned().collect::<Vec<_>>()
        };
        for _ in 0..REPETITIONS {
            is_steady &= lines(&submission.run(boards, false, None)?) == lines(&ran);
        }
        let remark = if is_steady {
            submission.remark(boards, &ran)?
        } else {
            None
        };
        Ok(PostMortem {
            boards: boards.iter().map(|board| board.notation()).collect(),
            remark,
            is_steady,
            stderr: ran.stderr,
        })
    }
}
