//! How a program fails on some boards, seen once more: what it prints to standard error, and what is wrong with its form.

use crossply_problems::{Position, Problem};
use serde::Serialize;

use crate::program::Answered;
use crate::remark::Remark;
use crate::{JudgeError, Submission};

/// How often the run is repeated, to see whether it fails each time.
const REPETITIONS: u32 = 4;

/// How a program fails on some boards.
#[derive(Clone, Debug, Serialize)]
pub struct PostMortem {
    /// The boards, in one input.
    pub boards: Vec<String>,
    /// What is wrong with the form of what it reads or prints, if its answers are right.
    pub remark: Option<Remark>,
    /// Whether it prints the same each time.
    pub is_steady: bool,
    /// The beginning and the end of what it prints to standard error.
    pub stderr: String,
}

impl PostMortem {
    /// Runs the program on these boards again, on some of which it fails.
    pub(crate) fn of<P: Problem>(
        submission: &Submission,
        boards: &[Position<P>],
    ) -> Result<Self, JudgeError> {
        let ran = submission.run(boards, false, None)?;
        let mut is_steady = true;
        // Of a program that was stopped, it is chance how much of what is too much was read.
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
