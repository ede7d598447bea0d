//! The vocabulary for explaining faults: facts about positions, and misreadings of the rules.
//!
//! A solver may be wrong "exactly where x wins and the number of empty cells is 10", or answer "as if the line (0,0)-(3,3)
//! did not exist". Right answers come from the prover, because any solver might be the wrong one.

mod facts;
mod misreadings;
mod reading;

use std::borrow::Cow;
use std::fmt::Debug;

use crossply::CrossCheck;
use crossply_problems::{Answer, Position, Problem, Question};
use crossply_proof::prover::{Game, cells};

use crate::report::play::cell_name;

pub use facts::features;
pub use misreadings::{Misreader, Misreading, misreadings};

/// A cell outside the board, by row and column from 0.
pub type Outside = [u8; 2];

/// How a check, whose answers have type `A`, encodes answers of a problem.
#[derive(Debug)]
pub struct Encoding<P: Problem, A> {
    /// Encodes an answer or a cell outside the board, if that is possible.
    pub encode: fn(Result<P::Answer, Outside>) -> Option<A>,
    /// Decodes an answer; `None` if it is malformed.
    pub decode: fn(&A) -> Option<P::Answer>,
    /// Names the mistake of a malformed answer, which is the first argument. The second is the right answer.
    pub mistake: fn(&A, &A) -> &'static str,
}

impl<P: Problem> Encoding<P, P::Answer> {
    /// Each answer as it is.
    pub const IDENTITY: Self = Encoding {
        encode: Result::ok,
        decode: |&answer| Some(answer),
        mistake: |_, _| "",
    };
}

/// Adds the misreadings of the rules, and words for mistakes, to a check.
pub fn with_misreadings<P: Problem, A: Clone + PartialEq + Debug + Send + 'static>(
    mut check: CrossCheck<Position<P>, A>,
    Encoding {
        encode,
        decode,
        mistake,
    }: Encoding<P, A>,
) -> CrossCheck<Position<P>, A> {
    for Misreading { words, answers } in misreadings::<P>() {
        check = match answers {
            Misreader::ToEach(misread) => {
                check.misreading_of_some(words, move |&position| encode(misread(position)))
            }
            Misreader::InOrder(new) => check.misreading_with_memory(words, move || {
                let mut misread = new();
                move |&position: &Position<P>| encode(Ok(misread(position)))
            }),
        };
    }
    check.mistakes(move |&position, right, given| -> Cow<'static, str> {
        let wins_by = |cell| Game::at(position).after(cell).score() > 0;
        let given = match given {
            Ok(given) => given,
            Err(failure) => return failure.kind.does().into(),
        };
        match (decode(given), decode(right)) {
            (Some(given), Some(right)) => given.mistake(position, right, wins_by).into(),
            _ => mistake(given, right).into(),
        }
    })
}

/// The indices of the sides.
const X: usize = 0;
const O: usize = 1;

/// The names of the sides.
const SIDES: [&str; 2] = ["x", "o"];

fn stones<P: Problem>(position: Position<P>) -> [u16; 2] {
    [position.x(), position.o()]
}

/// All cells of the board.
fn board<P: Problem>() -> u16 {
    u16::MAX >> (16 - Position::<P>::CELLS)
}

/// The rows, the columns and the two diagonals of the board.
fn lines<P: Problem>() -> impl Iterator<Item = u16> {
    let side = P::SIDE;
    let run =
        move |first: u32, step: u32| (0..side).fold(0, |set, n| set | 1 << (first + n * step));
    let rows = (0..side).map(move |row| run(side * row, 1));
    let columns = (0..side).map(move |column| run(column, side));
    rows.chain(columns)
        .chain([run(0, side + 1), run(side - 1, side - 1)])
}

/// The names of the first and the last cell of a line.
fn ends<P: Problem>(line: u16) -> String {
    let [first, last] = [line.trailing_zeros(), line.ilog2()];
    let [first, last] = [first, last].map(|cell| cell_name::<P>(cell as u8));
    format!("{first}-{last}")
}

/// The answer that names a cell, where answers do.
fn naming<P: Problem>(cell: u8) -> P::Answer {
    P::Answer::from_scores(|| 0, [(cell, 1)].into_iter())
}

/// Whether answers name cells.
fn names_cells<P: Problem>() -> bool {
    naming::<P>(0).named_cell().is_some()
}

#[cfg(test)]
mod tests;
