//! Captures the output of a program without comparing it: for expected lines, and for remarks.

use crossply_problems::Problem;

use crate::input::Input;
use crate::submission::Submission;
use crate::{Boards, JudgeError};
use crossply::program::{Execution, Interactor};

impl<P: Problem> Submission<P> {
    /// The beginning of the program's output for the boards: at most this many bytes.
    pub(crate) fn capture_output(
        &self,
        boards: &Boards<P>,
        most: usize,
    ) -> Result<(Vec<u8>, Execution), JudgeError> {
        let mut interactor = CapturingInteractor {
            input: Input::new(boards, false),
            output: Vec::new(),
            most,
        };
        let run_limits = self.run_limits(boards.len());
        let execution = self.execute(boards, &run_limits, &mut interactor)?;
        Ok((interactor.output, execution))
    }
}

/// Keeps at most this many bytes of the output.
struct CapturingInteractor<'a, P: Problem> {
    input: Input<'a, P>,
    output: Vec<u8>,
    most: usize,
}

impl<P: Problem> Interactor for CapturingInteractor<'_, P> {
    fn input(&mut self, text: &mut Vec<u8>) {
        self.input.append(text);
    }

    fn output(&mut self, bytes: &[u8]) -> bool {
        let room = self.most - self.output.len();
        self.output
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
        bytes.contains(&b'\n')
    }
}
