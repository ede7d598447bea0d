//! What a program says, whatever is expected: for boards that are not legal, and for saving.

use std::collections::HashMap;
use std::sync::Arc;

use crossply_problems::{Board, Position, Problem};

use crate::attempt::{Candidate, Form, Input};
use crate::execution::{Ending, Execution, Talk, execute};
use crate::{Boards, Trouble};

impl<P: Problem> Candidate<P> {
    /// Boards that need not be legal, made ready to be asked about: what the program answers to an
    /// illegal one alone is what it has to answer wherever that stands. And those for which that is not
    /// one line, which are left out.
    ///
    /// # Errors
    /// If the program cannot be run.
    pub fn with_any_boards(
        &mut self,
        boards: impl IntoIterator<Item = Board<P>>,
    ) -> Result<(Boards<P>, Vec<Board<P>>), Trouble> {
        let mut answers = HashMap::new();
        let mut asked = Vec::new();
        let mut left_out = Vec::new();
        for board in boards {
            let legal = Position::try_from(board).is_ok();
            if legal || answers.contains_key(&board) {
                asked.push(board);
            } else if left_out.contains(&board) {
            } else if let Some(answer) = self.answer_alone(board)? {
                answers.insert(board, answer);
                asked.push(board);
            } else {
                left_out.push(board);
            }
        }
        self.alone = Arc::new(answers);
        Ok((Boards::listed(asked), left_out))
    }

    /// The one line that the program prints when it is asked about the board alone.
    fn answer_alone(&self, board: Board<P>) -> Result<Option<String>, Trouble> {
        let (output, execution) = self.hear(&Boards::listed([board]), 1000)?;
        let Ok(text) = String::from_utf8(output) else {
            return Ok(None);
        };
        let mut lines = text.lines().map(str::trim_ascii_end);
        let mut lines = lines.by_ref().filter(|line| !line.is_empty());
        let line = match (lines.next(), lines.next()) {
            (Some(line), None) if line.len() < 60 => line,
            _ => return Ok(None),
        };
        let well = matches!(execution.ending, Ending::Exited(status) if status.success());
        Ok(well.then(|| line.to_owned()))
    }

    /// The beginning of what the program prints when it is asked about the boards.
    pub(crate) fn hear(
        &self,
        boards: &Boards<P>,
        most: usize,
    ) -> Result<(Vec<u8>, Execution), Trouble> {
        let mut heard = Heard {
            input: Input::new(boards, Form::Usual),
            output: Vec::new(),
            most,
        };
        let bounds = self.bounds(boards.len());
        let execution = execute(&self.program, &bounds, &mut heard, self.interrupt)?;
        Ok((heard.output, execution))
    }
}

/// Listens, and keeps so many bytes.
struct Heard<'a, P: Problem> {
    input: Input<'a, P>,
    output: Vec<u8>,
    most: usize,
}

impl<P: Problem> Talk for Heard<'_, P> {
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
