//! The answers that a program should print, in the judge's format. They come from the solver `fast`, or from another
//! program.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crossply_problems::{Board, Position, Problem, Solver};

use crate::Boards;

/// Answers to illegal boards, which have no right answer: those that the program gives to each board alone.
pub(crate) type AnswersAlone<P> = Arc<HashMap<Board<P>, String>>;

/// Computes expected answers.
pub(crate) struct ExpectedAnswers<P: Problem> {
    fast: Box<dyn Solver<P>>,
    alone: AnswersAlone<P>,
    /// What another program printed for each board of the run, whose answers take the place of all others.
    lines: Option<Arc<[Vec<u8>]>>,
    positions: Vec<Position<P>>,
    answers: Vec<P::Answer>,
}

impl<P: Problem> ExpectedAnswers<P> {
    pub(crate) fn new(alone: AnswersAlone<P>) -> Self {
        let fast = P::FAST;
        ExpectedAnswers {
            fast: (fast.new)(),
            alone,
            lines: None,
            positions: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// The answers of another program, line by line.
    pub(crate) fn of_lines(lines: Arc<[Vec<u8>]>) -> Self {
        ExpectedAnswers {
            lines: Some(lines),
            ..ExpectedAnswers::new(AnswersAlone::default())
        }
    }

    /// The answer to the board with this index in the run.
    pub(crate) fn answer_in(&mut self, boards: &Boards<P>, index: u64) -> Vec<u8> {
        match &self.lines {
            Some(lines) => lines[index as usize].clone(),
            None => self.answer(boards.board(index)).into_bytes(),
        }
    }

    /// Appends the answers to this part of the boards of the run, a line for each.
    pub(crate) fn append_part(&mut self, boards: &Boards<P>, part: Range<u64>, text: &mut Vec<u8>) {
        let Some(lines) = &self.lines else {
            self.append(&boards.part(part), text);
            return;
        };
        for line in &lines[part.start as usize..part.end as usize] {
            text.extend_from_slice(line);
            text.push(b'\n');
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
