//! The vocabulary for explaining faults: facts about positions, and misreadings of the rules.
//!
//! A solver may be wrong "exactly where x wins and the number of empty cells is 10", or answer "as if the line
//! (0,0)-(3,3) did not exist". Right answers come from the prover, because any solver may be wrong.

mod facts;
mod reading;

use std::borrow::Cow;
use std::fmt::Debug;

use crossply::CrossCheck;
use crossply_problems::{Answer, Line, Position, Problem, Question};
use crossply_proof::prover::{GameState, cells};

use crate::report::play::cell_name;

pub use facts::features;
pub use reading::{Reading, misreadings};

/// A cell outside the board, by row and column from 0.
pub type OutsideCell = [u8; 2];

/// How a check with answers of type `A` encodes answers of a problem.
#[derive(Debug)]
pub struct Encoding<P: Problem, A> {
    /// Encodes an answer, or a cell outside the board; `None` if `A` cannot represent it.
    pub encode: fn(Result<P::Answer, OutsideCell>) -> Option<A>,
    /// Decodes an answer; `None` if it is malformed.
    pub decode: fn(&A) -> Option<P::Answer>,
    /// Names the mistake of a malformed answer, given that answer and the right one.
    pub mistake: fn(&A, &A) -> &'static str,
}

impl<P: Problem> Encoding<P, P::Answer> {
    /// For checks whose answers are those of the problem.
    pub const IDENTITY: Self = Encoding {
        encode: Result::ok,
        decode: |&answer| Some(answer),
        mistake: |_, _| "",
    };
}

/// Adds misreadings of the rules, and words for mistakes, to a check.
pub fn with_misreadings<P: Problem, A: Clone + PartialEq + Debug + Send + 'static>(
    mut check: CrossCheck<Position<P>, A>,
    Encoding {
        encode,
        decode,
        mistake,
    }: Encoding<P, A>,
) -> CrossCheck<Position<P>, A> {
    for reading in misreadings::<P>() {
        let words = reading.words.clone();
        check = check.misreading_of_some(words, move |&position| encode(reading.answer(position)));
    }
    check.mistakes(move |&position, right, given| -> Cow<'static, str> {
        let answer = match given {
            Ok(answer) => answer,
            Err(failure) => return failure.kind.does().into(),
        };
        match (decode(answer), decode(right)) {
            (Some(answer), Some(right)) => answer
                .mistake(position, right, |cell| wins_by(position, cell))
                .into(),
            _ => mistake(answer, right).into(),
        }
    })
}

/// Whether `x` wins by this empty cell.
fn wins_by<P: Problem>(position: Position<P>, cell: u8) -> bool {
    GameState::new(position).after(cell).score() > 0
}

/// The indices of the sides in arrays.
const X: usize = 0;
const O: usize = 1;

/// The names of the sides.
const SIDE_NAMES: [&str; 2] = ["x", "o"];

fn stones<P: Problem>(position: Position<P>) -> [u16; 2] {
    [position.x(), position.o()]
}

/// The rows, the columns and the two diagonals of the board.
fn lines<P: Problem>() -> impl Iterator<Item = u16> {
    Line::all(P::ROWS).map(|line| line.mask(P::ROWS))
}

fn set_of(cells: impl Iterator<Item = u32>) -> u16 {
    cells.fold(0, |set, cell| set | 1 << cell)
}

/// The name of a line, made of those of its first and its last cell.
fn line_name<P: Problem>(line: u16) -> String {
    let [first, last] =
        [line.trailing_zeros(), line.ilog2()].map(|cell| cell_name::<P>(cell as u8));
    format!("{first}-{last}")
}

/// The answer that names this cell, if answers are cells.
fn answer_naming<P: Problem>(cell: u8) -> P::Answer {
    P::Answer::from_scores(None, [(cell, 1)].into_iter())
}

/// Whether the problem's answers are cells, and not scores.
fn answers_are_cells<P: Problem>() -> bool {
    answer_naming::<P>(0).named_cell().is_some()
}

#[cfg(test)]
mod tests;
