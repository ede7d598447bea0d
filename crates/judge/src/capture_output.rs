//! Captures the output of a program without comparing it: for illegal boards, and for saving.

use std::collections::HashMap;
use std::sync::Arc;

use crossply_problems::{Board, Position, Problem};

use crate::execution::{Execution, Interactor, Termination};
use crate::input::{Input, InputForm};
use crate::submission::Submission;
use crate::{Boards, JudgeError};

impl<P: Problem> Submission<P> {
    /// Prepares boards that may be illegal for judging. The program's answer to an illegal board alone is its
    /// expected answer in any other run. Returns the boards to judge, and those that are left out because the
    /// answer is not a single line.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub fn prepare_boards(
        &mut self,
        boards: impl IntoIterator<Item = Board<P>>,
    ) -> Result<(Boards<P>, Vec<Board<P>>), JudgeError> {
        let mut answers = HashMap::new();
        let mut asked = Vec::new();
        let mut left_out = Vec::new();
        for board in boards {
            let legal = Position::try_from(board).is_ok();
            if legal || answers.contains_key(&board) {
                asked.push(board);
            } else if left_out.contains(&board) {
            } else if let Some(answer) = self.answer_alone(board)? {
                answers.insert(board, answer.into());
                asked.push(board);
            } else {
                left_out.push(board);
            }
        }
        self.expected = Arc::new(answers);
        Ok((Boards::listed(asked), left_out))
    }

    /// The one line that the program prints when it is asked about the board alone.
    fn answer_alone(&self, board: Board<P>) -> Result<Option<String>, JudgeError> {
        let (output, execution) = self.capture_output(&Boards::listed([board]), 1000)?;
        let Ok(text) = String::from_utf8(output) else {
            return Ok(None);
        };
        let mut lines = text.lines().map(str::trim_ascii_end);
        let mut lines = lines.by_ref().filter(|line| !line.is_empty());
        let line = match (lines.next(), lines.next()) {
            (Some(line), None) if line.len() < 60 => line,
            _ => return Ok(None),
        };
        let well = matches!(execution.termination, Termination::Exited(status) if status.success());
        Ok(well.then(|| line.to_owned()))
    }

    /// The beginning of the program's output for the boards: at most so many bytes.
    pub(crate) fn capture_output(
        &self,
        boards: &Boards<P>,
        most: usize,
    ) -> Result<(Vec<u8>, Execution), JudgeError> {
        let mut interactor = CapturingInteractor {
            input: Input::new(boards, InputForm::Usual),
            output: Vec::new(),
            most,
        };
        let run_limits = self.run_limits(boards.len());
        let execution = self.execute(&run_limits, &mut interactor)?;
        Ok((interactor.output, execution))
    }
}

/// Keeps at most so many bytes of the output.
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
