//! The answers that a program should print, in the judge's format. They come from the solver `fast`.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crossply_problems::{Board, Position, Problem};
use crossply_solvers::{Solved, Solver};

use crate::Boards;

/// Answers to illegal boards, which have no right answer: those that the program gives to each board alone.
pub(crate) type AnswersAlone<P> = Arc<HashMap<Board<P>, String>>;

/// Computes expected answers.
pub(crate) struct ExpectedAnswers<P: Problem> {
    fast: Box<dyn Solver<P>>,
    alone: AnswersAlone<P>,
    positions: Vec<Position<P>>,
    answers: Vec<P::Answer>,
}

impl<P: Problem> ExpectedAnswers<P> {
    pub(crate) fn new(alone: AnswersAlone<P>) -> Self {
        let fast = P::FAST;
        ExpectedAnswers {
            fast: (fast.new)(),
            alone,
            positions: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// The answer to a board.
    ///
    /// # Panics
    /// If the board is illegal and has no answer in `alone`.
    pub(crate) fn answer(&mut self, board: Board<P>) -> String {
        match Position::try_from(board) {
            Ok(position) => self.fast.solve(position).to_string(),
            Err(illegal) => match self.alone.get(&board) {
                Some(answer) => answer.clone(),
                None => panic!("{board:?} has no right answer: {illegal}"),
            },
        }
    }

    /// Appends the answers to the boards, a line for each.
    pub(crate) fn append(&mut self, boards: &Boards<P>, text: &mut Vec<u8>) {
        self.positions.clear();
        if let Boards::Domain(indices) = boards {
            self.positions
                .extend(P::domain().positions(indices.clone()));
            self.append_positions(text);
            return;
        }
        for board in boards.iter() {
            if let Ok(position) = Position::try_from(board) {
                self.positions.push(position);
            } else {
                self.append_positions(text);
                text.extend_from_slice(self.answer(board).as_bytes());
                text.push(b'\n');
            }
        }
        self.append_positions(text);
    }

    fn append_positions(&mut self, text: &mut Vec<u8>) {
        self.answers.clear();
        self.fast.solve_all(&self.positions, &mut self.answers);
        P::append_answers(&self.answers, text);
        self.positions.clear();
    }
}

impl<P: Problem> fmt::Debug for ExpectedAnswers<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExpectedAnswers").finish_non_exhaustive()
    }
}
