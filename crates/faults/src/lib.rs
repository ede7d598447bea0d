//! Planted faults: small solvers, each with a bug that a change of `fast` could introduce.
//!
//! They measure how strong the checks are. The snapshots `planted-faults-*` record after how many cases each layer of
//! checks catches each fault.

pub mod ccf201803_4;
pub mod poj1568;

use crossply_problems::{Entry, Position, Problem, Solver};

/// The solvers of the problem, with a planted fault in place of `fast`.
pub fn in_place_of_fast<P: Problem>(fault: &'static Entry<P>) -> Vec<&'static Entry<P>> {
    let others = P::SOLVERS.iter().filter(|entry| entry.name != P::FAST.name);
    others.chain([fault]).collect()
}

/// A correct solver, and a function that changes its answers.
struct Wrapped<P: Problem, F>(Box<dyn Solver<P>>, F);

impl<P, F> Solver<P> for Wrapped<P, F>
where
    P: Problem,
    F: FnMut(&mut dyn Solver<P>, Position<P>) -> P::Answer,
{
    fn solve(&mut self, position: Position<P>) -> P::Answer {
        (self.1)(&mut *self.0, position)
    }
}

/// A solver that changes the answers of `fast`.
pub fn wrap_fast<P: Problem>(
    answer: impl FnMut(&mut dyn Solver<P>, Position<P>) -> P::Answer + 'static,
) -> Box<dyn Solver<P>> {
    Box::new(Wrapped((P::FAST.new)(), answer))
}

/// A solver that repeats its answer if `x` has the same stones as in the previous position.
pub fn ignore_o_if_x_repeats<P: Problem>() -> Box<dyn Solver<P>> {
    let mut previous = None;
    wrap_fast(move |fast, position: Position<P>| match previous {
        Some((x, answer)) if x == position.x() => answer,
        _ => {
            let answer = fast.solve(position);
            previous = Some((position.x(), answer));
            answer
        }
    })
}
