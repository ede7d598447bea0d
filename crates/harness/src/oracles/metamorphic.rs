//! The metamorphic oracle: how a solver's answers to several positions depend on each other.
//!
//! Nobody has to know a right answer for this, so it sees what all solvers get wrong together. The
//! relations are:
//!
//! - **Symmetry.** A position and its image under each [`Symmetry`] of the board have the same
//!   score; and `x` wins both or neither, where the image of a first winning cell wins as well, so
//!   that the image's first one does not come later.
//! - **A forced win.** `x` wins if some move makes a line, or leads to a win whatever `o` replies.
//!   This is where the two problems meet: the question of `poj1568`, asked of the 3x3 game, has an
//!   answer exactly where the score is above nothing.
//! - **One move each.** The answer itself follows from the answers to the positions after a move of
//!   `x` and one of `o`. By induction on the empties, a solver that satisfies this everywhere is
//!   right everywhere.
//! - **What is possible.** The cell to win by is empty. A score says who made the last move: it is
//!   odd if that was `x`, because an even number of cells is then left.

use crossply_problems::poj1568::{Answer, Square};
use crossply_problems::{Ccf201803_4, Poj1568, Position, Problem, ccf201803_4};

use crate::symmetry::Symmetry;

/// A problem whose answers depend on each other.
pub trait Related: Problem {
    /// Whether `x` forces a win.
    fn is_win(answer: Self::Answer) -> bool;

    /// Whether this can be the answer to a position and that of its image under the symmetry.
    fn go_together(answer: Self::Answer, symmetry: &Symmetry, of_image: Self::Answer) -> bool;

    /// The answer that follows from those to the positions two plies on, and from the first cell by
    /// which `x` wins according to these.
    fn from_replies(
        position: Position<Self>,
        first_win: Option<u32>,
        ask: &mut impl FnMut(Position<Self>) -> Self::Answer,
    ) -> Self::Answer;

    /// Whether the position can have this answer at all.
    fn is_possible(position: Position<Self>, answer: Self::Answer) -> bool;
}

/// Answers that cannot all be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation<P: Problem> {
    /// What is violated.
    pub relation: Relation,
    /// The position that was asked for first.
    pub position: Position<P>,
}

/// How answers depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// A position and its images.
    Symmetry,
    /// A position and those two plies on.
    OneMoveEach,
    /// The two problems' notions of a win.
    ForcedWin,
    /// What an answer says by itself.
    Possible,
}

/// Asks for the position and for all that its answer depends on.
///
/// # Errors
/// The first relation that the answers violate.
pub fn check<P: Related>(
    position: Position<P>,
    ask: &mut impl FnMut(Position<P>) -> P::Answer,
) -> Result<(), Violation<P>> {
    let violation = |relation| Violation { relation, position };
    let answer = ask(position);
    if !P::is_possible(position, answer) {
        return Err(violation(Relation::Possible));
    }
    let first_win = first_winning_cell(position, ask);
    if first_win.is_some() != P::is_win(answer) {
        return Err(violation(Relation::ForcedWin));
    }
    if P::from_replies(position, first_win, ask) != answer {
        return Err(violation(Relation::OneMoveEach));
    }
    for symmetry in &Symmetry::all::<P>()[1..] {
        if !P::go_together(answer, symmetry, ask(symmetry.of_position(position))) {
            return Err(violation(Relation::Symmetry));
        }
    }
    Ok(())
}

impl<P: Problem> Violation<P> {
    /// The positions whose answers were compared: one of them is answered wrongly.
    #[must_use]
    pub fn positions(&self) -> Vec<Position<P>> {
        let mut positions = vec![self.position];
        for cell in cells(self.position) {
            let x = self.position.x() | cell;
            positions.extend(replies(self.position, x).filter_map(Result::ok));
        }
        let images = Symmetry::all::<P>().iter().skip(1);
        positions.extend(images.map(|symmetry| symmetry.of_position(self.position)));
        positions
    }
}

impl Related for Poj1568 {
    fn is_win(answer: Answer) -> bool {
        answer != Answer::NoForcedWin
    }

    fn go_together(answer: Answer, symmetry: &Symmetry, of_image: Answer) -> bool {
        let cell = |square: Square| 4 * square.row() + square.column();
        match (answer, of_image) {
            (Answer::NoForcedWin, Answer::NoForcedWin) => true,
            (Answer::WinAt(first), Answer::WinAt(of_image)) => {
                symmetry.of_cell(cell(first)) >= cell(of_image)
                    && symmetry.back(cell(of_image)) >= cell(first)
            }
            _ => false,
        }
    }

    fn from_replies(
        _: Position<Self>,
        first_win: Option<u32>,
        _: &mut impl FnMut(Position<Self>) -> Answer,
    ) -> Answer {
        first_win.map_or(Answer::NoForcedWin, |cell| {
            Answer::WinAt(Square::new(cell / 4, cell % 4))
        })
    }

    fn is_possible(position: Position<Self>, answer: Answer) -> bool {
        match answer {
            Answer::NoForcedWin => true,
            Answer::WinAt(square) => {
                let cell = 1 << (4 * square.row() + square.column());
                (position.x() | position.o()) & cell == 0
            }
        }
    }
}

impl Related for Ccf201803_4 {
    fn is_win(score: ccf201803_4::Score) -> bool {
        score.value() > 0
    }

    fn go_together(score: ccf201803_4::Score, _: &Symmetry, of_image: ccf201803_4::Score) -> bool {
        score == of_image
    }

    fn from_replies(
        position: Position<Self>,
        _: Option<u32>,
        ask: &mut impl FnMut(Position<Self>) -> ccf201803_4::Score,
    ) -> ccf201803_4::Score {
        let empties = position.empties() as i32;
        if Self::domain().has_line(position.o()) {
            return ccf201803_4::Score::new(-(empties + 1));
        }
        let after_cell = |cell: u16| {
            let x = position.x() | cell;
            if Self::domain().has_line(x) {
                return empties;
            }
            let scores = replies(position, x).map(|reply| match reply {
                Ok(position) => ask(position).value(),
                Err(Over) => 0,
            });
            scores.min().unwrap_or(0)
        };
        let best = cells(position).map(after_cell).max();
        ccf201803_4::Score::new(best.expect("no position is full"))
    }

    fn is_possible(position: Position<Self>, score: ccf201803_4::Score) -> bool {
        let empties = position.empties() as i32;
        match score.value() {
            0 => true,
            // The last move was that of `x`, and it left one cell less than the score.
            wins @ 1.. => wins % 2 == 1 && wins <= empties,
            loses => loses % 2 == 0 && -loses <= empties + 1,
        }
    }
}

/// The question of `poj1568`: the first cell, row by row, after which `x` wins whatever `o` replies.
fn first_winning_cell<P: Related>(
    position: Position<P>,
    ask: &mut impl FnMut(Position<P>) -> P::Answer,
) -> Option<u32> {
    let domain = P::domain();
    if domain.has_line(position.o()) {
        return None;
    }
    let mut wins = cells(position).filter(|cell| {
        let x = position.x() | cell;
        let full = position.empties() == 1;
        let mut replies = replies(position, x);
        domain.has_line(x)
            || !full && replies.all(|reply| reply.is_ok_and(|next| P::is_win(ask(next))))
    });
    wins.next().map(u16::trailing_zeros)
}

/// The empty cells, row by row, as sets of one.
fn cells<P: Problem>(position: Position<P>) -> impl Iterator<Item = u16> {
    let taken = position.x() | position.o();
    let cells = (0..Position::<P>::CELLS).map(|cell| 1 << cell);
    cells.filter(move |cell| taken & cell == 0)
}

/// No position follows: `o` has won, in a problem that knows no such positions; or nobody can.
struct Over;

/// The positions after each reply of `o`, where `x` has these stones and no line.
fn replies<P: Problem>(
    position: Position<P>,
    x: u16,
) -> impl Iterator<Item = Result<Position<P>, Over>> {
    let o = position.o();
    let replies = cells(position).filter(move |reply| x & reply == 0);
    replies.map(move |reply| Position::new(x, o | reply).map_err(|_| Over))
}
