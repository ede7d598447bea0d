//! The answers that a program should print, in the judge's format: those of the solver `fast`, or lines of a program.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crossply_problems::{Board, Problem, Solver};

use crate::Boards;

/// Lines that take the place of the right answers: those of another program, or, for illegal boards, those that the program
/// itself gives to each board alone.
pub(crate) type ExpectedLines<P> = Arc<HashMap<Board<P>, Arc<str>>>;

/// Computes expected answers.
pub(crate) struct ExpectedAnswers<P: Problem> {
    fast: Box<dyn Solver<P>>,
    lines: ExpectedLines<P>,
}

impl<P: Problem> ExpectedAnswers<P> {
    pub(crate) fn new(lines: ExpectedLines<P>) -> Self {
        ExpectedAnswers {
            fast: (P::FAST.new)(),
            lines,
        }
    }

    /// The answer to a board.
    ///
    /// # Panics
    /// If the board is illegal and has no line.
    pub(crate) fn answer(&mut self, board: Board<P>) -> String {
        if let Some(line) = self.lines.get(&board) {
            return (**line).to_owned();
        }
        match P::legal(board) {
            Ok(position) => self.fast.solve(position).to_string(),
            Err(illegal) => panic!("{board:?} has no right answer: {illegal}"),
        }
    }

    /// Appends the answers to this part of the boards, a line for each.
    pub(crate) fn append(&mut self, boards: &Boards<P>, part: Range<u64>, text: &mut Vec<u8>) {
        let boards = boards.part(part);
        if let (Boards::Domain(indices), true) = (&boards, self.lines.is_empty()) {
            let positions: Vec<_> = P::domain().positions(indices.clone()).collect();
            let mut answers = Vec::with_capacity(positions.len());
            self.fast.solve_all(&positions, &mut answers);
            P::append_answers(&answers, text);
            return;
        }
        for board in boards.iter() {
            text.extend_from_slice(self.answer(board).as_bytes());
            text.push(b'\n');
        }
    }
}
