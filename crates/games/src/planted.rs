//! Solvers for unit tests: right ones that claim to be slow or quick, and ones with a planted fault.

use crossply_problems::ccf201803_4::Score;
use crossply_problems::{Ccf201803_4, Entry, Position, Problem, Solver};
use crossply_proof::right_answer;

/// An entry with the given limits.
pub(crate) fn entry<P: Problem>(
    name: &'static str,
    exhaustive_max_empties: u32,
    max_empties: u32,
    new: fn() -> Box<dyn Solver<P>>,
) -> &'static Entry<P> {
    Box::leak(Box::new(Entry {
        name,
        summary: "for tests",
        max_empties,
        exhaustive_max_empties,
        instant_max_empties: exhaustive_max_empties,
        new,
    }))
}

/// A solver that answers as the function does.
pub(crate) struct By<F>(pub(crate) F);

impl<P: Problem, F: FnMut(Position<P>) -> P::Answer> Solver<P> for By<F> {
    fn solve(&mut self, position: Position<P>) -> P::Answer {
        self.0(position)
    }
}

/// A solver that is always right.
pub(crate) fn right<P: Problem>() -> Box<dyn Solver<P>> {
    Box::new(By(right_answer))
}

/// A solver that is wrong about exactly the positions with these indices.
pub(crate) fn wrong_at<const N: usize>(indices: [u64; N]) -> Box<dyn Solver<Ccf201803_4>> {
    Box::new(By(move |position| {
        let index = Ccf201803_4::domain().index(position);
        if indices.contains(&index) {
            wrong_answer(position)
        } else {
            right_answer(position)
        }
    }))
}

/// A wrong answer to the position.
pub(crate) fn wrong_answer(position: Position<Ccf201803_4>) -> Score {
    let right = right_answer(position).value();
    Score::new(if right == 0 { -2 } else { 0 })
}
